package kernel

import (
	"runtime"
	"runtime/metrics"
)

// MemoryLimit is about how many bytes of GEOS memory one kernel keeps waiting to be freed.
const MemoryLimit = 64 << 20

// memory decides when a kernel must run a garbage collection. Nothing of GEOS outlives the call that made it, so
// whatever was allocated before the last collection is free or about to be.
type memory struct {
	allocated int64  // bytes since the last look
	cycles    uint64 // collections the program had run at the last look
}

// count adds what GEOS has allocated. Each time half the limit is reached it looks whether Go has run a collection of
// its own accord meanwhile, and if not runs one.
func (m *memory) count(bytes int64) {
	m.allocated += bytes
	if m.allocated < MemoryLimit/2 {
		return
	}
	if collections() == m.cycles {
		runtime.GC()
	}
	m.allocated, m.cycles = 0, collections()
}

// Collect has the GEOS memory of all earlier calls freed now, by a full garbage collection. Kernels do it by
// themselves often enough; it is for the end of a large piece of work.
func (k *Kernel) Collect() {
	runtime.GC()
	k.memory = memory{cycles: collections()}
}

// size estimates the bytes GEOS holds for n bytes of WKB: 24 instead of 16 a point, and the objects around them.
func size(wkb int) int64 { return int64(wkb)*3/2 + 256 }

// collections returns how many garbage collections the program has finished.
func collections() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

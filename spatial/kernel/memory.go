package kernel

import (
	"runtime"
	"sync/atomic"

	"github.com/twpayne/go-geos"
)

// DefaultMemoryLimit is how many bytes of GEOS memory a kernel lets live before it runs a garbage collection.
const DefaultMemoryLimit = 64 << 20

// memory counts the GEOS geometries of one kernel. The counters go down on the runtime's cleanup goroutine.
type memory struct {
	limit int64
	since int64 // bytes allocated since the last forced collection
	live  live
}

type live struct{ geoms, bytes atomic.Int64 }

// Live returns how many GEOS geometries of this kernel are not freed yet, and roughly how many bytes they hold.
func (k *Kernel) Live() (geometries, bytes int64) {
	return k.memory.live.geoms.Load(), k.memory.live.bytes.Load()
}

// Collect frees the GEOS memory of results already converted, by a full garbage collection.
func (k *Kernel) Collect() {
	k.memory.since = 0
	runtime.GC()
}

// size estimates the bytes GEOS holds for n bytes of WKB: 24 instead of 16 a point, and the objects around them.
func size(wkb int) int64 { return int64(wkb)*3/2 + 256 }

// track counts a geometry that GEOS has just made, until it is freed, and collects when too many are alive.
func (k *Kernel) track(g *geos.Geom, bytes int64) {
	m := &k.memory
	counters := &m.live
	counters.geoms.Add(1)
	counters.bytes.Add(bytes)
	runtime.AddCleanup(g, func(bytes int64) {
		counters.geoms.Add(-1)
		counters.bytes.Add(-bytes)
	}, bytes)
	m.since += bytes
	if m.since > m.limit/2 && counters.bytes.Load() > m.limit {
		k.Collect()
	}
}

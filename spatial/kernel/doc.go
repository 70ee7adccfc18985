// Package kernel is the door to GEOS: validity, repair, overlay, union, buffer, noding and polygonizing of orb
// geometries. It is the only package that uses go-geos.
//
// It does not measure distances (that is segment arithmetic in spatial/measure: GEOS answers 0 for empty input),
// and nothing that belongs to GEOS leaves it: geometries go in and come out as orb values.
//
// # Memory management
//
// GEOS memory is invisible to Go and is freed only after a garbage collection has found the Go handle unreachable.
// A Kernel counts what it has had GEOS allocate and runs a collection when too much may be waiting (MemoryLimit) and Go
// has not run one by itself. Callers need do nothing, and may call Collect after a large piece of work.
//
// # Ownership
//
// One Kernel per worker. A Kernel has its own GEOS context and must not be used by two goroutines at once. Results
// are copies: they stay valid for ever and share nothing with the arguments.
//
// # Errors, exceptions, and panics
//
// A GEOS exception, a panic of go-geos and a missing result all come back as an error that names the operation.
// Empty parts are dropped, and coordinates that are not finite refused, before GEOS sees them: GEOS 3.11 crashes
// the process on the former. An empty result is a nil geometry without an error.
package kernel

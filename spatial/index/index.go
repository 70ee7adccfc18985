package index

import (
	"slices"

	"github.com/paulmach/orb"
	"github.com/tidwall/rtree"
)

// Index is a read-only spatial index of boxes, each known by its position in the slice given to Build.
// The zero value is an empty index.
type Index struct {
	tree rtree.RTreeG[int32]
}

// Build indexes bounds by position. Empty boxes (min above max) and boxes with NaN are never found.
func Build(bounds []orb.Bound) *Index {
	x := &Index{}
	for i, b := range bounds {
		if usable(b) {
			x.tree.Insert(b.Min, b.Max, int32(i))
		}
	}
	return x
}

// usable is false for NaN too: every comparison with NaN is false.
func usable(b orb.Bound) bool {
	return b.Min[0] <= b.Max[0] && b.Min[1] <= b.Max[1]
}

// Len returns how many boxes can be found.
func (x *Index) Len() int { return x.tree.Len() }

// Search calls fn for every box that meets b (touching counts), in no particular order, until fn returns false.
// An empty or NaN box finds nothing.
func (x *Index) Search(b orb.Bound, fn func(i int) bool) {
	if !usable(b) {
		return
	}
	x.tree.Search(b.Min, b.Max, func(_, _ [2]float64, i int32) bool { return fn(int(i)) })
}

// Query appends to buf[:0] the positions of all boxes that meet b, ascending, and returns it. Give the returned
// slice back as buf to avoid allocation.
func (x *Index) Query(b orb.Bound, buf []int32) []int32 {
	buf = buf[:0]
	x.Search(b, func(i int) bool {
		buf = append(buf, int32(i))
		return true
	})
	slices.Sort(buf)
	return buf
}

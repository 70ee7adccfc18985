package pipeline

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// farRecord is how far, in metres, a record may always lie from the middle half of its layer: the reach of a working CRS that
// is true to a hundredth of a foot in 100.
const farRecord = 100_000

// spread is how many times the width of the middle half a record may lie from it: layers are not evenly dense, but a record
// at 0, 0 is beyond any density.
const spread = 20

// mainExtent returns where the records of a layer lie, and the box beyond which a record is a stray: one wrong coordinate
// must neither choose the working CRS nor hide that a layer is elsewhere. Both are in units of metres metres; the extent is
// noBound when no record has a finite one.
func mainExtent(records []record, metres float64) (extent, fence orb.Bound) {
	var boxes []orb.Bound
	for i := range records {
		if b, ok := finiteBoundOf(records[i].shape); ok {
			boxes = append(boxes, b)
		}
	}
	if len(boxes) == 0 {
		return orb.Bound{}, orb.Bound{}
	}
	for axis := range 2 {
		fence.Min[axis], fence.Max[axis] = fenceAlong(boxes, axis, farRecord/metres)
	}
	for _, b := range boxes {
		if inside(fence, b) {
			extent = unionBound(extent, b)
		}
	}
	return extent, fence
}

// fenceAlong returns the ends of the fence along one axis.
func fenceAlong(boxes []orb.Bound, axis int, atLeast float64) (low, high float64) {
	from, to := make([]float64, len(boxes)), make([]float64, len(boxes))
	for i, b := range boxes {
		from[i], to[i] = b.Min[axis], b.Max[axis]
	}
	slices.Sort(from)
	slices.Sort(to)
	quarter := (len(boxes) - 1) / 4
	low, high = from[quarter], to[len(to)-1-quarter]
	reach := max(atLeast, spread*(high-low))
	return low - reach, high + reach
}

func inside(fence, b orb.Bound) bool {
	return b.Min[0] >= fence.Min[0] && b.Min[1] >= fence.Min[1] && b.Max[0] <= fence.Max[0] && b.Max[1] <= fence.Max[1]
}

func finiteBoundOf(g orb.Geometry) (orb.Bound, bool) {
	if g == nil {
		return orb.Bound{}, false
	}
	b := g.Bound()
	return b, !b.IsEmpty() && finiteBound(b)
}

// metresPerUnit is the size of a layer's coordinate unit, near enough to tell far from near.
func (l *layer) metresPerUnit() float64 {
	if feet := l.crs.UnitFeet(); !math.IsNaN(feet) {
		return feet * 0.3048
	}
	return 111_000 // a degree of latitude
}

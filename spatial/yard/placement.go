package yard

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Part is how much of a structure lies in a region, or outside it.
type Part struct {
	SqFt float64
	// ClearFt is how far an edge of the region would have to move for the answer to change between none and some: 0 or more
	// when SqFt is 0, else negative by the depth of the part. Edges that the region shares with the lot do not move. It is
	// infinite when no edge could change the answer, as with an empty region.
	ClearFt float64
	Shape   orb.MultiPolygon // the part itself, nil when SqFt is 0
}

// Overlap is the part of a structure that lies in the region; sharing an edge is none. A structure clear of a yard is found out
// by distances alone, and the yard is not drawn.
func (r *Region) Overlap(structure orb.Geometry) (Part, error) {
	if r.in != nil {
		clear, err := r.clear(structure)
		if err != nil || clear >= 0 {
			return Part{ClearFt: clear}, err
		}
	}
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return Part{ClearFt: math.Inf(1)}, err
	}
	sqft, shared, err := measure.OverlapArea(r.yards.kernel, structure, shape)
	if err != nil {
		return Part{}, err
	}
	part := Part{SqFt: sqft, Shape: shared}
	switch {
	case sqft == 0:
		var gap measure.Span
		gap, err = measure.Distance(structure, shape)
		part.ClearFt = gap.Ft
	case r.in != nil:
		part.ClearFt, err = r.clear(shared)
	default:
		part.ClearFt, err = r.depth(shared)
	}
	return part, err
}

// Excess is the part of a structure that lies on the lot but outside the region. A part that lies off the lot is not counted:
// other rules speak of it. A structure wholly off the lot is an InputError.
func (r *Region) Excess(structure orb.Geometry) (Part, error) {
	onLot, err := r.onLot(structure)
	if err != nil {
		return Part{}, err
	}
	if len(r.in) == 1 && r.slab == nil {
		far, err := measure.FarthestFromLines(onLot, r.in[0].lines)
		if err != nil || measure.Round(far.Exact()-r.in[0].depthFt) <= 0 {
			return Part{ClearFt: measure.Round(r.in[0].depthFt - far.Exact())}, err
		}
	}
	shape, err := r.Shape()
	if err != nil {
		return Part{}, err
	}
	if len(shape) == 0 {
		sqft, err := measure.Area(onLot)
		return Part{SqFt: sqft, ClearFt: math.Inf(-1), Shape: onLot}, err
	}
	rest, err := r.yards.kernel.Difference(onLot, shape)
	if err != nil {
		return Part{}, err
	}
	part := Part{Shape: kernel.Polygons(rest)}
	if len(part.Shape) > 0 {
		if part.SqFt, err = measure.Area(part.Shape); err != nil {
			return Part{}, err
		}
	}
	if part.SqFt > 0 {
		part.ClearFt, err = r.depth(part.Shape)
		return part, err
	}
	part.Shape = nil
	part.ClearFt, err = r.margin(onLot)
	return part, err
}

// onLot is the part of a structure on the lot.
func (r *Region) onLot(structure orb.Geometry) (orb.MultiPolygon, error) {
	sqft, shared, err := measure.OverlapArea(r.yards.kernel, structure, r.yards.ground.Lot)
	if err == nil && sqft == 0 {
		err = &measure.InputError{What: "structure", Problem: "is not on the lot"}
	}
	return shared, err
}

// clear is how far a geometry stays clear of the region's strips and slab, negative by the depth to which it goes into both.
func (r *Region) clear(g orb.Geometry) (float64, error) {
	clear := math.Inf(1)
	for _, s := range r.in {
		to, err := measure.DistanceToLines(g, s.lines)
		if err != nil {
			return 0, err
		}
		clear = min(clear, to.Exact()-s.depthFt)
	}
	if r.slab != nil {
		beside, err := r.slab.clear(g)
		if err != nil {
			return 0, err
		}
		clear = max(clear, beside)
	}
	return measure.Round(clear), nil
}

// depth is the distance, as a negative number, from the region's own edges to the farthest point of a part cut by them.
func (r *Region) depth(part orb.Geometry) (float64, error) {
	edges, err := r.inner()
	if err != nil {
		return 0, err
	}
	if len(edges) == 0 {
		return math.Inf(-1), nil
	}
	far, err := measure.FarthestFromLines(part, edges)
	return -far.Ft, err
}

// margin is the distance to the region's own edges of something inside it.
func (r *Region) margin(g orb.Geometry) (float64, error) {
	edges, err := r.inner()
	if err != nil || len(edges) == 0 {
		return math.Inf(1), err
	}
	gap, err := measure.DistanceToLines(g, edges)
	return gap.Ft, err
}

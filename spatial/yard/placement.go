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
	// infinite when no edge could change the answer, as with the whole lot or an empty region.
	ClearFt float64
	Shape   orb.MultiPolygon // the part itself, nil when SqFt is 0
}

// Overlap is the part of a structure that lies in the region; sharing an edge is none. A structure clear of a yard is found out
// by distances, and one cut by a straight edge is clipped; only what is left needs the region drawn.
func (r *Region) Overlap(structure orb.Geometry) (Part, error) {
	clear, err := r.clear(structure)
	if err != nil || clear >= 0 {
		return Part{ClearFt: clear}, err
	}
	if edges, ok, err := r.straightEdges(structure); err != nil {
		return Part{}, err
	} else if ok {
		if shared, ok := clipAll(onlyPolygon(structure), edges); ok {
			return r.part(shared, r.clear)
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
	if sqft == 0 {
		gap, err := measure.Distance(structure, shape)
		return Part{ClearFt: gap.Ft}, err
	}
	return r.part(shared, r.clear)
}

// part is the answer for some ground, clear being measured from that ground; none when there is too little.
func (r *Region) part(ground orb.MultiPolygon, clear func(orb.Geometry) (float64, error)) (Part, error) {
	if len(ground) == 0 {
		return Part{}, nil
	}
	sqft, err := measure.Area(ground)
	if err != nil || sqft == 0 {
		return Part{}, err
	}
	ft, err := clear(ground)
	return Part{SqFt: sqft, ClearFt: min(ft, 0), Shape: ground}, err
}

// Excess is the part of a structure that lies on the lot but outside the region. A part that lies off the lot is not counted:
// other rules speak of it. A structure wholly off the lot is an InputError.
func (r *Region) Excess(structure orb.Geometry) (Part, error) {
	onLot, err := r.onLot(structure)
	if err != nil {
		return Part{}, err
	}
	margin, err := r.margin(onLot)
	if err != nil || margin >= 0 {
		return Part{ClearFt: margin}, err
	}
	rest, err := r.rest(onLot)
	if err != nil {
		return Part{}, err
	}
	return r.part(rest, func(orb.Geometry) (float64, error) { return margin, nil })
}

// onLot is the part of a structure on the lot.
func (r *Region) onLot(structure orb.Geometry) (orb.MultiPolygon, error) {
	p := kernel.Polygons(structure)
	if len(p) > 0 {
		out, err := measure.ReachBeyond(p, r.yards.ground.Lot)
		if err != nil || out.Ft == 0 {
			return p, err
		}
	}
	sqft, shared, err := measure.OverlapArea(r.yards.kernel, structure, r.yards.ground.Lot)
	if err == nil && sqft == 0 {
		err = &measure.InputError{What: "structure", Problem: "is not on the lot"}
	}
	return shared, err
}

// rest is the part of something on the lot that the region leaves out.
func (r *Region) rest(onLot orb.MultiPolygon) (orb.MultiPolygon, error) {
	if edges, ok, err := r.straightEdges(onLot); err != nil {
		return nil, err
	} else if ok && len(edges) == 1 {
		edges[0].near = !edges[0].near
		if rest, ok := clipAll(onlyPolygon(onLot), edges); ok {
			return rest, nil
		}
	}
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return onLot, err
	}
	rest, err := r.yards.kernel.Difference(onLot, shape)
	return tidy(rest), err
}

// clear is how far a geometry stays clear of the region: the greatest of how far it stays out of the strips the region is
// within, out of the slab, inside a strip the region is outside of, and inside the building left out. Negative when it does
// none of these, by the least of the moves that would make it so.
func (r *Region) clear(g orb.Geometry) (float64, error) {
	clear := math.Inf(-1)
	if r.in != nil {
		nearest := math.Inf(1)
		for _, s := range r.in {
			to, err := measure.DistanceToLines(g, s.lines)
			if err != nil {
				return 0, err
			}
			nearest = min(nearest, to.Exact()-s.depthFt)
		}
		clear = nearest
	}
	if r.slab != nil {
		beside, err := r.slab.clear(g)
		if err != nil {
			return 0, err
		}
		clear = max(clear, beside)
	}
	for _, s := range r.out {
		far, err := measure.FarthestFromLines(g, s.lines)
		if err != nil {
			return 0, err
		}
		clear = max(clear, s.depthFt-far.Exact())
	}
	if len(r.cut) > 0 {
		out, err := measure.ReachBeyond(g, r.cut)
		if err != nil {
			return 0, err
		}
		clear = max(clear, -out.Exact())
	}
	return measure.Round(clear), nil
}

// margin is how far inside the region something on the lot lies: the least of how far it is inside a strip the region is
// within, inside the slab, and clear of the strips and the building left out. Negative by the greatest move that is needed.
func (r *Region) margin(g orb.MultiPolygon) (float64, error) {
	margin := math.Inf(1)
	if r.in != nil {
		deepest := math.Inf(-1)
		for _, s := range r.in {
			far, err := measure.FarthestFromLines(g, s.lines)
			if err != nil {
				return 0, err
			}
			deepest = max(deepest, s.depthFt-far.Exact())
		}
		margin = deepest
	}
	if r.slab != nil {
		e, err := r.slab.axis.Extent(g)
		if err != nil {
			return 0, err
		}
		margin = min(margin, e.AlongMin-r.slab.from, r.slab.to-e.AlongMax)
	}
	for _, s := range r.out {
		to, err := measure.DistanceToLines(g, s.lines)
		if err != nil {
			return 0, err
		}
		margin = min(margin, to.Exact()-s.depthFt)
	}
	if len(r.cut) > 0 {
		off, err := r.offCut(g)
		if err != nil {
			return 0, err
		}
		margin = min(margin, off)
	}
	return measure.Round(margin), nil
}

// offCut is the distance to the building left out, negative by how deep it goes into it.
func (r *Region) offCut(g orb.MultiPolygon) (float64, error) {
	gap, err := measure.Distance(g, r.cut)
	if err != nil || gap.Ft > 0 {
		return gap.Exact(), err
	}
	sqft, shared, err := measure.OverlapArea(r.yards.kernel, g, r.cut)
	if err != nil || sqft == 0 {
		return 0, err
	}
	far, err := measure.FarthestFromLines(shared, rings(r.cut))
	return -far.Exact(), err
}

// Share is how much of the region structures cover together, in percent. A region without ground is a measure.InputError.
func (r *Region) Share(structures []orb.Geometry) (measure.Share, error) {
	of, err := r.SqFt()
	if err != nil {
		return measure.Share{}, err
	}
	if of == 0 {
		return measure.Share{}, &measure.InputError{What: "region", Problem: "has no area"}
	}
	var parts []orb.Geometry
	for _, s := range structures {
		for _, p := range kernel.Polygons(s) {
			part, err := r.Overlap(p)
			if err != nil {
				return measure.Share{}, err
			}
			if part.SqFt > 0 {
				parts = append(parts, part.Shape)
			}
		}
	}
	return measure.ShareOfParts(r.yards.kernel, of, parts)
}

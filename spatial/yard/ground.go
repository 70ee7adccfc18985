package yard

import (
	"github.com/paulmach/orb"

	"parcelaudit/spatial/measure"
)

// HasGround says whether the region has any area. Mostly a corner of the lot shows it, and the region need not be drawn.
func (r *Region) HasGround() (bool, error) {
	if r.drawn || r.slab != nil {
		return r.hasArea()
	}
	for _, p := range r.yards.ground.Lot {
		for _, ring := range p {
			for _, corner := range ring {
				if r.holdsCorner(corner) {
					return true, nil
				}
			}
		}
	}
	return r.hasArea()
}

func (r *Region) hasArea() (bool, error) {
	sqFt, err := r.SqFt()
	return sqFt > 0, err
}

// clearFt is how far from the edges of a region a corner of the lot must lie for there to be ground around it.
const clearFt = 0.01

// holdsCorner says whether a corner of the lot lies in the region, clear of all its edges but the lot's own.
func (r *Region) holdsCorner(corner orb.Point) bool {
	in := r.in == nil
	for _, s := range r.in {
		ft, err := measure.DistanceToLines(corner, s.lines)
		in = in || err == nil && ft.Ft < s.depthFt-clearFt
	}
	if !in {
		return false
	}
	for _, s := range r.out {
		if ft, err := measure.DistanceToLines(corner, s.lines); err != nil || ft.Ft < s.depthFt+clearFt {
			return false
		}
	}
	if len(r.cut) == 0 {
		return true
	}
	ft, err := measure.Distance(corner, r.cut)
	return err == nil && ft.Ft > clearFt
}

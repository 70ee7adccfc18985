package source

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
)

// nestingBudget is how many vertices may be looked at to nest the rings of one shape by containment; a quarter of a
// second. Beyond it the boxes of the rings decide, and that is said.
const nestingBudget = 100_000_000

// placedRing is a ring with what nesting needs to know of it.
type placedRing struct {
	ring      orb.Ring
	order     int // position in the record
	box       orb.Bound
	area      float64     // unsigned
	clockwise bool        // wound as an outer ring
	shell     *placedRing // the ring it is a hole of, nil for a shell
}

// nest groups the rings of one record into polygons.
//
//  1. The largest ring is a shell. If it is clockwise, as the format demands of outer rings, winding is trusted:
//     clockwise rings are shells, the others holes. If it is not, winding means nothing in this record.
//  2. With winding trusted, a hole belongs to the smallest shell that contains it. Without, rings alternate: inside
//     one ring is a hole, inside two a shell again.
//  3. A hole inside no shell can not be one; it becomes a shell. That, and a shell inside a shell, is said.
//
// Shells keep the order of the file, holes follow their shell.
func (d *shapeDecoder) nest(rings []orb.Ring) orb.Geometry {
	placed := placeRings(rings)
	// 1.
	trusted := placed[0].clockwise
	exact := nestingCost(placed) <= nestingBudget
	if !exact {
		d.say("%d rings with %d vertices are too many to nest one by one; their boxes decided", len(rings), countVertices(rings))
	}
	// 2. and 3.
	if trusted {
		d.nestByWinding(placed, exact)
	} else {
		nestByDepth(placed, exact)
	}
	return assemble(placed)
}

// placeRings measures the rings and sorts them by falling area, so that a ring comes after any that can contain it.
func placeRings(rings []orb.Ring) []placedRing {
	placed := make([]placedRing, len(rings))
	for i, ring := range rings {
		twice := twiceSignedArea(ring)
		placed[i] = placedRing{ring: ring, order: i, box: ring.Bound(), area: max(twice, -twice), clockwise: twice < 0}
	}
	slices.SortStableFunc(placed, func(a, b placedRing) int { return cmp.Compare(b.area, a.area) })
	return placed
}

// nestByWinding gives every counter-clockwise ring to the smallest clockwise one around it.
func (d *shapeDecoder) nestByWinding(placed []placedRing, exact bool) {
	var shells []*placedRing
	for i := range placed {
		r := &placed[i]
		around := smallestAround(shells, r, exact)
		switch {
		case r.clockwise && around != nil:
			d.say("ring %d lies inside ring %d but is wound as an outer ring; both were kept as outer rings", r.order+1, around.order+1)
		case !r.clockwise && around != nil:
			r.shell = around
			continue
		case !r.clockwise:
			d.say("ring %d is wound as a hole but lies in no outer ring; it was kept as an outer ring", r.order+1)
		}
		shells = append(shells, r)
	}
}

// nestByDepth makes rings inside one shell holes, and rings inside such a hole shells.
func nestByDepth(placed []placedRing, exact bool) {
	var earlier []*placedRing
	for i := range placed {
		r := &placed[i]
		if around := smallestAround(earlier, r, exact); around != nil && around.shell == nil {
			r.shell = around
		}
		earlier = append(earlier, r)
	}
}

// smallestAround returns the smallest of the candidates, sorted by falling area, that contains r.
func smallestAround(candidates []*placedRing, r *placedRing, exact bool) *placedRing {
	for _, c := range slices.Backward(candidates) {
		if boundContains(c.box, r.box) && (!exact || ringContains(c.ring, r.ring)) {
			return c
		}
	}
	return nil
}

// assemble builds the polygons in file order.
func assemble(placed []placedRing) orb.Geometry {
	polygons := make(map[*placedRing]orb.Polygon)
	inOrder := make([]*placedRing, len(placed))
	for i := range placed {
		inOrder[placed[i].order] = &placed[i]
	}
	var shells []*placedRing
	for _, r := range inOrder {
		if r.shell == nil {
			shells = append(shells, r)
			polygons[r] = append(polygons[r], r.ring)
		}
	}
	for _, r := range inOrder {
		if r.shell != nil {
			polygons[r.shell] = append(polygons[r.shell], r.ring)
		}
	}
	if len(shells) == 1 {
		return polygons[shells[0]]
	}
	out := make(orb.MultiPolygon, len(shells))
	for i, shell := range shells {
		out[i] = polygons[shell]
	}
	return out
}

// nestingCost estimates the vertices to be looked at: every ring against every larger one whose box contains it.
func nestingCost(placed []placedRing) int {
	if len(placed) > 10_000 { // the estimate itself is quadratic
		return nestingBudget + 1
	}
	cost := 0
	for i := range placed {
		for j := range i {
			if boundContains(placed[j].box, placed[i].box) {
				cost += len(placed[j].ring)
			}
		}
	}
	return cost
}

func countVertices(rings []orb.Ring) int {
	n := 0
	for _, r := range rings {
		n += len(r)
	}
	return n
}

// twiceSignedArea is positive for counter-clockwise rings. It measures from the first vertex, because products of
// State Plane coordinates would eat the digits that matter.
func twiceSignedArea(ring orb.Ring) float64 {
	if len(ring) == 0 {
		return 0
	}
	sum, o := 0.0, ring[0]
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		sum += (a[0]-o[0])*(b[1]-o[1]) - (b[0]-o[0])*(a[1]-o[1])
	}
	return sum
}

func boundContains(outer, inner orb.Bound) bool {
	return outer.Min[0] <= inner.Min[0] && outer.Min[1] <= inner.Min[1] && outer.Max[0] >= inner.Max[0] && outer.Max[1] >= inner.Max[1]
}

// ringContains reports whether inner lies in outer. Rings of one shape may touch but not cross, so the first vertex
// of inner that is not on the boundary of outer decides; after the vertices, the middles of the edges. A ring that
// lies on the boundary everywhere is the same ring, and not inside.
func ringContains(outer, inner orb.Ring) bool {
	for _, p := range inner {
		if side := sideOfRing(outer, p); side != onRing {
			return side == inRing
		}
	}
	for i := 1; i < len(inner); i++ {
		middle := orb.Point{(inner[i-1][0] + inner[i][0]) / 2, (inner[i-1][1] + inner[i][1]) / 2}
		if side := sideOfRing(outer, middle); side != onRing {
			return side == inRing
		}
	}
	return false
}

type ringSide int8

const (
	outOfRing ringSide = iota
	inRing
	onRing
)

// sideOfRing casts a ray from p towards growing x and counts crossings.
func sideOfRing(ring orb.Ring, p orb.Point) ringSide {
	inside := false
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if a[1] > p[1] && b[1] > p[1] || a[1] < p[1] && b[1] < p[1] {
			continue
		}
		turn := (a[0]-p[0])*(b[1]-p[1]) - (b[0]-p[0])*(a[1]-p[1])
		if turn == 0 && min(a[0], b[0]) <= p[0] && p[0] <= max(a[0], b[0]) {
			return onRing
		}
		if (a[1] > p[1]) != (b[1] > p[1]) && (turn > 0) == (b[1] > a[1]) {
			inside = !inside
		}
	}
	if inside {
		return inRing
	}
	return outOfRing
}

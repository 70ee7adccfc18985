package source

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
)

// Nesting the rings of one shape looks at so many vertices and boxes at most, which takes about a quarter of a second;
// then the boxes of the rings decide alone, and that is said. After as many boxes again the shape is given up.
const nestingBudget = 200_000_000

// placedRing is a ring with what nesting needs to know of it.
type placedRing struct {
	ring      orb.Ring
	order     int // position in the record
	box       orb.Bound
	area      float64     // unsigned
	clockwise bool        // wound as an outer ring
	shell     *placedRing // the ring it is a hole of, nil for a shell
	repeated  bool        // the same line as another ring
}

// nester nests the rings of one shape.
type nester struct {
	placed []placedRing // by falling area: a ring comes after any that can contain it
	looks  int          // vertices and boxes looked at
	say    func(format string, args ...any)
}

// nest groups the rings of one record into polygons.
//
//  1. Rings that enclose no area in plan are left out, unless all are like that: the walls of extruded buildings.
//     So are rings that repeat another: their floors.
//  2. The largest ring is a shell. If it is clockwise, as the format demands of outer rings, winding is trusted:
//     clockwise rings are shells, the others holes. If it is not, winding means nothing in this record.
//  3. With winding trusted, a hole belongs to the smallest shell that contains it. Without, rings alternate: inside
//     one ring is a hole, inside two a shell again.
//  4. A hole inside no shell can not be one; it becomes a shell. That, and a shell right inside a shell, is said.
//
// Shells keep the order of the file, holes follow their shell.
func (d *shapeDecoder) nest(rings []orb.Ring) orb.Geometry {
	n := nester{placed: placeRings(rings), say: d.say}
	n.dropFlat()               // 1.
	if n.placed[0].clockwise { // 2.
		n.byWinding()
	} else {
		n.byDepth()
	}
	if n.looks > 2*nestingBudget {
		d.say("the shape has %d rings, too many to tell holes from outer rings; it was left out", len(rings))
		return nil
	}
	if n.looks > nestingBudget {
		d.say("the shape has %d rings, too many to nest exactly; their boxes decided", len(rings))
	}
	return n.assemble()
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

// dropFlat cuts off the rings without area, which come last.
func (n *nester) dropFlat() {
	rings, left := len(n.placed), len(n.placed)
	for left > 0 && n.placed[left-1].area == 0 {
		left--
	}
	if left > 0 && left < rings {
		n.placed = n.placed[:left]
		n.say("%d of %d rings enclose no area in plan; they were left out", rings-left, rings)
	}
}

// byWinding gives every counter-clockwise ring to the smallest clockwise one around it.
func (n *nester) byWinding() {
	var earlier, shells []*placedRing
	for i := range n.placed {
		r := &n.placed[i]
		around := n.smallestAround(earlier, r)
		if r.repeated {
			continue
		}
		earlier = append(earlier, r)
		if r.clockwise {
			if around != nil && around.clockwise {
				n.say("ring %d lies inside ring %d but is wound as an outer ring; both were kept as outer rings", r.order+1, around.order+1)
			}
			shells = append(shells, r)
			continue
		}
		if around != nil && !around.clockwise { // inside a hole or a stray ring: look for the shell around both
			around = n.smallestAround(shells, r)
		}
		if r.shell = around; around == nil {
			n.say("ring %d is wound as a hole but lies in no outer ring; it was kept as an outer ring", r.order+1)
		}
	}
}

// byDepth makes rings inside a shell holes, and rings inside such a hole shells.
func (n *nester) byDepth() {
	var earlier []*placedRing
	for i := range n.placed {
		r := &n.placed[i]
		around := n.smallestAround(earlier, r)
		if r.repeated {
			continue
		}
		if around != nil && around.shell == nil {
			r.shell = around
		}
		earlier = append(earlier, r)
	}
}

// smallestAround returns the smallest of the candidates, sorted by falling area, that contains r. It marks r when
// it repeats a candidate.
func (n *nester) smallestAround(candidates []*placedRing, r *placedRing) *placedRing {
	for _, c := range slices.Backward(candidates) {
		if n.looks++; n.looks > 2*nestingBudget {
			return nil
		}
		if !boundContains(c.box, r.box) {
			continue
		}
		if n.looks > nestingBudget {
			return c
		}
		switch n.ringSide(c, r) {
		case inRing:
			return c
		case onRing:
			n.say("ring %d repeats ring %d; it was left out", r.order+1, c.order+1)
			r.repeated = true
			return nil
		}
	}
	return nil
}

// assemble builds the polygons in file order.
func (n *nester) assemble() orb.Geometry {
	var kept []*placedRing
	for i := range n.placed {
		if !n.placed[i].repeated {
			kept = append(kept, &n.placed[i])
		}
	}
	slices.SortFunc(kept, func(a, b *placedRing) int { return cmp.Compare(a.order, b.order) })
	holes := map[*placedRing][]orb.Ring{}
	for _, r := range kept {
		if r.shell != nil {
			holes[r.shell] = append(holes[r.shell], r.ring)
		}
	}
	var polygons orb.MultiPolygon
	for _, r := range kept {
		if r.shell == nil {
			polygons = append(polygons, append(orb.Polygon{r.ring}, holes[r]...))
		}
	}
	if len(polygons) == 1 {
		return polygons[0]
	}
	return polygons
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

// ringSide reports where inner lies. Rings of one shape may touch but not cross, so vertices of inner that are not on
// the boundary of outer decide, and after them the middles of its edges. Rounding puts some touching vertices on the
// wrong side, hence a lead of three. A ring with all its vertices on the boundary and the same area is the same line.
func (n *nester) ringSide(outer, inner *placedRing) ringSide {
	lead := 0
	vote := func(p orb.Point) (decided bool) {
		switch n.side(outer.ring, p) {
		case inRing:
			lead++
		case outOfRing:
			lead--
		}
		return max(lead, -lead) >= 3
	}
	decided := slices.ContainsFunc(inner.ring, vote)
	if lead == 0 && outer.area-inner.area <= 1e-9*outer.area {
		return onRing
	}
	for i := 1; i < len(inner.ring) && !decided; i++ {
		a, b := inner.ring[i-1], inner.ring[i]
		decided = vote(orb.Point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2})
	}
	if lead < 0 {
		return outOfRing
	}
	return inRing
}

// side is sideOfRing within the budget; beyond it a point counts as inside.
func (n *nester) side(ring orb.Ring, p orb.Point) ringSide {
	if n.looks += len(ring); n.looks > nestingBudget {
		return inRing
	}
	return sideOfRing(ring, p)
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

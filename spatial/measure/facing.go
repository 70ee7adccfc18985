package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// Facing is how two roughly parallel things stand opposite each other, such as the walls of a terrace.
type Facing struct {
	Gap       Span    // the smallest clear distance where they face each other
	OverlapFt float64 // length over which they do, along the first; each face of an area counts
}

// FacingGap measures between two walls, fences or outlines where their segments run within maxDeg of parallel and lie beside
// each other. It is false when no part of one faces the other: walls that meet at a corner or follow end to end do not.
func FacingGap(a, b orb.Geometry, maxDeg float64) (Facing, bool, error) {
	var bufA, bufB chainBuffer
	s, err := takeApart("first wall", a, &bufA)
	if err != nil {
		return Facing{}, false, err
	}
	t, err := takeApart("second wall", b, &bufB)
	if err != nil {
		return Facing{}, false, err
	}
	n := nearest{d2: math.Inf(1)}
	var overlap float64
	s.segments(func(p, q orb.Point) bool {
		var beside []interval
		t.segments(func(c, d orb.Point) bool {
			if i, ok := facing(p, q, c, d, maxDeg); ok {
				beside = append(beside, i)
				j, _ := facing(c, d, p, q, maxDeg)
				p1, q1, c1, d1 := at(p, q, i.from), at(p, q, i.to), at(c, d, j.from), at(c, d, j.to)
				n.segments(p1, q1, c1, d1)
				n.segments(q1, p1, d1, c1)
			}
			return true
		})
		for _, i := range merged(beside) {
			overlap += (i.to - i.from) * math.Sqrt(dist2(p, q))
		}
		return true
	})
	if math.IsInf(n.d2, 1) {
		return Facing{}, false, nil
	}
	return Facing{Span{Round(math.Sqrt(n.d2)), n.p, n.q}, Round(overlap)}, true, nil
}

// facing is the part of ab that has cd beside it, if they are parallel enough.
func facing(a, b, c, d orb.Point, maxDeg float64) (interval, bool) {
	ab, cd := minus(b, a), minus(d, c)
	lengths := math.Hypot(ab[0], ab[1]) * math.Hypot(cd[0], cd[1])
	if lengths == 0 || math.Abs(ab[0]*cd[1]-ab[1]*cd[0]) > math.Sin(maxDeg*math.Pi/180)*lengths {
		return interval{}, false
	}
	t1, t2 := along(a, b, c)/dist2(a, b), along(a, b, d)/dist2(a, b)
	i, ok := clip(interval{min(t1, t2), max(t1, t2)}, 0, 1)
	return i, ok && (i.to-i.from)*math.Hypot(ab[0], ab[1]) > Grid
}

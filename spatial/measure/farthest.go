package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// searchStep is how near, in feet, the farthest point is found when it lies inside a segment.
const searchStep = 1e-7

// FarthestFromLines is the distance in feet from a set of lines to the point of the structure's outline that is farthest from
// them: the structure lies wholly within that distance of the lines.
func FarthestFromLines(structure orb.Geometry, lines []orb.LineString) (Span, error) {
	var bufS, bufL chainBuffer
	s, err := takeApart("structure", structure, &bufS)
	if err != nil {
		return Span{}, err
	}
	t, err := takeLines("lines", lines, &bufL)
	if err != nil {
		return Span{}, err
	}
	f := newFarthest(&t)
	s.segments(func(a, b orb.Point) bool { f.segment(a, b); return true })
	return f.span(), nil
}

// ReachBeyond is how far in feet a structure reaches out of an area, such as its lot: the greatest distance from the area of
// any point of the structure's outline, 0 when it stays inside. The witness runs from the structure to the area.
func ReachBeyond(structure, area orb.Geometry) (Span, error) {
	var bufS, bufA chainBuffer
	s, err := takeApart("structure", structure, &bufS)
	if err != nil {
		return Span{}, err
	}
	t, err := takeArea("area", area, &bufA)
	if err != nil {
		return Span{}, err
	}
	f := newFarthest(&t)
	t.outside(&s, func(a, b orb.Point) { f.segment(a, b) })
	return f.span(), nil
}

// outside calls f for each piece of the segments of t that lies outside the area of s. Pieces along its outline count as
// inside.
func (s *shape) outside(t *shape, f func(a, b orb.Point)) {
	var buf [16]float64
	t.segments(func(a, b orb.Point) bool {
		ts := s.cuts(a, b, buf[:0])
		for i := 1; i < len(ts); i++ {
			p, q := at(a, b, ts[i-1]), at(a, b, ts[i])
			mid := at(p, q, 0.5)
			if !s.contains(mid) && s.nearestTo(mid).d2 > Grid*Grid {
				f(p, q)
			}
		}
		return true
	})
}

// takeArea is takeApart for something that must have an inside.
func takeArea(what string, g orb.Geometry, buf *chainBuffer) (shape, error) {
	s, err := takeApart(what, g, buf)
	if err == nil && !s.areal {
		err = &InputError{what, "is not an area"}
	}
	return s, err
}

// farthest looks for the point of some segments that is farthest from a target's outline.
//
// The distance to the target is the least of the distances to its segments, and each of those is convex. Along a piece of a
// segment it is therefore at most the greater of the two end distances to any one target segment; a piece whose bound does not
// beat the best point is dropped, else it is halved. Where one target segment is nearest to both ends the bound is exact, so
// the search ends at once in the usual case.
type farthest struct {
	target *shape
	counts func(p orb.Point, ft float64) bool // nil: every point counts, else a point that does not counts as 0
	step   float64                            // pieces shorter than this are not halved
	ft     float64
	p, q   orb.Point
}

func newFarthest(target *shape) *farthest { return &farthest{target: target, step: searchStep, ft: -1} }

func (f *farthest) span() Span {
	if f.ft <= 0 {
		return Span{0, f.p, f.p}
	}
	return Span{Round(f.ft), f.p, f.q}
}

func (f *farthest) segment(a, b orb.Point) {
	f.point(a)
	if a != b {
		f.point(b)
		f.piece(a, b)
	}
}

func (f *farthest) point(p orb.Point) {
	n := f.target.nearestTo(p)
	ft := math.Sqrt(n.d2)
	if f.counts != nil && !f.counts(p, ft) {
		ft, n.q = 0, p
	}
	if ft > f.ft {
		f.ft, f.p, f.q = ft, p, n.q
	}
}

func (f *farthest) piece(a, b orb.Point) {
	if dist2(a, b) < f.step*f.step || f.target.atMost(a, b) <= f.ft+searchStep {
		return
	}
	mid := orb.Point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}
	f.point(mid)
	f.piece(a, mid)
	f.piece(mid, b)
}

func (s *shape) nearestTo(p orb.Point) nearest {
	n := nearest{d2: math.Inf(1)}
	s.segments(func(c, d orb.Point) bool {
		d2, q := pointToSegment(p, c, d)
		n.take(d2, p, q)
		return true
	})
	return n
}

// atMost is an upper bound of the distance to s along the piece ab.
func (s *shape) atMost(a, b orb.Point) float64 {
	least := math.Inf(1)
	s.segments(func(c, d orb.Point) bool {
		da, _ := pointToSegment(a, c, d)
		db, _ := pointToSegment(b, c, d)
		least = min(least, max(da, db))
		return true
	})
	return math.Sqrt(least)
}

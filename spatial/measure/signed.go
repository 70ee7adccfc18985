package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// SignedDistance is the distance in feet from a structure to some lines of its lot, negative by the depth to which the
// structure reaches out of the lot across those lines. A part that leaves the lot elsewhere counts for the lines it crosses
// there, not for these. The witness of a negative distance runs from the farthest point outside back to the line.
// The depth is exact where it is reached at a vertex, else good to a hundredth of a foot.
func SignedDistance(structure orb.Geometry, lines []orb.LineString, lot orb.Geometry) (Span, error) {
	span, err := DistanceToLines(structure, lines)
	if err != nil {
		return Span{}, err
	}
	var bufS, bufL, bufA chainBuffer
	area, err := takeArea("lot", lot, &bufA)
	if err != nil {
		return Span{}, err
	}
	s, _ := takeApart("structure", structure, &bufS)
	if span.Ft > 0 && area.containsAll(&s) {
		return span, nil
	}
	t, _ := takeLines("lines", lines, &bufL)
	f := newFarthest(&t)
	f.step = 0.01
	f.counts = func(p orb.Point, ft float64) bool { return ft <= math.Sqrt(area.nearestTo(p).d2)+Grid }
	area.outside(&s, func(a, b orb.Point) { f.segment(a, b) })
	if out := f.span(); out.Ft > 0 {
		return Span{-out.Ft, out.From, out.To}, nil
	}
	return span, nil
}

// containsAll says whether every vertex of t lies in the area.
func (s *shape) containsAll(t *shape) bool {
	for _, c := range t.chains {
		for _, p := range c.points {
			if !s.contains(p) {
				return false
			}
		}
	}
	return true
}

package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// Distance is the horizontal distance in feet between two geometries, outline to outline: 0 when they touch, overlap or one
// lies within the other. Polygons are areas, their rings closed; lines and points are themselves.
func Distance(a, b orb.Geometry) (Span, error) {
	var bufA, bufB chainBuffer
	s, err := takeApart("first geometry", a, &bufA)
	if err != nil {
		return Span{}, err
	}
	t, err := takeApart("second geometry", b, &bufB)
	if err != nil {
		return Span{}, err
	}
	return between(&s, &t), nil
}

// DistanceToLines is the distance in feet from a structure to the nearest point of a set of lines, such as the side lot
// lines: 0 when it touches, crosses or covers one. It does not ask on which side of the line the structure stands; see
// SignedDistance.
func DistanceToLines(structure orb.Geometry, lines []orb.LineString) (Span, error) {
	var bufS, bufL chainBuffer
	s, err := takeApart("structure", structure, &bufS)
	if err != nil {
		return Span{}, err
	}
	t, err := takeLines("lines", lines, &bufL)
	if err != nil {
		return Span{}, err
	}
	return between(&s, &t), nil
}

// NearestLine is the index of the line nearest to a point, the first of those equally near, and -1 when there is none.
func NearestLine(p orb.Point, lines []orb.LineString) int {
	best, index := math.Inf(1), -1
	for i, line := range lines {
		d2 := math.Inf(1)
		for k := range line {
			a, b := piece(line, k)
			d, _ := pointToSegment(p, a, b)
			d2 = min(d2, d)
		}
		if ft := Round(math.Sqrt(d2)); ft < best {
			best, index = ft, i
		}
	}
	return index
}

func between(s, t *shape) Span {
	n := nearest{d2: math.Inf(1)}
	n.shapes(s, t)
	if n.d2 > 0 {
		if p, ok := within(s, t); ok {
			return Span{0, p, p}
		}
		if p, ok := within(t, s); ok {
			return Span{0, p, p}
		}
	}
	return Span{Round(math.Sqrt(n.d2)), n.p, n.q}
}

// within says whether a part of s lies in the area of t, given that their outlines do not meet.
func within(s, t *shape) (orb.Point, bool) {
	if !t.areal {
		return orb.Point{}, false
	}
	for _, c := range s.chains {
		if t.contains(c.points[0]) {
			return c.points[0], true
		}
	}
	return orb.Point{}, false
}

package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// Area is the ground a geometry covers in square feet, holes left out; lines and points cover none. Overlapping parts count
// twice, see UnionArea.
func Area(g orb.Geometry) (float64, error) {
	var buf chainBuffer
	if _, err := takeApart("geometry", g, &buf); err != nil {
		return 0, err
	}
	return Round(area(g)), nil
}

func area(g orb.Geometry) float64 {
	switch g := g.(type) {
	case orb.Ring:
		return math.Abs(ringArea(g))
	case orb.Polygon:
		return polygonArea(g)
	case orb.MultiPolygon:
		return multiArea(g)
	case orb.Bound:
		return math.Abs(ringArea(g.ToRing()))
	}
	return 0
}

func multiArea(m orb.MultiPolygon) (sum float64) {
	for _, p := range m {
		sum += polygonArea(p)
	}
	return sum
}

func polygonArea(p orb.Polygon) (sum float64) {
	for i, ring := range p {
		if a := math.Abs(ringArea(ring)); i == 0 {
			sum = a
		} else {
			sum -= a
		}
	}
	return sum
}

// ringArea counts from the first vertex, not from the origin, to keep the digits of small rings far out.
func ringArea(r orb.Ring) (twice float64) {
	for i := 2; i < len(r); i++ {
		twice += cross(r[0], r[i-1], r[i])
	}
	return twice / 2
}

// Length is the length in feet of lines, or of the outline of an area, holes included.
func Length(g orb.Geometry) (float64, error) {
	var buf chainBuffer
	s, err := takeApart("geometry", g, &buf)
	if err != nil {
		return 0, err
	}
	return Round(s.length()), nil
}

func (s *shape) length() (sum float64) {
	s.segments(func(a, b orb.Point) bool {
		sum += math.Sqrt(dist2(a, b))
		return true
	})
	return sum
}

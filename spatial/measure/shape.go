package measure

import (
	"fmt"

	"github.com/paulmach/orb"
)

// shape is a geometry taken apart: its chains of points, whether they are rings around an area, and its bounds.
type shape struct {
	chains []chain
	areal  bool
	bound  orb.Bound
}

// chain is a line, a ring or a lone point.
type chain struct {
	points []orb.Point
	bound  orb.Bound
}

// chainBuffer lets the common shapes be taken apart without allocation.
type chainBuffer [6]chain

// takeApart refuses what can not be measured: nil, empty, not finite, or a mixed collection.
func takeApart(what string, g orb.Geometry, buf *chainBuffer) (shape, error) {
	s := shape{chains: buf[:0]}
	switch g := g.(type) {
	case nil:
		return s, &InputError{what, "is missing"}
	case orb.Point:
		s.chains = append(s.chains, chain{points: []orb.Point{g}})
	case orb.MultiPoint:
		for i := range g {
			s.chains = append(s.chains, chain{points: g[i : i+1]})
		}
	case orb.LineString:
		s.chains = append(s.chains, chain{points: g})
	case orb.MultiLineString:
		for _, line := range g {
			s.chains = append(s.chains, chain{points: line})
		}
	case orb.Ring:
		s.chains, s.areal = append(s.chains, chain{points: g}), true
	case orb.Polygon:
		s.chains, s.areal = appendRings(s.chains, g), true
	case orb.MultiPolygon:
		for _, p := range g {
			s.chains = appendRings(s.chains, p)
		}
		s.areal = true
	case orb.Bound:
		if g.IsEmpty() {
			return s, &InputError{what, "is empty"}
		}
		s.chains, s.areal = append(s.chains, chain{points: g.ToRing()}), true
	default:
		return s, &InputError{what, fmt.Sprintf("is a %s", g.GeoJSONType())}
	}
	return s.checked(what)
}

// takeLines is takeApart for a set of lines.
func takeLines(what string, lines []orb.LineString, buf *chainBuffer) (shape, error) {
	s := shape{chains: buf[:0]}
	for _, line := range lines {
		s.chains = append(s.chains, chain{points: line})
	}
	return s.checked(what)
}

func appendRings(chains []chain, p orb.Polygon) []chain {
	for _, ring := range p {
		chains = append(chains, chain{points: ring})
	}
	return chains
}

// checked drops empty chains, finds the bounds and looks at every coordinate once.
func (s shape) checked(what string) (shape, error) {
	kept := s.chains[:0]
	for _, c := range s.chains {
		if len(c.points) == 0 {
			continue
		}
		lo, hi := c.points[0], c.points[0]
		for _, p := range c.points {
			if p[0]-p[0] != 0 || p[1]-p[1] != 0 { // NaN or infinite
				return shape{}, &InputError{what, "has a coordinate that is not a finite number"}
			}
			if p[0] < lo[0] {
				lo[0] = p[0]
			} else if p[0] > hi[0] {
				hi[0] = p[0]
			}
			if p[1] < lo[1] {
				lo[1] = p[1]
			} else if p[1] > hi[1] {
				hi[1] = p[1]
			}
		}
		c.bound = orb.Bound{Min: lo, Max: hi}
		kept = append(kept, c)
	}
	if len(kept) == 0 {
		return shape{}, &InputError{what, "is empty"}
	}
	bound := kept[0].bound
	for _, c := range kept[1:] {
		bound = bound.Union(c.bound)
	}
	return shape{kept, s.areal, bound}, nil
}

// contains says whether a point lies in the area, by counting crossings over all rings; a point on the outline may fall
// either way.
func (s *shape) contains(p orb.Point) bool {
	if !s.areal || p[0] < s.bound.Min[0] || p[0] > s.bound.Max[0] || p[1] < s.bound.Min[1] || p[1] > s.bound.Max[1] {
		return false
	}
	in := false
	for _, c := range s.chains {
		ring := c.points
		for i, j := 0, len(ring)-1; i < len(ring); j, i = i, i+1 {
			a, b := ring[i], ring[j]
			if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1])+a[0] {
				in = !in
			}
		}
	}
	return in
}

// segments calls f for each segment, a lone point being a segment of length 0. It stops when f answers false.
func (s *shape) segments(f func(a, b orb.Point) bool) {
	for _, c := range s.chains {
		if len(c.points) == 1 && !f(c.points[0], c.points[0]) {
			return
		}
		for i := 1; i < len(c.points); i++ {
			if !f(c.points[i-1], c.points[i]) {
				return
			}
		}
	}
}

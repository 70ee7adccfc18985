package report

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// form is what a shape is made of. The zero form is no shape at all.
type form uint8

const (
	nowhere form = iota
	points
	lines
	areas
)

// shape is a geometry flattened for writing: every format reads the same few slices, and one shape is reused for all
// rows, so writing does not allocate per geometry. Ends are exclusive: part i is points[ends[i-1]:ends[i]].
type shape struct {
	form   form
	points []orb.Point
	rings  []int // areas: end of each ring in points; lines: end of each line; points: unused
	parts  []int // areas: end of each polygon in rings
}

// set flattens g. Of a collection only the parts of highest dimension are kept: the area of an overlap, not the edge it
// also touches along. Empty parts are dropped, rings are closed and wound counterclockwise outside and clockwise inside.
// A geometry with nothing in it, or with a coordinate that is not a finite number, gives the shape nowhere.
func (s *shape) set(g orb.Geometry) {
	s.reset()
	s.form = formOf(g)
	s.add(g)
	if len(s.points) == 0 || slices.ContainsFunc(s.points, notFinite) {
		s.reset()
	}
}

func (s *shape) reset() {
	s.form, s.points, s.rings, s.parts = nowhere, s.points[:0], s.rings[:0], s.parts[:0]
}

// formOf returns the highest form g has, nowhere when there is nothing in it.
func formOf(g orb.Geometry) form {
	switch g := g.(type) {
	case orb.Point:
		return points
	case orb.MultiPoint:
		return when(len(g) > 0, points)
	case orb.LineString:
		return when(len(g) > 1, lines)
	case orb.MultiLineString:
		return when(slices.ContainsFunc(g, func(l orb.LineString) bool { return len(l) > 1 }), lines)
	case orb.Ring:
		return when(len(g) > 2, areas)
	case orb.Polygon:
		return when(len(g) > 0 && len(g[0]) > 2, areas)
	case orb.MultiPolygon:
		return when(slices.ContainsFunc(g, func(p orb.Polygon) bool { return formOf(p) == areas }), areas)
	case orb.Bound:
		return when(!g.IsEmpty(), areas)
	case orb.Collection:
		highest := nowhere
		for _, part := range g {
			highest = max(highest, formOf(part))
		}
		return highest
	}
	return nowhere
}

func when(there bool, f form) form {
	if there {
		return f
	}
	return nowhere
}

// add appends g when it has the shape's form.
func (s *shape) add(g orb.Geometry) {
	if formOf(g) != s.form {
		return
	}
	switch g := g.(type) {
	case orb.Point:
		s.points = append(s.points, g)
	case orb.MultiPoint:
		s.points = append(s.points, g...)
	case orb.LineString:
		s.points = append(s.points, g...)
		s.rings = append(s.rings, len(s.points))
	case orb.MultiLineString:
		for _, line := range g {
			s.add(line)
		}
	case orb.Ring:
		s.addPolygon(orb.Polygon{g})
	case orb.Polygon:
		s.addPolygon(g)
	case orb.MultiPolygon:
		for _, polygon := range g {
			s.add(polygon)
		}
	case orb.Bound:
		s.addPolygon(g.ToPolygon())
	case orb.Collection:
		for _, part := range g {
			s.add(part)
		}
	}
}

func (s *shape) addPolygon(polygon orb.Polygon) {
	for i, ring := range polygon {
		if len(ring) < 3 {
			continue
		}
		start := len(s.points)
		s.points = append(s.points, ring...)
		if ring[0] != ring[len(ring)-1] {
			s.points = append(s.points, ring[0])
		}
		if counterclockwise(s.points[start:]) != (i == 0) {
			slices.Reverse(s.points[start:])
		}
		s.rings = append(s.rings, len(s.points))
	}
	s.parts = append(s.parts, len(s.rings))
}

// counterclockwise says how a closed ring is wound, measured from its first point so that large coordinates keep their
// digits. A ring without area has no winding and counts as counterclockwise.
func counterclockwise(ring []orb.Point) bool {
	var twice float64
	for i := 1; i < len(ring); i++ {
		ax, ay := ring[i-1][0]-ring[0][0], ring[i-1][1]-ring[0][1]
		bx, by := ring[i][0]-ring[0][0], ring[i][1]-ring[0][1]
		twice += ax*by - bx*ay
	}
	return twice >= 0
}

// single reports whether the shape is one point, one line or one polygon.
func (s *shape) single() bool {
	switch s.form {
	case points:
		return len(s.points) == 1
	case lines:
		return len(s.rings) == 1
	}
	return len(s.parts) == 1
}

// bound returns the smallest box around the shape; only for a shape that is somewhere.
func (s *shape) bound() orb.Bound {
	b := orb.Bound{Min: s.points[0], Max: s.points[0]}
	for _, p := range s.points[1:] {
		b.Min[0], b.Min[1] = min(b.Min[0], p[0]), min(b.Min[1], p[1])
		b.Max[0], b.Max[1] = max(b.Max[0], p[0]), max(b.Max[1], p[1])
	}
	return b
}

// pin turns the shape into one point on it: the middle of a line, a point inside an area.
func (s *shape) pin() {
	if s.form == nowhere {
		return
	}
	p := s.points[0]
	switch s.form {
	case lines:
		p = middle(s.points[:s.rings[0]])
	case areas:
		p = s.inside()
	}
	s.reset()
	s.form, s.points = points, append(s.points, p)
}

// middle returns the point halfway along a line.
func middle(line []orb.Point) orb.Point {
	var length float64
	for i := 1; i < len(line); i++ {
		length += math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
	}
	left := length / 2
	for i := 1; i < len(line); i++ {
		step := math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
		if step >= left && step > 0 {
			t := left / step
			return orb.Point{line[i-1][0] + t*(line[i][0]-line[i-1][0]), line[i-1][1] + t*(line[i][1]-line[i-1][1])}
		}
		left -= step
	}
	return line[0]
}

// inside returns a point inside the first polygon: the middle of the widest stretch in which a level line halfway up
// crosses it. A polygon without height gives its first point.
func (s *shape) inside() orb.Point {
	rings := s.rings[:s.parts[0]]
	outer := s.points[:rings[0]]
	low, high := outer[0][1], outer[0][1]
	for _, p := range outer {
		low, high = min(low, p[1]), max(high, p[1])
	}
	y := (low + high) / 2
	var crossings []float64
	start := 0
	for _, end := range rings {
		for i := start + 1; i < end; i++ {
			a, b := s.points[i-1], s.points[i]
			if (a[1] > y) != (b[1] > y) {
				crossings = append(crossings, a[0]+(y-a[1])/(b[1]-a[1])*(b[0]-a[0]))
			}
		}
		start = end
	}
	slices.Sort(crossings)
	at, best := outer[0], -1.0
	for i := 1; i < len(crossings); i += 2 {
		if width := crossings[i] - crossings[i-1]; width > best {
			at, best = orb.Point{(crossings[i] + crossings[i-1]) / 2, y}, width
		}
	}
	return at
}

func notFinite(p orb.Point) bool {
	return math.IsNaN(p[0]-p[0]) || math.IsNaN(p[1]-p[1])
}

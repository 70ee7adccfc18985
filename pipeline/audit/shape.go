package audit

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"parcelaudit/spatial/kernel"
)

// footprint is the area of a polygon in square feet, holes taken off; 0 for lines, points and nothing.
func footprint(g orb.Geometry) float64 {
	sum := 0.0
	for _, p := range polygonsOf(g) {
		for i, ring := range p {
			if a := math.Abs(planar.Area(ring)); i == 0 {
				sum += a
			} else {
				sum -= a
			}
		}
	}
	return sum
}

// polygonsOf returns the polygons of g; none for lines, points and nil.
func polygonsOf(g orb.Geometry) orb.MultiPolygon { return kernel.Polygons(g) }

// linesOf returns the lines of a line geometry, none for anything else.
func linesOf(g orb.Geometry) orb.MultiLineString {
	switch g := g.(type) {
	case orb.LineString:
		return orb.MultiLineString{g}
	case orb.MultiLineString:
		return g
	}
	return nil
}

// isLine, isPoint tell what a geometry measures: a length, a place.
func isLine(g orb.Geometry) bool {
	switch g.(type) {
	case orb.LineString, orb.MultiLineString:
		return true
	}
	return false
}

func isPoint(g orb.Geometry) bool {
	switch g.(type) {
	case orb.Point, orb.MultiPoint:
		return true
	}
	return false
}

// sharedEdgeFt is the length of a's outline that runs within touchFt of b's.
func sharedEdgeFt(a, b orb.Geometry) float64 {
	sum := 0.0
	for _, p := range polygonsOf(a) {
		for _, ring := range p {
			for i := 1; i < len(ring); i++ {
				sum += alongFt(ring[i-1], ring[i], b)
			}
		}
	}
	return sum
}

// alongFt is the length of segment pq that lies along edges of b: within touchFt and parallel.
func alongFt(p, q orb.Point, b orb.Geometry) float64 {
	dx, dy := q[0]-p[0], q[1]-p[1]
	length := math.Hypot(dx, dy)
	if length == 0 {
		return 0
	}
	ux, uy := dx/length, dy/length
	sum := 0.0
	for _, poly := range polygonsOf(b) {
		for _, ring := range poly {
			for i := 1; i < len(ring); i++ {
				from, to := place(p, ux, uy, ring[i-1]), place(p, ux, uy, ring[i])
				if math.Abs(from.off) > touchFt || math.Abs(to.off) > touchFt {
					continue
				}
				lo, hi := math.Max(0, math.Min(from.at, to.at)), math.Min(length, math.Max(from.at, to.at))
				if hi > lo {
					sum += hi - lo
				}
			}
		}
	}
	return math.Min(sum, length)
}

type spot struct{ at, off float64 }

// place is where r lies along and off the line through p with direction (ux, uy).
func place(p orb.Point, ux, uy float64, r orb.Point) spot {
	dx, dy := r[0]-p[0], r[1]-p[1]
	return spot{dx*ux + dy*uy, dy*ux - dx*uy}
}

// outlines are the rings of a polygon as lines.
func outlines(m orb.MultiPolygon) []orb.LineString {
	var out []orb.LineString
	for _, p := range m {
		for _, ring := range p {
			out = append(out, orb.LineString(ring))
		}
	}
	return out
}

// allWithout is what is left of lines when some stretches of them are taken away.
func allWithout(lines, taken []orb.LineString) []orb.LineString {
	var rest []orb.LineString
	for _, line := range lines {
		rest = append(rest, lineWithout(line, taken)...)
	}
	return rest
}

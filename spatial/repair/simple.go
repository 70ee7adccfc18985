package repair

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// edge is one side of a ring, from a to b.
type edge struct {
	a, b       orb.Point
	minX, maxX float64
	minY, maxY float64
	ring, at   int // number of the ring, and position in it
	last       int // position of the ring's last edge
}

// simple reports whether m is certainly valid: no two edges meet except neighbours at their common point, every hole
// lies in its shell, no hole in another and no part in another. False means "perhaps not": touching rings are left to
// GEOS to judge.
func simple(m orb.MultiPolygon) bool {
	return !edgesMeet(edgesOf(m)) && nested(m)
}

func edgesOf(m orb.MultiPolygon) []edge {
	n := 0
	for _, p := range m {
		for _, ring := range p {
			n += len(ring) - 1
		}
	}
	edges := make([]edge, 0, n)
	number := 0
	for _, p := range m {
		for _, ring := range p {
			for i := 1; i < len(ring); i++ {
				a, b := ring[i-1], ring[i]
				edges = append(edges, edge{
					a: a, b: b,
					minX: min(a[0], b[0]), maxX: max(a[0], b[0]),
					minY: min(a[1], b[1]), maxY: max(a[1], b[1]),
					ring: number, at: i - 1, last: len(ring) - 2,
				})
			}
			number++
		}
	}
	return edges
}

// edgesMeet sweeps from left to right: an edge is compared with those that start before it ends.
func edgesMeet(edges []edge) bool {
	slices.SortFunc(edges, func(e, f edge) int {
		switch {
		case e.minX < f.minX:
			return -1
		case e.minX > f.minX:
			return 1
		}
		return 0
	})
	for i := range edges {
		e := &edges[i]
		for j := i + 1; j < len(edges) && edges[j].minX <= e.maxX; j++ {
			f := &edges[j]
			if f.minY <= e.maxY && e.minY <= f.maxY && meet(e, f) {
				return true
			}
		}
	}
	return false
}

// meet reports whether two edges share a point they should not, or come too near to exclude it.
func meet(e, f *edge) bool {
	if e.ring == f.ring {
		switch {
		case f.at == e.at+1, e.at == e.last && f.at == 0 && e.last > 1:
			return foldsBack(e.a, e.b, f.b)
		case e.at == f.at+1, f.at == f.last && e.at == 0 && f.last > 1:
			return foldsBack(f.a, f.b, e.b)
		}
	}
	return !apart(e.a, e.b, f.a, f.b) && !apart(f.a, f.b, e.a, e.b)
}

// foldsBack reports whether the path a, b, c turns round on itself at b.
func foldsBack(a, b, c orb.Point) bool {
	return side(a, b, c) == 0 && (b[0]-a[0])*(c[0]-b[0])+(b[1]-a[1])*(c[1]-b[1]) < 0
}

// apart reports whether c and d lie clearly on the same side of the line through a and b.
func apart(a, b, c, d orb.Point) bool {
	s := side(a, b, c)
	return s != 0 && s == side(a, b, d)
}

// side returns 1 when c is to the left of the line from a to b, -1 to the right, and 0 when rounding leaves it open.
// The bound is Shewchuk's for the orientation determinant.
func side(a, b, c orb.Point) int {
	left := (a[0] - c[0]) * (b[1] - c[1])
	right := (a[1] - c[1]) * (b[0] - c[0])
	det := left - right
	switch bound := 3.3306690738754716e-16 * (math.Abs(left) + math.Abs(right)); {
	case det > bound:
		return 1
	case det < -bound:
		return -1
	}
	return 0
}

// nested reports whether holes lie in their shells and apart from each other, and parts apart from each other. It
// relies on no edges meeting, so that one point tells for a whole ring.
func nested(m orb.MultiPolygon) bool {
	bounds := make([]orb.Bound, len(m))
	for i, p := range m {
		bounds[i] = p[0].Bound()
	}
	for i, p := range m {
		if !holesNested(p) {
			return false
		}
		q := p[0][0]
		for j, other := range m {
			if j != i && bounds[j].Contains(q) && inside(other, q) {
				return false
			}
		}
	}
	return true
}

func holesNested(p orb.Polygon) bool {
	for i, hole := range p[1:] {
		q := hole[0]
		if !contains(p[0], q) {
			return false
		}
		for j, other := range p[1:] {
			if j != i && contains(other, q) {
				return false
			}
		}
	}
	return true
}

// inside reports whether q is in the shell of p and in none of its holes.
func inside(p orb.Polygon, q orb.Point) bool {
	if !contains(p[0], q) {
		return false
	}
	for _, hole := range p[1:] {
		if contains(hole, q) {
			return false
		}
	}
	return true
}

// contains reports whether q, which is not on the ring, is inside it.
func contains(ring orb.Ring, q orb.Point) bool {
	in := false
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if (a[1] > q[1]) == (b[1] > q[1]) {
			continue
		}
		if (side(a, b, q) > 0) == (b[1] > a[1]) {
			in = !in
		}
	}
	return in
}

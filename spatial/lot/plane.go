package lot

import (
	"math"

	"github.com/paulmach/orb"
)

func dist(a, b orb.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return math.Sqrt(dx*dx + dy*dy)
}

func near(a, b orb.Point, eps float64) bool {
	return math.Abs(a[0]-b[0]) <= eps && math.Abs(a[1]-b[1]) <= eps
}

func sub(a, b orb.Point) orb.Point { return orb.Point{a[0] - b[0], a[1] - b[1]} }

func add(a, v orb.Point, t float64) orb.Point { return orb.Point{a[0] + v[0]*t, a[1] + v[1]*t} }

func dot(a, b orb.Point) float64 { return a[0]*b[0] + a[1]*b[1] }

// cross is positive when b points to the left of a.
func cross(a, b orb.Point) float64 { return a[0]*b[1] - a[1]*b[0] }

func lerp(a, b orb.Point, t float64) orb.Point {
	return orb.Point{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t}
}

// unit returns the direction from a to b, zero when they coincide.
func unit(a, b orb.Point) orb.Point {
	d := dist(a, b)
	if d == 0 {
		return orb.Point{}
	}
	return orb.Point{(b[0] - a[0]) / d, (b[1] - a[1]) / d}
}

// outward is the direction away from a lot that lies on the left of dir.
func outward(dir orb.Point) orb.Point { return orb.Point{dir[1], -dir[0]} }

// turn is the angle in degrees from direction u to v, positive to the left, in (-180, 180].
func turn(u, v orb.Point) float64 { return math.Atan2(cross(u, v), dot(u, v)) * 180 / math.Pi }

// offLine is the distance of p from the segment a-b.
func offLine(p, a, b orb.Point) float64 {
	d := sub(b, a)
	l2 := dot(d, d)
	if l2 == 0 {
		return dist(p, a)
	}
	t := dot(sub(p, a), d) / l2
	return dist(p, add(a, d, min(1, max(0, t))))
}

// offPath is the distance of p from a path, infinite for an empty one.
func offPath(p orb.Point, path []orb.Point) float64 {
	best := math.Inf(1)
	for i := 1; i < len(path); i++ {
		best = min(best, offLine(p, path[i-1], path[i]))
	}
	return best
}

// within says whether p is at most reach from a path.
func within(reach float64, p orb.Point, path []orb.Point) bool {
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		if a[0] > p[0]+reach && b[0] > p[0]+reach || a[0] < p[0]-reach && b[0] < p[0]-reach ||
			a[1] > p[1]+reach && b[1] > p[1]+reach || a[1] < p[1]-reach && b[1] < p[1]-reach {
			continue
		}
		if offLine(p, a, b) <= reach {
			return true
		}
	}
	return false
}

func pathLength(path []orb.Point) float64 {
	sum := 0.0
	for i := 1; i < len(path); i++ {
		sum += dist(path[i-1], path[i])
	}
	return sum
}

// ringArea is positive for a ring that runs counter-clockwise. It is taken about the first vertex so that nothing is
// lost far from the origin.
func ringArea(r []orb.Point) float64 {
	if len(r) < 3 {
		return 0
	}
	sum := 0.0
	for i := 1; i+1 < len(r); i++ {
		sum += cross(sub(r[i], r[0]), sub(r[i+1], r[0]))
	}
	return sum / 2
}

func pad(b orb.Bound, by float64) orb.Bound {
	return orb.Bound{Min: orb.Point{b.Min[0] - by, b.Min[1] - by}, Max: orb.Point{b.Max[0] + by, b.Max[1] + by}}
}

func boundOf(a, b orb.Point) orb.Bound {
	return orb.Bound{
		Min: orb.Point{min(a[0], b[0]), min(a[1], b[1])},
		Max: orb.Point{max(a[0], b[0]), max(a[1], b[1])},
	}
}

// inRing says whether p is inside the ring, closed or not.
func inRing(p orb.Point, r []orb.Point) bool {
	in := false
	for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
		a, b := r[i], r[j]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1])+a[0] {
			in = !in
		}
	}
	return in
}

// inPolygon says whether p is inside the outer ring and in none of the holes.
func inPolygon(p orb.Point, poly orb.Polygon) bool {
	if len(poly) == 0 || !inRing(p, poly[0]) {
		return false
	}
	for _, hole := range poly[1:] {
		if inRing(p, hole) {
			return false
		}
	}
	return true
}

func inShape(p orb.Point, shape orb.MultiPolygon) bool {
	for _, poly := range shape {
		if inPolygon(p, poly) {
			return true
		}
	}
	return false
}

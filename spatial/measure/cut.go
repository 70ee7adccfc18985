package measure

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// A segment ab is walked by its parameter t: 0 at a, 1 at b.

func at(a, b orb.Point, t float64) orb.Point {
	switch t {
	case 0:
		return a
	case 1:
		return b
	}
	return orb.Point{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1])}
}

// cuts returns 0, 1 and every parameter between at which the outline of s meets ab: crossings, and the ends of stretches that
// run along it. Ascending; some cuts may be superfluous.
func (s *shape) cuts(a, b orb.Point, ts []float64) []float64 {
	ts = append(ts, 0, 1)
	box := grown(segmentBox(a, b), Grid)
	length2 := dist2(a, b)
	if length2 == 0 || !box.Intersects(s.bound) {
		return ts
	}
	add := func(t float64) {
		if t > 0 && t < 1 {
			ts = append(ts, t)
		}
	}
	s.segments(func(c, d orb.Point) bool {
		if !box.Intersects(segmentBox(c, d)) {
			return true
		}
		if p, ok := crossing(a, b, c, d); ok {
			add(along(a, b, p) / length2)
		}
		for _, p := range [2]orb.Point{c, d} {
			if d2, _ := pointToSegment(p, a, b); d2 <= Grid*Grid {
				add(along(a, b, p) / length2)
			}
		}
		return true
	})
	slices.Sort(ts)
	return ts
}

// along is the scalar product of ab and ap.
func along(a, b, p orb.Point) float64 {
	return (b[0]-a[0])*(p[0]-a[0]) + (b[1]-a[1])*(p[1]-a[1])
}

func grown(b orb.Bound, by float64) orb.Bound {
	return orb.Bound{Min: orb.Point{b.Min[0] - by, b.Min[1] - by}, Max: orb.Point{b.Max[0] + by, b.Max[1] + by}}
}

// interval is the part of a segment between two parameters.
type interval struct{ from, to float64 }

// near returns the part of ab that lies within ft of the segment cd: one interval at most, since the capsule around cd is
// convex.
func near(a, b, c, d orb.Point, ft float64) (interval, bool) {
	lo, hi := math.Inf(1), math.Inf(-1)
	add := func(i interval, ok bool) {
		if ok {
			lo, hi = min(lo, i.from), max(hi, i.to)
		}
	}
	add(nearPoint(a, b, c, ft))
	add(nearPoint(a, b, d, ft))
	add(inBand(a, b, c, d, ft))
	return interval{lo, hi}, lo <= hi
}

// nearPoint is the part of ab within a circle.
func nearPoint(a, b, c orb.Point, ft float64) (interval, bool) {
	length2 := dist2(a, b)
	if length2 == 0 {
		return interval{0, 1}, dist2(a, c) <= ft*ft
	}
	foot := along(a, b, c) / length2
	off2 := dist2(c, orb.Point{a[0] + foot*(b[0]-a[0]), a[1] + foot*(b[1]-a[1])})
	if off2 > ft*ft {
		return interval{}, false
	}
	half := math.Sqrt((ft*ft - off2) / length2)
	return clip(interval{foot - half, foot + half}, 0, 1)
}

// inBand is the part of ab within the rectangle of half width ft along cd.
func inBand(a, b, c, d orb.Point, ft float64) (interval, bool) {
	length := math.Sqrt(dist2(c, d))
	if length == 0 {
		return interval{}, false
	}
	i, ok := clipLinear(interval{0, 1}, along(c, d, a)/length, along(c, d, b)/length, 0, length)
	if !ok {
		return i, false
	}
	return clipLinear(i, cross(c, d, a)/length, cross(c, d, b)/length, -ft, ft)
}

// clipLinear narrows an interval to where a value that runs linearly from va (t = 0) to vb (t = 1) lies between lo and hi.
func clipLinear(i interval, va, vb, lo, hi float64) (interval, bool) {
	slope := vb - va
	if slope == 0 {
		return i, va >= lo && va <= hi
	}
	t1, t2 := (lo-va)/slope, (hi-va)/slope
	return clip(i, min(t1, t2), max(t1, t2))
}

func clip(i interval, lo, hi float64) (interval, bool) {
	i = interval{max(i.from, lo), min(i.to, hi)}
	return i, i.from <= i.to
}

package join

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// slabs returns the area that the outline and p have in common. It needs no overlay: cut both by horizontal lines
// through every vertex and every crossing; between two such lines no edges cross, so the width both share is linear,
// and its value half-way up times the height of the slab is the exact area.
//
//  1. Take the edges of p, and those of the outline that can matter inside the bound of p.
//  2. Collect the heights at which a slab begins: vertices and crossings.
//  3. For each slab, find where the edges are half-way up, and add the widths that lie inside both.
func (o *outline) slabs(p orb.MultiPolygon, bound orb.Bound) float64 {
	// 1.
	mine, theirs := sweep{rises: risesOf(p, bound.Min)}, o.sweepOf(bound)
	// 2.
	heights := slabHeights(&mine, &theirs, bound.Max[1]-bound.Min[1])
	// 3.
	mine.start()
	theirs.start()
	sum := 0.0
	for i := 1; i < len(heights); i++ {
		if height := heights[i] - heights[i-1]; height > 0 {
			middle := heights[i-1] + height/2
			sum += height * commonWidth(mine.crossings(middle), theirs.crossings(middle))
		}
	}
	return sum
}

// rise is an edge that runs upwards from (x0, y0), relative to the lower left corner of the thing asked about.
type rise struct{ x0, y0, x1, y1 float64 }

func (r rise) at(y float64) float64 { return r.x0 + (y-r.y0)/(r.y1-r.y0)*(r.x1-r.x0) }

// newRise returns the edge between a and b; ok is false for a level one, which bounds no slab.
func newRise(a, b, origin orb.Point) (r rise, ok bool) {
	if a[1] > b[1] {
		a, b = b, a
	}
	return rise{a[0] - origin[0], a[1] - origin[1], b[0] - origin[0], b[1] - origin[1]}, a[1] != b[1]
}

func risesOf(m orb.MultiPolygon, origin orb.Point) []rise {
	rises := make([]rise, 0, 16)
	for _, p := range m {
		for _, ring := range p {
			for i := 1; i < len(ring); i++ {
				if r, ok := newRise(ring[i-1], ring[i], origin); ok {
					rises = append(rises, r)
				}
			}
		}
	}
	return rises
}

// sweepOf returns the edges at the heights of box, except those wholly to the right of it. Of those wholly to its left
// only the heights of their ends are kept: an odd number of ends below means that the box begins inside.
func (o *outline) sweepOf(box orb.Bound) sweep {
	height, width := box.Max[1]-box.Min[1], box.Max[0]-box.Min[0]
	s := sweep{rises: make([]rise, 0, 16)}
	o.near(box.Min[1], box.Max[1], func(e *segment) bool {
		r, sloped := newRise(e.a, e.b, box.Min)
		left, right := min(r.x0, r.x1), max(r.x0, r.x1)
		switch {
		case r.y1 < 0 || r.y0 > height || left >= width:
		case right < 0 && sloped:
			s.flips = append(s.flips, r.y0, r.y1)
		case right >= 0 && sloped:
			s.rises = append(s.rises, r)
		case right >= 0:
			s.levels = append(s.levels, r.y0)
		}
		return true
	})
	return s
}

// slabHeights returns, ascending, the heights from 0 to top at which slabs begin: ends of edges, level edges, crossings.
func slabHeights(mine, theirs *sweep, top float64) []float64 {
	heights := make([]float64, 0, 2*len(mine.rises)+2*len(theirs.rises)+len(theirs.levels)+16)
	add := func(y float64) {
		if y >= 0 && y <= top {
			heights = append(heights, y)
		}
	}
	for _, m := range mine.rises {
		add(m.y0)
		add(m.y1)
	}
	for _, y := range theirs.levels {
		add(y)
	}
	for _, t := range theirs.rises {
		add(t.y0)
		add(t.y1)
		for _, m := range mine.rises {
			if y, ok := crossing(m, t); ok {
				add(y)
			}
		}
	}
	slices.Sort(heights)
	return heights
}

// crossing returns the height at which two edges cross. Parallel edges do not.
func crossing(a, b rise) (float64, bool) {
	low, high := max(a.y0, b.y0), min(a.y1, b.y1)
	if low >= high {
		return 0, false
	}
	below, above := a.at(low)-b.at(low), a.at(high)-b.at(high)
	if (below > 0) == (above > 0) {
		return 0, false
	}
	return low + (high-low)*below/(below-above), true
}

// sweep walks up the edges of one side.
type sweep struct {
	rises  []rise
	flips  []float64 // heights at which the number of edges far to the left changes
	levels []float64 // heights of level edges
	next   int       // rise to begin with
	flip   int       // flips passed
	active []rise
	at     []float64
}

// start puts everything in order of height.
func (s *sweep) start() {
	slices.SortFunc(s.rises, func(a, b rise) int { return cmp.Compare(a.y0, b.y0) })
	slices.Sort(s.flips)
	s.active = make([]rise, 0, len(s.rises))
	s.at = make([]float64, 0, len(s.rises)+2)
}

// crossings returns where the edges are at a height, ascending and in pairs: inside lies between the first and second,
// third and fourth, and so on. Heights must be asked for in ascending order; the slice is good until the next call.
func (s *sweep) crossings(y float64) []float64 {
	for s.next < len(s.rises) && s.rises[s.next].y0 <= y {
		s.active = append(s.active, s.rises[s.next])
		s.next++
	}
	for s.flip < len(s.flips) && s.flips[s.flip] <= y {
		s.flip++
	}
	s.active = slices.DeleteFunc(s.active, func(r rise) bool { return r.y1 <= y })
	s.at = s.at[:0]
	if s.flip%2 == 1 {
		s.at = append(s.at, math.Inf(-1)) // it begins to the left of everything asked about
	}
	for _, r := range s.active {
		s.at = append(s.at, r.at(y))
	}
	slices.Sort(s.at)
	if len(s.at)%2 == 1 {
		s.at = append(s.at, math.Inf(1)) // it ends to the right of it
	}
	return s.at
}

// commonWidth returns the length inside both of two sets of intervals, each given by its ascending ends.
func commonWidth(a, b []float64) float64 {
	sum := 0.0
	for i, j := 0, 0; i+1 < len(a) && j+1 < len(b); {
		if low, high := max(a[i], b[j]), min(a[i+1], b[j+1]); high > low {
			sum += high - low
		}
		if a[i+1] < b[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return sum
}

package join

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// Pieces cuts a line by one of the Areas, by its position, and returns the parts of the line that lie inside, farther than
// tolerance feet from the border, and those along the border, within the tolerance on either side of it. Each part is as
// long as it can be and runs in the direction of the line. A line without length has no parts.
func (a *Areas) Pieces(i int, line orb.LineString, tolerance float64) (inside, along orb.MultiLineString) {
	var cuts []cut
	var open [2]orb.LineString // growing inside and along parts
	finish := func(k int) {
		if len(open[k]) > 1 {
			if k == 0 {
				inside = append(inside, open[k])
			} else {
				along = append(along, open[k])
			}
		}
		open[k] = nil
	}
	for j := 1; j < len(line); j++ {
		s := segment{line[j-1], line[j]}
		cuts = a.items[i].cuts(s, tolerance, cuts[:0])
		last, borders := 0.0, 0
		for _, c := range cuts {
			if c.t > last {
				where := -1
				if borders > 0 {
					where = 1
				} else if a.items[i].contains(s.at((c.t + last) / 2)) {
					where = 0
				}
				for k := range open {
					if k != where {
						finish(k)
					}
				}
				if where >= 0 {
					open[where] = grow(open[where], s.at(last), s.at(c.t))
				}
			}
			last, borders = c.t, borders+c.border
		}
	}
	finish(0)
	finish(1)
	return inside, along
}

// grow adds the piece from p to q to a part that ends at p, or begins one. A piece that goes straight on lengthens the last.
func grow(part orb.LineString, p, q orb.Point) orb.LineString {
	if len(part) == 0 {
		return orb.LineString{p, q}
	}
	if n := len(part); n > 1 && straight(part[n-2], part[n-1], q) {
		part[n-1] = q
		return part
	}
	return append(part, q)
}

// straight says whether b lies on the way from a to c to a millionth of a foot.
func straight(a, b, c orb.Point) bool {
	size := math.Hypot(c[0]-a[0], c[1]-a[1])
	off := (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
	ahead := (b[0]-a[0])*(c[0]-b[0]) + (b[1]-a[1])*(c[1]-b[1])
	return ahead >= 0 && math.Abs(off) <= rounding*size
}

// cuts appends every place on s where it crosses the border, or enters or leaves the neighbourhood of an edge, in order, the
// end of s last.
func (o *outline) cuts(s segment, tolerance float64, cuts []cut) []cut {
	low, high := min(s.a[1], s.b[1])-tolerance, max(s.a[1], s.b[1])+tolerance
	west, east := min(s.a[0], s.b[0])-tolerance, max(s.a[0], s.b[0])+tolerance
	o.near(low, high, func(e *segment) bool {
		if max(e.a[0], e.b[0]) < west || min(e.a[0], e.b[0]) > east || max(e.a[1], e.b[1]) < low || min(e.a[1], e.b[1]) > high {
			return true
		}
		if t, ok := s.crosses(*e); ok {
			cuts = append(cuts, cut{t, 0})
		}
		if from, to := s.within(*e, tolerance); from < to {
			cuts = append(cuts, cut{from, +1}, cut{to, -1})
		}
		return true
	})
	cuts = append(cuts, cut{1, 0})
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.t, b.t) })
	return cuts
}

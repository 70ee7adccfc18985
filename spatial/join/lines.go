package join

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// Stretch is how much of a line lies on one of the Areas.
type Stretch struct {
	Index  int     // of the area
	Inside float64 // feet inside, farther than the tolerance from the border
	Along  float64 // feet within the tolerance of the border, on either side of it
	Share  float64 // of the whole line: inside and along
}

// Line appends to buf[:0] the areas that lines run in or along, those with the most length inside first, then by the
// most length along, then by lower index, and returns it. A line within tolerance feet of a border two areas share is
// along both. Lines without length are nowhere.
func (a *Areas) Line(lines orb.MultiLineString, tolerance float64, buf []Stretch) []Stretch {
	buf = buf[:0]
	total := length(lines)
	if a.index == nil || !(total > 0) {
		return buf
	}
	var near [16]int32
	var cuts []cut
	for _, i := range a.index.Query(lines.Bound().Pad(tolerance), near[:0]) {
		s := Stretch{Index: int(i)}
		for _, line := range lines {
			for j := 1; j < len(line); j++ {
				var inside, along float64
				inside, along, cuts = a.items[i].stretch(segment{line[j-1], line[j]}, tolerance, cuts[:0])
				s.Inside += inside
				s.Along += along
			}
		}
		if s.Share = (s.Inside + s.Along) / total; s.Share > noise {
			buf = append(buf, s)
		}
	}
	slices.SortStableFunc(buf, func(x, y Stretch) int {
		return cmp.Or(
			cmp.Compare(math.Round(y.Inside/rounding), math.Round(x.Inside/rounding)),
			cmp.Compare(math.Round(y.Along/rounding), math.Round(x.Along/rounding)),
		)
	})
	return buf
}

// cut is a place on a line, 0 at its start and 1 at its end, where it crosses the border (border 0), enters the
// neighbourhood of an edge (+1) or leaves it (-1).
type cut struct {
	t      float64
	border int
}

// stretch returns the feet of s inside the outline and along its border. It cuts s wherever that changes and looks at
// the middle of each piece. cuts is scratch, returned for reuse.
func (o *outline) stretch(s segment, tolerance float64, cuts []cut) (inside, along float64, _ []cut) {
	size := math.Hypot(s.b[0]-s.a[0], s.b[1]-s.a[1])
	cuts = o.cuts(s, tolerance, cuts)
	last, borders := 0.0, 0
	for _, c := range cuts {
		if piece := (c.t - last) * size; piece > 0 {
			switch middle := (c.t + last) / 2; {
			case borders > 0:
				along += piece
			case o.contains(s.at(middle)):
				inside += piece
			}
		}
		last, borders = c.t, borders+c.border
	}
	return inside, along, cuts
}

func (s segment) at(t float64) orb.Point {
	return orb.Point{s.a[0] + t*(s.b[0]-s.a[0]), s.a[1] + t*(s.b[1]-s.a[1])}
}

// crosses returns where on s it meets e; parallel segments do not cross.
func (s segment) crosses(e segment) (float64, bool) {
	dx, dy := s.b[0]-s.a[0], s.b[1]-s.a[1]
	ex, ey := e.b[0]-e.a[0], e.b[1]-e.a[1]
	det := dx*ey - dy*ex
	if det == 0 {
		return 0, false
	}
	ox, oy := e.a[0]-s.a[0], e.a[1]-s.a[1]
	t, u := (ox*ey-oy*ex)/det, (ox*dy-oy*dx)/det
	return t, t >= 0 && t <= 1 && u >= 0 && u <= 1
}

// within returns from where to where s is nearer to e than distance; from is not below to when it is nowhere. The
// points that near to e are a strip and two discs whose union is convex, so the part of s in it is one stretch.
func (s segment) within(e segment, distance float64) (from, to float64) {
	from, to = 1, 0
	join := func(f, t float64) {
		if f < t {
			from, to = min(from, f), max(to, t)
		}
	}
	join(s.inDisc(e.a, distance))
	join(s.inDisc(e.b, distance))
	join(s.inStrip(e, distance))
	return from, to
}

func (s segment) inDisc(centre orb.Point, radius float64) (from, to float64) {
	dx, dy := s.b[0]-s.a[0], s.b[1]-s.a[1]
	ox, oy := centre[0]-s.a[0], centre[1]-s.a[1]
	square := dx*dx + dy*dy
	middle := (ox*dx + oy*dy) / square
	off := (ox*dy - oy*dx) / math.Sqrt(square)
	half := math.Sqrt(radius*radius-off*off) / math.Sqrt(square)
	if math.IsNaN(half) {
		return 1, 0
	}
	return max(middle-half, 0), min(middle+half, 1)
}

func (s segment) inStrip(e segment, distance float64) (from, to float64) {
	ex, ey := e.b[0]-e.a[0], e.b[1]-e.a[1]
	size := math.Hypot(ex, ey)
	if size == 0 {
		return 1, 0
	}
	ex, ey = ex/size, ey/size
	along := func(p orb.Point) float64 { return (p[0]-e.a[0])*ex + (p[1]-e.a[1])*ey }
	across := func(p orb.Point) float64 { return (p[1]-e.a[1])*ex - (p[0]-e.a[0])*ey }
	f1, t1 := between(along(s.a), along(s.b), 0, size)
	f2, t2 := between(across(s.a), across(s.b), -distance, distance)
	return max(f1, f2), min(t1, t2)
}

// between returns the part of [0, 1] in which a value that goes linearly from v0 to v1 is between low and high.
func between(v0, v1, low, high float64) (from, to float64) {
	if v0 == v1 {
		if v0 < low || v0 > high {
			return 1, 0
		}
		return 0, 1
	}
	f, t := (low-v0)/(v1-v0), (high-v0)/(v1-v0)
	return max(min(f, t), 0), min(max(f, t), 1)
}

func length(lines orb.MultiLineString) float64 {
	sum := 0.0
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			sum += math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
		}
	}
	return sum
}

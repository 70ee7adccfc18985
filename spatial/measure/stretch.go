package measure

import (
	"slices"

	"github.com/paulmach/orb"
)

// StretchNear is the stretches of a line that lie within ft of some other lines, exactly, whatever its own vertices.
func StretchNear(line orb.LineString, lines []orb.LineString, ft float64) ([]orb.LineString, error) {
	near, _, err := SplitNear(line, lines, ft)
	return near, err
}

// StretchAway is the stretches of a line that lie farther than ft from some other lines.
func StretchAway(line orb.LineString, lines []orb.LineString, ft float64) ([]orb.LineString, error) {
	_, away, err := SplitNear(line, lines, ft)
	return away, err
}

// SplitNear is StretchNear and StretchAway of a line at once.
func SplitNear(line orb.LineString, lines []orb.LineString, ft float64) (near, away []orb.LineString, err error) {
	var buf chainBuffer
	t, err := takeLines("lines", lines, &buf)
	if err != nil {
		return nil, nil, err
	}
	return split(line, func(a, b orb.Point) []interval { return t.near(a, b, ft) })
}

// split is a line's stretches where found says, and the others, segment by segment.
func split(line orb.LineString, found func(a, b orb.Point) []interval) (in, out []orb.LineString, err error) {
	var buf chainBuffer
	if _, err := takeApart("line", line, &buf); err != nil {
		return nil, nil, err
	}
	var ins, outs stretches
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		parts := found(a, b)
		ins.segment(a, b, parts)
		outs.segment(a, b, complement(parts))
	}
	return ins.done(), outs.done(), nil
}

// near returns the parts of ab that have a segment of the shape within ft: disjoint intervals, ascending.
func (s *shape) near(a, b orb.Point, ft float64) []interval {
	box := grown(segmentBox(a, b), ft)
	var found []interval
	s.segments(func(c, d orb.Point) bool {
		if box.Intersects(segmentBox(c, d)) {
			if i, ok := near(a, b, c, d, ft); ok {
				found = append(found, i)
			}
		}
		return true
	})
	return merged(found)
}

func merged(is []interval) []interval {
	slices.SortFunc(is, func(a, b interval) int {
		switch {
		case a.from < b.from:
			return -1
		case a.from > b.from:
			return 1
		}
		return 0
	})
	out := is[:0]
	for _, i := range is {
		if n := len(out); n > 0 && i.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, i.to)
		} else {
			out = append(out, i)
		}
	}
	return out
}

// StretchWithin is the stretches of a line inside an area. A stretch along the area's outline counts as inside.
func StretchWithin(line orb.LineString, area orb.Geometry) ([]orb.LineString, error) {
	within, _, err := SplitWithin(line, area)
	return within, err
}

// StretchOutside is the stretches of a line outside an area, stretches along its outline not counted.
func StretchOutside(line orb.LineString, area orb.Geometry) ([]orb.LineString, error) {
	_, outside, err := SplitWithin(line, area)
	return outside, err
}

// SplitWithin is StretchWithin and StretchOutside of a line at once.
func SplitWithin(line orb.LineString, area orb.Geometry) (within, outside []orb.LineString, err error) {
	var buf chainBuffer
	s, err := takeArea("area", area, &buf)
	if err != nil {
		return nil, nil, err
	}
	return split(line, s.inside)
}

// inside returns the parts of ab inside the area or along its outline.
func (s *shape) inside(a, b orb.Point) []interval {
	ts := s.cuts(a, b, nil)
	var found []interval
	for i := 1; i < len(ts); i++ {
		mid := at(a, b, (ts[i-1]+ts[i])/2)
		if s.contains(mid) || s.nearestTo(mid).d2 <= Grid*Grid {
			found = append(found, interval{ts[i-1], ts[i]})
		}
	}
	return merged(found)
}

// TotalLength is the length of some lines in feet; no lines have length 0.
func TotalLength(lines []orb.LineString) float64 {
	var sum float64
	for _, line := range lines {
		sum += lineLength(line)
	}
	return Round(sum)
}

// stretches strings wanted parts of successive segments together to lines.
type stretches struct {
	lines []orb.LineString
	open  orb.LineString
}

// segment takes some parts of ab.
func (s *stretches) segment(a, b orb.Point, parts []interval) {
	for _, i := range parts {
		s.part(at(a, b, i.from), at(a, b, i.to))
	}
}

func (s *stretches) part(p, q orb.Point) {
	if dist2(p, q) <= Grid*Grid {
		return
	}
	if n := len(s.open); n > 0 && s.open[n-1] == p {
		s.open = append(s.open, q)
		return
	}
	s.close()
	s.open = orb.LineString{p, q}
}

func (s *stretches) close() {
	if s.open != nil {
		s.lines = append(s.lines, s.open)
	}
	s.open = nil
}

func (s *stretches) done() []orb.LineString {
	s.close()
	return s.lines
}

func complement(is []interval) []interval {
	var out []interval
	t := 0.0
	for _, i := range is {
		if i.from > t {
			out = append(out, interval{t, i.from})
		}
		t = max(t, i.to)
	}
	if t < 1 {
		out = append(out, interval{t, 1})
	}
	return out
}

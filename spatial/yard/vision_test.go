package yard

import (
	"errors"
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// Two streets: along y = 0 to the right of the apex, and at an angle to it.
func streets(deg float64) (a, b orb.LineString) {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	return orb.LineString{{0, 0}, {80, 0}}, orb.LineString{{100 * cos, 100 * sin}, {0, 0}}
}

func TestVisionTriangleOfASkewedCorner(t *testing.T) {
	for _, deg := range []float64{60, 90, 120} {
		for _, m := range moves {
			a, b := streets(deg)
			c, err := NewCorner(m.lines(a)[0], m.lines(b)[0])
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "angle", c.Deg, deg)
			triangle := c.Triangle(15, 15)
			y := New(kernel.New(), Ground{})
			in, err := y.IntoTriangle(triangle, triangle)
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "area", in.SqFt, 15*15/2.*math.Sin(deg*math.Pi/180))
			// the long side crosses the bisector at the closed-form distance; a post on either side of it
			chord := 15 * math.Cos(deg/2*math.Pi/180)
			sin, cos := math.Sincos(deg / 2 * math.Pi / 180)
			for _, off := range []float64{-0.1, 0.01} {
				post := m.point(orb.Point{(chord + off) * cos, (chord + off) * sin})
				in, err := y.IntoTriangle(post, triangle)
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "clear", in.ClearFt, off)
			}
		}
	}
}

func TestIntoTriangle(t *testing.T) {
	a, b := streets(90)
	c, err := NewCorner(a, b)
	if err != nil {
		t.Fatal(err)
	}
	triangle := c.Triangle(15, 15)
	y := New(kernel.New(), Ground{})
	tests := []struct {
		name            string
		thing           orb.Geometry
		sqft, ft, clear float64
	}{
		{"a fence along the long side", orb.LineString{{15, 0}, {0, 15}}, 0, 0, 0},
		{"a fence that starts inside", orb.LineString{{14.9, 0.05}, {14.9, 40}}, 0, 0.05, -0.05 / math.Sqrt2},
		{"a fence across the corner", orb.LineString{{-5, 5}, {30, 5}}, 0, 10, -10 / math.Sqrt2},
		{"a fence in two pieces", orb.MultiLineString{{{2, 2}, {4, 2}}, {{40, 2}, {50, 2}}}, 0, 2, -11 / math.Sqrt2},
		{"a shed corner", box(10, 4, 20, 14), 0.5, 0, -1 / math.Sqrt2},
		{"a shed touching with its corner", box(10, 5, 20, 14), 0, 0, 0},
		{"a shed clear of it", box(20, 5, 30, 14), 0, 0, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := y.IntoTriangle(tt.thing, triangle)
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "area", in.SqFt, tt.sqft)
			wantNear(t, "length", in.Ft, tt.ft)
			if tt.clear != 5 {
				wantNear(t, "clear", in.ClearFt, tt.clear)
			} else if in.ClearFt < 5 {
				t.Errorf("clear %v", in.ClearFt)
			}
		})
	}
}

func TestARoundedCornerHasItsApexWhereTheStraightLinesMeet(t *testing.T) {
	// radius 10 about (10, 10); the arc is split between the two lines
	arc := func(from, to float64) (out orb.LineString) {
		for i := range 6 {
			sin, cos := math.Sincos((from + (to-from)*float64(i)/5) * math.Pi / 180)
			out = append(out, orb.Point{10 + 10*cos, 10 + 10*sin})
		}
		return out
	}
	left := append(orb.LineString{{0, 90}}, arc(180, 225)...)
	bottom := append(arc(225, 270), orb.Point{70, 0})
	c, err := NewCorner(bottom, left)
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "apex x", c.Apex[0], 0)
	wantNear(t, "apex y", c.Apex[1], 0)
	wantNear(t, "angle", c.Deg, 90)
}

func TestLinesThatDoNotMeetMakeNoCorner(t *testing.T) {
	for name, pair := range map[string][2]orb.LineString{
		"front and rear of a through lot":   {{{0, 0}, {60, 0}}, {{60, 120}, {0, 120}}},
		"two pieces of one straight street": {{{0, 0}, {60, 0}}, {{60, 0}, {120, 1}}},
		"too far apart":                     {{{0, 0}, {60, 0}}, {{200, 10}, {200, 90}}},
	} {
		if _, err := NewCorner(pair[0], pair[1]); !errors.Is(err, ErrNoCorner) {
			t.Errorf("%s: %v, want no corner", name, err)
		}
	}
	three := []orb.LineString{{{0, 90}, {0, 0}}, {{0, 0}, {60, 0}}, {{60, 0}, {60, 90}}}
	corners, err := Corners(three)
	if err != nil || len(corners) != 2 {
		t.Errorf("three streets: %d corners, %v; want 2", len(corners), err)
	}
	if _, err := Corners([]orb.LineString{{{0, 0}}, {{1, 1}, {2, 2}}}); err == nil {
		t.Error("a line without length gave no error")
	}
}

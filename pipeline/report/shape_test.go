package report

import (
	"bytes"
	"math"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/paulmach/orb/planar"
)

func TestShapeNeverPanicsAndEmptyGeometryIsNowhere(t *testing.T) {
	empty := []orb.Geometry{nil, orb.MultiPoint(nil), orb.LineString(nil), orb.LineString{{1, 1}}, orb.MultiLineString{{}}, orb.Ring(nil),
		orb.Polygon{}, orb.Polygon{{}}, orb.MultiPolygon{{}, {{}}}, orb.Collection(nil), orb.Collection{orb.Polygon{}}, orb.Bound{Min: orb.Point{1, 1}},
		orb.Point{math.NaN(), 0}, orb.LineString{{0, 0}, {math.Inf(1), 0}}}
	var s shape
	for _, g := range empty {
		if s.set(g); s.form != nowhere {
			t.Errorf("%v has form %d, want nowhere", g, s.form)
		}
	}
	for _, g := range orb.AllGeometries {
		s.set(g)
		s.pin()
	}
}

func TestShapeIsWhatOrbWritesOnceRingsAreClosedAndWound(t *testing.T) {
	hole := orb.Ring{{210, 10}, {210, 20}, {220, 20}, {220, 10}, {210, 10}} // clockwise, as a hole is
	outer := orb.Ring{{200, 0}, {240, 0}, {240, 40}, {200, 40}, {200, 0}}   // counterclockwise
	reversed := func(r orb.Ring) orb.Ring { c := r.Clone(); c.Reverse(); return c }
	far := orb.Ring{{6500000.1, 500000.1}, {6500000.2, 500000.1}, {6500000.2, 500000.2}, {6500000.1, 500000.1}}
	cases := []struct {
		name     string
		in, want orb.Geometry
		kind     string
	}{
		{"a point", orb.Point{1, 2}, orb.Point{1, 2}, "Point"},
		{"one point in a multi point is a point", orb.MultiPoint{{1, 2}}, orb.Point{1, 2}, "Point"},
		{"two points", orb.MultiPoint{{1, 2}, {3, 4}}, orb.MultiPoint{{1, 2}, {3, 4}}, "MultiPoint"},
		{"a line keeps its direction", orb.LineString{{1, 2}, {0, 0}}, orb.LineString{{1, 2}, {0, 0}}, "LineString"},
		{"lines of one point are dropped", orb.MultiLineString{{{1, 2}}, {{1, 2}, {3, 4}}}, orb.LineString{{1, 2}, {3, 4}}, "LineString"},
		{"two lines", orb.MultiLineString{{{0, 0}, {3, 4}}, {{1, 2}, {3, 4}}}, orb.MultiLineString{{{0, 0}, {3, 4}}, {{1, 2}, {3, 4}}}, "MultiLineString"},
		{"a polygon wound the wrong way is turned", orb.Polygon{reversed(outer), reversed(hole)}, orb.Polygon{outer, hole}, "Polygon"},
		{"a ring that is open is closed", orb.Ring(outer[:4]), orb.Polygon{outer}, "Polygon"},
		{"a tiny ring far from the origin is still turned", reversed(far), orb.Polygon{far}, "Polygon"},
		{"a box is a polygon", orb.Bound{Max: orb.Point{1, 1}}, orb.Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}}, "Polygon"},
		{"empty parts are dropped", orb.MultiPolygon{{}, {outer}}, orb.Polygon{outer}, "Polygon"},
		{"two polygons", orb.MultiPolygon{{outer, hole}, {far}}, orb.MultiPolygon{{outer, hole}, {far}}, "MultiPolygon"},
		{"of a collection the highest dimension stays", orb.Collection{orb.LineString{{0, 0}, {1, 1}}, orb.Polygon{outer}, orb.Point{1, 1}}, orb.Polygon{outer}, "Polygon"},
		{"of nested collections too", orb.Collection{orb.Point{1, 1}, orb.Collection{orb.LineString{{0, 0}, {1, 1}}}}, orb.LineString{{0, 0}, {1, 1}}, "LineString"},
	}
	var s shape
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s.set(c.in)
			if got := s.geometryType(); got != c.kind {
				t.Errorf("type %s, want %s", got, c.kind)
			}
			want, err := wkb.Marshal(c.want)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.appendWKB(nil); !bytes.Equal(got, want) {
				back, _ := wkb.Unmarshal(got)
				t.Errorf("got %v, want %v", back, c.want)
			}
			if got := s.bound(); got != c.want.Bound() {
				t.Errorf("bound %v, want %v", got, c.want.Bound())
			}
		})
	}
}

func TestSettingAShapeDoesNotChangeItsGeometry(t *testing.T) {
	g := box(0, 0, 1, 1)
	var s shape
	s.set(g)
	s.points[0] = orb.Point{99, 99}
	if !orb.Equal(g, box(0, 0, 1, 1)) {
		t.Errorf("geometry is now %v", g)
	}
}

func TestPinLiesOnItsGeometry(t *testing.T) {
	ushape := orb.Polygon{{{0, 0}, {30, 0}, {30, 30}, {20, 30}, {20, 10}, {10, 10}, {10, 30}, {0, 30}, {0, 0}}}
	ring := orb.Polygon{{{0, 0}, {30, 0}, {30, 30}, {0, 30}, {0, 0}}, {{10, 10}, {10, 20}, {20, 20}, {20, 10}, {10, 10}}}
	var s shape
	for name, p := range map[string]orb.Polygon{"a u-shaped area": ushape, "an area with a hole in its middle": ring, "a box": box(5, 5, 3, 4)} {
		s.set(p)
		s.pin()
		if !planar.PolygonContains(p, s.points[0]) || s.form != points || len(s.points) != 1 {
			t.Errorf("%s: pin %v is not inside", name, s.points)
		}
	}
	s.set(orb.LineString{{0, 0}, {10, 0}, {10, 30}})
	s.pin()
	if s.points[0] != (orb.Point{10, 10}) {
		t.Errorf("pin of the line is %v, want its middle 10 10", s.points[0])
	}
}

package repair

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
)

func TestLines(t *testing.T) {
	cases := []struct {
		name  string
		g     orb.Geometry
		kinds string
		want  string
	}{
		{"a line is left alone", geometry(t, "LINESTRING(0 0,1 1)"), "", "MULTILINESTRING((0 0,1 1))"},
		{"it may cross itself", geometry(t, "LINESTRING(0 0,2 2,2 0,0 2)"), "", "MULTILINESTRING((0 0,2 2,2 0,0 2))"},
		{"a point twice", geometry(t, "LINESTRING(0 0,0 0,1 1)"), DuplicateVertex, "MULTILINESTRING((0 0,1 1))"},
		{"no length", geometry(t, "MULTILINESTRING((0 0,0 0),(1 1,2 2))"), ZeroLength, "MULTILINESTRING((1 1,2 2))"},
		{"the same line twice", geometry(t, "MULTILINESTRING((0 0,1 1),(0 0,1 1))"), DuplicateLine, "MULTILINESTRING((0 0,1 1))"},
		{"and back", geometry(t, "MULTILINESTRING((0 0,1 1,2 0),(2 0,1 1,0 0))"), DuplicateLine, "MULTILINESTRING((0 0,1 1,2 0))"},
		{"an outline is a line", geometry(t, "POLYGON((0 0,1 0,1 1,0 0))"), "", "MULTILINESTRING((0 0,1 0,1 1,0 0))"},
		{"an empty part", orb.MultiLineString{{}, {{0, 0}, {1, 1}}}, EmptyPart, "MULTILINESTRING((0 0,1 1))"},
		{"NaN", orb.MultiLineString{{{math.NaN(), 0}, {1, 1}}, {{0, 0}, {1, 1}}}, NotFinite, "MULTILINESTRING((0 0,1 1))"},
		{"one point", orb.LineString{{0, 0}}, Unrepairable + " " + ZeroLength, "MULTILINESTRING EMPTY"},
		{"a point", orb.Point{1, 1}, Unrepairable, "MULTILINESTRING EMPTY"},
		{"nothing", nil, Unrepairable, "MULTILINESTRING EMPTY"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, report := Lines(c.g)
			if s := wkt.MarshalString(got); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
			if kinds := strings.Join(report.Kinds, " "); kinds != c.kinds || report.TypeChanged != (len(got) == 0) {
				t.Errorf("report %+v, want %q", report, c.kinds)
			}
		})
	}
}

func TestEveryTypeIsTakenWithoutAPanic(t *testing.T) {
	for _, g := range orb.AllGeometries {
		Lines(g)
	}
}

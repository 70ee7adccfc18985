package measure

import (
	"math"
	"slices"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// The pool is 10 x 10 at (20, 20); the usual ring runs around (0, 0)-(50, 50).
func TestEnclose(t *testing.T) {
	pool := box(20, 20, 30, 30)
	threeSides := orb.LineString{{50, 0}, {50, 50}, {0, 50}, {0, 0}}
	house := box(-10, -20, 60, 0)
	tests := []struct {
		name   string
		b      Barriers
		closed bool
		gaps   []float64
		bridge []float64
		parts  []RingPart
		area   float64 // of the ring
	}{
		{name: "no barriers"},
		{name: "a closed ring", b: Barriers{Fences: []orb.LineString{{{0, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}}},
			closed: true, parts: []RingPart{{Fence, 0}}, area: 2500},
		{name: "four fences meeting end to end",
			b: Barriers{Fences: []orb.LineString{{{0, 0}, {50, 0}}, {{50, 0}, {50, 50}}, {{50, 50}, {0, 50}}, {{0, 50}, {0, 0}}}}, closed: true,
			parts: []RingPart{{Fence, 0}, {Fence, 1}, {Fence, 2}, {Fence, 3}}, area: 2500},
		{name: "four fences crossing, with ends sticking out",
			b: Barriers{Fences: []orb.LineString{{{-5, 0}, {55, 0}}, {{50, -5}, {50, 55}}, {{55, 50}, {-5, 50}}, {{0, 55}, {0, -5}}}}, closed: true,
			parts: []RingPart{{Fence, 0}, {Fence, 1}, {Fence, 2}, {Fence, 3}}, area: 2500},
		{name: "three sides ending at the middle of a house wall",
			b:      Barriers{Fences: []orb.LineString{threeSides}, Walls: []orb.Geometry{house}},
			closed: true, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2500},
		{name: "the house stands wholly inside the ring",
			b: Barriers{Fences: []orb.LineString{{{0, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}}, Walls: []orb.Geometry{box(5, 5, 15, 15)}}, closed: true,
			parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2400},
		{name: "three sides and nothing", b: Barriers{Fences: []orb.LineString{threeSides}, SearchFt: 10}},
		{name: "three sides, looking far enough", b: Barriers{Fences: []orb.LineString{threeSides}, SearchFt: 60}, gaps: []float64{50},
			parts: []RingPart{{Fence, 0}}, area: 2500},
		{name: "four inches short of the wall, four inches allowed",
			b:      Barriers{Fences: []orb.LineString{{{50, 0}, {50, 50}, {0, 50}, {0, 1. / 3}}}, Walls: []orb.Geometry{house}, GapFt: 1. / 3},
			closed: true, bridge: []float64{0.333333}, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2500},
		{name: "one foot short of the wall", b: Barriers{Fences: []orb.LineString{{{50, 0}, {50, 50}, {0, 50}, {0, 1}}},
			Walls: []orb.Geometry{house}, GapFt: 1. / 3, SearchFt: 10},
			gaps: []float64{1}, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2500},
		{name: "a wide look does not take the way back along a fence for a gap", b: Barriers{Fences: []orb.LineString{{{50, 0}, {50, 50}, {0, 50}, {0, 3}}},
			Walls: []orb.Geometry{house}, GapFt: 1. / 3, SearchFt: 100},
			gaps: []float64{3}, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2500},
		{name: "two gaps, both are told", b: Barriers{Fences: []orb.LineString{{{50, 3}, {50, 50}, {0, 50}, {0, 1}}},
			Walls: []orb.Geometry{house}, GapFt: 1. / 3, SearchFt: 10},
			gaps: []float64{1, 3}, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 2500},
		{name: "a gate line in the gap", b: Barriers{Fences: []orb.LineString{{{4, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}},
			Gates: []orb.Geometry{orb.LineString{{0, 0}, {4, 0}}}}, closed: true, parts: []RingPart{{Fence, 0}, {Gate, 0}}, area: 2500},
		{name: "a gate point in the gap", b: Barriers{Fences: []orb.LineString{{{4, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}},
			Gates: []orb.Geometry{orb.Point{2, 0.3}}, SearchFt: 12, GateFt: 1}, closed: true, bridge: []float64{4}, parts: []RingPart{{Fence, 0}}, area: 2500},
		{name: "a gate point elsewhere does not close it", b: Barriers{Fences: []orb.LineString{{{4, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}},
			Gates: []orb.Geometry{orb.Point{50, 25}}, SearchFt: 12, GateFt: 1}, gaps: []float64{4}, parts: []RingPart{{Fence, 0}}, area: 2500},
		{name: "a gate on the fence beside the gap does not close it", b: Barriers{Fences: []orb.LineString{{{9, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}},
			Gates: []orb.Geometry{orb.Point{0, 2}}, SearchFt: 12, GateFt: 3}, gaps: []float64{9}, parts: []RingPart{{Fence, 0}}, area: 2500},
		{name: "a fence past the corner of a house, without an end there", b: Barriers{
			Fences: []orb.LineString{{{0, 0.5}, {50, 0.5}, {50, 50}, {0, 50}}}, Walls: []orb.Geometry{box(-20, -20, 0, 70)}, GapFt: 0.1, SearchFt: 2},
			closed: true, parts: []RingPart{{Fence, 0}, {Wall, 0}}, area: 50 * 49.5},
		{name: "a ring beside the pool", b: Barriers{Fences: []orb.LineString{{{40, 0}, {90, 0}, {90, 50}, {40, 50}, {40, 0}}}, SearchFt: 5}},
		{name: "a fence across the pool", b: Barriers{Fences: []orb.LineString{{{0, 0}, {25, 0}, {25, 50}, {0, 50}, {0, 0}}}, SearchFt: 5}},
		{name: "the pool's own wall is the barrier", b: Barriers{Walls: []orb.Geometry{pool}}, closed: true, parts: []RingPart{{Wall, 0}}, area: 100},
		{name: "a pool against the fence", b: Barriers{Fences: []orb.LineString{{{20, 0}, {50, 0}, {50, 50}, {20, 50}, {20, 0}}}}, closed: true,
			parts: []RingPart{{Fence, 0}}, area: 1500},
		{name: "a ring within a ring: the inner one holds it", b: Barriers{Fences: []orb.LineString{
			{{0, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}, {{15, 15}, {35, 15}, {35, 35}, {15, 35}, {15, 15}}}}, closed: true,
			parts: []RingPart{{Fence, 1}}, area: 400},
	}
	k := kernel.New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, deg := range []float64{0, 38.7} {
				b := tt.b
				b.Fences = nil
				for _, f := range tt.b.Fences {
					b.Fences = append(b.Fences, turn(f, deg, 300, -200).(orb.LineString))
				}
				b.Walls, b.Gates = nil, nil
				for _, g := range tt.b.Walls {
					b.Walls = append(b.Walls, turn(g, deg, 300, -200))
				}
				for _, g := range tt.b.Gates {
					b.Gates = append(b.Gates, turn(g, deg, 300, -200))
				}
				got, err := Enclose(k, turn(pool, deg, 300, -200), b)
				if err != nil {
					t.Fatal(err)
				}
				if got.Closed != tt.closed {
					t.Errorf("turned by %v: closed %v, want %v; %+v", deg, got.Closed, tt.closed, got)
				}
				if !slices.Equal(widths(got.Gaps), tt.gaps) {
					t.Errorf("turned by %v: gaps %v, want %v", deg, got.Gaps, tt.gaps)
				}
				if !slices.Equal(widths(got.Bridged), tt.bridge) {
					t.Errorf("turned by %v: bridged %v, want %v", deg, got.Bridged, tt.bridge)
				}
				if !slices.Equal(got.Parts, tt.parts) {
					t.Errorf("turned by %v: parts %v, want %v", deg, got.Parts, tt.parts)
				}
				wantFt(t, "area of the ring", polygonArea(got.Ring), tt.area, 1e-3)
			}
		})
	}
}

func widths(spans []Span) []float64 {
	var out []float64
	for _, s := range spans {
		out = append(out, s.Ft)
	}
	return out
}

func TestPercentOfARingLeavesOutItsGaps(t *testing.T) {
	e := Enclosure{Ring: orb.Polygon{box(0, 0, 50, 50)[0], box(5, 5, 15, 15)[0]}, Gaps: []Span{{Ft: 6}, {Ft: 4}}}
	if got := e.Percent(); got != 95 {
		t.Errorf("%v percent, want 95", got)
	}
	if got := (Enclosure{}).Percent(); got != 0 {
		t.Errorf("no ring is %v percent", got)
	}
}

func TestEncloseRefusesWhatIsNotMeasurable(t *testing.T) {
	k := kernel.New()
	if _, err := Enclose(k, orb.Polygon{}, Barriers{}); err == nil {
		t.Error("an empty pool gave no error")
	}
	if _, err := Enclose(k, box(0, 0, 1, 1), Barriers{Fences: []orb.LineString{{{0, 0}, {math.NaN(), 1}}}}); err == nil {
		t.Error("a fence with NaN gave no error")
	}
}

package yard

import (
	"errors"
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// The house of town stands at x 15-45, y 30-60.
func TestBehind(t *testing.T) {
	side := func(y *Yards, s orb.Geometry) (measure.Span, error) { return y.Behind(s, y.ground.Streets) }
	tests := []struct {
		name    string
		measure func(*Yards, orb.Geometry) (measure.Span, error)
		shed    orb.Polygon
		want    float64
	}{
		{"front wall on the front line of the house", (*Yards).BehindFront, box(2, 30, 12, 40), 0},
		{"four feet ahead of the house", (*Yards).BehindFront, box(2, 26, 12, 40), -4},
		{"twenty feet back", (*Yards).BehindFront, box(2, 50, 12, 60), 20},
		{"front wall on the rear line of the house", (*Yards).BehindRear, box(2, 60, 12, 70), 0},
		{"a foot forward of the rear line", (*Yards).BehindRear, box(2, 59, 12, 70), -1},
		{"five feet behind the rear corner", (*Yards).BehindRearCorner, box(48, 65, 58, 75), 5},
		{"ahead of the rear corner", (*Yards).BehindRearCorner, box(48, 49.9, 58, 60), -10.1},
		{"ten feet behind the face towards the side street", side, box(25, 70, 35, 80), 10},
		{"ahead of that face", side, box(40, 70, 50, 80), -5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				got, err := tt.measure(town(m, true), m.polygon(tt.shed))
				if err != nil {
					t.Fatal(err)
				}
				if got.Ft != tt.want {
					t.Errorf("turned by %v: %v ft, want %v exactly", m.deg, got.Ft, tt.want)
				}
				if math.Abs(got.Exact()-math.Abs(tt.want)) > 1e-6 {
					t.Errorf("witness of %v ft for %v", got.Exact(), tt.want)
				}
			}
		})
	}
}

// An L-shaped house with its rear wing on the left: rear corners at (0, 45) and (40, 35).
func TestRearCornerIsTheOneOnTheStructuresSide(t *testing.T) {
	house := orb.Polygon{{{0, 10}, {40, 10}, {40, 35}, {20, 35}, {20, 45}, {0, 45}, {0, 10}}}
	tests := []struct {
		name string
		deg  float64 // the house alone, a little askew
		shed orb.Polygon
		want float64
	}{
		{"on the right", 0, box(41, 40, 50, 50), 5},
		{"on the left", 0, box(-12, 50, -2, 60), 5},
		{"behind the middle", 0, box(15, 50, 25, 60), 5},
		{"a house 3 degrees askew keeps its right rear corner", 3, box(45, 50, 55, 60), 50 - (40*math.Sin(3*math.Pi/180) + 35*math.Cos(3*math.Pi/180))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				y := New(kernel.New(), Ground{
					Lot:       orb.MultiPolygon{m.polygon(box(-30, 0, 80, 120))},
					Front:     m.lines(orb.LineString{{-30, 0}, {80, 0}}),
					Principal: m.polygon(move{deg: tt.deg}.polygon(house)),
				})
				got, err := y.BehindRearCorner(m.polygon(tt.shed))
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "behind the rear corner", got.Ft, tt.want)
			}
		})
	}
}

// The cases of a two-acre lot: front line y = 0, house x 120-180, y 100-140.
func TestPrincipalStripOfATwoAcreLot(t *testing.T) {
	house := box(120, 100, 180, 140)
	tests := []struct {
		name   string
		house  orb.Polygon
		garage orb.Polygon
		sqft   float64
	}{
		{"beside the strip", house, box(90, 60, 114, 84), 0},
		{"touching the edge of the strip", house, box(96, 60, 120, 84), 0},
		{"half a foot into it", house, box(96.5, 60, 120.5, 84), 12},
		{"straight in front", house, box(140, 40, 164, 64), 576},
		{"an attached garage widens the strip", orb.Polygon{{{120, 100}, {180, 100}, {180, 110}, {204, 110}, {204, 140}, {120, 140}, {120, 100}}},
			box(185, 60, 209, 84), 456},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				y := New(kernel.New(), Ground{
					Lot:   orb.MultiPolygon{m.polygon(box(0, 0, 300, 300))},
					Front: m.lines(orb.LineString{{0, 0}, {300, 0}}), Principal: m.polygon(tt.house),
				})
				r, err := y.PrincipalStrip()
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Overlap(m.polygon(tt.garage))
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "overlap", got.SqFt, tt.sqft)
			}
		})
	}
}

// A tank may not stand between the building and the line against a residential lot.
func TestBetweenBuildingAndLine(t *testing.T) {
	north := []orb.LineString{{{200, 200}, {0, 200}}}
	y := New(kernel.New(), Ground{Lot: orb.MultiPolygon{box(0, 0, 200, 200)}, Principal: box(80, 80, 120, 120)})
	r, err := y.Between("between building and north line", north)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tank orb.Polygon
		want float64
	}{
		{box(90, 60, 100, 70), 0}, {box(90, 150, 100, 160), 100}, {box(10, 150, 20, 160), 100}, {box(10, 95, 20, 105), 0}, {box(10, 115, 20, 125), 50},
	} {
		got, err := r.Overlap(tt.tank)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, "overlap", got.SqFt, tt.want)
	}
	var missing *MissingError
	if _, err := y.Within("shore", nil, 75); !errors.As(err, &missing) || missing.What != "shore" {
		t.Errorf("no shore: %v", err)
	}
}

func TestFrontBowTellsAStraightFrontFromACurvedOne(t *testing.T) {
	y := town(move{}, false)
	if bow, err := y.FrontBow(); bow != 0 || err != nil {
		t.Errorf("straight front: %v, %v", bow, err)
	}
	y.ground.Front = []orb.LineString{{{0, 0}, {20, -6}, {40, -6}, {60, 0}}}
	if bow, err := y.FrontBow(); bow != 6 || err != nil {
		t.Errorf("curved front: %v, %v", bow, err)
	}
}

func TestAStraightStripIsTheSameDrawnByClippingAsByGEOS(t *testing.T) {
	k := kernel.New()
	depth := 25.0
	for name, c := range map[string]struct {
		lot     orb.Ring
		line    orb.LineString
		clipped bool
	}{
		"rectangle":                 {orb.Ring{{0, 0}, {80, 0}, {80, 150}, {0, 150}, {0, 0}}, orb.LineString{{80, 150}, {0, 150}}, true},
		"leaning sides":             {orb.Ring{{0, 0}, {80, 0}, {70, 150}, {10, 150}, {0, 0}}, orb.LineString{{0, 0}, {80, 0}}, true},
		"sides that spread":         {orb.Ring{{0, 0}, {80, 0}, {120, 150}, {-40, 150}, {0, 0}}, orb.LineString{{0, 0}, {80, 0}}, false},
		"a notch beside the line":   {orb.Ring{{0, 0}, {80, 0}, {80, 150}, {40, 150}, {40, 140}, {0, 140}, {0, 0}}, orb.LineString{{80, 150}, {40, 150}}, false},
		"an L with the line on top": {orb.Ring{{0, 0}, {80, 0}, {80, 60}, {40, 60}, {40, 150}, {0, 150}, {0, 0}}, orb.LineString{{40, 150}, {0, 150}}, true},
	} {
		y := New(k, Ground{Lot: orb.MultiPolygon{{c.lot}}, Rear: []orb.LineString{c.line}, Required: Depths{Rear: &depth}})
		r, err := y.RequiredRear()
		if err != nil {
			t.Fatal(err)
		}
		straight, ok := r.drawStraight(r.in[0], 0)
		if ok != c.clipped {
			t.Errorf("%s: clipped %v, want %v", name, ok, c.clipped)
		}
		if !ok {
			continue
		}
		band, err := r.in[0].draw(k)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := k.Intersection(y.ground.Lot, band)
		if err != nil {
			t.Fatal(err)
		}
		diff, err := k.Difference(kernel.Polygons(whole), straight)
		if err != nil {
			t.Fatal(err)
		}
		back, err := k.Difference(straight, kernel.Polygons(whole))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := measure.Area(straight)
		for _, d := range []orb.Geometry{diff, back} {
			if rest := kernel.Polygons(d); len(rest) > 0 {
				if sqft, err := measure.Area(rest); err == nil && sqft > 1e-4*a {
					t.Errorf("%s: the two differ by %v of %v sq ft", name, sqft, a)
				}
			}
		}
	}
}

func TestTheRequiredYardsOfAStraightLotAreTheSameDrawnByClippingAsByGEOS(t *testing.T) {
	k := kernel.New()
	front, side, rear := 30.0, 8.0, 25.0
	for name, lot := range map[string]orb.Ring{
		"rectangle":     {{0, 0}, {80, 0}, {80, 150}, {0, 150}, {0, 0}},
		"parallelogram": {{0, 0}, {80, 0}, {95, 150}, {15, 150}, {0, 0}},
		"wedge":         {{0, 0}, {80, 0}, {110, 150}, {-10, 150}, {0, 0}},
	} {
		y := New(k, Ground{Lot: orb.MultiPolygon{{lot}}, Front: []orb.LineString{{lot[0], lot[1]}}, Side: []orb.LineString{{lot[1], lot[2]}, {lot[3], lot[0]}},
			Rear: []orb.LineString{{lot[2], lot[3]}}, Required: Depths{Front: &front, Side: &side, Rear: &rear}})
		r, err := y.RequiredYards()
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := r.Shape()
		if err != nil {
			t.Fatal(err)
		}
		var round orb.MultiPolygon
		for _, s := range r.in {
			part, err := r.drawRound(s)
			if err != nil {
				t.Fatal(err)
			}
			round = append(round, part...)
		}
		whole, err := k.UnaryUnion(round)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := measure.Area(drawn)
		b, errB := measure.Area(whole)
		if errA != nil || errB != nil || math.Abs(a-b) > 1e-4*b {
			t.Errorf("%s: %v sq ft clipped, %v by GEOS (%v, %v)", name, a, b, errA, errB)
		}
	}
}

func TestTheShareOfAYardIsThatOfItsDrawnShape(t *testing.T) {
	k := kernel.New()
	depth := 25.0
	y := New(k, Ground{Lot: orb.MultiPolygon{{orb.Ring{{0, 0}, {80, 0}, {80, 150}, {0, 150}, {0, 0}}}}, Rear: []orb.LineString{{{80, 150}, {0, 150}}}, Required: Depths{Rear: &depth}})
	r, err := y.RequiredRear()
	if err != nil {
		t.Fatal(err)
	}
	box := func(x, y, w, d float64) orb.Geometry {
		return orb.Polygon{{{x, y}, {x + w, y}, {x + w, y + d}, {x, y + d}, {x, y}}}
	}
	for name, structures := range map[string][]orb.Geometry{
		"apart, one half in the yard": {box(5, 130, 10, 10), box(40, 115, 20, 20)},
		"one over the other":          {box(5, 130, 10, 10), box(10, 130, 10, 10)},
		"none in the yard":            {box(5, 20, 10, 10)},
	} {
		got, err := r.Share(structures)
		if err != nil {
			t.Fatal(err)
		}
		shape, err := r.Shape()
		if err != nil {
			t.Fatal(err)
		}
		want, err := measure.ShareOf(k, shape, structures)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Percent-want.Percent) > 1e-6 {
			t.Errorf("%s: %v percent, want %v", name, got.Percent, want.Percent)
		}
	}
}

package yard

import (
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

func TestBeyond(t *testing.T) {
	tests := []struct {
		name   string
		thing  orb.Geometry
		street bool // else across the left side line
		sqft   float64
		clear  float64
	}{
		{"a hoop 4 ft out in the terrace", orb.Point{30, -4}, true, 0, -4},
		{"a hoop 1 ft inside", orb.Point{30, 1}, true, 0, 1},
		{"a shed 2 ft over the side line", box(-2, 40, 8, 50), false, 20, -2},
		{"the same shed and the street", box(-2, 40, 8, 50), true, 0, 40},
		{"a shed on the line", box(0, 40, 8, 50), false, 0, 0},
		{"a hedge 3 ft out", orb.LineString{{10, -3}, {50, -3}}, true, 0, -3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			y := town(move{}, false)
			lines := y.ground.Front
			if !tt.street {
				lines = y.ground.Side[1:]
			}
			got, err := y.Beyond(tt.thing, lines)
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "area", got.SqFt, tt.sqft)
			wantNear(t, "clear", got.ClearFt, tt.clear)
		})
	}
}

func TestClearOfAPointTellsItsYard(t *testing.T) {
	tests := []struct {
		name string
		draw func(*Yards) (*Region, error)
		at   orb.Point
		want float64
	}{
		{"in the front yard", (*Yards).Front, orb.Point{30, 20}, -10},
		{"on the front line of the house", (*Yards).Front, orb.Point{5, 30}, 0},
		{"behind it", (*Yards).Front, orb.Point{5, 40}, 10},
		{"off the lot", (*Yards).Front, orb.Point{30, -3}, 3},
		{"in the side yard", (*Yards).Side, orb.Point{5, 45}, -10},
		{"behind the side yard", (*Yards).Side, orb.Point{5, 75}, 15},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := tt.draw(town(move{}, false))
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.ClearOf(tt.at)
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "clear", got, tt.want)
		})
	}
	r, _ := town(move{}, false).Front()
	if _, err := r.Overlap(orb.Point{30, 20}); err == nil {
		t.Error("a point in the yard has no overlap area: want an error, not 0")
	}
	if _, err := r.ClearOf(orb.Point{math.NaN(), 0}); err == nil {
		t.Error("a point that is nowhere gave no error")
	}
}

func TestYardsOfAFlagLotAreThoseOfItsBody(t *testing.T) {
	for _, m := range moves {
		lot := m.polygon(orb.Polygon{{{0, 0}, {15, 0}, {15, 100}, {80, 100}, {80, 200}, {0, 200}, {0, 0}}})
		body, front, err := Body(kernel.New(), orb.MultiPolygon{lot}, m.lines(orb.LineString{{0, 100}, {15, 100}})[0])
		if err != nil {
			t.Fatal(err)
		}
		y := New(kernel.New(), Ground{Lot: body, Front: []orb.LineString{front}, Principal: m.polygon(box(30, 140, 60, 170)), Required: Depths{Front: feet(30)}})
		for _, tt := range []struct {
			name string
			draw func(*Yards) (*Region, error)
			want float64
		}{{"body", (*Yards).Lot, 8000}, {"required front yard", (*Yards).RequiredFront, 80 * 30}, {"front yard", (*Yards).Front, 80 * 40}} {
			r, err := tt.draw(y)
			if err != nil {
				t.Fatal(err)
			}
			sqft, err := r.SqFt()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(sqft-tt.want) > 1 {
				t.Errorf("turned by %v: %s of %v sq ft, want %v", m.deg, tt.name, sqft, tt.want)
			}
		}
	}
	if _, _, err := Body(kernel.New(), orb.MultiPolygon{box(0, 0, 9, 9)}, orb.LineString{{20, 20}, {30, 20}}); err == nil {
		t.Error("a line off the lot cut it")
	}
}

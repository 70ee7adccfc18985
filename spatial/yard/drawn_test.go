package yard

import (
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

func TestStripsOfARegionKeepTheirDepthsAndCoverIt(t *testing.T) {
	type strip struct{ depth, sqFt float64 }
	for _, tt := range []struct {
		name string
		draw func(*Yards) (*Region, error)
		want []strip
	}{
		{"front yard", (*Yards).Front, []strip{{30, 60 * 30}}},
		{"street yard of a corner lot: 30 ft to one street, 15 to the other", (*Yards).Street, []strip{{30, 60 * 30}, {15, 15 * 120}}},
		{"required street yard", (*Yards).RequiredStreet, []strip{{12, 12 * 120}}},
		{"required yards together", (*Yards).RequiredYards, []strip{{25, 60 * 25}, {20, 60 * 20}, {8, 8 * 120}, {12, 12 * 120}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				r, err := tt.draw(town(m, true))
				if err != nil {
					t.Fatal(err)
				}
				got := r.Strips()
				if len(got) != len(tt.want) {
					t.Fatalf("%d strips, want %d", len(got), len(tt.want))
				}
				for i, part := range got {
					depth, ok := part.DepthFt()
					sqFt, err := part.SqFt()
					if err != nil || !ok {
						t.Fatal(ok, err)
					}
					wantNear(t, "depth", depth, tt.want[i].depth)
					wantNear(t, "area", sqFt, tt.want[i].sqFt)
				}
			}
		})
	}
}

func TestARegionThatIsNoStripHasNoDepth(t *testing.T) {
	for name, draw := range map[string]func(*Yards) (*Region, error){"side yard": (*Yards).Side, "buildable area": (*Yards).Buildable, "street yard": (*Yards).Street} {
		r, err := draw(town(move{}, true))
		if err != nil {
			t.Fatal(err)
		}
		if depth, ok := r.DepthFt(); ok {
			t.Errorf("%s is %v ft deep", name, depth)
		}
	}
	r, _ := town(move{}, true).Side()
	if parts := r.Strips(); len(parts) != 1 || parts[0] != r {
		t.Errorf("a side yard was divided into %d strips", len(parts))
	}
}

func TestNearWaterOnALot(t *testing.T) {
	lot := orb.MultiPolygon{box(0, 0, 60, 120)}
	for _, tt := range []struct {
		name  string
		water orb.Geometry
		depth float64
		want  float64
	}{
		{"a lake behind the lot", box(-500, 120, 500, 400), 75, 60 * 75},
		{"a lake that takes the rear of the lot", box(-500, 100, 500, 400), 75, 60 * 95},
		{"a brook beside the lot", orb.LineString{{-10, -500}, {-10, 500}}, 25, 15 * 120},
		{"the end of a brook in the middle of the lot", orb.LineString{{-200, 60}, {0, 60}}, 20, math.Pi * 200},
		{"a lake that is too far", box(-500, 195, 500, 400), 75, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Near(kernel.New(), lot, tt.water, tt.depth)
			if err != nil {
				t.Fatal(err)
			}
			sqFt := 0.0
			if len(got) > 0 {
				if sqFt, err = measure.Area(got); err != nil {
					t.Fatal(err)
				}
			}
			if math.Abs(sqFt-tt.want) > 2e-4*tt.want {
				t.Errorf("%v sq ft, want %v", sqFt, tt.want)
			}
		})
	}
}

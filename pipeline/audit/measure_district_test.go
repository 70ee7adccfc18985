package audit

import (
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

// onLotM measures on a sign of lot M of the village, its eastern neighbours in B-1 and the northern ones in a district nobody knows.
func onLotM(t *testing.T, shape orb.Geometry, c *rules.Call) rules.Measured {
	t.Helper()
	in := village(t)
	for i := range in.Parcels {
		switch id := in.Parcels[i].ID; {
		case id == "E":
			in.Parcels[i].District = "B-1"
		case id[0] == 'N':
			in.Parcels[i].District = "X-9"
		default:
			in.Parcels[i].District = "R-1"
		}
	}
	in.Layers.Features = true
	in.Features = []Structure{{ID: "sign", Layer: "features", Class: "sign", Shape: shape}}
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &town.subjects[0]
	v := newView(town)
	v.look(town.site(kernel.New(), s.lot), s, 0, town.districtOfLot(s.lot))
	return v.take(c)
}

func TestTheWayToADistrictIsThatToItsNearestLand(t *testing.T) {
	to := func(name string, within float64) *rules.Call {
		return &rules.Call{Name: name, Districts: []string{"business"}, WithinFt: within}
	}
	cases := []struct {
		name   string
		at     orb.Point
		call   *rules.Call
		lo, hi float64
		none   bool
	}{
		{"40 ft from business land in the east", orb.Point{60, 10}, to("to_district", 100), 40, 40, false},
		{"due east", orb.Point{60, 10}, to("bearing_to_district", 100), 90, 90, false},
		{"farther than is looked for", orb.Point{60, 10}, to("to_district", 30), 0, 0, true},
		{"land of an unknown district is nearer", orb.Point{60, 130}, to("to_district", 100), 20, 40, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := onLotM(t, c.at, c.call)
			if m.None != c.none || !c.none && (m.Value.Type != rules.NumberOf || math.Abs(m.Value.Lo-c.lo) > 1e-6 || math.Abs(m.Value.Hi-c.hi) > 1e-6) {
				t.Errorf("got %+v", m)
			}
		})
	}
	if m := onLotM(t, orb.Point{60, 130}, to("bearing_to_district", 100)); m.Value.Type != rules.Unknown {
		t.Errorf("the direction to a district that may be nearer is %+v", m)
	}
}

func TestBeyondIsHowFarAThingReachesOffItsLot(t *testing.T) {
	cases := []struct {
		name  string
		shape orb.Geometry
		to    string
		want  float64
	}{
		{"3.1 ft over the street line", box(40, -3.1, 4, 8)[0], "right_of_way", 3.1},
		{"up to the street line", box(40, 0, 4, 8)[0], "right_of_way", 0},
		{"10 ft inside", box(40, 10, 4, 8)[0], "right_of_way", 0},
		{"over the street line, asked for the side lines", box(40, -3.1, 4, 8)[0], "side", 0},
		{"1 ft over a side line", box(-1, 40, 4, 8)[0], "side", 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := onLotM(t, c.shape, &rules.Call{Name: "beyond", To: []string{c.to}})
			if m.Value.Type != rules.NumberOf || m.Value.Lo != c.want || m.Value.Hi != c.want {
				t.Errorf("got %+v, want %g", m, c.want)
			}
		})
	}
}

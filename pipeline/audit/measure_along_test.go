package audit

import (
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

func fence(id string, path ...orb.Point) Structure {
	return Structure{ID: id, Layer: "fences", Shape: orb.LineString(path)}
}

func TestAlongIsTheLengthThatRunsBesideALine(t *testing.T) {
	cases := []struct {
		name  string
		fence Structure
		want  float64
	}{
		{"on the line between two lots, for 40 ft", fence("f", orb.Point{0, 80}, orb.Point{0, 120}), 40},
		{"2 ft inside it", fence("f", orb.Point{2, 80}, orb.Point{2, 120}), 40},
		{"square to it: only what is within 3 ft", fence("f", orb.Point{1, 90}, orb.Point{50, 90}), 2},
		{"in the middle of the lot", fence("f", orb.Point{40, 90}, orb.Point{60, 90}), 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, building("house", "principal_building", 30, 40, 40, 30))
			c.fence.ParcelID = "M"
			in.Fences, in.Layers.Fences = []Structure{c.fence}, true
			town, err := survey(t.Context(), in, 1)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i := range town.subjects {
				if s := &town.subjects[i]; s.kind == aFence {
					v := newView(town)
					v.look(town.site(nil, s.lot), s, 0, district{})
					sum += v.along(&rules.Call{Name: "along", To: []string{"side"}, WithinFt: 3}).Value.Lo
				}
			}
			if diff := sum - c.want; diff > 1e-6 || diff < -1e-6 {
				t.Errorf("got %g, want %g", sum, c.want)
			}
		})
	}
}

func TestAFenceThatEndsAtALotLineIsOneStretch(t *testing.T) {
	in := village(t)
	in.Fences, in.Layers.Fences = []Structure{fence("f", orb.Point{0, 90}, orb.Point{100, 90})}, true
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	var found []orb.Geometry
	for i := range town.subjects {
		if town.subjects[i].kind == aFence {
			found = append(found, town.subjects[i].shape)
		}
	}
	if len(found) != 1 || lengthFt(found[0]) != 100 {
		t.Errorf("stretches %v", found)
	}
}

func TestAFenceOnALotLineHasNoDistanceFromTheStreetItStandsIn(t *testing.T) {
	for _, c := range []struct{ y, want float64 }{{-0.2, 0}, {0, 0}, {0.2, 0.2}} {
		in := village(t, building("house", "principal_building", 30, 40, 40, 30))
		in.Fences, in.Layers.Fences = []Structure{fence("f", orb.Point{20, c.y}, orb.Point{60, c.y})}, true
		town, err := survey(t.Context(), in, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range town.subjects {
			s := &town.subjects[i]
			if s.kind != aFence {
				continue
			}
			v := newView(town)
			v.look(town.site(nil, s.lot), s, 0, district{})
			if m := v.distance(&rules.Call{Name: "distance", To: []string{"right_of_way"}}); m.Value.Lo != c.want || !s.stretch.onLine {
				t.Errorf("at y = %g: distance %+v, on the line %v, want %g", c.y, m.Value, s.stretch.onLine, c.want)
			}
		}
	}
}

func TestAFenceInTheStreetBelongsToTheYardItStandsBefore(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	in.Fences, in.Layers.Fences = []Structure{fence("f", orb.Point{20, -2}, orb.Point{60, -2})}, true
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range town.subjects {
		s := &town.subjects[i]
		if s.kind != aFence {
			continue
		}
		if s.assignment != beside || s.stretch.yard != "front" || town.fabric.Lots[s.lot].ID != "M" {
			t.Errorf("assignment %q, yard %q, lot %d", s.assignment, s.stretch.yard, s.lot)
		}
		v := newView(town)
		v.look(town.site(nil, s.lot), s, 0, district{})
		if m := v.distance(&rules.Call{Name: "distance", To: []string{"right_of_way"}}); m.Value.Lo != 0 || m.Value.Hi != 0 {
			t.Errorf("distance %+v", m.Value)
		}
	}
}

package audit

import (
	"math"
	"slices"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

func TestAFenceOnTheNeighboursLandIsThatOfTheLotItsRecordNames(t *testing.T) {
	cases := []struct {
		name, parcel string
		fence        Structure
		lot, other   string
	}{
		{"3 ft over the line", "M", fence("f", orb.Point{-3, 80}, orb.Point{-3, 120}), "M", "W"},
		{"the same without a parcel in the record", "", fence("f", orb.Point{-3, 80}, orb.Point{-3, 120}), "W", ""},
		{"far from the lot that the record names", "M", fence("f", orb.Point{-60, 80}, orb.Point{-60, 120}), "W", ""},
		{"on its own lot", "M", fence("f", orb.Point{30, 80}, orb.Point{30, 120}), "M", ""},
		{"2 ft long and within the accuracy of a street line", "", fence("f", orb.Point{40, 0.2}, orb.Point{42, 0.2}), "M", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, building("house", "principal_building", 30, 40, 40, 30))
			c.fence.ParcelID = c.parcel
			in.Fences, in.Layers.Fences = []Structure{c.fence}, true
			town, err := survey(t.Context(), in, 1)
			if err != nil {
				t.Fatal(err)
			}
			name := func(i int32) string {
				if i < 0 {
					return ""
				}
				return town.fabric.Lots[i].ID
			}
			stretches := 0
			for i := range town.subjects {
				if s := &town.subjects[i]; s.kind == aFence {
					stretches++
					if s.assignment == beside {
						t.Errorf("it stands on a lot, not beside it")
					}
					if name(s.lot) != c.lot || name(s.otherLot) != c.other {
						t.Errorf("a stretch is of lot %q beside %q, want %q beside %q", name(s.lot), name(s.otherLot), c.lot, c.other)
					}
				}
			}
			if stretches != 1 {
				t.Errorf("%d stretches", stretches)
			}
		})
	}
}

func TestAFenceThatTouchesARegionIsNotInIt(t *testing.T) {
	cases := []struct {
		name   string
		fence  Structure
		region string
		want   float64
	}{
		{"on the side line, off the lot", fence("f", orb.Point{0, 80}, orb.Point{0, 120}), "outside_lot", 0},
		{"in the middle, off the lot", fence("f", orb.Point{40, 80}, orb.Point{40, 120}), "outside_lot", 0},
		{"3 ft over the line, off the lot", fence("f", orb.Point{-3, 80}, orb.Point{-3, 120}), "outside_lot", 40},
		{"on an interior lot, in the yard of a side street it does not have", fence("f", orb.Point{2, 80}, orb.Point{2, 120}), "required_street_yard", 0},
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
			for i := range town.subjects {
				if s := &town.subjects[i]; s.kind == aFence {
					v := newView(town)
					v.look(town.site(kernel.New(), s.lot), s, 0, town.districtOfLot(s.lot))
					m := v.overlap(&rules.Call{Name: "overlap", With: []string{c.region}})
					if m.Value.Type != rules.NumberOf || math.Abs(m.Value.Lo-c.want) > 1e-3 {
						t.Errorf("got %+v, want %g", m.Value, c.want)
					}
				}
			}
		})
	}
}

func TestTheYardOfAStretchFollowsTheReadingOfTheLot(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	in.Fences, in.Layers.Fences = []Structure{fence("f", orb.Point{40, 90}, orb.Point{60, 90})}, true
	in.Streets = append(in.Streets, lot.Street{Name: "Oak Street", Line: orb.LineString{{-500, 180}, {500, 180}}})
	in.Parcels = slices.DeleteFunc(in.Parcels, func(p Parcel) bool { return p.ID[0] == 'N' })
	in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: "far", Shape: box(-100, 210, 300, 100)}, District: "R-1"})
	in.Lots.Front = lot.FrontUndecided
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	yards := map[string]bool{}
	for i := range town.subjects {
		if s := &town.subjects[i]; s.kind == aFence {
			site := town.site(kernel.New(), s.lot)
			for r := range site.readings {
				v := newView(town)
				v.look(site, s, r, town.districtOfLot(s.lot))
				yards[v.Fact("stretch.yard").Text] = true
			}
		}
	}
	if len(yards) < 2 || !yards["front"] {
		t.Errorf("the yards under all readings are %v", yards)
	}
}

func TestThePartOfAFenceThatRunsInTheStreetIsListedAndSaid(t *testing.T) {
	in := village(t)
	in.Layers.Fences = true
	in.Fences = []Structure{{ID: "F", Layer: "fences", Class: "fence", Shape: orb.LineString{{50, 20}, {50, -30}}}}
	r := run(t, in)
	var off *StructureRow
	for i := range r.Structures {
		if r.Structures[i].Assignment == onNoLot {
			off = &r.Structures[i]
		}
	}
	if off == nil || off.ID != "F/off" || math.Abs(off.LengthFt-29.75) > 0.01 {
		t.Fatalf("got %+v, want the 29.75 ft beyond the band of the street line", off)
	}
	if len(r.Issues) != 1 || r.Issues[0].Kind != "partly-on-no-lot" || r.Issues[0].RecordID != "F" {
		t.Errorf("issues %+v", r.Issues)
	}
}

func TestAStretchOnALineThatTheNamedLotDoesNotHaveIsNotDropped(t *testing.T) {
	in := village(t)
	in.Layers.Fences = true
	// Along the line of M and E, then on along that of NM and NE, where the named lot M is only near.
	in.Fences = []Structure{{ID: "F", Layer: "fences", Class: "fence", ParcelID: "M", Shape: orb.LineString{{100, 50}, {100, 250}}}}
	ft := map[string]float64{}
	for _, s := range run(t, in).Structures {
		ft[s.LotID] += s.LengthFt
	}
	if math.Abs(ft["M"]-100) > 0.5 || ft["E"] != 0 {
		t.Errorf("along its own line: M %.1f ft, E %.1f ft, want 100 and 0", ft["M"], ft["E"])
	}
	if ft["NM"]+ft["NE"] < 99 {
		t.Errorf("beyond it: NM %.1f ft, NE %.1f ft, want 100 on one of them at least", ft["NM"], ft["NE"])
	}
}

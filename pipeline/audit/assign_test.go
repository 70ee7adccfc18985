package audit

import (
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

func TestAFeatureInTheStreetTerraceIsAuditedOnTheNearestLot(t *testing.T) {
	in := village(t)
	in.Layers.Features = true
	in.Features = []Structure{
		{ID: "shed", Layer: "features", Class: "shed", Shape: box(40, -14, 10, 10)[0]},
		{ID: "far", Layer: "features", Class: "shed", Shape: box(40, -35, 10, 10)[0]},
	}
	r := run(t, in)
	f := find(t, r, "1-1(a)#lot-line-3", "shed")
	if f.ParcelID != "M" || f.Outcome != rules.Violation || f.Measured == nil || *f.Measured != 0 {
		t.Errorf("a shed 4 ft out in the street: on %q, %v, measured %v", f.ParcelID, f.Outcome, f.Measured)
	}
	for _, s := range r.Structures {
		if want := map[string]string{"shed": beside, "far": onNoLot}[s.ID]; s.Assignment != want {
			t.Errorf("%s: assignment %q, want %q", s.ID, s.Assignment, want)
		}
	}
}

func TestABuildingInTheStreetIsNotGuessedOntoALot(t *testing.T) {
	r := run(t, village(t, building("shed", "shed", 40, -14, 10, 10)))
	if len(r.Structures) != 1 || r.Structures[0].Assignment != onNoLot {
		t.Errorf("got %+v", r.Structures)
	}
}

func TestWhatLiesBeyondAnOpenEdgeIsNoRightOfWayForCertain(t *testing.T) {
	in := village(t)
	in.Streets, in.Layers.Features = nil, true
	in.Parcels = in.Parcels[:1] // one lot and nothing around it
	in.Features = []Structure{{ID: "hoop", Layer: "features", Class: "basketball_hoop", Shape: orb.Point{-50, -4}}}
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	v := newView(town)
	s := &town.subjects[0]
	if s.lot != 0 {
		t.Fatalf("the hoop is on lot %d", s.lot)
	}
	v.look(town.site(nil, 0), s, 0, district{})
	if m := v.overlap(&rules.Call{Name: "overlap", With: []string{"terrace"}}); m.Value.Type != rules.Unknown {
		t.Errorf("got %+v", m.Value)
	}
}

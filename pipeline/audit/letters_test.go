package audit

import (
	"os"
	"slices"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

// The tests of this file are letters that must not be sent: verdicts against an owner that the data do not bear out.

func TestAGarageAtTheWingIsAttachedToTheHouse(t *testing.T) {
	r := run(t, village(t, building("house", "principal_building", 30, 40, 40, 30), building("wing", "principal_building", 70, 45, 15, 20),
		building("garage", "garage", 85, 45, 14, 20)))
	if f := find(t, r, "1-1(a)#lot-line-3", "garage"); f.Outcome != rules.NotApplicable {
		t.Errorf("1 ft from the side line, attached to the wing: %v, %s", f.Outcome, f.Message)
	}
}

func TestADeckAtTheWingIsAttachedAndOneWithinTheAccuracyMayBe(t *testing.T) {
	for name, c := range map[string]struct {
		x       float64
		partial bool
		want    rules.Type
	}{
		"at the wing":                             {85, false, rules.BoolOf},
		"half a foot off the wing":                {85.5, false, rules.Unknown},
		"where not every building is drawn":       {90, true, rules.Unknown},
		"five feet off, and all that is is drawn": {90, false, rules.BoolOf},
	} {
		in := village(t, building("house", "", 30, 40, 40, 30), building("wing", "", 70, 45, 15, 20))
		in.Features = []Structure{{ID: "deck", Layer: "features", Class: "deck", Shape: box(c.x, 45, 8, 10)[0]}}
		in.Layers.Features, in.Layers.Buildings = true, !c.partial
		in.Tolerance.Buildings, in.Tolerance.Features = 0.5, 0.5
		town, err := survey(t.Context(), in, 1)
		if err != nil {
			t.Fatal(err)
		}
		v, deck := newView(town), &town.subjects[2]
		v.look(town.site(nil, deck.lot), deck, 0, district{})
		got := v.attachedFact(deck)
		if got.Type != c.want || got.Type == rules.BoolOf && got.Bool != (c.x == 85) {
			t.Errorf("a deck %s: attached is %+v", name, got)
		}
	}
}

func TestTouchingPartsOfAnAccessoryBuildingAreOne(t *testing.T) {
	r := run(t, village(t, building("house", "", 30, 40, 40, 30), building("garage", "", 30, 110, 20, 20), building("lean-to", "", 50, 112, 8, 16)))
	for _, s := range r.Structures {
		if s.ID == "garage" && s.AreaSqFt != 528 {
			t.Errorf("the garage with its lean-to has %v sq ft", s.AreaSqFt)
		}
		if s.ID == "lean-to" && s.Outcomes != [7]int{} {
			t.Errorf("the lean-to is audited by itself: %v", s.Outcomes)
		}
	}
}

func TestALargeBuildingWithoutAClassMayBeASecondHouse(t *testing.T) {
	r := run(t, village(t, building("house", "", 10, 20, 60, 40), building("second", "", 2, 100, 40, 30), building("garage", "", 60, 120, 39, 20)))
	if f := find(t, r, "1-1(a)#lot-line-3", "second"); f.Outcome != rules.Indeterminate || f.DependsOn != "principal building" || f.Reason != "violation with principal building house, not-applicable with another principal building" {
		t.Errorf("1,200 sq ft 2 ft from the line: %v on %q, %s", f.Outcome, f.DependsOn, f.Reason)
	}
	if f := find(t, r, "1-1(a)#lot-line-3", "garage"); f.Outcome != rules.Violation {
		t.Errorf("780 sq ft 1 ft from the line: %v", f.Outcome)
	}
	in := village(t, building("house", "", 10, 20, 60, 40), building("second", "", 2, 100, 40, 30), building("garage", "", 60, 120, 39, 20))
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	v := newView(town)
	v.look(town.site(kernel.New(), town.subjects[0].lot), &town.subjects[0], 0, district{})
	m := v.count(&rules.Call{Name: "count", Classes: []string{"accessory_building"}})
	if m.Value.Hi != m.Value.Lo+1 || len(m.Value.Missing) != 1 || m.Value.Missing[0] != "class of second" {
		t.Errorf("one building more or less: %+v", m.Value)
	}
}

func TestABuildingLargeEnoughForAHouseIsOneOfItsReadings(t *testing.T) {
	in := village(t, building("house", "", 10, 20, 60, 40), building("second", "", 10, 100, 40, 26), building("small", "", 60, 70, 31, 31))
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, p := range town.principals[town.subjects[0].lot] {
		named = append(named, town.subjects[p.main].id)
	}
	if !slices.Equal(named, []string{"house", "second"}) {
		t.Errorf("plausible principal buildings are %q, want the house and the one of 1,040 sq ft, not that of 961", named)
	}
}

func TestTheLargestOfSomeBuildingsNeedNotBeTheHouse(t *testing.T) {
	in := village(t, building("b1", "", 30, 90, 20, 20), building("shed", "shed", 53, 90, 10, 10))
	in.Layers.Buildings = false
	f := find(t, run(t, in), "1-1(c)#separation", "shed")
	if f.Outcome != rules.Indeterminate {
		t.Errorf("3 ft from the largest building drawn: %v, %s", f.Outcome, f.Message)
	}
}

func TestAWallThatRunsFarOffALotIsNotThatLots(t *testing.T) {
	for name, c := range map[string]struct {
		shape orb.Geometry
		want  string
	}{
		"along the lot in the terrace":      {orb.LineString{{20, -5}, {80, -5}}, beside},
		"from near the lot down the street": {orb.LineString{{90, -10}, {90, -40}, {400, -40}}, onNoLot},
	} {
		in := village(t, building("house", "principal_building", 30, 40, 40, 30))
		in.Layers.Fences = true
		in.Fences = []Structure{{ID: "wall", Layer: "fences", Class: "retaining_wall", Shape: c.shape}}
		for _, s := range run(t, in).Structures {
			if s.Type == aFence && s.Assignment != c.want {
				t.Errorf("a wall %s: %s", name, s.Assignment)
			}
		}
	}
}

func TestAFenceInTheStreetIsThatLotsAlongWhichItRuns(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	in.Layers.Fences = true
	in.Fences = []Structure{{ID: "f", Layer: "fences", Class: "fence", Shape: orb.LineString{{99.5, -1.2}, {112, -1.6}}}}
	for _, s := range run(t, in).Structures {
		if s.Type == aFence && s.LotID != "E" {
			t.Errorf("it is nearest to the corner of M and runs along E: %s %q", s.Assignment, s.LotID)
		}
	}
}

func TestAFenceThatCrossesTheStreetLineByTheAccuracyIsNotInTheStreet(t *testing.T) {
	for name, c := range map[string]struct {
		path orb.LineString
		want rules.Outcome
	}{
		"down the side, ending 3 ft out":             {orb.LineString{{20, 80}, {20, -3}}, rules.WithinTolerance},
		"along the street line, drawn past a corner": {orb.LineString{{-20, -0.6}, {120, -0.6}}, rules.WithinTolerance},
		"in the street terrace":                      {orb.LineString{{20, -5}, {80, -5}}, rules.Violation},
	} {
		in := village(t, building("house", "principal_building", 30, 40, 40, 30))
		pack, err := rules.Load(os.DirFS("../../rules/packs"), "wi-village-133")
		if err != nil {
			t.Fatal(err)
		}
		in.Pack, in.Districts, in.Layers.Fences = pack, pack.Districts, true
		in.Tolerance.Parcels, in.Tolerance.Fences = 0.5, 1
		in.Fences = []Structure{{ID: "wall", Layer: "fences", Class: "retaining_wall", Shape: c.path}}
		got := rules.Exempt
		for _, f := range run(t, in).Findings {
			if f.Clause.ID == "133-1132(k)#anywhere" && f.ParcelID == "M" && f.Outcome != rules.Exempt {
				got = f.Outcome
			}
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestAHoopInTheStreetTerraceIsThereWhateverTheAccuracy(t *testing.T) {
	in := village(t)
	in.Layers.Features = true
	in.Tolerance.Parcels, in.Tolerance.Features = 0.5, 1
	in.Features = []Structure{{ID: "hoop", Layer: "features", Class: "basketball_hoop", Shape: orb.Point{50, -5}}}
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	v := newView(town)
	v.look(town.site(kernel.New(), town.subjects[0].lot), &town.subjects[0], 0, district{})
	m := v.overlap(&rules.Call{Name: "overlap", With: []string{"terrace"}})
	if m.Clearance == nil || *m.Clearance < 4.9 {
		t.Errorf("5 ft off the lot: %+v", m)
	}
}

func TestAWallInTheStreetIsSaidAndAskedOnlyWhatTheLawSaysOfTheStreet(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	pack, err := rules.Load(os.DirFS("../../rules/packs"), "wi-village-133")
	if err != nil {
		t.Fatal(err)
	}
	in.Pack, in.Districts, in.Layers.Fences = pack, pack.Districts, true
	tall := Attributes{Columns: NewColumns("height_ft"), Values: []rules.Value{rules.Number(5)}}
	for name, c := range map[string]struct {
		path     orb.LineString
		whose    string // the parcel its record names
		issue    string
		breaches int // of 4 ft in the street yard
		toStreet int // of 2 ft from the street
	}{
		"in the street terrace":      {orb.LineString{{20, -5}, {80, -5}}, "", "fence f stands wholly in the right-of-way, 5.0 ft beyond the front line of lot M", 0, 1},
		"M's, in the street terrace": {orb.LineString{{20, -5}, {80, -5}}, "M", "fence f stands wholly in the right-of-way, 5.0 ft beyond the front line of lot M", 1, 1},
		"M's, before the lot of E":   {orb.LineString{{102, -5}, {106, -5}}, "M", "fence f stands wholly in the right-of-way, 5.4 ft beyond the front line of lot M", 1, 1},
		"in the front yard":          {orb.LineString{{20, 5}, {80, 5}}, "", "", 1, 0},
	} {
		in.Fences = []Structure{{ID: "f", Layer: "fences", Class: "fence", Shape: c.path, ParcelID: c.whose, Attributes: tall}}
		r := run(t, in)
		issue, breaches, toStreet := "", 0, 0
		for _, i := range r.Issues {
			issue += i.What
			if i.Kind != "on-right-of-way" {
				t.Errorf("%s: %s", name, i.Kind)
			}
		}
		for _, f := range r.Findings {
			switch {
			case f.Outcome != rules.Violation:
			case f.Clause.ID == "133-1135(c)(1)#street-yard-height":
				breaches++
			case f.Clause.ID == "133-1135(c)(1)#street-yard-row":
				toStreet++
			case c.breaches == 0:
				t.Errorf("%s: %s: %s", name, f.Clause.ID, f.Message)
			}
			if f.Outcome == rules.Violation && f.ParcelID != "M" {
				t.Errorf("%s: told on %s", name, f.ParcelID)
			}
			if f.Outcome == rules.Violation && (f.Reason == nearestLot) != (c.whose == "" && c.issue != "") {
				t.Errorf("%s: the reason is %q", name, f.Reason)
			}
		}
		if issue != c.issue || breaches != c.breaches || toStreet != c.toStreet {
			t.Errorf("%s: %q, %d too high, %d too near the street; want %q, %d, %d", name, issue, breaches, toStreet, c.issue, c.breaches, c.toStreet)
		}
	}
}

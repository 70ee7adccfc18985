package audit

import (
	"slices"
	"testing"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// A lot with a front, and a second line that one reading takes for a street and the other does not.
func TestWhatOnlyOneReadingTakesForAStreetIsNotKnownToBeOne(t *testing.T) {
	twoReadings := func(second, otherwise lot.Kind) *lot.Lot {
		kinds := []lot.Kind{lot.Front, second, lot.Rear, lot.Side}
		l := &lot.Lot{Type: lot.Interior, Readings: []lot.Labelling{{Kinds: kinds}, {Kinds: []lot.Kind{lot.Front, otherwise, lot.Rear, lot.Side}}}}
		for _, k := range kinds {
			l.Lines = append(l.Lines, lot.Line{Kind: k, AcrossWidthFt: 60, Across: []int32{1}})
		}
		return l
	}
	for name, c := range map[string]struct {
		lot                  *lot.Lot
		corner, alley, width rules.Type
		least, most          float64
	}{
		"a side, or a street":            {twoReadings(lot.Side, lot.StreetSide), rules.Unknown, rules.BoolOf, rules.Unknown, 1, 2},
		"an alley, or a side":            {twoReadings(lot.Alley, lot.Side), rules.BoolOf, rules.Unknown, rules.NumberOf, 1, 1},
		"the same in both readings":      {twoReadings(lot.Side, lot.Side), rules.BoolOf, rules.BoolOf, rules.NumberOf, 1, 1},
		"a street, whichever the front":  {twoReadings(lot.StreetSide, lot.Front), rules.BoolOf, rules.BoolOf, rules.NumberOf, 2, 2},
		"an alley, or the street behind": {twoReadings(lot.Alley, lot.StreetSide), rules.Unknown, rules.Unknown, rules.Unknown, 1, 2},
	} {
		if got := isType(c.lot, lot.Corner); got.Type != c.corner {
			t.Errorf("%s: corner is %+v", name, got)
		}
		if got := abuts(c.lot, lot.Alley); got.Type != c.alley {
			t.Errorf("%s: abuts an alley is %+v", name, got)
		}
		if got := streetWidth(c.lot); got.Type != c.width {
			t.Errorf("%s: street width is %+v", name, got)
		}
		if got := streetCount(c.lot); got.Lo != c.least || got.Hi != c.most {
			t.Errorf("%s: streets are %+v", name, got)
		}
	}
}

// What a rule about ways measures has to be measured under every reading of the lot.
func TestWhatALineIsDependsOnTheReading(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30), building("garage", "garage", 2, 100, 20, 20))
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(town.subjects, func(s subject) bool { return s.id == "garage" })
	l := &town.fabric.Lots[town.subjects[at].lot]
	v := newView(town)
	v.look(town.site(nil, town.subjects[at].lot), &town.subjects[at], 0, district{})
	v.keptLines(wholeBoundary, &rules.Call{To: []string{"lot_line"}})
	if v.seen&onLabels != 0 {
		t.Error("where the boundary runs does not depend on its labels")
	}
	for _, word := range []string{"alley", "street", "right_of_way", "water", "park"} {
		v.seen = 0
		v.isLine(&l.Lines[0], l.Lines[0].Kind, l.Lines[0].Role, word)
		if v.seen&onLabels == 0 {
			t.Errorf("whether a line is %s is not seen to depend on the reading", word)
		}
	}
}

package main

import (
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/lot"
)

func TestALabelledSideAgreesByRoleWhereTheKindHasANameOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		name       string
		theirs     string
		kind, role lot.Kind
		agrees     bool
	}{
		{"front", "front", lot.Front, lot.Front, true},
		{"rear against an alley", "rear", lot.Alley, lot.Rear, true},
		{"side against a park", "interior side", lot.Park, lot.Side, true},
		{"interior side", "interior side", lot.Side, lot.Side, true},
		{"exterior side", "exterior side", lot.StreetSide, lot.StreetSide, true},
		{"a front that is theirs and a side that is ours", "front", lot.Side, lot.Side, false},
		{"a side that is theirs and a street that is ours", "interior side", lot.StreetSide, lot.StreetSide, false},
		{"their word for not known", "unknown", lot.Side, lot.Side, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := agrees(c.theirs, label(c.kind, c.role)); got != c.agrees {
				t.Errorf("got %v, want %v", got, c.agrees)
			}
		})
	}
}

func TestTheNearestLineIsFoundAndNoVirtualOne(t *testing.T) {
	l := &lot.Lot{Lines: []lot.Line{
		{Path: orb.LineString{{0, 0}, {10, 0}}}, {Path: orb.LineString{{10, 0}, {10, 20}}}, {Path: orb.LineString{{4, 12}, {6, 12}}, Virtual: true},
	}}
	if got := nearestLine(l, orb.Point{5, 1}); got != 0 {
		t.Errorf("got line %d, want 0", got)
	}
	if got := nearestLine(l, orb.Point{5, 12}); got != 1 {
		t.Errorf("got line %d, want 1", got)
	}
	if got := nearestLine(&lot.Lot{}, orb.Point{}); got != -1 {
		t.Errorf("got line %d of none", got)
	}
}

package audit

import (
	"testing"

	"github.com/paulmach/orb"
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

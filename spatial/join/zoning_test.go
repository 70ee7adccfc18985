package join

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
)

// A lot 100 by 120 ft on the north side of a street 60 ft wide, and a zoning line through it or beside it. What share of
// the lot makes a district its own is for the audit; the shares must be right.
func TestALotDividedByAZoningLine(t *testing.T) {
	lot := rectangle(0, 0, 100, 120)
	for _, c := range []struct {
		name         string
		districts    []orb.MultiPolygon
		first        int
		share, other float64 // other 0: the lot lies in one district
	}{
		{"51 to 49", []orb.MultiPolygon{rectangle(-500, -500, 49, 500), rectangle(49, -500, 500, 500)}, 1, 0.51, 0.49},
		{"98 to 2", []orb.MultiPolygon{rectangle(-500, -500, 98, 500), rectangle(98, -500, 500, 500)}, 0, 0.98, 0.02},
		{"the line along the middle of the street", []orb.MultiPolygon{rectangle(-500, -500, 500, -30), rectangle(-500, -30, 500, 500)}, 1, 1, 0},
		{"the line along the lot line", []orb.MultiPolygon{rectangle(-500, -500, 500, 0), rectangle(-500, 0, 500, 500)}, 1, 1, 0},
		{"half each: the earlier district comes first", []orb.MultiPolygon{rectangle(-500, -500, 50, 500), rectangle(50, -500, 500, 500)}, 0, 0.5, 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := NewAreas(c.districts).Polygon(lot, nil)
			want := 1
			if c.other > 0 {
				want = 2
			}
			if len(got) != want || got[0].Index != c.first || math.Abs(got[0].Share-c.share) > 1e-9 {
				t.Fatalf("got %+v, want district %d with a share of %v", got, c.first, c.share)
			}
			if want == 2 && math.Abs(got[1].Share-c.other) > 1e-9 {
				t.Errorf("got %+v, want %v for the other", got[1], c.other)
			}
		})
	}
}

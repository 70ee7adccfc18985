package yard

import (
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

func TestARegionHasGroundExactlyWhenItsDrawingHasArea(t *testing.T) {
	regions := map[string]func(*Yards) (*Region, error){
		"lot": (*Yards).Lot, "required front yard": (*Yards).RequiredFront, "required side yards": (*Yards).RequiredSide, "buildable area": (*Yards).Buildable,
		"front yard": (*Yards).Front, "rear yard": (*Yards).Rear, "side yard": (*Yards).Side, "side and rear yard": (*Yards).SideAndRear,
		"strip before the house": (*Yards).PrincipalStrip,
	}
	for _, house := range []struct {
		name  string
		shape orb.Polygon
		bare  map[string]bool // regions without ground
	}{
		{"a house in the middle", box(15, 30, 45, 60), nil},
		{"a house on the front line", box(15, 0, 45, 60), map[string]bool{"front yard": true, "strip before the house": true}},
		{"a house from side to side", box(0, 30, 60, 60), map[string]bool{"side yard": true}},
		{"a house all over the lot", box(0, 0, 60, 120), map[string]bool{"front yard": true, "rear yard": true, "side yard": true, "side and rear yard": true, "strip before the house": true}},
		{"a house that leaves the front only", box(0, 30, 60, 120), map[string]bool{"rear yard": true, "side yard": true, "side and rear yard": true}},
	} {
		t.Run(house.name, func(t *testing.T) {
			for _, m := range moves {
				g := town(m, false).ground
				g.Principal = m.polygon(house.shape)
				for name, region := range regions {
					r, err := region(New(kernel.New(), g))
					if err != nil {
						t.Fatal(err)
					}
					got, err := r.HasGround()
					if err != nil {
						t.Fatal(err)
					}
					sqFt, err := r.SqFt()
					if err != nil {
						t.Fatal(err)
					}
					if want := !house.bare[name]; got != want || want != (sqFt > 0) {
						t.Errorf("%s: ground %v, want %v; drawn it has %v sq ft", name, got, want, sqFt)
					}
				}
			}
		})
	}
}

package audit

import (
	"testing"
)

// The house takes x 30 to 70, y 40 to 70; the garage stands 6 ft behind it.
func TestWhatAttachesAGarageToTheHouse(t *testing.T) {
	garage := func(class string, x float64) Structure { return building("garage", class, x, 76, 22, 22) }
	link := func(layer, class string, x, depth float64) Structure {
		s := building("link", class, x, 70, 8, depth)
		s.Layer = layer
		return s
	}
	cases := []struct {
		name     string
		within   float64 // policy attached_within_ft
		garage   Structure
		others   []Structure
		attached answer
	}{
		{"nothing", 0, garage("garage", 40), nil, no},
		{"a policy of 6 ft", 6, garage("garage", 40), nil, yes},
		{"a policy of 5 ft does not", 5, garage("garage", 40), nil, no},
		{"a breezeway between them", 0, garage("garage", 40), []Structure{link("buildings", "breezeway", 45, 6)}, yes},
		{"a porch of the features layer", 0, garage("garage", 40), []Structure{link("features", "porch", 45, 6)}, yes},
		{"a garage of no stated class, by a carport", 0, garage("", 40), []Structure{link("buildings", "carport", 45, 6)}, yes},
		{"a deck is no link", 0, garage("garage", 40), []Structure{link("features", "deck", 45, 6)}, no},
		{"a porch that ends a foot short", 0, garage("garage", 40), []Structure{link("buildings", "porch", 45, 5)}, no},
		{"a porch that only meets its corner does not tell", 0, garage("garage", 53), []Structure{link("buildings", "porch", 45, 6)}, perhaps},
		{"a breezeway, but the layer calls it detached", 0, garage("detached_garage", 40), []Structure{link("buildings", "breezeway", 45, 6)}, no},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, building("house", "principal_building", 30, 40, 40, 30), c.garage)
			in.Pack.Policy.AttachedWithinFt = c.within
			for _, s := range c.others {
				if s.Layer == "features" {
					in.Features, in.Layers.Features = append(in.Features, s), true
				} else {
					in.Structures = append(in.Structures, s)
				}
			}
			town, err := survey(t.Context(), in, 1)
			if err != nil {
				t.Fatal(err)
			}
			for i := range town.subjects {
				if s := &town.subjects[i]; s.id == "garage" && s.attached != c.attached {
					t.Errorf("attached is %v, want %v", s.attached, c.attached)
				}
			}
		})
	}
}

func TestAGapThatTheLayerIsNotAccurateEnoughToShowLeavesOpenWhatIsAttached(t *testing.T) {
	for gapFt, want := range map[float64]answer{0.5: perhaps, 1.3: perhaps, 1.5: no} {
		in := village(t, building("house", "principal_building", 30, 40, 40, 30), building("garage", "garage", 70+gapFt, 40, 20, 20))
		in.Tolerance.Buildings = 1 // 1.41 ft between two of them
		town, err := survey(t.Context(), in, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range town.subjects {
			if s := &town.subjects[i]; s.id == "garage" && s.attached != want {
				t.Errorf("%v ft off: attached is %v, want %v", gapFt, s.attached, want)
			}
		}
	}
}

package audit

import (
	"slices"
	"testing"

	"parcelaudit/rules"
)

func TestALayerThatIsNotThereIsNotAnEmptyOne(t *testing.T) {
	for name, c := range map[string]struct {
		layers  Layers
		classes []string
		want    []string
	}{
		"garages, buildings layer there":     {Layers{Buildings: true}, []string{"garage"}, nil},
		"garages, no buildings layer":        {Layers{Fences: true, Features: true}, []string{"garage"}, []string{"buildings layer"}},
		"pools, no features layer":           {Layers{Buildings: true, Fences: true}, []string{"swimming_pool"}, []string{"features layer"}},
		"signs, no features layer":           {Layers{Buildings: true, Fences: true}, []string{"sign"}, []string{"features layer"}},
		"any accessory structure":            {Layers{Fences: true}, []string{"accessory_structure"}, []string{"buildings layer", "features layer"}},
		"fences, no fences layer":            {Layers{Buildings: true, Features: true}, []string{"fence"}, []string{"fences layer"}},
		"home occupations, no table of uses": {Layers{Buildings: true, Fences: true, Features: true}, []string{"home_occupation"}, []string{"uses table"}},
		"everything, nothing but parcels":    {Layers{}, nil, []string{"buildings layer", "features layer", "fences layer"}},
	} {
		in := village(t)
		in.Layers = c.layers
		v := &view{town: &town{in: in}}
		if got := v.lacking(c.classes); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestACountWithoutItsLayerDecidesOnlyThatThereAreTooMany(t *testing.T) {
	garages := []Structure{building("house", "principal_building", 30, 40, 40, 30), building("g1", "detached_garage", 2, 100, 20, 20), building("g2", "detached_garage", 30, 100, 20, 20),
		building("g3", "detached_garage", 60, 100, 20, 20)}
	for i := range garages {
		garages[i].Layer = "features"
	}
	for n, want := range map[int]rules.Outcome{3: rules.Indeterminate, 4: rules.Violation} {
		in := village(t)
		in.Features, in.Layers = garages[:n], Layers{Features: true, Zoning: true, Streets: true}
		if f := find(t, run(t, in), "1-1(e)#garages", "M"); f.Outcome != want {
			t.Errorf("%d garages known and no buildings layer: %v, want %v", n-1, f.Outcome, want)
		}
	}
}

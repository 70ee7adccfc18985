package audit

import (
	"testing"
	"testing/fstest"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

// onM takes a measure on the subject of that id in the village.
func onM(t *testing.T, in *Input, id string, take func(*view) rules.Measured) rules.Measured {
	t.Helper()
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range town.subjects {
		if s := &town.subjects[i]; s.id == id {
			v := newView(town)
			v.look(town.site(kernel.New(), s.lot), s, 0, town.districts(s.zone)[0])
			return take(v)
		}
	}
	t.Fatalf("no subject %s", id)
	return rules.Measured{}
}

func TestUnionAreaCountsGroundUnderTwoThingsOnce(t *testing.T) {
	pack, err := rules.Load(rulesOf(t, `union_area: {classes: [chicken_coop, shed]}`), "p")
	if err != nil {
		t.Fatal(err)
	}
	in := village(t, building("house", "principal_building", 30, 40, 40, 30), building("coop", "chicken_coop", 10, 100, 10, 10), building("shed", "shed", 15, 100, 10, 10))
	in.Pack = pack
	if m := onM(t, in, "coop", func(v *view) rules.Measured { return v.Measure(pack.Calls[0]) }); m.Value.Lo != 150 || m.Value.Hi != 150 {
		t.Errorf("got %+v, want 150", m.Value)
	}
}

func TestCoveredIsThePartOfTheSubjectInsideOthers(t *testing.T) {
	pack, err := rules.Load(rulesOf(t, `covered: {classes: [principal_building]}`), "p")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		x, want float64
	}{{"inside the house", 40, 100}, {"half inside", 65, 50}, {"beside it", 70, 0}, {"apart", 80, 0}} {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, building("house", "principal_building", 30, 40, 40, 30))
			in.Pack, in.Layers.Features = pack, true
			in.Features = []Structure{{ID: "pool", Layer: "features", Class: "swimming_pool", Shape: box(c.x, 50, 10, 10)[0]}}
			if m := onM(t, in, "pool", func(v *view) rules.Measured { return v.Measure(pack.Calls[0]) }); m.Value.Lo != c.want || m.Value.Hi != c.want {
				t.Errorf("got %+v, want %g", m.Value, c.want)
			}
		})
	}
}

func TestHomesAreToldByUseOrByBuilding(t *testing.T) {
	cases := []struct {
		name, use, class string
		want             rules.TruthState
	}{
		{"an apartment by its use", "APARTMENTS 4-8 UNITS", "", rules.True},
		{"a dwelling by its class", "retail", "single_family_dwelling", rules.True},
		{"a shop", "retail", "principal_building", rules.False},
		{"a building of no stated kind and use", "", "principal_building", rules.Undecided},
		{"an empty lot", "", "", rules.False},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t)
			for i := range in.Parcels {
				in.Parcels[i].Use = ""
			}
			in.Parcels[2].Use = c.use // east of M
			if c.class != "" {
				in.Structures = []Structure{building("next", c.class, 130, 40, 40, 30)}
			}
			got := rules.Value{}
			onM(t, in, "M", func(v *view) rules.Measured { got = v.Fact("lot.abuts_homes"); return rules.Measured{} })
			state := map[bool]rules.TruthState{true: rules.True, false: rules.False}[got.Bool]
			if got.Type == rules.Unknown {
				state = rules.Undecided
			}
			if state != c.want {
				t.Errorf("got %+v, want %s", got, c.want)
			}
		})
	}
}

// rulesOf is a pack of one clause with one measure.
func rulesOf(t *testing.T, measure string) fstest.MapFS {
	t.Helper()
	return fstest.MapFS{
		"p/pack.yaml": {Data: []byte("pack: p\ntitle: t\nsource: s\nmeasures:\n  x: {" + measure + "}\n")},
		"p/1.yaml": {Data: []byte(`section: "1"
title: t
clauses:
  - {id: "1", cites: "1", title: t, kind: area, subjects: [structure], districts: [any], require: "m.x > 1"}
`)},
	}
}

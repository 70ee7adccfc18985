package audit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// Random villages, in which things of one class differ in what is known of them, of their lots and in the tables: every clause of every
// pack says the same of a subject whether or not others that are alike were asked before.
func TestWhatIsRememberedOfAKindHoldsOfAllThatAreAlike(t *testing.T) {
	eachPack(t, func(t *testing.T, pack *rules.Pack) {
		remembered := 0
		for seed := range uint64(8) {
			town, err := survey(t.Context(), randomVillage(t, pack, rand.New(rand.NewPCG(seed, 9))), 1)
			if err != nil {
				t.Fatal(err)
			}
			remembered += sameWhetherRemembered(t, town)
		}
		if remembered < 500 {
			t.Errorf("only %d verdicts were remembered: the test sees nothing", remembered)
		}
	})
}

// sameWhetherRemembered asks every clause of every subject twice, with and without the memory, and counts what was remembered.
func sameWhetherRemembered(t *testing.T, town *town) (remembered int) {
	t.Helper()
	fresh, kept := auditorOf(town), auditorOf(town)
	for i := range town.subjects {
		s := &town.subjects[i]
		if s.lot < 0 || s.partOf >= 0 {
			continue
		}
		fresh.fence.forget()
		fresh.kinds = nil
		for _, a := range []*auditor{fresh, kept} {
			a.account.begin()
			a.findings = nil
			a.subject(town.site(a.kernel, s.lot), int32(i))
		}
		if !reflect.DeepEqual(kept.account.open, fresh.account.open) {
			t.Fatalf("the outcomes of %s differ:\n%v\n%v", s.id, kept.account.open, fresh.account.open)
		}
		for k := range fresh.findings {
			if !reflect.DeepEqual(kept.findings[k], fresh.findings[k]) {
				t.Fatalf("%s of %s differs:\n%+v\n%+v", fresh.findings[k].Clause.ID, s.id, kept.findings[k], fresh.findings[k])
			}
		}
	}
	for _, all := range kept.kinds {
		for _, one := range all.told {
			if one.holds {
				remembered++
			}
		}
	}
	return remembered
}

// randomVillage has a house and things of a few classes on each of its lots, three of each class. Every layer maps some of the facts the
// pack reads, with values for some of its things.
func randomVillage(t *testing.T, pack *rules.Pack, r *rand.Rand) *Input {
	in := village(t)
	in.Pack, in.Districts = pack, pack.Districts
	in.Layers = Layers{Buildings: r.IntN(2) == 0, Fences: true, Features: r.IntN(2) == 0, Zoning: true, Streets: true}
	var classes []string
	for _, c := range pack.Clauses {
		classes = append(classes, c.Subjects...)
	}
	slices.Sort(classes)
	classes = slices.DeleteFunc(slices.Compact(classes), func(c string) bool { return c == "lot" || c == "principal_building" })
	facts := func(prefix string) *Columns {
		var names []string
		for _, name := range pack.FactNames() {
			if head, rest, dotted := strings.Cut(name, "."); r.IntN(2) == 0 && (prefix == "" && !dotted || dotted && head == prefix) {
				names = append(names, strings.TrimPrefix(rest, ".")+map[bool]string{true: "", false: name}[dotted])
			}
		}
		return NewColumns(names...)
	}
	structures, fences, lots, record := facts(""), facts(""), facts("lot"), facts("record")
	at := 0
	for i := range in.Parcels {
		p := &in.Parcels[i]
		p.Attributes = randomAttributes(pack, r, lots, "lot.")
		if codes := pack.Districts.Codes(); len(codes) > 0 {
			p.District = codes[r.IntN(len(codes))]
		}
		corner := p.Shape.Bound().Min
		in.Structures = append(in.Structures, building("H"+p.ID, "principal_building", corner[0]+30, corner[1]+40, 40, 30))
		for range 4 {
			class := classes[at/3%len(classes)]
			at += 1 + r.IntN(2)
			x, y := corner[0]+80*r.Float64(), corner[1]+130*r.Float64()
			id := fmt.Sprintf("%s-%d", class, at)
			s := Structure{ID: id, Layer: "features", Class: class, Shape: box(x, y, 8+10*r.Float64(), 10)[0], Attributes: randomAttributes(pack, r, structures, "")}
			if pack.Classes.IsA(class, "barrier") {
				s.Layer, s.Shape, s.Attributes = "fences", orb.LineString{{x, y}, {x + 12, y}}, randomAttributes(pack, r, fences, "")
				in.Fences = append(in.Fences, s)
				continue
			}
			in.Features = append(in.Features, s)
		}
	}
	for _, name := range pack.Tables {
		if r.IntN(2) == 0 {
			continue
		}
		table := &Table{}
		for i := range 6 {
			table.Rows = append(table.Rows, Record{ID: fmt.Sprint(name, i), Row: i + 1, ParcelID: in.Parcels[r.IntN(len(in.Parcels))].ID,
				Attributes: randomAttributes(pack, r, record, "record.")})
		}
		in.Tables[name] = table
	}
	return in
}

// randomAttributes knows some of the columns.
func randomAttributes(pack *rules.Pack, r *rand.Rand, columns *Columns, prefix string) Attributes {
	a := Attributes{Columns: columns}
	for _, name := range columns.Names() {
		var v rules.Value
		if r.IntN(3) > 0 {
			v = randomValue(pack, r, prefix+name)
		}
		a.Values = append(a.Values, v)
	}
	return a
}

func randomValue(pack *rules.Pack, r *rand.Rand, name string) rules.Value {
	switch pack.FactType(name) {
	case "bool":
		return rules.Bool(r.IntN(2) == 0)
	case "date":
		return rules.Days(float64(r.IntN(20000)), 20000)
	case "text":
		for _, d := range pack.Facts {
			if d.Name == name && len(d.Values) > 0 {
				return rules.Text(d.Values[r.IntN(len(d.Values))])
			}
		}
		return rules.Text([]string{"wood", "metal", "home"}[r.IntN(3)])
	}
	return rules.Number(float64(r.IntN(12)))
}

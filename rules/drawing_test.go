package rules

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func exampleTests(t *testing.T) (*Pack, []Test) {
	t.Helper()
	p := examplePack(t)
	tests, err := p.Tests()
	if err != nil {
		t.Fatal(err)
	}
	return p, tests
}

func TestDrawingsStartFromTheDefaults(t *testing.T) {
	_, tests := exampleTests(t)
	g := tests[0].Drawing
	if g.Lot.Width != 100 || g.Lot.Depth != 150 || g.House.At != (Point{30, 40}) || g.House.Size != (Point{40, 30}) || FormatDay(g.Date.Lo) != "2026-01-01" {
		t.Errorf("defaults are not those of the documentation: %+v", g)
	}
	if g.Across["south"].Kind != "street" || g.Across["west"].Kind != "lot" {
		t.Errorf("a street runs along the south edge: %+v", g.Across)
	}
	if v := g.Lot.Attributes["use"]; v.Text != "home" || !g.District.Known || g.District.Fact("district.required_yards_ft.side").Lo != 8 {
		t.Errorf("draw: is not merged: %+v", g)
	}
	if tests[0].Subject != "structure-1" || *tests[0].Measured != 2.9 || *tests[0].Required != 3 || tests[0].Expect != Violation {
		t.Errorf("test read as %+v", tests[0])
	}
}

func TestATestLaysItsKeysOverTheDefaults(t *testing.T) {
	_, tests := exampleTests(t)
	if _, known := tests[1].Drawing.Lot.Attributes["use"]; known {
		t.Error("unknown leaves the use of the lot open")
	}
	third := tests[2]
	if len(third.Drawing.Lot.Ring) != 4 || third.Drawing.Lot.Width != 0 || third.Subject != "lot" {
		t.Errorf("a ring replaces the size: %+v", third.Drawing.Lot)
	}
	if got := third.Drawing.Across["1"]; got.WidthFt != 60 || got.Class != "arterial" || got.Name != "Elm" {
		t.Errorf("street read as %+v", got)
	}
	if got := third.Drawing.Across["2"]; len(got.Structures) != 1 || got.Attributes["use"].Text != "farm" {
		t.Errorf("neighbour read as %+v", got)
	}
	if third.Drawing.House.At != (Point{30, 40}) || third.Drawing.House.Size != (Point{50, 30}) {
		t.Errorf("house read as %+v", third.Drawing.House)
	}
	fourth := tests[3].Drawing
	if len(fourth.Tables["permits"]) != 1 || fourth.Tables["uses"] == nil || fourth.Tables["permits"][0].Subject != "s" || fourth.ToleranceFt != 0.5 {
		t.Errorf("tables read as %+v", fourth.Tables)
	}
	if FormatDay(fourth.Parameters["code_date"].Lo) != "2008-01-01" {
		t.Errorf("parameters read as %+v", fourth.Parameters)
	}
	fifth := tests[4]
	if fifth.Drawing.House != nil || fifth.Drawing.District.Known || fifth.Subject != "fence-1" || fifth.Drawing.Fences[0].Attributes["opening_in"].Lo != 3 {
		t.Errorf("fence read as %+v", fifth.Drawing)
	}
}

func TestCoverageComparesWithTheCatalogue(t *testing.T) {
	p, tests := exampleTests(t)
	catalogue := `
sections:
  - section: "1-1"
    clauses:
      - {id: "1-1(a)#lot-line-3", kind: setback, cases: [{setup: "near", expect: violation}, {setup: "open", expect: compliant}, {setup: "far", expect: compliant}]}
      - {id: "1-1(i)#duty", kind: procedure}
      - {id: "1-1(z)#gone", kind: definition}
`
	got, err := p.Coverage(tests, "000.yaml", []byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	got.Extra = nil
	want := Coverage{Clauses: 3, Definitions: 1, Evaluated: 1, NotAuditable: 1, Missing: []string{"1-1(z)#gone"}, Cases: 3, Expressed: 2,
		MissingCases:  []string{"1-1(a)#lot-line-3, case 3: far"},
		Contradicting: []string{"1-1(a)#lot-line-3, case 2: the catalogue says compliant, 1-1_test.yaml:12:5 says indeterminate"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Complete() {
		t.Error("it is not complete")
	}
	untested := p.Untested(tests)
	if len(untested) != 5 || slices.ContainsFunc(untested, func(c *Clause) bool { return c.ID == "1-1(i)#duty" }) {
		t.Errorf("untested: %d", len(untested))
	}
}

func TestTheCataloguesCanBeCompared(t *testing.T) {
	const dir = "../../shared/clauses"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Skip("the catalogues are not here")
	}
	p, tests := exampleTests(t)
	clauses, subjects := 0, map[string]bool{}
	for _, e := range entries {
		text, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Coverage(tests, e.Name(), text)
		if err != nil {
			t.Fatal(err)
		}
		clauses += c.Clauses
		var r report
		for _, n := range catalogueClauses(parseYAML(e.Name(), text, &r)) {
			for _, s := range n.get("subject").values {
				subjects[s.text] = true
			}
			if kind := n.get("kind").text; !slices.Contains(clauseKinds, kind) {
				t.Errorf("kind %s of %s is not known", kind, n.get("id").text)
			}
		}
	}
	if clauses != 767 {
		t.Errorf("the catalogues hold 767 clauses, %d were read", clauses)
	}
	tree, err := BuiltinClasses()
	if err != nil {
		t.Fatal(err)
	}
	for s := range subjects {
		if s == "parcel" {
			s = "lot"
		}
		if !tree.Has(s) {
			t.Errorf("the catalogue's subject %s is no class", s)
		}
	}
	if len(subjects) != 67 {
		t.Errorf("the catalogues name 67 subjects, %d were read", len(subjects))
	}
}

func TestBadDrawingsAreReportedAtOnce(t *testing.T) {
	p := examplePack(t)
	_, err := p.ParseTests("x_test.yaml", []byte(`
tests:
  - clause: "1-1(a)#lot-line-4"
    name: wrong everywhere
    lot: {size: [0, 10], across: {}, ues: farm}
    across: {7: street, south: {kind: river}, north: {kind: alley, owner: X}}
    district: {code: R-1, clas: residential, required_yards_ft: {frnt: 3}}
    structures: [{at: [1], height_ft: tall}, {class: shedd, size: [1, 1], ring: [[0, 0]]}]
    fences: [{class: fence}]
    tables: {permit: [], permits: {}}
    subject: nobody
    expect: violaton
    case: 0
    measured: "3"
    parameters: {nope: 1}
    house: maybe
    tests: 1
`))
	if err == nil {
		t.Fatal("nothing reported")
	}
	golden(t, "testdata/bad_drawing.txt", err.Error())
	if n := strings.Count(err.Error(), "x_test.yaml:"); n < 20 {
		t.Errorf("only %d problems reported", n)
	}
}

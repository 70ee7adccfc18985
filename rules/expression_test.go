package rules

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

func day(t *testing.T, text string) Value {
	t.Helper()
	v, err := ParseDays(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestConditionsOfDates(t *testing.T) {
	p := examplePack(t)
	cases := []struct {
		source, built, placed string
		want                  TruthState
	}{
		{"before(built_date, placed_date)", "2000-01-01", "2000-01-02", True},
		{"before(built_date, placed_date)", "2000-01-01", "2000-01-01", False},
		{"on_or_before(built_date, placed_date)", "2000-01-01", "2000-01-01", True},
		{"after(built_date, placed_date)", "2000-01-02", "2000-01-01", True},
		{"on_or_after(built_date, placed_date)", "2000-01-01", "2000-01-01", True},
		{"on_or_after(built_date, placed_date)", "1999-12-31", "2000-01-01", False},
		{"before(built_date, date('2007-01-01'))", "1998", "", True},
		{"before(built_date, date('2007-01-01'))", "2006", "", True},
		{"before(built_date, date('2007-01-01'))", "2007", "", False},
		{"before(built_date, date('2007-06-01'))", "2007", "", Undecided},
		{"on_or_before(built_date, date('2007-12-31'))", "2007", "", True},
		{"after(built_date, date('2006-12-31'))", "2007", "", True},
		{"after(built_date, date('2006'))", "2007", "", True},
		{"after(built_date, date('2006'))", "2006", "", Undecided},
		{"built_date == placed_date", "2007-01-01", "2007-01-01", True},
		{"built_date == placed_date", "2007", "2008-01-01", False},
		{"built_date == placed_date", "2007", "2007-01-01", Undecided},
		{"built_date != placed_date", "2007", "2008", True},
		{"days_between(built_date, placed_date) == 366", "2000-01-01", "2001-01-01", True},
		{"days_between(built_date, placed_date) < 0", "2000-01-02", "2000-01-01", True},
		{"year(built_date) == 1998", "1998", "", True},
		{"month(built_date) == 5", "1998-05", "", True},
		{"month(built_date) == 5", "1998", "", Undecided},
		{"day(built_date) == 31", "1998-05-31", "", True},
		{"day(built_date) >= 1", "1998-05", "", Undecided},
		{"before(add_days(built_date, 30), placed_date)", "2000-01-01", "2000-02-01", True},
		{"before(add_days(built_date, 31), placed_date)", "2000-01-01", "2000-02-01", False},
		{"on_or_before(add_years(built_date, 1), placed_date)", "2000-02-01", "2001-02-01", True},
		{"on_or_before(add_months(built_date, 12), placed_date)", "2000-02-01", "2001-01-31", False},
		{"known(built_date)", "1998", "", True},
		{"known(built_date)", "", "", False},
		{"!known(built_date) || before(built_date, date('2007-01-01'))", "", "", True},
	}
	for _, c := range cases {
		t.Run(c.source+" with "+c.built+" and "+c.placed, func(t *testing.T) {
			facts := map[string]Value{}
			if c.built != "" {
				facts["built_date"] = day(t, c.built)
			}
			if c.placed != "" {
				facts["placed_date"] = day(t, c.placed)
			}
			if got := compileFor(t, p, c.source).Eval(fake{facts: facts}, nil); got.State != c.want {
				t.Errorf("got %s, want %s", got.State, c.want)
			}
		})
	}
}

func TestConditionsOfOtherFacts(t *testing.T) {
	p := examplePack(t)
	s := fake{
		facts: map[string]Value{"height_ft": Number(6), "class": Text("detached_garage"), "material": Text("wood"), "area_sq_ft": Number(0),
			"attached": Text("yes"), "length_ft": Between(5, 9, "length_ft")},
		measures: map[string]Measured{"count garage": {Value: Number(1), Unit: Count}, "records permits": {None: true}},
	}
	cases := []struct {
		source  string
		want    TruthState
		missing []string
	}{
		{"height_ft == 6", True, nil},
		{"height_ft * 2 - 1 > 10.5", True, nil},
		{"height_ft / 4 == 1.5", True, nil},
		{"-height_ft < 0", True, nil},
		{"m.garages == 1 && m.garages < 2", True, nil},
		{"height_ft > param.near_line_ft", True, nil},
		{"max(height_ft, 9) == 9 && min(height_ft, 9) == 6 && ceil(height_ft / 4) == 2 && floor(height_ft / 4) == 1", True, nil},
		{"is_a(class, 'accessory_building')", True, nil},
		{"is_a(class, 'fence')", False, nil},
		{"class in ['shed', 'detached_garage']", True, nil},
		{"class.startsWith('detached') && class.matches('^det.*age$') && class.contains('gar') && class.endsWith('age')", True, nil},
		{"height_ft / area_sq_ft > 1", Undecided, []string{"a usable value: division by zero"}},
		{"height_ft / area_sq_ft > 1 && height_ft > 7", False, nil},
		{"attached", Undecided, []string{"attached"}},
		{"attached && lot.corner", Undecided, []string{"attached", "lot.corner"}},
		{"attached || height_ft > 3", True, nil},
		{"lot.corner && height_ft > 7", False, nil},
		{"height_ft > 7 && lot.corner", False, nil},
		{"(lot.corner || height_ft > 7) && material == 'metal'", False, nil},
		{"length_ft > 4", Undecided, []string{"length_ft"}},
		{"known(m.permits)", False, nil},
		{"known(lot.corner) || known(height_ft)", True, nil},
		{"height_ft > 3 ? material == 'wood' : lot.corner", True, nil},
	}
	for _, c := range cases {
		t.Run(c.source, func(t *testing.T) {
			got := compileFor(t, p, c.source).Eval(s, nil)
			if got.State != c.want || !slices.Equal(got.Missing, c.missing) {
				t.Errorf("got %s missing %q, want %s missing %q", got.State, got.Missing, c.want, c.missing)
			}
		})
	}
}

func TestAClassKnownOnlyRoughlyLeavesItsKindOpen(t *testing.T) {
	p := examplePack(t)
	s := fake{facts: map[string]Value{"class": Text("accessory_building"), "height_ft": Number(6)}}
	cases := []struct {
		source string
		want   TruthState
	}{
		{"is_a(class, 'accessory_building')", True},
		{"is_a(class, 'structure')", True},
		{"is_a(class, 'garage')", Undecided},
		{"is_a(class, 'garage') || height_ft == 6", True},
		{"is_a(class, 'fence')", False},
		{"is_a(class, class)", True},
		{"is_a('GAR-D', class)", Undecided}, // a table's own word
		{"is_a('shed', class)", True},
		{"is_a('fence', class)", False},
	}
	for _, c := range cases {
		got := compileFor(t, p, c.source).Eval(s, nil)
		if got.State != c.want || c.want == Undecided && !slices.Equal(got.Missing, []string{"class"}) {
			t.Errorf("%s: got %s missing %q, want %s", c.source, got.State, got.Missing, c.want)
		}
	}
}

// other answers for a structure, record or neighbour.
type other map[string]Value

func (o other) Fact(name string) Value {
	if v, ok := o[name]; ok {
		return v
	}
	return Missing(name)
}

func TestWhereSpeaksOfTheOther(t *testing.T) {
	p, err := packOf(t, `any_of:
  - {measure: {count: {classes: [shed], where: "other.height_ft > height_ft && other.id != id"}}, at_most: 1 count}
  - {measure: {adjacent_lots: {where: "neighbour.owner == lot.owner && neighbour.district.class == district.class"}}, at_least: 1 count}
  - {measure: {records: {table: permits, where: "record.kind == 'shed' && before(record.issued, built_date)"}}, at_least: 1 count}`)
	if err != nil {
		t.Fatal(err)
	}
	s := fake{facts: map[string]Value{"height_ft": Number(6), "id": Text("a"), "lot.owner": Text("X"), "district.class": Text("business"), "built_date": Days(100, 100)}}
	for i, c := range []struct {
		of   other
		want Truth
	}{
		{other{"height_ft": Number(7), "id": Text("b")}, Truth{State: True}},
		{other{"owner": Text("X"), "district.class": Text("residential")}, Truth{State: False}},
		{other{"kind": Text("shed"), "issued": Days(99, 99)}, Truth{State: True}},
	} {
		where := callIn(p, i).Where
		if got := where.Eval(s, c.of); got.State != c.want.State {
			t.Errorf("%s: got %s", where.Source, got.State)
		}
		if got := where.Eval(s, nil); got.State == True {
			t.Errorf("%s: true of nothing", where.Source)
		}
	}
	if !callIn(p, 0).Covers("shed") || callIn(p, 0).Covers("gazebo") || !callIn(p, 1).Covers("anything") {
		t.Error("a call covers its classes and their sub-classes, or all")
	}
	if c := callIn(p, 0); !c.MayCover("accessory_building") || c.Covers("accessory_building") || c.MayCover("fence") {
		t.Error("what is known as an accessory building may be a shed, and a fence may not")
	}
}

func callIn(p *Pack, alternative int) *Call {
	return p.Clauses[0].Requirement.AnyOf[alternative].Measure.Call
}

func TestABadRegularExpressionDoesNotLoad(t *testing.T) {
	if _, err := packOf(t, `require: "class.matches('(')"`); err == nil {
		t.Error("it loads")
	}
}

func TestWithChangesParameters(t *testing.T) {
	p, err := packOf(t, "when: height_ft > param.near_line_ft\nmeasure: {overlap: {with: [vision_triangle], leg: param.vision_leg_ft}}\nat_most: 0 sq_ft")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := p.With(map[string]Value{"near_line_ft": Number(7), "vision_leg_ft": Number(15)})
	if err != nil {
		t.Fatal(err)
	}
	s := fake{facts: map[string]Value{"height_ft": Number(5)}}
	if p.Clauses[0].When.Eval(s, nil).State != True || changed.Clauses[0].When.Eval(s, nil).State != False {
		t.Error("the changed parameter does not reach the condition")
	}
	if a, b := p.Clauses[0].Requirement.Measure.Call.Leg, changed.Clauses[0].Requirement.Measure.Call.Leg; a != 25 || b != 15 {
		t.Errorf("legs %g and %g", a, b)
	}
	for name, v := range map[string]Value{"near_line": Number(3), "near_line_ft": Text("x")} {
		if _, err := p.With(map[string]Value{name: v}); err == nil {
			t.Errorf("%s = %v is accepted", name, v)
		}
	}
}

func TestAParameterMayBeUnknown(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack.yaml": "pack: p\ntitle: T\nparameters:\n  setback_ft: {type: ft, value: unknown}\n",
		"1-1.yaml":  "section: \"1-1\"\ntitle: T\nclauses:\n  - {id: a, cites: a, title: T, kind: height, subjects: [shed], districts: [any], measure: height_ft, at_least: param.setback_ft}\n",
	} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	s := fake{facts: map[string]Value{"height_ft": Number(5)}}
	if v := NewEvaluator().Evaluate(p.Clauses[0], s); v.Outcome != Indeterminate || !slices.Equal(v.Missing, []string{"param.setback_ft"}) {
		t.Errorf("%s, %v", v.Outcome, v.Missing)
	}
	given, err := p.With(map[string]Value{"setback_ft": Number(5)})
	if err != nil {
		t.Fatal(err)
	}
	if v := NewEvaluator().Evaluate(given.Clauses[0], s); v.Outcome != Compliant {
		t.Errorf("given 5: %s", v.Outcome)
	}
}

func TestSelectByClassAndDistrict(t *testing.T) {
	p := examplePack(t)
	ids := func(class string, d District) string {
		var out []string
		for _, c := range p.Select(class, d) {
			out = append(out, strings.TrimPrefix(c.ID[:6], "1-1"))
		}
		return strings.Join(out, "")
	}
	residential, business := p.Districts.Lookup("R-1"), p.Districts.Lookup("B-1")
	for _, c := range []struct {
		class string
		d     District
		want  string
	}{
		{"shed", residential, "(a)(b)(c)(d)(h)(i)(j)"},
		{"shed", business, "(b)(d)(h)(i)"},
		{"shed", District{Code: "X"}, "(a)(b)(c)(d)(h)(i)(j)"},
		{"detached_garage", residential, "(a)(b)(c)(d)(i)(j)"},
		{"lot", business, "(e)"},
		{"picket_fence", business, "(f)"},
		{"unheard_of", business, ""},
	} {
		if got := ids(c.class, c.d); got != c.want {
			t.Errorf("%s in %q: got %s, want %s", c.class, c.d.Code, got, c.want)
		}
		if got := ids(c.class, c.d); got != c.want {
			t.Errorf("asked again: %s", got)
		}
	}
	for _, c := range []struct {
		id   string
		d    District
		want TruthState
	}{
		{"1-1(a)#lot-line-3", residential, True}, {"1-1(a)#lot-line-3", business, False}, {"1-1(a)#lot-line-3", District{Code: "X"}, Undecided},
		{"1-1(c)#separation", business, False}, {"1-1(c)#separation", residential, True}, {"1-1(c)#separation", District{}, Undecided},
		{"1-1(e)#garages", District{Code: "B-1"}, True}, {"1-1(e)#garages", District{}, Undecided}, {"1-1(b)#height", District{}, True},
	} {
		if got := clauseOf(t, p, c.id).Covers(c.d); got != c.want {
			t.Errorf("%s in %+v: got %s, want %s", c.id, c.d, got, c.want)
		}
	}
}

func TestDistrictFacts(t *testing.T) {
	p := examplePack(t)
	d := p.Districts.Lookup("R-1")
	if d.Class != "residential" || d.Fact("district.required_yards_ft.side").Lo != 8 || !d.Assumed("district.required_yards_ft.side") || d.Assumed("district.class") {
		t.Errorf("R-1 read as %+v", d)
	}
	if v := d.Fact("district.max_height_ft"); v.Type != Unknown || !slices.Equal(v.Missing, []string{"district.max_height_ft"}) {
		t.Errorf("what the table does not state is unknown, not %+v", v)
	}
	if v := d.Fact("district.overlay"); v.Type != BoolOf || v.Bool {
		t.Errorf("overlay is false unless stated, not %+v", v)
	}
	unmapped := p.Districts.Lookup("X-9")
	if unmapped.Known || unmapped.Fact("district.code").Text != "X-9" || unmapped.Fact("district.class").Type != Unknown {
		t.Errorf("X-9 read as %+v", unmapped)
	}
	if _, err := p.ParseDistricts("districts.yaml", []byte("districts: {R-1: {class: residental}}")); err == nil || !strings.Contains(err.Error(), "districts.yaml:1:26") {
		t.Errorf("a misspelt class of the user's table: %v", err)
	}
}

func TestEmbeddedPacksLoad(t *testing.T) {
	for _, name := range Names() {
		if _, err := Embedded(name); err != nil {
			t.Errorf("%s:\n%v", name, err)
		}
	}
	if _, err := Embedded("nowhere"); err == nil {
		t.Error("an unknown pack loads")
	}
	if _, err := Load(os.DirFS("testdata"), "packs"); err == nil {
		t.Error("a folder without pack.yaml loads")
	}
}

func TestARangeWithoutAnEndIsSaidInWords(t *testing.T) {
	if got := span(Between(20, math.Inf(1), "fences layer")); got != "20 or more" {
		t.Errorf("got %q", got)
	}
}

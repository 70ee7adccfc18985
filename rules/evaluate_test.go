package rules

import (
	"slices"
	"testing"
)

func TestEvaluate(t *testing.T) {
	exact := func(v float64) *float64 { return &v }
	cases := []struct {
		name     string
		clause   string
		facts    map[string]Value
		measures map[string]Measured
		want     Outcome
		missing  []string
	}{
		{"a shed 3 ft from the line complies", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": feet(3)}, Compliant, nil},
		{"a shed a hair over the epsilon too near violates", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": feet(2.9994)}, Violation, nil},
		{"a shed within the epsilon complies", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": feet(2.9996)}, Compliant, nil},
		{"an attached garage is not reached", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(true)}, nil, NotApplicable, nil},
		{"a farm building is exempt", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("farm")},
			map[string]Measured{"distance lot_line": feet(1)}, Exempt, nil},
		{"too near with the use unknown is open", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false)},
			map[string]Measured{"distance lot_line": feet(1)}, Indeterminate, []string{"lot.use"}},
		{"far enough with the use unknown complies", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false)},
			map[string]Measured{"distance lot_line": feet(4)}, Compliant, nil},
		{"too near with attachment unknown is open", "1-1(a)#lot-line-3", map[string]Value{"lot.use": Text("home")},
			map[string]Measured{"distance lot_line": feet(1)}, Indeterminate, []string{"attached"}},
		{"no line to measure to is not applicable", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": {None: true}}, NotApplicable, nil},
		{"too near by less than the accuracy", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": {Value: Number(2.5), Unit: Feet, Tolerance: 1}}, WithinTolerance, nil},
		{"far enough by less than the accuracy", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": {Value: Number(3.5), Unit: Feet, Tolerance: 1}}, WithinTolerance, nil},
		{"the clearance replaces the margin", "1-1(a)#lot-line-3", map[string]Value{"attached": Bool(false), "lot.use": Text("home")},
			map[string]Measured{"distance lot_line": {Value: Number(3.5), Unit: Feet, Tolerance: 1, Clearance: exact(1.5)}}, Compliant, nil},
		{"15 ft is not below 15 ft", "1-1(b)#height", map[string]Value{"height_ft": Number(15)}, nil, Violation, nil},
		{"an unknown height is open", "1-1(b)#height", nil, nil, Indeterminate, []string{"height_ft"}},
		{"a height between 9 and 12 ft is below 15 ft", "1-1(b)#height", map[string]Value{"height_ft": Between(9, 12, "height_ft")}, nil, Compliant, nil},
		{"a height between 9 and 16 ft is open", "1-1(b)#height", map[string]Value{"height_ft": Between(9, 16, "height_ft")}, nil, Indeterminate, []string{"height_ft"}},
		{"12 ft apart needs no fire rating", "1-1(c)#separation", nil, map[string]Measured{"separation principal_building": feet(12)}, Compliant, nil},
		{"7 ft apart turns on the fire rating", "1-1(c)#separation", nil, map[string]Measured{"separation principal_building": feet(7)}, Indeterminate, []string{"fire_rated_hours"}},
		{"7 ft apart with fire-rated walls complies", "1-1(c)#separation", map[string]Value{"fire_rated_hours": Number(1)},
			map[string]Measured{"separation principal_building": feet(7)}, Compliant, nil},
		{"7 ft apart without violates", "1-1(c)#separation", map[string]Value{"fire_rated_hours": Number(0)},
			map[string]Measured{"separation principal_building": feet(7)}, Violation, nil},
		{"4 ft apart violates whatever the walls", "1-1(c)#separation", nil, map[string]Measured{"separation principal_building": feet(4)}, Violation, nil},
		{"no house to stand apart from", "1-1(c)#separation", nil, map[string]Measured{"separation principal_building": {None: true}}, NotApplicable, nil},
		{"an attached building keeps the district's side yard", "1-1(d)#side-yard", map[string]Value{"attached": Bool(true), "district.required_yards_ft.side": Number(8)},
			map[string]Measured{"distance side": feet(7)}, Violation, nil},
		{"a detached one needs no district value", "1-1(d)#side-yard", map[string]Value{"attached": Bool(false)},
			map[string]Measured{"distance side": feet(7)}, Compliant, nil},
		{"1 to 2 garages are not more than 2", "1-1(e)#garages", nil, map[string]Measured{"count garage": {Value: Between(1, 2, "class"), Unit: Count}}, Compliant, nil},
		{"2 to 3 garages are open", "1-1(e)#garages", nil, map[string]Measured{"count garage": {Value: Between(2, 3, "class"), Unit: Count}}, Indeterminate, []string{"class"}},
		{"a tent put up in the audited year may be younger", "1-1(g)#thirty-days", map[string]Value{"placed_date": Days(20000, 20364), "audit.date": Days(20380, 20380)}, nil, Indeterminate, []string{"placed_date"}},
		{"a tent put up years ago is too old whatever the day", "1-1(g)#thirty-days", map[string]Value{"placed_date": Days(19000, 19364), "audit.date": Days(20380, 20380)}, nil, Violation, nil},
		{"a shed older than the code needs none", "1-1(h)#permit", map[string]Value{"built_date": Days(10000, 10365)}, nil, NotApplicable, nil},
		{"a new shed of unknown material with no permit violates", "1-1(h)#permit", map[string]Value{"built_date": Days(20000, 20000)},
			map[string]Measured{"records permits": {Value: Number(0), Unit: Count}}, Violation, nil},
		{"a new shed of unknown material with a permit is open", "1-1(h)#permit", map[string]Value{"built_date": Days(20000, 20000)},
			map[string]Measured{"records permits": {Value: Number(1), Unit: Count}}, Indeterminate, []string{"material"}},
		{"a duty is not auditable", "1-1(i)#duty", nil, nil, NotAuditable, nil},
		{"outside the yard on an interior lot", "1-1(j)#not-in-front", map[string]Value{"lot.corner": Bool(false)},
			map[string]Measured{"overlap required_front_yard": {Value: Number(0), Unit: SquareFeet}}, Compliant, nil},
		{"a point may be limited by square feet when the limit is none", "1-1(j)#not-in-front", map[string]Value{"lot.corner": Bool(false)},
			map[string]Measured{"overlap required_front_yard": {Value: Number(1), Unit: Count}}, Violation, nil},
		{"in the triangle of what may be a corner lot", "1-1(j)#not-in-front", nil,
			map[string]Measured{"overlap required_front_yard": {Value: Number(0), Unit: SquareFeet}, "overlap vision_triangle": {Value: Number(5), Unit: SquareFeet}}, Indeterminate, []string{"lot.corner"}},
	}
	p := examplePack(t)
	e := NewEvaluator()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := e.Evaluate(clauseOf(t, p, c.clause), fake{c.facts, c.measures})
			if v.Outcome != c.want || !slices.Equal(v.Missing, c.missing) {
				t.Errorf("got %s missing %q (%s), want %s missing %q", v.Outcome, v.Missing, v.Reason, c.want, c.missing)
			}
		})
	}
}

func TestAlternativesNearTheirLimit(t *testing.T) {
	near := func(v, tolerance float64) Measured {
		return Measured{Value: Number(v), Unit: Feet, Tolerance: tolerance}
	}
	p, err := packOf(t, `any_of:
  - {measure: {distance: {to: [side]}}, at_least: 10 ft}
  - {measure: {distance: {to: [rear]}}, at_least: 20 ft}`)
	if err != nil {
		t.Fatal(err)
	}
	all := *p.Clauses[0]
	all.Requirement = &Requirement{AllOf: p.Clauses[0].Requirement.AnyOf}
	for _, c := range []struct {
		name       string
		side, rear Measured
		any, all   Outcome
		chosen     int // by any_of
	}{
		{"one clearly met", near(9.5, 1), near(25, 1), Compliant, WithinTolerance, 2},
		{"one met by little, one not at all", near(10.5, 1), near(3, 1), WithinTolerance, Violation, 1},
		{"one missed by little, one by much", near(2, 1), near(19.5, 1), WithinTolerance, Violation, 2},
		{"both missed by much: the lesser miss is reported", near(2, 1), near(17, 1), Violation, Violation, 2},
		{"both clearly met: the greater margin is reported", near(12, 1), near(50, 1), Compliant, Compliant, 2},
		{"nothing to measure one to", Measured{None: true}, near(17, 1), Violation, Violation, 2},
		{"nothing to measure either to", Measured{None: true}, Measured{None: true}, NotApplicable, NotApplicable, 0},
		{"one clearly met, one unknown", near(12, 1), Measured{Value: Missing("rear lot line")}, Compliant, Indeterminate, 1},
		{"one met by little, one unknown", near(10.5, 1), Measured{Value: Missing("rear lot line")}, Indeterminate, Indeterminate, 1},
		{"one missed, one unknown", near(1, 1), Measured{Value: Missing("rear lot line")}, Indeterminate, Violation, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fake{measures: map[string]Measured{"distance side": c.side, "distance rear": c.rear}}
			e := NewEvaluator()
			v := e.Evaluate(p.Clauses[0], s)
			if v.Outcome != c.any || v.Alternative != c.chosen {
				t.Errorf("any_of: got %s by %d, want %s by %d", v.Outcome, v.Alternative, c.any, c.chosen)
			}
			if v := e.Evaluate(&all, s); v.Outcome != c.all {
				t.Errorf("all_of: got %s, want %s", v.Outcome, c.all)
			}
		})
	}
}

func TestVerdictsReportInTheUnitOfTheLimit(t *testing.T) {
	p, err := packOf(t, "measure: height_ft\nat_most: 76 in")
	if err != nil {
		t.Fatal(err)
	}
	v := NewEvaluator().Evaluate(p.Clauses[0], fake{facts: map[string]Value{"height_ft": Number(6.5)}})
	if v.Outcome != Violation || v.Measured.Lo != 78 || v.Required.Lo != 76 || v.Unit != Inches || v.Margin != -2 || v.Op.String() != "<=" {
		t.Errorf("got %+v", v)
	}
	if got, want := v.Message(p.Clauses[0]), "measured 78 in, required at most 76 in (1-1)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestALimitOfTheDistrictSaysWhereItIsFrom(t *testing.T) {
	p, err := packOf(t, "measure: {distance: {to: [side]}}\nat_least: district.required_yards_ft.side")
	if err != nil {
		t.Fatal(err)
	}
	s := fake{map[string]Value{"district.required_yards_ft.side": Between(6, 8, "district")}, map[string]Measured{"distance side": feet(9)}}
	v := NewEvaluator().Evaluate(p.Clauses[0], s)
	if v.Outcome != Compliant || !slices.Equal(v.RequiredFrom, []string{"district.required_yards_ft.side"}) {
		t.Errorf("9 ft is enough for 6 to 8 ft: %+v", v)
	}
	s.measures["distance side"] = feet(7)
	if v := NewEvaluator().Evaluate(p.Clauses[0], s); v.Outcome != Indeterminate || !slices.Equal(v.Missing, []string{"district"}) {
		t.Errorf("7 ft may be enough for 6 to 8 ft: %+v", v)
	}
}

func TestAnExemptionNamesItsRecord(t *testing.T) {
	p, err := packOf(t, "measure: {distance: {to: [side]}}\nat_least: 10 ft\nunless:\n  - {when: m.variance_ft >= 2, because: \"a variance was granted\", cites: \"1-9\"}")
	if err != nil {
		t.Fatal(err)
	}
	s := fake{measures: map[string]Measured{"distance side": feet(9), "record_value variances": {Value: Number(2), Unit: Feet, RecordID: "V-7"}}}
	v := NewEvaluator().Evaluate(p.Clauses[0], s)
	if v.Outcome != Exempt || v.RecordID != "V-7" || v.Message(p.Clauses[0]) != "a variance was granted (1-9)" {
		t.Errorf("got %+v", v)
	}
}

func TestOneMeasureInTheWrongUnitIsNotCompared(t *testing.T) {
	p, err := packOf(t, "measure: {overlap: {with: [lot]}}\nat_most: 5 sq_ft")
	if err != nil {
		t.Fatal(err)
	}
	s := fake{measures: map[string]Measured{"overlap lot": feet(3)}}
	if v := NewEvaluator().Evaluate(p.Clauses[0], s); v.Outcome != Indeterminate {
		t.Errorf("ft against sq_ft: %+v", v)
	}
}

func TestWorkersShareAPack(t *testing.T) {
	p := examplePack(t)
	done := make(chan string)
	for range 4 {
		go func() {
			e := NewEvaluator()
			s := fake{facts: map[string]Value{"attached": Bool(false), "built_date": Days(20000, 20000)}, measures: map[string]Measured{"separation principal_building": feet(7)}}
			out := ""
			for range 50 {
				for _, c := range p.Select("shed", p.Districts.Lookup("R-1")) {
					v := e.Evaluate(c, s)
					out += v.Outcome.String() + v.Reason
				}
			}
			done <- out
		}()
	}
	first := <-done
	for range 3 {
		if <-done != first {
			t.Error("workers disagree")
		}
	}
}

func TestClausesThatDefineOrAllow(t *testing.T) {
	allows, err := packOf(t, "measure: {cel: \"days_between(placed_date, audit.date)\", unit: days}\nat_most: 30 days\nmet: exempt")
	if err != nil {
		t.Fatal(err)
	}
	defines, err := packOf(t, "measure: {distance: {to: [side]}}\nat_most: 3 ft\nunmet: not-applicable\nwhen: material == 'wood'")
	if err != nil {
		t.Fatal(err)
	}
	exempts, err := packOf(t, "exempt: \"masonry may stand anywhere\"\nwhen: material == 'masonry'")
	if err != nil {
		t.Fatal(err)
	}
	wood, masonry := Text("wood"), Text("masonry")
	today := Days(20000, 20000)
	for _, c := range []struct {
		name     string
		pack     *Pack
		facts    map[string]Value
		distance Measured
		want     Outcome
	}{
		{"on the last day it is allowed", allows, map[string]Value{"placed_date": Days(19970, 19970), "audit.date": today}, Measured{}, Exempt},
		{"a day later it is not", allows, map[string]Value{"placed_date": Days(19969, 19969), "audit.date": today}, Measured{}, Violation},
		{"with no date nobody knows", allows, map[string]Value{"audit.date": today}, Measured{}, Indeterminate},
		{"within the definition", defines, map[string]Value{"material": wood}, feet(3), Compliant},
		{"outside the definition", defines, map[string]Value{"material": wood}, feet(3.1), NotApplicable},
		{"outside it whatever the material", defines, nil, feet(3.1), NotApplicable},
		{"too near its edge to tell", defines, map[string]Value{"material": wood}, Measured{Value: Number(3.1), Unit: Feet, Tolerance: 1}, Indeterminate},
		{"what the clause exempts", exempts, map[string]Value{"material": masonry}, Measured{}, Exempt},
		{"what it does not reach", exempts, map[string]Value{"material": wood}, Measured{}, NotApplicable},
		{"what it may exempt", exempts, nil, Measured{}, Indeterminate},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := NewEvaluator().Evaluate(c.pack.Clauses[0], fake{c.facts, map[string]Measured{"distance side": c.distance}})
			if v.Outcome != c.want {
				t.Errorf("got %s (%s), want %s", v.Outcome, v.Reason, c.want)
			}
		})
	}
}

package rules

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The names an oracle expression may read, with every value each may take. They are few, so that all completions of
// the unknown ones can be enumerated.
var oracleValues = map[string][]Value{
	"attached":    {Bool(true), Bool(false)},
	"lot.corner":  {Bool(true), Bool(false)},
	"height_ft":   {Number(3), Number(6), Number(9)},
	"opening_in":  {Number(2), Number(6)},
	"material":    {Text("wood"), Text("metal"), Text("masonry")},
	"built_date":  {Days(100, 100), Days(200, 200)},
	"placed_date": {Days(100, 100), Days(150, 150), Days(200, 200)},
}

var oracleNames = []string{"attached", "lot.corner", "height_ft", "opening_in", "material", "built_date", "placed_date"}

// randomCondition writes a condition over the oracle's names.
func randomCondition(r *rand.Rand, depth int) string {
	if depth > 0 {
		a, b := randomCondition(r, depth-1), randomCondition(r, depth-1)
		switch r.IntN(6) {
		case 0, 1:
			return "(" + a + " && " + b + ")"
		case 2, 3:
			return "(" + a + " || " + b + ")"
		case 4:
			return "!(" + a + ")"
		default:
			return "(" + a + " ? " + b + " : " + randomCondition(r, depth-1) + ")"
		}
	}
	compare := []string{"<", "<=", ">", ">=", "==", "!="}[r.IntN(6)]
	switch r.IntN(8) {
	case 0:
		return "attached"
	case 1:
		return "lot.corner"
	case 2:
		return fmt.Sprintf("height_ft %s %d", compare, 3*(1+r.IntN(3)))
	case 3:
		return fmt.Sprintf("height_ft * 2 - 1 %s opening_in + %d", compare, r.IntN(9))
	case 4:
		return "material in ['wood', 'metal']"
	case 5:
		return "material " + []string{"==", "!="}[r.IntN(2)] + " 'wood'"
	case 6:
		return []string{"before", "after", "on_or_before", "on_or_after"}[r.IntN(4)] + "(built_date, placed_date)"
	default:
		return fmt.Sprintf("days_between(built_date, placed_date) %s %d", compare, 50*(r.IntN(5)-2))
	}
}

// randomKnowledge picks for each name a value, a range of its values, or nothing, and lists the values it may then be.
func randomKnowledge(r *rand.Rand) (map[string]Value, map[string][]Value) {
	known, possible := map[string]Value{}, map[string][]Value{}
	for _, name := range oracleNames {
		all := oracleValues[name]
		switch r.IntN(3) {
		case 0:
			possible[name] = all
		case 1:
			v := all[r.IntN(len(all))]
			known[name], possible[name] = v, []Value{v}
		default:
			first, last := all[0], all[len(all)-1]
			switch first.Type {
			case NumberOf:
				known[name] = Between(first.Lo, last.Hi, name)
			case DateOf:
				known[name] = Days(first.Lo, last.Hi)
			}
			possible[name] = all
		}
	}
	return known, possible
}

// completions calls yield with every way the possible values can be combined.
func completions(possible map[string][]Value, yield func(map[string]Value)) {
	facts := map[string]Value{}
	var next func(i int)
	next = func(i int) {
		if i == len(oracleNames) {
			yield(facts)
			return
		}
		for _, v := range possible[oracleNames[i]] {
			facts[oracleNames[i]] = v
			next(i + 1)
		}
	}
	next(0)
}

// What is decided under partial knowledge must hold under every completion of it, and what is left open must name
// only what is not exactly known.
func TestConditionsAreSoundAgainstEveryCompletion(t *testing.T) {
	p := examplePack(t)
	r := rand.New(rand.NewPCG(1, 2))
	decided, open := 0, 0
	for range 400 {
		source := randomCondition(r, 1+r.IntN(3))
		c := compileFor(t, p, source)
		if c == nil {
			continue // constant
		}
		for range 4 {
			known, possible := randomKnowledge(r)
			got := c.Eval(fake{facts: known}, nil)
			if got.State == Undecided {
				open++
				checkMissing(t, source, got.Missing, known)
				continue
			}
			decided++
			completions(possible, func(facts map[string]Value) {
				if whole := c.Eval(fake{facts: facts}, nil); whole.State != got.State {
					t.Fatalf("%s: decided %s knowing %v, but %s with %v", source, got.State, known, whole.State, facts)
				}
			})
		}
	}
	if decided < 100 || open < 100 {
		t.Errorf("the oracle is one-sided: %d decided, %d open", decided, open)
	}
}

func checkMissing(t *testing.T, source string, missing []string, known map[string]Value) {
	t.Helper()
	if len(missing) == 0 {
		t.Fatalf("%s: open, but nothing is named as missing", source)
	}
	for _, name := range missing {
		if v, ok := known[name]; ok && (v.Type == BoolOf || v.Type == TextOf || v.Lo == v.Hi) {
			t.Fatalf("%s: names %s as missing, but it is known", source, name)
		}
		if !strings.Contains(source, name) {
			t.Fatalf("%s: names %s as missing, but does not read it", source, name)
		}
	}
}

// compileFor compiles a condition with a pack's words, nil when it is constant.
func compileFor(t testing.TB, p *Pack, source string) *Condition {
	t.Helper()
	var r report
	c := &compiler{words: p.words, r: &r, programs: map[string]*program{}}
	condition := c.condition(&node{kind: textNode, text: source, file: newTextFile("x", []byte(source)), line: 1, column: 1}, onSubject, "when")
	if condition == nil && !strings.Contains(r.problems.Error(), "never changes") {
		t.Fatal(r.problems)
	}
	return condition
}

// Whole clauses: when, unless and nested alternatives with random conditions and limits. A decided outcome must be
// one that every completion gives, where not-applicable, exempt and compliant count as one: no violation.
func TestClausesAreSoundAgainstEveryCompletion(t *testing.T) {
	p := examplePack(t)
	r := rand.New(rand.NewPCG(3, 4))
	e := NewEvaluator()
	counts := map[Outcome]int{}
	for range 400 {
		clause := &Clause{ID: "x", Met: Compliant, Unmet: Violation, Requirement: randomRequirement(t, p, r, 2)}
		if r.IntN(2) == 0 {
			clause.When = compileFor(t, p, randomCondition(r, 1))
		}
		if x := compileFor(t, p, randomCondition(r, 1)); r.IntN(2) == 0 && x != nil {
			clause.Unless = []Exemption{{When: x, Because: "so"}}
		}
		for range 4 {
			known, possible := randomKnowledge(r)
			none := map[string]Measured{"none": {None: true}}
			got := e.Evaluate(clause, fake{known, none})
			counts[got.Outcome]++
			if got.Outcome == Indeterminate {
				if len(got.Missing) == 0 {
					t.Fatal("indeterminate, but nothing is named as missing")
				}
				continue
			}
			completions(possible, func(facts map[string]Value) {
				if whole := e.Evaluate(clause, fake{facts, none}); harmless(whole.Outcome) != harmless(got.Outcome) {
					t.Fatalf("decided %s knowing %v, but %s with %v", got.Outcome, known, whole.Outcome, facts)
				}
			})
		}
	}
	for _, o := range []Outcome{NotApplicable, Compliant, Violation, Indeterminate, Exempt} {
		if counts[o] < 20 {
			t.Errorf("the oracle hardly ever gives %s: %v", o, counts)
		}
	}
}

func harmless(o Outcome) bool { return o == NotApplicable || o == Compliant || o == Exempt }

func randomRequirement(t *testing.T, p *Pack, r *rand.Rand, depth int) *Requirement {
	if depth > 0 && r.IntN(3) > 0 {
		var list []*Requirement
		for range 2 + r.IntN(2) {
			x := randomRequirement(t, p, r, depth-1)
			if r.IntN(2) == 0 {
				x.When = compileFor(t, p, randomCondition(r, 0))
			}
			list = append(list, x)
		}
		if r.IntN(2) == 0 {
			return &Requirement{AnyOf: list}
		}
		return &Requirement{AllOf: list}
	}
	if r.IntN(5) == 0 { // nothing to measure to
		return &Requirement{Measure: &Measure{Call: &Call{Name: "none", Type: "ft"}, nothing: "nothing"}, Op: AtLeast, Limit: &Limit{Quantity: Quantity{3, Feet}}}
	}
	if r.IntN(2) == 0 {
		if c := compileFor(t, p, randomCondition(r, 1)); c != nil {
			return &Requirement{Require: c}
		}
	}
	return &Requirement{Measure: &Measure{Fact: "height_ft", Unit: Feet}, Op: Op(1 + r.IntN(5)), Limit: &Limit{Quantity: Quantity{float64(36 * (1 + r.IntN(3))), Inches}}}
}

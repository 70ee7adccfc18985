package rules

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Random conditions, with whatever is known of their names: what a plain condition says is what CEL says, to the names that
// are missing.
func TestPlainConditionsSayWhatCELSays(t *testing.T) {
	p := examplePack(t)
	r := rand.New(rand.NewPCG(5, 6))
	plain, decided := 0, 0
	for range 1000 {
		c := compileFor(t, p, randomCondition(r, 1+r.IntN(3)))
		if c == nil || c.formula.test == nil {
			continue
		}
		plain++
		for range 8 {
			known, _ := randomKnowledge(r)
			if said := sameAsCEL(t, c, fake{facts: known}, nil); said.State != Undecided {
				decided++
			}
		}
	}
	if plain < 100 || decided < 100 {
		t.Errorf("the oracle is one-sided: %d plain conditions, decided %d times", plain, decided)
	}
}

// Every condition of every pack, with random knowledge of the names it reads.
func TestPlainConditionsOfThePacksSayWhatCELSays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	plain, all := 0, 0
	for _, name := range packNames(t) {
		p, err := Load(os.DirFS("packs"), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range conditionsOf(p) {
			if all++; c.formula.test == nil {
				continue
			}
			plain++
			for range 20 {
				known := guess{r: r, formula: &c.formula, source: c.Source, facts: map[string]Value{}}
				sameAsCEL(t, c, known, known)
			}
		}
	}
	if plain*10 < all*9 {
		t.Errorf("only %d of %d conditions are plain", plain, all)
	}
}

// Every limit and measure of every pack that is an expression.
func TestPlainNumbersOfThePacksAreThoseOfCEL(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	known, open := 0, 0
	for _, name := range packNames(t) {
		p, err := Load(os.DirFS("packs"), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range expressionsOf(p) {
			for range 20 {
				s := guess{r: r, formula: &x.formula, source: x.Source, facts: map[string]Value{}}
				said := x.Eval(s)
				byCEL := x.formula
				byCEL.number = nil
				if want := byCEL.quantity(s, nil); !cmp.Equal(want, said) {
					t.Fatalf("%s: %s", x.Source, cmp.Diff(want, said))
				}
				if said.Type == NumberOf {
					known++
				} else {
					open++
				}
			}
		}
	}
	if known < 100 || open < 100 {
		t.Errorf("the oracle is one-sided: %d known, %d open", known, open)
	}
}

func expressionsOf(p *Pack) (list []*Expression) {
	var ofRequirement func(q *Requirement)
	ofRequirement = func(q *Requirement) {
		if q == nil {
			return
		}
		if q.Limit != nil && q.Limit.Expression != nil {
			list = append(list, q.Limit.Expression)
		}
		for _, x := range slices.Concat(q.AnyOf, q.AllOf) {
			ofRequirement(x)
		}
	}
	for _, c := range p.Clauses {
		ofRequirement(c.Requirement)
	}
	for _, m := range p.Measures {
		if m.Expression != nil {
			list = append(list, m.Expression)
		}
	}
	return list
}

// sameAsCEL evaluates a condition both ways.
func sameAsCEL(t *testing.T, c *Condition, s Subject, other FactSource) Truth {
	t.Helper()
	said := c.Eval(s, other)
	byCEL := c.formula
	byCEL.test = nil
	if want := byCEL.truth(s, other); said.State != want.State || said.State == Undecided && !slices.Equal(said.Missing, want.Missing) {
		t.Fatalf("%s: %s", c.Source, cmp.Diff(want, said))
	}
	return said
}

func packNames(t *testing.T) (names []string) {
	t.Helper()
	folders, err := os.ReadDir("packs")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() {
			names = append(names, f.Name())
		}
	}
	return names
}

// conditionsOf lists the conditions of a pack.
func conditionsOf(p *Pack) (list []*Condition) {
	add := func(c *Condition) {
		if c != nil {
			list = append(list, c)
		}
	}
	var ofRequirement func(q *Requirement)
	ofRequirement = func(q *Requirement) {
		if q == nil {
			return
		}
		add(q.When)
		add(q.Require)
		for _, x := range slices.Concat(q.AnyOf, q.AllOf) {
			ofRequirement(x)
		}
	}
	for _, c := range p.Clauses {
		add(c.When)
		for i := range c.Unless {
			add(c.Unless[i].When)
		}
		ofRequirement(c.Requirement)
	}
	for _, call := range p.Calls {
		add(call.Where)
		add(call.Across)
	}
	return list
}

// guess is a subject of which anything may be known: each name has a value of the kind the expression wants, near those it compares
// with, or a range, or nothing.
type guess struct {
	r       *rand.Rand
	formula *formula
	source  string
	facts   map[string]Value
}

func (g guess) Fact(name string) Value {
	for i := range g.formula.variables {
		if v := &g.formula.variables[i]; v.name == name || v.bare == name {
			return g.value(name, v.kind)
		}
	}
	return Missing(name)
}

func (g guess) Measure(c *Call) Measured {
	switch c.Type {
	case textType:
		return Measured{Value: g.value(c.Name, TextOf)}
	case boolType:
		return Measured{Value: g.value(c.Name, BoolOf)}
	case dateType:
		return Measured{Value: g.value(c.Name, DateOf)}
	}
	return Measured{Value: g.value(c.Name, NumberOf), Unit: Unit(c.Type)}
}

// value is the same however often it is asked for.
func (g guess) value(name string, kind Type) Value {
	if v, ok := g.facts[name]; ok {
		return v
	}
	v := Missing("what is missing of " + name)
	switch g.r.IntN(4) {
	case 0:
		v = Missing(name)
	case 1, 2:
		v = g.some(kind)
	}
	g.facts[name] = v
	return v
}

// some is a value of a kind: a word or number of the expression's own text as a rule, so that comparisons go either way.
func (g guess) some(kind Type) Value {
	words := strings.FieldsFunc(g.source, func(c rune) bool { return strings.ContainsRune(" '\"()[],!=<>&|", c) })
	switch kind {
	case BoolOf:
		return Bool(g.r.IntN(2) == 0)
	case TextOf:
		return Text(words[g.r.IntN(len(words))])
	case DateOf:
		return Days(10000, 10000+float64(g.r.IntN(2)))
	}
	n := Number(float64(g.r.IntN(5)))
	if q, err := strconv.ParseFloat(words[g.r.IntN(len(words))], 64); err == nil {
		n = Number(q)
	}
	if g.r.IntN(3) == 0 {
		n.Hi++
	}
	return n
}

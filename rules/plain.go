package rules

import (
	"regexp"
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
)

// Most conditions of a pack are plain: comparisons of a name with a value, joined by && || and !. They are evaluated here, in
// the same order and with the same three values as CEL would, at a fraction of its cost. Whatever has another form is left to
// CEL, which checks all of them and is the oracle for these (plain_test.go).

// test is one plain condition. missing is set only when the state is Undecided, sorted.
type test interface {
	truth(subject Subject, other FactSource) (state TruthState, missing []string)
}

type (
	allOf  []test
	anyOf  []test
	negate struct{ of test }
	// isTrue is a name that is itself true or false.
	isTrue struct{ name *variable }
	// isKnown is known(name).
	isKnown struct{ name *variable }
	// isOfClass is is_a(name, 'class').
	isOfClass struct {
		name    *variable
		class   string
		classes *ClassTree
	}
	// isText is name == 'text', or name in ['text', 'text'].
	isText struct {
		name *variable
		in   []string
	}
	// matches is name.matches('pattern').
	matches struct {
		name    *variable
		pattern *regexp.Regexp
	}
	// inOrder is before(a, b), or with orSame on_or_before(a, b).
	inOrder struct {
		a, b   *variable
		orSame bool
	}
	// chooses is of ? then : otherwise.
	chooses struct{ of, then, otherwise test }
	// compares is one number against another.
	compares struct {
		a, b  number
		holds func(a, b float64) bool
	}
)

func (t allOf) truth(subject Subject, other FactSource) (TruthState, []string) {
	return untilState(t, False, subject, other)
}

func (t anyOf) truth(subject Subject, other FactSource) (TruthState, []string) {
	return untilState(t, True, subject, other)
}

// untilState is the first test of the deciding state, else undecided if one of them is.
func untilState(tests []test, decides TruthState, subject Subject, other FactSource) (state TruthState, missing []string) {
	state = opposite(decides)
	for _, t := range tests {
		switch got, lacks := t.truth(subject, other); got {
		case decides:
			return decides, nil
		case Undecided:
			state, missing = Undecided, merge(missing, lacks)
		}
	}
	return state, missing
}

func (t negate) truth(subject Subject, other FactSource) (TruthState, []string) {
	state, missing := t.of.truth(subject, other)
	return opposite(state), missing
}

func opposite(s TruthState) TruthState {
	switch s {
	case True:
		return False
	case False:
		return True
	}
	return Undecided
}

func (t isTrue) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	if value.Type != BoolOf {
		return Undecided, t.name.lacking(value)
	}
	return stateOf(value.Bool), nil
}

func (t isKnown) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	return stateOf(value.Type == DateOf || value.Exact()), nil // a range of numbers is not known, a range of days is
}

func (t isOfClass) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	if value.Type != TextOf {
		return Undecided, t.name.lacking(value)
	}
	state := t.classes.decide(value.Text, t.class)
	if state == Undecided {
		return Undecided, []string{"class"}
	}
	return state, nil
}

func (t isText) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	if value.Type != TextOf {
		return Undecided, t.name.lacking(value)
	}
	return stateOf(slices.Contains(t.in, value.Text)), nil
}

func (t matches) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	if value.Type != TextOf {
		return Undecided, t.name.lacking(value)
	}
	return stateOf(t.pattern.MatchString(value.Text)), nil
}

// truth is undecided too where the days the dates are known to lie between leave the order open.
func (t inOrder) truth(subject Subject, other FactSource) (TruthState, []string) {
	a, b := t.a.value(subject, other), t.b.value(subject, other)
	var missing []string
	if a.Type != DateOf {
		missing = t.a.lacking(a)
	}
	if b.Type != DateOf {
		missing = merge(missing, t.b.lacking(b))
	}
	if missing != nil {
		return Undecided, missing
	}
	if a.Hi < b.Lo || t.orSame && a.Hi == b.Lo {
		return True, nil
	}
	if a.Lo > b.Hi || !t.orSame && a.Lo == b.Hi {
		return False, nil
	}
	if a.Lo < a.Hi {
		missing = t.a.lacking(a)
	}
	if b.Lo < b.Hi {
		missing = merge(missing, t.b.lacking(b))
	}
	return Undecided, missing
}

func (t chooses) truth(subject Subject, other FactSource) (TruthState, []string) {
	switch state, missing := t.of.truth(subject, other); state {
	case True:
		return t.then.truth(subject, other)
	case False:
		return t.otherwise.truth(subject, other)
	default:
		return Undecided, missing
	}
}

func (t compares) truth(subject Subject, other FactSource) (TruthState, []string) {
	a, lacksA := t.a.value(subject, other)
	b, lacksB := t.b.value(subject, other)
	if lacksA != nil || lacksB != nil {
		return Undecided, merge(lacksA, lacksB)
	}
	return stateOf(t.holds(a, b)), nil
}

// lacking names what would tell the value of a name that is not known, or known only as a range.
func (v *variable) lacking(value Value) []string {
	if len(value.Missing) == 0 {
		return v.missing
	}
	return value.Missing
}

// plain makes tests of a checked expression.
type plain struct {
	tree      *ast.AST
	variables []variable
	classes   *ClassTree
}

// test is the expression as a plain condition, nil when it is not one.
func (p plain) test(e ast.Expr) test {
	if name := p.name(e); name != nil {
		if name.kind != BoolOf {
			return nil
		}
		return isTrue{name}
	}
	if e.Kind() != ast.CallKind {
		return nil
	}
	args := e.AsCall().Args()
	if e.AsCall().IsMemberFunction() {
		return p.member(e.AsCall().FunctionName(), e.AsCall().Target(), args)
	}
	switch function := e.AsCall().FunctionName(); function {
	case operators.LogicalAnd:
		if all := p.tests(args); all != nil {
			return allOf(all)
		}
	case operators.LogicalOr:
		if all := p.tests(args); all != nil {
			return anyOf(all)
		}
	case operators.Conditional:
		if all := p.tests(args); all != nil {
			return chooses{all[0], all[1], all[2]}
		}
	case operators.LogicalNot:
		if of := p.test(args[0]); of != nil {
			return negate{of}
		}
	case "known":
		if name := p.name(args[0]); name != nil {
			return isKnown{name}
		}
	case "is_a":
		name, class := p.name(args[0]), texts(args[1])
		if name != nil && class != nil {
			return isOfClass{name, class[0], p.classes}
		}
	case operators.In:
		name, in := p.name(args[0]), texts(args[1])
		if name != nil && in != nil && args[1].Kind() == ast.ListKind {
			return isText{name, in}
		}
	case "before":
		return p.order(args[0], args[1], false)
	case "on_or_before":
		return p.order(args[0], args[1], true)
	case "after":
		return p.order(args[1], args[0], false)
	case "on_or_after":
		return p.order(args[1], args[0], true)
	default:
		return p.comparison(function, args)
	}
	return nil
}

// member is name.matches('pattern').
func (p plain) member(function string, target ast.Expr, args []ast.Expr) test {
	name := p.name(target)
	if function != "matches" || name == nil {
		return nil
	}
	text, ok := textLiteral(args[0])
	pattern, err := regexp.Compile(text)
	if !ok || err != nil {
		return nil
	}
	return matches{name, pattern}
}

// order is one of two named dates before the other.
func (p plain) order(a, b ast.Expr, orSame bool) test {
	first, second := p.name(a), p.name(b)
	if first == nil || second == nil {
		return nil
	}
	return inOrder{first, second, orSame}
}

// comparison is one of two numbers, or of a name and a text.
func (p plain) comparison(function string, args []ast.Expr) test {
	holds := comparison(function)
	if holds == nil || len(args) != 2 {
		return nil
	}
	if p.tree.GetType(args[0].ID()).IsExactType(cel.StringType) {
		name, text := p.name(args[0]), texts(args[1])
		switch {
		case name == nil || text == nil:
		case function == operators.Equals:
			return isText{name, text}
		case function == operators.NotEquals:
			return negate{isText{name, text}}
		}
		return nil
	}
	a, b := p.number(args[0]), p.number(args[1])
	if a == nil || b == nil {
		return nil
	}
	return compares{a, b, holds}
}

// tests are several plain conditions, nil when one of them is not. Nested ones of the same kind need no flattening.
func (p plain) tests(list []ast.Expr) []test {
	var out []test
	for _, e := range list {
		t := p.test(e)
		if t == nil {
			return nil
		}
		out = append(out, t)
	}
	return out
}

// name is the variable an expression names, nil when it is something else.
func (p plain) name(e ast.Expr) *variable {
	name, _ := qualifiedName(e)
	for i := range p.variables {
		if p.variables[i].name == name {
			return &p.variables[i]
		}
	}
	return nil
}

// texts are the texts of a literal or of a list of literals, nil when it is anything else.
func texts(e ast.Expr) []string {
	if text, ok := textLiteral(e); ok {
		return []string{text}
	}
	if e.Kind() != ast.ListKind {
		return nil
	}
	var out []string
	for _, element := range e.AsList().Elements() {
		text, ok := textLiteral(element)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

package rules

import (
	"regexp"
	"slices"
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
	// always is true or false as it stands.
	always TruthState
	// isTrue is a name that is itself true or false.
	isTrue struct{ name *variable }
	// isKnown is known(name).
	isKnown struct{ name *variable }
	// isOfClass is is_a(a, b).
	isOfClass struct {
		a, b    text
		classes *ClassTree
	}
	// isOneOf is name in ['text', 'text'].
	isOneOf struct {
		name *variable
		in   []string
	}
	// same is one text against another.
	same struct{ a, b text }
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

func (t always) truth(Subject, FactSource) (TruthState, []string) { return TruthState(t), nil }

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
	class, ancestor, missing := both(t.a, t.b, subject, other)
	if missing != nil {
		return Undecided, missing
	}
	state := t.classes.decide(class, ancestor)
	if state == Undecided {
		return Undecided, []string{"class"}
	}
	return state, nil
}

func (t isOneOf) truth(subject Subject, other FactSource) (TruthState, []string) {
	value := t.name.value(subject, other)
	if value.Type != TextOf {
		return Undecided, t.name.lacking(value)
	}
	return stateOf(slices.Contains(t.in, value.Text)), nil
}

func (t same) truth(subject Subject, other FactSource) (TruthState, []string) {
	a, b, missing := both(t.a, t.b, subject, other)
	if missing != nil {
		return Undecided, missing
	}
	return stateOf(a == b), nil
}

// text is a name, or a literal where there is none.
type text struct {
	name    *variable
	literal string
}

// value is the text, or what is missing to know it.
func (t text) value(subject Subject, other FactSource) (string, []string) {
	if t.name == nil {
		return t.literal, nil
	}
	value := t.name.value(subject, other)
	if value.Type != TextOf {
		return "", t.name.lacking(value)
	}
	return value.Text, nil
}

func both(a, b text, subject Subject, other FactSource) (textA, textB string, missing []string) {
	textA, lacksA := a.value(subject, other)
	textB, lacksB := b.value(subject, other)
	return textA, textB, merge(lacksA, lacksB)
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

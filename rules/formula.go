package rules

import (
	"math"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// formula is a program bound to a pack: it knows where each of its names comes from.
type formula struct {
	program   *program
	variables []variable
	test      test      // the formula as a plain condition, nil when it is not one: then CEL evaluates it
	number    number    // the same for a formula that gives a number
	bare      *variable // the one name that is the whole formula, nil for anything else
}

// variable is a name an expression reads.
type variable struct {
	name      string // as written
	bare      string // without other., record., neighbour., corner. or water.
	from      source
	kind      Type
	parameter Value
	measure   *Measure
	unknown   *types.Unknown // what the name gives when nothing but itself is missing
	missing   []string       // the name alone
}

// source says who answers for a name.
type source uint8

const (
	fromSubject source = iota
	fromOther
	fromParameter
	fromMeasure
)

// bind finds who answers for each name of a program.
func (c *compiler) bind(p *program, at place) formula {
	f := formula{program: p}
	for _, name := range p.names {
		v := variable{name: name, bare: name, kind: kindOf(c.words.typeOf(name, at)), missing: []string{name}}
		v.unknown = unknownOf(v.missing)
		switch prefix := prefixOf(name); prefix {
		case "param.":
			v.from, v.parameter = fromParameter, c.words.parameters[strings.TrimPrefix(name, prefix)].Value
		case "m.":
			v.from, v.measure = fromMeasure, c.words.measures[strings.TrimPrefix(name, prefix)]
		case "other.", "record.", "neighbour.", "corner.", "water.":
			v.from, v.bare = fromOther, strings.TrimPrefix(name, prefix)
		}
		f.variables = append(f.variables, v)
	}
	plain := plain{p.tree, f.variables, c.words.classes}
	f.test, f.number, f.bare = plain.test(p.tree.Expr()), plain.number(p.tree.Expr()), plain.name(p.tree.Expr())
	return f
}

func kindOf(t string) Type {
	switch t {
	case textType:
		return TextOf
	case boolType:
		return BoolOf
	case dateType:
		return DateOf
	}
	return NumberOf
}

// value asks for the name. A value of the wrong type is unknown: wrong is worse than missing.
func (v *variable) value(subject Subject, other FactSource) Value {
	var value Value
	switch v.from {
	case fromSubject:
		value = subject.Fact(v.name)
	case fromOther:
		if other == nil {
			return Value{Missing: v.missing}
		}
		value = other.Fact(v.bare)
	case fromParameter:
		value = v.parameter
	case fromMeasure:
		value = v.measure.on(subject).Value
	}
	if value.Type != v.kind || value.Type == NumberOf && (math.IsNaN(value.Lo) || math.IsNaN(value.Hi)) {
		if value.Type == Unknown && len(value.Missing) > 0 {
			return value
		}
		return Value{Missing: v.missing}
	}
	return value
}

// scope answers CEL for the names of one evaluation.
type scope struct {
	formula *formula
	subject Subject
	other   FactSource
}

func (s *scope) Parent() cel.Activation { return nil }

// ResolveName gives CEL the value of a name. Ranges of numbers are unknown to CEL, dates keep their range.
func (s *scope) ResolveName(name string) (any, bool) {
	for i := range s.formula.variables {
		if v := &s.formula.variables[i]; v.name == name {
			return v.toCEL(v.value(s.subject, s.other)), true
		}
	}
	return nil, false
}

func (v *variable) toCEL(value Value) ref.Val {
	switch value.Type {
	case BoolOf:
		return types.Bool(value.Bool)
	case TextOf:
		return types.String(value.Text)
	case DateOf:
		missing := value.Missing
		if value.Lo < value.Hi && len(missing) == 0 {
			missing = v.missing
		}
		return dateRange{value.Lo, value.Hi, missing}
	case NumberOf:
		if value.Lo == value.Hi {
			return types.Double(value.Lo)
		}
	}
	if len(value.Missing) == 0 || len(value.Missing) == 1 && value.Missing[0] == v.name {
		return v.unknown
	}
	return unknownOf(value.Missing)
}

// eval evaluates the formula with CEL.
func (f *formula) eval(subject Subject, other FactSource) ref.Val {
	s := scopes.Get().(*scope)
	s.formula, s.subject, s.other = f, subject, other
	out, _, err := f.program.cel.Eval(s)
	*s = scope{}
	scopes.Put(s)
	if err != nil {
		return unknownOf([]string{"a usable value: " + err.Error()})
	}
	return out
}

// scopes is scratch space, not state: a scope is cleared before it is put back.
var scopes = sync.Pool{New: func() any { return new(scope) }}

// truth evaluates a condition.
func (f *formula) truth(subject Subject, other FactSource) Truth {
	if f.test != nil {
		state, missing := f.test.truth(subject, other)
		return Truth{state, missing}
	}
	switch out := f.eval(subject, other).(type) {
	case types.Bool:
		return Truth{State: stateOf(bool(out))}
	case *types.Unknown:
		return Truth{Undecided, f.missing(out)}
	}
	return Truth{}
}

// quantity evaluates an expression that gives a number.
func (f *formula) quantity(subject Subject, other FactSource) Value {
	if f.bare != nil {
		value := f.bare.value(subject, other)
		if value.Type == NumberOf && value.Lo < value.Hi && len(value.Missing) == 0 {
			value.Missing = f.bare.missing
		}
		return value
	}
	if f.number != nil {
		v, missing := f.number.value(subject, other)
		if missing != nil {
			return Value{Missing: missing}
		}
		return usable(v)
	}
	switch out := f.eval(subject, other).(type) {
	case types.Double:
		return usable(float64(out))
	case types.Int:
		return Number(float64(out))
	case numberRange:
		return out.of
	case *types.Unknown:
		return Value{Missing: f.missing(out)}
	}
	return Value{}
}

func usable(v float64) Value {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Missing("a usable value: a number that is too large")
	}
	return Number(v)
}

func (f *formula) missing(u *types.Unknown) []string {
	for i := range f.variables {
		if f.variables[i].unknown == u {
			return f.variables[i].missing
		}
	}
	return missingOf(u)
}

// on takes the measure on a subject. A measure written as a fact or expression has no tolerance and no evidence.
func (m *Measure) on(subject Subject) Measured {
	switch {
	case m.Call != nil:
		return subject.Measure(m.Call)
	case m.Expression != nil:
		return Measured{Value: m.Expression.formula.quantity(subject, nil), Unit: m.Unit}
	}
	value := subject.Fact(m.Fact)
	if value.Type != NumberOf && value.Type != Unknown {
		value = Missing(m.Fact)
	}
	if value.Type == Unknown && len(value.Missing) == 0 {
		value = Missing(m.Fact)
	}
	return Measured{Value: value, Unit: m.Unit}
}

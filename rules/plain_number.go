package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// number is a plain number: a name, a literal, or arithmetic on them. missing is nil when the value is known.
type number interface {
	value(subject Subject, other FactSource) (v float64, missing []string)
}

type (
	literal float64
	named   struct{ name *variable }
	// arithmetic is a sum, difference, product, or the lesser or greater of two.
	arithmetic struct {
		a, b number
		of   func(a, b float64) float64
	}
	// choice is of ? then : otherwise.
	choice struct {
		of              test
		then, otherwise number
	}
)

func (n literal) value(Subject, FactSource) (float64, []string) { return float64(n), nil }

func (n named) value(subject Subject, other FactSource) (float64, []string) {
	value := n.name.value(subject, other)
	if value.Type != NumberOf || value.Lo != value.Hi {
		return 0, n.name.lacking(value)
	}
	return value.Lo, nil
}

func (n arithmetic) value(subject Subject, other FactSource) (float64, []string) {
	a, lacksA := n.a.value(subject, other)
	b, lacksB := n.b.value(subject, other)
	if lacksA != nil || lacksB != nil {
		return 0, merge(lacksA, lacksB)
	}
	return n.of(a, b), nil
}

func (n choice) value(subject Subject, other FactSource) (float64, []string) {
	switch state, missing := n.of.truth(subject, other); state {
	case True:
		return n.then.value(subject, other)
	case False:
		return n.otherwise.value(subject, other)
	default:
		return 0, missing
	}
}

// number is an expression as a plain number, nil when it is not one. Divisions are left to CEL, which refuses a zero.
func (p plain) number(e ast.Expr) number {
	if name := p.name(e); name != nil {
		if name.kind != NumberOf {
			return nil
		}
		return named{name}
	}
	switch e.Kind() {
	case ast.LiteralKind:
		if v, ok := e.AsLiteral().(types.Double); ok {
			return literal(v)
		}
	case ast.CallKind:
		return p.calculated(e.AsCall().FunctionName(), e.AsCall().Args())
	}
	return nil
}

func (p plain) calculated(function string, args []ast.Expr) number {
	if function == operators.Conditional {
		of, then, otherwise := p.test(args[0]), p.number(args[1]), p.number(args[2])
		if of == nil || then == nil || otherwise == nil {
			return nil
		}
		return choice{of, then, otherwise}
	}
	of := operation(function)
	if of == nil || len(args) != 2 {
		return nil
	}
	a, b := p.number(args[0]), p.number(args[1])
	if a == nil || b == nil {
		return nil
	}
	return arithmetic{a, b, of}
}

// operation is what is done with two numbers, nil when the function is something else.
func operation(function string) func(a, b float64) float64 {
	switch function {
	case operators.Add:
		return func(a, b float64) float64 { return a + b }
	case operators.Subtract:
		return func(a, b float64) float64 { return a - b }
	case operators.Multiply:
		return func(a, b float64) float64 { return a * b }
	case "min":
		return func(a, b float64) float64 { return min(a, b) }
	case "max":
		return func(a, b float64) float64 { return max(a, b) }
	}
	return nil
}

// comparison is what a number can be asked about another, nil when the function is no comparison.
func comparison(function string) func(a, b float64) bool {
	switch function {
	case operators.Equals:
		return func(a, b float64) bool { return a == b }
	case operators.NotEquals:
		return func(a, b float64) bool { return a != b }
	case operators.Less:
		return func(a, b float64) bool { return a < b }
	case operators.LessEquals:
		return func(a, b float64) bool { return a <= b }
	case operators.Greater:
		return func(a, b float64) bool { return a > b }
	case operators.GreaterEquals:
		return func(a, b float64) bool { return a >= b }
	}
	return nil
}

package rules

import (
	"regexp"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

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
	if e.Kind() == ast.LiteralKind {
		if truth, ok := e.AsLiteral().(types.Bool); ok {
			return always(stateOf(bool(truth)))
		}
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
		a, isA := p.text(args[0])
		b, isB := p.text(args[1])
		if isA && isB {
			return isOfClass{a, b, p.classes}
		}
	case operators.In:
		if name, in := p.name(args[0]), texts(args[1]); name != nil && in != nil {
			return isOneOf{name, in}
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

// member is name.matches('pattern'), or of a parameter that holds one.
func (p plain) member(function string, target ast.Expr, args []ast.Expr) test {
	name := p.name(target)
	if function != "matches" || name == nil {
		return nil
	}
	text, ok := textLiteral(args[0])
	if parameter := p.name(args[0]); parameter != nil && parameter.from == fromParameter && parameter.parameter.Type == TextOf {
		text, ok = parameter.parameter.Text, true
	}
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
		a, isA := p.text(args[0])
		b, isB := p.text(args[1])
		switch {
		case !isA || !isB:
		case function == operators.Equals:
			return same{a, b}
		case function == operators.NotEquals:
			return negate{same{a, b}}
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

// text is a name or literal that is a text.
func (p plain) text(e ast.Expr) (t text, ok bool) {
	if name := p.name(e); name != nil {
		return text{name: name}, name.kind == TextOf
	}
	literal, ok := textLiteral(e)
	return text{literal: literal}, ok
}

// texts are the texts of a list of literals, nil when it is anything else.
func texts(e ast.Expr) []string {
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

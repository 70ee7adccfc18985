package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// scan walks an expression, collects its names and reports those that do not exist.
type scan struct {
	c         *compiler
	n         *node
	at        place
	tree      *ast.AST
	names     []string
	usesKnown bool
	wrong     bool
}

func (s *scan) sortedNames() []string {
	slices.Sort(s.names)
	return slices.Compact(s.names)
}

func (s *scan) problem(e ast.Expr, format string, args ...any) {
	s.wrong = true
	location := s.tree.SourceInfo().GetStartLocation(e.ID())
	line, column := placeIn(s.n, max(location.Line(), 1), max(location.Column(), 0))
	s.c.r.in(s.n.file, line, column, fmt.Sprintf(format, args...))
}

func (s *scan) walk(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind, ast.SelectKind:
		if name, root := qualifiedName(e); name != "" {
			s.name(name, root)
			return
		}
		s.problem(e, "only names such as lot.area_sq_ft have parts")
	case ast.CallKind:
		s.call(e)
	case ast.ListKind:
		for _, element := range e.AsList().Elements() {
			s.walk(element)
		}
	case ast.LiteralKind:
	default:
		s.problem(e, "this form is not used in packs")
	}
}

// qualifiedName joins a chain of selections, "" when e is not one. root is its first word.
func qualifiedName(e ast.Expr) (name string, root ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent(), e
	case ast.SelectKind:
		operand, root := qualifiedName(e.AsSelect().Operand())
		if operand == "" {
			return "", nil
		}
		return operand + "." + e.AsSelect().FieldName(), root
	}
	return "", nil
}

func (s *scan) name(name string, root ast.Expr) {
	if s.c.words.typeOf(name, s.at) != "" {
		s.names = append(s.names, name)
		return
	}
	for at := onOther; at <= onWater; at++ {
		if at != s.at && prefixOf(name) == placePrefixes[at] && s.c.words.typeOf(name, at) != "" {
			s.problem(root, "%s can only be used inside %s", name, [...]string{"", "a `where` over structures",
				"the `where` of records and record_value", "the `where` of adjacent_lots, distance and across",
				"the `where` of corners and intrusion", "the `where` of to_water and flanking"}[at])
			return
		}
	}
	known := s.c.words.names(s.at)
	hint := suggest(name, known)
	if hint == "" {
		hint = "; declare it under facts in pack.yaml"
		switch prefixOf(name) {
		case "m.":
			hint = "; define it under measures in pack.yaml, above where it is used"
		case "param.":
			hint = "; define it under parameters in pack.yaml"
		}
	}
	s.problem(root, "there is no %s%s", name, hint)
}

func (s *scan) call(e ast.Expr) {
	call := e.AsCall()
	function := call.FunctionName()
	if !slices.Contains(functionNames, function) && function != spanFunction && function != divideFunction && !isOperator(function) {
		s.problem(e, "there is no function %s%s", function, suggest(function, functionNames))
		return
	}
	if call.IsMemberFunction() {
		s.walk(call.Target())
	}
	for _, arg := range call.Args() {
		s.walk(arg)
	}
	args := call.Args()
	switch {
	case function == "known" && len(args) == 1:
		s.usesKnown = true
		if name, _ := qualifiedName(args[0]); name == "" {
			s.problem(e, "known takes a name, for example known(built_date)")
		}
	case function == "date" && len(args) == 1:
		if text, ok := textLiteral(args[0]); ok {
			if _, err := ParseDays(text); err != nil {
				s.problem(args[0], "%s", err)
			}
		} else {
			s.problem(e, "date takes a text in quotes, for example date('2007-01-31')")
		}
	case function == "is_a" && len(args) == 2:
		if name, _ := qualifiedName(args[1]); name == "class" || strings.HasSuffix(name, ".class") {
			break // a class that is known when the expression is evaluated
		}
		if text, ok := textLiteral(args[1]); !ok || !s.c.words.classes.Has(text) {
			s.problem(args[1], "is_a takes the name of a class: there is no class %q%s", text, suggest(text, s.c.words.classes.Names()))
		}
	case (function == operators.Equals || function == operators.NotEquals) && len(args) == 2:
		s.textsMatch(args[0], args[1])
		s.textsMatch(args[1], args[0])
	case function == operators.In && len(args) == 2 && args[1].Kind() == ast.ListKind:
		for _, element := range args[1].AsList().Elements() {
			s.textsMatch(args[0], element)
		}
	}
}

// textsMatch reports a text that the name it is compared with can never hold.
func (s *scan) textsMatch(of, with ast.Expr) {
	name, _ := qualifiedName(of)
	text, ok := textLiteral(with)
	if name == "" || !ok {
		return
	}
	if texts := s.c.words.textsOf(name); texts != nil && !slices.Contains(texts, text) {
		hint := suggest(text, texts)
		if hint == "" && len(texts) < 20 {
			hint = "; it is one of " + strings.Join(texts, ", ")
		}
		s.problem(with, "%s is never %q%s", name, text, hint)
	}
}

func textLiteral(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

// checkMembership refuses `in` over anything but texts and numbers: a list of dates would be compared as if its days
// were exact.
func (s *scan) checkMembership(tree *ast.AST) {
	ast.PostOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.In {
			return
		}
		if t := tree.GetType(e.AsCall().Args()[0].ID()); !t.IsExactType(cel.StringType) && !t.IsExactType(cel.DoubleType) {
			s.problem(e, "`in` takes texts or numbers")
		}
	}))
}

func isOperator(function string) bool {
	switch function {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Equals, operators.NotEquals, operators.Less,
		operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.Add, operators.Subtract, operators.Multiply,
		operators.Negate, operators.In, operators.Conditional:
		return true
	}
	return false
}

package rules

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// program is a checked expression. It is immutable and safe for concurrent use.
type program struct {
	cel   cel.Program
	tree  *ast.AST // checked
	names []string // the names it reads, sorted
}

// compiler checks expressions against a vocabulary and reports what is wrong where it stands in the file.
type compiler struct {
	words    *vocabulary
	r        *report
	programs map[string]*program // by place, wanted type and source: equal expressions are compiled once
}

// condition compiles an expression that is true or false, nil when it is absent or wrong.
func (c *compiler) condition(n *node, at place, key string) *Condition {
	source := textOf(n, c.r, key)
	if source == "" {
		return nil
	}
	p := c.compile(n, source, at, cel.BoolType, key)
	if p == nil {
		return nil
	}
	source = strings.TrimSpace(source)
	return &Condition{Source: source, Pos: n.pos(), formula: c.bind(p, at), notSo: "applies only when " + source}
}

// expression compiles an expression that gives a number, nil when it is wrong.
func (c *compiler) expression(n *node, at place, key string) *Expression {
	source := textOf(n, c.r, key)
	if source == "" {
		return nil
	}
	p := c.compile(n, source, at, cel.DoubleType, key)
	if p == nil {
		return nil
	}
	return &Expression{Source: strings.TrimSpace(source), Pos: n.pos(), formula: c.bind(p, at)}
}

func (c *compiler) compile(n *node, source string, at place, want *cel.Type, key string) *program {
	cacheKey := fmt.Sprintf("%d %s %s", at, want, source)
	if p, ok := c.programs[cacheKey]; ok {
		return p
	}
	p := c.check(n, source, at, want, key)
	if p != nil {
		c.programs[cacheKey] = p
	}
	return p
}

func (c *compiler) check(n *node, source string, at place, want *cel.Type, key string) *program {
	env, err := c.words.env(at)
	if err != nil {
		c.r.at(n, "%s", err)
		return nil
	}
	parsed, issues := env.Parse(spanSource(source))
	if issues.Err() != nil {
		c.celErrors(n, issues)
		return nil
	}
	tree := parsed.NativeRep()
	normalize(tree)
	seen := scan{c: c, n: n, at: at, tree: tree}
	seen.walk(tree.Expr())
	if seen.wrong {
		return nil
	}
	checked, issues := env.Check(parsed)
	if issues.Err() != nil {
		c.celErrors(n, issues)
		return nil
	}
	seen.checkMembership(checked.NativeRep())
	if got := checked.OutputType(); !got.IsExactType(want) && !(want == cel.DoubleType && got.IsExactType(cel.IntType)) {
		c.r.at(n, "%s: must give %s, but gives %s", key, typeWord(want), typeWord(got))
		return nil
	}
	if seen.wrong {
		return nil
	}
	prog, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		c.r.at(n, "%s: %s", key, err)
		return nil
	}
	p := &program{cel: prog, tree: checked.NativeRep(), names: seen.sortedNames()}
	if constant, value := p.constant(seen.usesKnown); constant {
		if want == cel.BoolType {
			c.r.at(n, "%s: never changes: it is always %s, whatever the facts are", key, value)
		} else {
			c.r.at(n, "%s: never changes: write %s as a quantity with its unit", key, value)
		}
		return nil
	}
	return p
}

func typeWord(t *cel.Type) string {
	switch {
	case t.IsExactType(cel.BoolType):
		return "true or false"
	case t.IsExactType(cel.DoubleType), t.IsExactType(cel.IntType):
		return "a number"
	case t.IsExactType(cel.StringType):
		return "a text"
	case t.IsExactType(celDate):
		return "a date"
	}
	return t.String()
}

// spanSource keeps a range of days where days_between is the whole expression.
func spanSource(source string) string {
	const head = "days_between("
	trimmed := strings.TrimSpace(source)
	if !strings.HasPrefix(trimmed, head) || closing(trimmed[len(head)-1:]) != len(trimmed)-len(head) {
		return source
	}
	return strings.Replace(source, head, spanFunction+"   (", 1) // as long as before: columns stay right
}

// closing returns the position of the parenthesis that closes the one text begins with, -1 when there is none.
func closing(text string) int {
	depth := 0
	var quote byte
	for i := range len(text) {
		switch b := text[i]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '\'' || b == '"':
			quote = b
		case b == '(':
			depth++
		case b == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// normalize makes every whole number in the source a double, because every number in a pack is one: without it
// `m.garages == 1` and `height_ft * 2` would not check. Divisions become divide(), which refuses zero where CEL gives
// infinity.
func normalize(tree *ast.AST) {
	factory := ast.NewExprFactory()
	ast.PostOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.LiteralKind:
			if i, ok := e.AsLiteral().(types.Int); ok {
				e.SetKindCase(factory.NewLiteral(e.ID(), types.Double(i)))
			}
		case ast.CallKind:
			if e.AsCall().FunctionName() == operators.Divide {
				e.SetKindCase(factory.NewCall(e.ID(), divideFunction, e.AsCall().Args()...))
			}
		}
	}))
}

// constant reports whether the expression gives the same value whatever its names hold: it is evaluated with every
// name unknown. known() turns unknown into false, so an expression that uses it can not be judged this way.
func (p *program) constant(usesKnown bool) (bool, string) {
	if usesKnown {
		return false, ""
	}
	out, _, err := p.cel.Eval(allUnknown{})
	if err != nil || types.IsUnknownOrError(out) {
		return false, ""
	}
	if d, ok := out.(types.Double); ok {
		return true, FormatNumber(float64(d))
	}
	return true, fmt.Sprint(out.Value())
}

// allUnknown knows nothing.
type allUnknown struct{}

func (allUnknown) ResolveName(string) (any, bool) { return types.NewUnknown(0, nil), true }
func (allUnknown) Parent() cel.Activation         { return nil }

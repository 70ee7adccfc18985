package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// program is a checked expression. It is immutable and safe for concurrent use.
type program struct {
	cel   cel.Program
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
	return &Condition{Source: source, Pos: n.pos(), formula: c.bind(p, at, source), notSo: "applies only when " + source}
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
	return &Expression{Source: strings.TrimSpace(source), Pos: n.pos(), formula: c.bind(p, at, source)}
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
	p := &program{cel: prog, names: seen.sortedNames()}
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

// celErrors reports what CEL found, at the place in the file.
func (c *compiler) celErrors(n *node, issues *cel.Issues) {
	for _, e := range issues.Errors() {
		line, column := placeIn(n, e.Location.Line(), e.Location.Column())
		c.r.in(n.file, line, column, plainWords(e.Message))
	}
}

// plainWords turns CEL's messages into those of the rule language.
func plainWords(message string) string {
	words := strings.NewReplacer("_&&_", "&&", "_||_", "||", "!_", "!", "_==_", "==", "_!=_", "!=", "_<_", "<", "_<=_", "<=", "_>_", ">",
		"_>=_", ">=", "_+_", "+", "_-_", "-", "_*_", "*", "_/_", "/", "_%_", "%", "@in", "in", "_?_:_", "?:", "-_", "-",
		"double", "number", "string", "text", spanFunction, "days_between", divideFunction, "/")
	message = words.Replace(strings.TrimPrefix(message, "Syntax error: "))
	message, _, _ = strings.Cut(message, " expecting {")
	if strings.Contains(message, "'<EOF>'") {
		return "the expression ends too early"
	}
	if rest, ok := strings.CutPrefix(message, "found no matching overload for "); ok {
		return "these types do not go together: " + rest
	}
	return message
}

// placeIn returns where in the file a place in an expression stands. Folded and multi-line texts point at their line
// where that can be told, else at their start.
func placeIn(n *node, line, column int) (int, int) {
	switch n.quote {
	case 0, '\'', '"':
		if line > 1 || !strings.HasPrefix(lineFrom(n), strings.SplitN(n.text, "\n", 2)[0]) {
			return n.line, n.column
		}
		if n.quote != 0 {
			column++
		}
		return n.line, n.column + column
	case '|':
		at := n.line + line // the text begins in the line after the |
		if at > len(n.file.lines) {
			return n.line, n.column
		}
		return at, blockIndent(n) + column + 1
	}
	return n.line, n.column
}

// blockIndent returns how far a text after | is indented: as its first line that is not empty.
func blockIndent(n *node) int {
	for _, line := range n.file.lines[n.line:] {
		if text := strings.TrimLeft(line, " "); text != "" {
			return len(line) - len(text)
		}
	}
	return 0
}

// lineFrom returns the file's text from the node's first character inside quotes to the end of the line.
func lineFrom(n *node) string {
	line := []rune(n.file.lines[n.line-1])
	from := n.column - 1
	if n.quote != 0 {
		from++
	}
	return string(line[min(from, len(line)):])
}

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
	for at := onOther; at <= onNeighbour; at++ {
		if at != s.at && prefixOf(name) == placePrefixes[at] && s.c.words.typeOf(name, at) != "" {
			s.problem(root, "%s can only be used inside %s", name, [...]string{"", "a `where` over structures",
				"the `where` of records and record_value", "the `where` of adjacent_lots"}[at])
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

func ceil(v float64) float64  { return math.Ceil(v) }
func floor(v float64) float64 { return math.Floor(v) }

package rules

import (
	"strings"

	"github.com/google/cel-go/cel"
)

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
	for _, line := range n.file.lines[min(n.line, len(n.file.lines)):] {
		if text := strings.TrimLeft(line, " "); text != "" {
			return len(line) - len(text)
		}
	}
	return 0
}

// lineFrom returns the file's text from the node's first character inside quotes to the end of the line.
func lineFrom(n *node) string {
	line := []rune(n.file.line(n.line))
	from := n.column - 1
	if n.quote != 0 {
		from++
	}
	return string(line[min(from, len(line)):])
}

package pipeline

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// document reads a YAML file node by node and keeps every complaint, so that all of them can be said at once. Scalars are
// taken by their text: 0012, 17.10 and NO stay what the author wrote.
type document struct {
	name  string
	lines []string
	errs  ConfigErrors
}

// parseDocument returns the root node, or nil with the complaint noted when the text is not one YAML document.
func parseDocument(name string, data []byte) (*document, ast.Node) {
	data = plainText(data)
	d := &document{name: name, lines: strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n")}
	if line, column, what := unfit(data); what != "" {
		d.errs.add(d.place(line, column), "%s", what)
		return d, nil
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		d.errs = append(d.errs, d.syntaxError(err))
		return d, nil
	}
	var root ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case root == nil:
			root = doc.Body
		default:
			d.complain(doc.Body, "the file holds a second document; keep one, without ---")
		}
	}
	return d, root
}

func (d *document) syntaxError(err error) ConfigError {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil {
		pos := e.GetToken().Position
		return ConfigError{At: d.place(pos.Line, pos.Column), What: e.GetMessage()}
	}
	return ConfigError{At: Place{File: d.name}, What: err.Error()}
}

func (d *document) place(line, column int) Place {
	p := Place{File: d.name, Line: line, Column: column}
	if line >= 1 && line <= len(d.lines) {
		p.Text = d.lines[line-1]
	}
	return p
}

// at is the place of a node; of a mapping or list, that of its first entry.
func (d *document) at(n ast.Node) Place {
	switch v := n.(type) {
	case *ast.MappingNode:
		if len(v.Values) > 0 {
			return d.at(v.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return d.at(v.Key)
	case *ast.SequenceNode:
		if len(v.Values) > 0 {
			return d.at(v.Values[0])
		}
	}
	t := n.GetToken()
	if t == nil || t.Position == nil {
		return Place{File: d.name}
	}
	return d.place(t.Position.Line, t.Position.Column)
}

func (d *document) complain(n ast.Node, format string, args ...any) {
	d.errs.add(d.at(n), format, args...)
}

// entry is one key of a mapping.
type entry struct {
	key   string
	node  ast.Node // the key itself, for its place
	value ast.Node
}

// entries returns the keys of a mapping in file order. Anything else is a complaint that says what the mapping is for.
func (d *document) entries(n ast.Node, what string) []entry {
	var values []*ast.MappingValueNode
	switch v := unwrap(n).(type) {
	case nil:
		return nil
	case *ast.MappingNode:
		values = v.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{v}
	case *ast.NullNode:
		return nil
	default:
		d.complain(n, "%s must be a mapping of keys to values, this is %s", what, kindOf(v))
		return nil
	}
	out := make([]entry, 0, len(values))
	for _, v := range values {
		out = append(out, entry{key: v.Key.GetToken().Value, node: v.Key, value: unwrap(v.Value)})
	}
	return out
}

// object hands each key of a mapping to its reader; an unknown key is a complaint that names the nearest known one.
func (d *document) object(n ast.Node, what string, readers map[string]func(ast.Node)) {
	for _, e := range d.entries(n, what) {
		read, ok := readers[e.key]
		if !ok {
			d.complain(e.node, "unknown key %q in %s; %s", e.key, what, suggestKey(e.key, keysOf(readers)))
			continue
		}
		read(e.value)
	}
}

// list returns the items of a list; a single value counts as a list of one.
func (d *document) list(n ast.Node) []ast.Node {
	seq, ok := unwrap(n).(*ast.SequenceNode)
	if !ok {
		return []ast.Node{n}
	}
	return seq.Values
}

// text returns a scalar as the author wrote it, "" after a complaint.
func (d *document) text(n ast.Node, what string) string {
	switch v := unwrap(n).(type) {
	case *ast.StringNode:
		return v.Value
	case *ast.LiteralNode:
		return strings.TrimSpace(v.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return v.GetToken().Value
	default:
		d.complain(n, "%s must be a text, this is %s", what, kindOf(v))
		return ""
	}
}

// number returns a finite number, 0 after a complaint.
func (d *document) number(n ast.Node, what string) float64 {
	node := unwrap(n)
	f, err := strconv.ParseFloat(node.GetToken().Value, 64)
	switch node.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	case *ast.NanNode, *ast.InfinityNode:
		d.complain(n, "%s must be a finite number, this is %s", what, node.GetToken().Value)
		return 0
	}
	d.complain(n, "%s must be a number, this is %s", what, kindOf(node))
	return 0
}

// unwrap steps through tags, anchors and missing values to the node that holds the value.
func unwrap(n ast.Node) ast.Node {
	for {
		switch v := n.(type) {
		case *ast.TagNode:
			n = v.Value
		case *ast.AnchorNode:
			n = v.Value
		default:
			return n
		}
	}
}

func kindOf(n ast.Node) string {
	switch v := n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode, nil:
		return "empty"
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", v.Value)
	case *ast.AliasNode:
		return "an alias, which audit files do not use"
	default:
		return n.GetToken().Value
	}
}

package rules

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// textFile is a file of a pack, kept so that problems can show the line they are in.
type textFile struct {
	name  string
	lines []string
}

func newTextFile(name string, text []byte) *textFile {
	return &textFile{name, strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text)), "\n")}
}

// line returns a line by its number from 1, "" when there is none.
func (f *textFile) line(number int) string {
	if number < 1 || number > len(f.lines) {
		return ""
	}
	return f.lines[number-1]
}

type nodeKind uint8

const (
	nullNode nodeKind = iota
	textNode
	numberNode
	boolNode
	listNode
	mapNode
	badNode // already reported
)

var nodeKinds = [...]string{"nothing", "a text", "a number", "true or false", "a list", "a mapping", "unreadable"}

func (k nodeKind) String() string { return nodeKinds[k] }

// node is YAML as packs use it: no anchors, tags, merges or non-finite numbers.
type node struct {
	kind   nodeKind
	text   string // as written, without quotes, for every scalar
	number float64
	truth  bool
	keys   []*node // of a mapping, in order
	values []*node // of a mapping or list

	file         *textFile
	line, column int
	quote        byte // '"', '\'', '|' or '>' as the text was written, 0 for plain
}

// get returns the value of a key, nil when it is absent.
func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k.text == key {
			return n.values[i]
		}
	}
	return nil
}

func (n *node) pos() Position { return Position{n.file.name, n.line, n.column} }

// parseYAML reads one document. What is wrong is reported; nil is returned when nothing usable was read.
func parseYAML(name string, text []byte, r *report) *node {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // the byte order mark of Windows editors
	f := newTextFile(name, text)
	if strings.IndexByte(string(text), 0) >= 0 {
		r.in(f, 1, 1, "this is not a text file: it contains zero bytes")
		return nil
	}
	file, err := parse(text)
	if err != nil {
		reportSyntax(f, err, r)
		return nil
	}
	var body ast.Node
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			tk := doc.Body.GetToken()
			r.in(f, tk.Position.Line, tk.Position.Column, "a second document in one file would be ignored: write one file per section")
			break
		}
		if body == nil {
			body = doc.Body
		}
	}
	if body == nil {
		r.in(f, 1, 1, "the file is empty")
		return nil
	}
	c := converter{f, r}
	return c.node(body)
}

// parse calls the parser. A file that it panics on is a bad file, not our bug.
func parse(text []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("this is not YAML")
		}
	}()
	return parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
}

func reportSyntax(f *textFile, err error, r *report) {
	line, column, what := 1, 1, err.Error()
	if located, ok := err.(yaml.Error); ok {
		what = located.GetMessage()
		if tk := located.GetToken(); tk != nil && tk.Position != nil {
			line, column = tk.Position.Line, tk.Position.Column
		}
	}
	if strings.Contains(what, "tag character") {
		what += ": a text that begins with ! must be quoted"
	}
	r.in(f, line, column, "YAML: "+what)
}

// converter turns the library's tree into ours.
type converter struct {
	file *textFile
	r    *report
}

func (c converter) node(from ast.Node) *node {
	n := &node{file: c.file, line: 1, column: 1}
	if from == nil {
		return n
	}
	if tk := from.GetToken(); tk != nil && tk.Position != nil {
		n.line, n.column, n.text = tk.Position.Line, max(tk.Position.Column, 1), tk.Value
	}
	switch from := from.(type) {
	case *ast.NullNode:
		n.kind = nullNode
	case *ast.BoolNode:
		n.kind, n.truth = boolNode, from.Value
	case *ast.IntegerNode, *ast.FloatNode:
		c.number(n)
	case *ast.StringNode:
		n.kind, n.text = textNode, from.Value
		if origin := strings.TrimSpace(from.Token.Origin); origin != "" && (origin[0] == '"' || origin[0] == '\'') {
			n.quote = origin[0]
		}
	case *ast.LiteralNode:
		n.kind, n.text, n.quote = textNode, from.Value.Value, from.Start.Value[0]
	case *ast.SequenceNode:
		n.kind = listNode
		for _, v := range from.Values {
			n.values = append(n.values, c.node(v))
		}
	case *ast.MappingNode:
		c.mapping(n, from.Values)
	case *ast.MappingValueNode:
		c.mapping(n, []*ast.MappingValueNode{from})
	case *ast.TagNode:
		c.bad(n, "a text that begins with ! must be quoted: \"%s\"", strings.TrimSpace(c.rest(n)))
	case *ast.InfinityNode, *ast.NanNode:
		c.bad(n, "%s is not a usable number", n.text)
	case *ast.AnchorNode, *ast.AliasNode:
		c.bad(n, "anchors and aliases are not used in packs: a text that begins with & or * must be quoted")
	default:
		c.bad(n, "this kind of YAML is not used in packs")
	}
	return n
}

// bad reports a node that can not be read.
func (c converter) bad(n *node, format string, args ...any) {
	n.kind = badNode
	c.r.at(n, format, args...)
}

// rest returns the line from the node on.
func (c converter) rest(n *node) string {
	line := []rune(c.file.line(n.line))
	return string(line[min(n.column-1, len(line)):])
}

// number reads decimal numbers only: 0x10, 0o7 and 1_000 are refused, because a reader may see something else.
func (c converter) number(n *node) {
	n.kind = numberNode
	v, err := strconv.ParseFloat(n.text, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || strings.ContainsAny(n.text, "xX_") {
		c.bad(n, "%q is not a decimal number; quote it if it is a text", n.text)
	}
	n.number = v
}

func (c converter) mapping(n *node, values []*ast.MappingValueNode) {
	n.kind = mapNode
	seen := map[string]*node{}
	for i, v := range values {
		key := c.node(v.Key)
		if i == 0 && v.Start != nil && n.text == v.Start.Value { // a block mapping begins at its first key
			n.line, n.column = key.line, key.column
		}
		if key.kind == mapNode || key.kind == listNode || key.kind == nullNode {
			c.r.at(key, "a key must be a plain word")
			continue
		}
		if first := seen[key.text]; first != nil {
			c.r.at(key, "%q is given twice, first in line %d", key.text, first.line)
			continue
		}
		seen[key.text] = key
		n.keys = append(n.keys, key)
		n.values = append(n.values, c.node(v.Value))
	}
	n.text = ""
}

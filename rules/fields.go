package rules

import (
	"math"
	"slices"
	"strings"
)

// fields reads the keys of a mapping and reports those that are unknown, missing or of the wrong kind.
type fields struct {
	n *node // nil when the node is not a mapping
	r *report
}

// fieldsOf checks that n is a mapping with no keys but those known. what says what the mapping is, for messages.
func fieldsOf(n *node, r *report, what string, known ...string) fields {
	if n.kind != mapNode {
		r.at(n, "%s must be a mapping, not %s", what, n.kind)
		return fields{nil, r}
	}
	for _, key := range n.keys {
		if !slices.Contains(known, key.text) {
			hint := suggest(key.text, known)
			if hint == "" {
				hint = "; it may have " + strings.Join(known, ", ")
			}
			r.at(key, "%s has no key %q%s", what, key.text, hint)
		}
	}
	return fields{n, r}
}

// get returns the value of a key, nil when it is absent or stated as nothing.
func (f fields) get(key string) *node {
	if f.n == nil {
		return nil
	}
	v := f.n.get(key)
	if v != nil && v.kind == badNode {
		return nil
	}
	if v != nil && v.kind == nullNode {
		f.r.at(v, "%s: has no value", key)
		return nil
	}
	return v
}

// need returns the value of a key and reports when it is absent.
func (f fields) need(key string) *node {
	if f.n == nil {
		return nil
	}
	if f.n.get(key) == nil {
		f.r.at(f.n, "%s: is missing", key)
	}
	return f.get(key)
}

func (f fields) text(key string) string       { return textOf(f.get(key), f.r, key) }
func (f fields) neededText(key string) string { return textOf(f.need(key), f.r, key) }

// textOf reads a text. Numbers and true/false must be quoted, because 17.10 would be read as 17.1.
func textOf(n *node, r *report, key string) string {
	if n == nil {
		return ""
	}
	switch n.kind {
	case textNode:
		if strings.TrimSpace(n.text) == "" {
			r.at(n, "%s: is an empty text", key)
		}
		return strings.TrimSuffix(n.text, "\n")
	case numberNode, boolNode:
		r.at(n, "%s: must be a text: write \"%s\" with quotes", key, n.text)
	case mapNode, listNode:
		r.at(n, "%s: must be a text, not %s", key, n.kind)
	}
	return ""
}

// choice reads a text that must be one of those given; the first is the default.
func (f fields) choice(key string, options ...string) string {
	n := f.get(key)
	if n == nil {
		return options[0]
	}
	text := textOf(n, f.r, key)
	if text != "" && !slices.Contains(options, text) {
		f.r.at(n, "%s: %q is not one of %s%s", key, text, strings.Join(options, ", "), suggest(text, options))
	}
	return text
}

// texts reads a list of texts; a single text is a list of one.
func (f fields) texts(key string) []*node {
	n := f.get(key)
	if n == nil {
		return nil
	}
	items := []*node{n}
	if n.kind == listNode {
		items = n.values
		if len(items) == 0 {
			f.r.at(n, "%s: is an empty list", key)
		}
	}
	var out []*node
	for _, item := range items {
		if textOf(item, f.r, key) != "" {
			out = append(out, item)
		}
	}
	return out
}

// list reads a list of anything.
func (f fields) list(key string) []*node {
	n := f.get(key)
	if n == nil {
		return nil
	}
	if n.kind != listNode {
		f.r.at(n, "%s: must be a list, not %s", key, n.kind)
		return nil
	}
	return n.values
}

// truth reads true or false; absent is false.
func (f fields) truth(key string) bool {
	n := f.get(key)
	if n == nil {
		return false
	}
	if n.kind != boolNode {
		f.r.at(n, "%s: must be true or false, not %s", key, n.kind)
	}
	return n.truth
}

// number reads a plain number; absent is NaN.
func (f fields) number(key string) float64 {
	n := f.get(key)
	if n == nil {
		return math.NaN()
	}
	if n.kind != numberNode {
		f.r.at(n, "%s: must be a number, not %s", key, n.kind)
		return math.NaN()
	}
	return n.number
}

func textsOf(nodes []*node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.text)
	}
	return out
}

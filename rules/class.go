package rules

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
)

//go:embed classes.yaml
var classesYAML []byte

// ClassTree says which class is a kind of which.
type ClassTree struct {
	parents map[string]string   // "" for the roots
	lines   map[string][]string // a class and all it is a kind of
}

// IsA reports whether class is ancestor or one of its sub-classes. An unknown class is only itself.
func (t *ClassTree) IsA(class, ancestor string) bool {
	return class == ancestor || slices.Contains(t.lines[class], ancestor)
}

// decide is IsA for a class that may not be the whole truth: undecided when it is only known to be of a kind that includes the one
// asked for, as an accessory building of unknown kind may be a garage, or is what a table calls by a word that is no class.
func (t *ClassTree) decide(class, ancestor string) TruthState {
	if !t.Has(class) || !t.Has(ancestor) || class != ancestor && t.IsA(ancestor, class) {
		return Undecided
	}
	return stateOf(t.IsA(class, ancestor))
}

// Has reports whether the tree has the class.
func (t *ClassTree) Has(class string) bool { _, ok := t.parents[class]; return ok }

// Names lists every class, sorted.
func (t *ClassTree) Names() []string { return slices.Sorted(maps.Keys(t.parents)) }

// Below lists the class and all its sub-classes, sorted.
func (t *ClassTree) Below(ancestor string) []string {
	var names []string
	for _, class := range t.Names() {
		if t.IsA(class, ancestor) {
			names = append(names, class)
		}
	}
	return names
}

// BuiltinClasses returns the tree of rules/classes.yaml.
func BuiltinClasses() (*ClassTree, error) {
	var r report
	t := builtinClasses(&r)
	if err := r.err(); err != nil {
		return nil, fmt.Errorf("classes.yaml: %w", err)
	}
	return t, nil
}

func builtinClasses(r *report) *ClassTree {
	t := &ClassTree{parents: map[string]string{}, lines: map[string][]string{}}
	if root := parseYAML("classes.yaml", classesYAML, r); root != nil {
		t.add(root, "", r)
	}
	return t
}

// add reads classes as a mapping from class to its sub-classes; a class without any has {} or nothing.
func (t *ClassTree) add(n *node, parent string, r *report) {
	switch n.kind {
	case nullNode:
		return
	case listNode:
		for _, item := range n.values {
			t.put(item, parent, r)
		}
		return
	case textNode:
		t.put(n, parent, r)
		return
	case mapNode:
	default:
		r.at(n, "classes: must be a mapping from class to sub-classes, not %s", n.kind)
		return
	}
	for i, key := range n.keys {
		t.put(key, parent, r)
		t.add(n.values[i], key.text, r)
	}
}

func (t *ClassTree) put(n *node, parent string, r *report) {
	switch old, exists := t.parents[n.text]; {
	case n.kind != textNode || !validName(n.text):
		r.at(n, "classes: %q is not a usable class name: use lower-case words joined by underscores", n.text)
	case exists && parent == "" || exists && old == parent: // named again to hang sub-classes under it
	case exists && n.text == parent:
		r.at(n, "classes: %s can not be a kind of itself", n.text)
	case exists && old == "":
		r.at(n, "classes: %s is a class that is no kind of any other already", n.text)
	case exists:
		r.at(n, "classes: %s is already a kind of %s", n.text, old)
	default:
		t.parents[n.text] = parent
		t.lines[n.text] = append([]string{n.text}, t.lines[parent]...)
	}
}

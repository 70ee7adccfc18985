package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
)

// place says what an expression may speak of beside the subject.
type place uint8

const (
	onSubject   place = iota
	onOther           // `where` over structures: other.*
	onRecord          // `where` over rows of a table: record.*
	onNeighbour       // `where` over lots: neighbour.*
	onCorner          // `where` over street corners: corner.*
	onWater           // `where` over water bodies: water.*
)

var placePrefixes = [...]string{"", "other.", "record.", "neighbour.", "corner.", "water."}

// vocabulary is every name an expression may use, with its type, in each place; and what the names may hold.
type vocabulary struct {
	facts      map[string]string   // builtin and declared facts by full name -> type
	texts      map[string][]string // the texts a fact may hold, where that is a closed set
	parameters map[string]Parameter
	measures   map[string]*Measure
	classes    *ClassTree
	envs       [len(placePrefixes)]*cel.Env // by place, built when first needed
	foreign    func(name string) bool       // whether another pack declares a district fact; nil where only the pack's own are taken
}

func newVocabulary(classes *ClassTree) *vocabulary {
	v := &vocabulary{facts: map[string]string{}, texts: map[string][]string{}, parameters: map[string]Parameter{},
		measures: map[string]*Measure{}, classes: classes}
	for name, t := range builtin {
		v.facts[name] = t
	}
	for name, texts := range builtinTexts {
		v.texts[name] = texts
	}
	v.texts["class"] = classes.Names()
	return v
}

// typeOf returns the type of a name in a place, "" when there is no such name.
func (v *vocabulary) typeOf(name string, at place) string {
	prefix := prefixOf(name)
	bare := strings.TrimPrefix(name, prefix)
	switch prefix {
	case "param.":
		return v.parameters[bare].Type
	case "m.":
		switch m := v.measures[bare]; {
		case m == nil:
			return ""
		case m.Type() == "": // an area, a length or a count by the subject's geometry
			return string(Plain)
		default:
			return m.Type()
		}
	case "record.":
		if at != onRecord {
			return ""
		}
	case "corner.":
		if at != onCorner {
			return ""
		}
	case "water.":
		if at != onWater {
			return ""
		}
	case "other.":
		if at != onOther {
			return ""
		}
		if prefixOf(bare) != "" {
			return ""
		}
		return v.facts[bare]
	case "neighbour.":
		if at != onNeighbour {
			return ""
		}
		if prefixOf(bare) == "district." {
			return v.facts[bare]
		}
		return v.facts["lot."+bare]
	}
	return v.facts[name]
}

// textsOf returns the texts a name may hold, nil when any.
func (v *vocabulary) textsOf(name string) []string {
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "other."), "neighbour.")
	if strings.HasPrefix(name, "neighbour.") && !strings.HasPrefix(bare, "district.") {
		bare = "lot." + bare
	}
	return v.texts[bare]
}

// names lists every name that may be used in a place, sorted.
func (v *vocabulary) names(at place) []string {
	var names []string
	for name := range v.facts {
		if i := slices.Index(placePrefixes[:], prefixOf(name)); i <= 0 || place(i) == at {
			names = append(names, name)
		}
		switch {
		case at == onOther && prefixOf(name) == "":
			names = append(names, "other."+name)
		case at == onNeighbour && prefixOf(name) == "lot.":
			names = append(names, "neighbour."+strings.TrimPrefix(name, "lot."))
		case at == onNeighbour && prefixOf(name) == "district.":
			names = append(names, "neighbour."+name)
		}
	}
	for name := range v.parameters {
		names = append(names, "param."+name)
	}
	for name := range v.measures {
		names = append(names, "m."+name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// env returns the CEL environment of a place. Names declared after the first call are not in it: see forget.
func (v *vocabulary) env(at place) (*cel.Env, error) {
	if v.envs[at] != nil {
		return v.envs[at], nil
	}
	options := []cel.EnvOption{
		cel.ClearMacros(), // no loops: what an expression costs is bounded by its length
		cel.CrossTypeNumericComparisons(true),
		cel.ParserRecursionLimit(60),
		cel.ParserExpressionSizeLimit(4000),
	}
	options = append(options, functions(v.classes)...)
	for _, name := range v.names(at) {
		options = append(options, cel.Variable(name, celType(v.typeOf(name, at))))
	}
	env, err := cel.NewEnv(options...)
	if err != nil {
		return nil, fmt.Errorf("expression language: %w", err)
	}
	v.envs[at] = env
	return env, nil
}

// forget drops the environments, because a name was added.
func (v *vocabulary) forget() { v.envs = [len(placePrefixes)]*cel.Env{} }

func celType(t string) *cel.Type {
	switch t {
	case textType:
		return cel.StringType
	case boolType:
		return cel.BoolType
	case dateType:
		return celDate
	}
	return cel.DoubleType
}

// sortedBy sorts by a name.
func sortedBy[T any](items []T, name func(T) string) []T {
	slices.SortFunc(items, func(a, b T) int { return cmp.Compare(name(a), name(b)) })
	return items
}

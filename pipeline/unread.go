package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"parcelaudit/rules"
)

// unread are notes on the fields that audit.yaml maps to a name that no clause reads, of this pack or of any other that comes with the
// program: one misspelt would leave its clauses undecided without a word.
func unread(layers []*layer, pack *rules.Pack) []string {
	var out []string
	for _, l := range layers {
		for _, f := range l.Fields {
			known := append(factsOf(l.Role, pack), meant(l.Role)...)
			if slices.Contains(known, factName(f.Name)) || factElsewhere(l.Role, factName(f.Name)) {
				continue
			}
			hint := ""
			if near, ok := rules.Nearest(f.Name, known); ok {
				hint = fmt.Sprintf("; did you mean %s?", near)
			}
			out = append(out, fmt.Sprintf("%s: %s is mapped, but no clause of pack %s reads it%s", l.Name, f.Name, pack.Name, hint))
		}
	}
	return out
}

// factsOf are the facts of a pack that records of a role can have, by the names they are mapped to.
func factsOf(role Role, pack *rules.Pack) []string {
	var out []string
	for _, name := range pack.FactNames() {
		switch prefix := factPrefix(role); {
		case prefix != "":
			if own, ok := strings.CutPrefix(name, prefix); ok {
				out = append(out, own)
			}
		case role == Buildings && strings.HasPrefix(name, "principal."):
			out = append(out, strings.TrimPrefix(name, "principal."))
		case !strings.Contains(name, "."):
			out = append(out, name)
		}
	}
	return out
}

// meant are the names with a meaning of their own for a role.
func meant(role Role) []string {
	var out []string
	for _, name := range []string{idField, parcelField, districtField, overlayField, classField, mergeField, wayField} {
		if structural(role, name) {
			out = append(out, name)
		}
	}
	switch role {
	case Fences:
		out = append(out, kindField)
	case Streets, Water:
		out = append(out, nameField)
	}
	return out
}

func factElsewhere(role Role, name string) bool {
	return slices.ContainsFunc(rules.Names(), func(pack string) bool {
		p, err := rules.Embedded(pack)
		return err == nil && slices.Contains(factsOf(role, p), name)
	})
}

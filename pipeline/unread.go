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
			if !slices.Contains(known, factName(f.Name)) && !factElsewhere(l.Role, factName(f.Name)) {
				out = append(out, unreadNote(l.Name, f.Name, pack, known))
			}
		}
	}
	return out
}

// unreadColumns are the same for tables, of the columns that audit.yaml maps.
func unreadColumns(tables []*table, pack *rules.Pack) []string {
	var out []string
	for _, t := range tables {
		if t.Name == overridesTable {
			continue
		}
		for _, f := range t.Table.Fields {
			known := columnsOf(t.Name, pack)
			if !slices.Contains(known, factName(f.Name)) && !columnElsewhere(t.Name, factName(f.Name)) {
				out = append(out, unreadNote(t.Name, f.Name, pack, known))
			}
		}
	}
	return out
}

func unreadNote(of, name string, pack *rules.Pack, known []string) string {
	hint := ""
	if near, ok := rules.Nearest(name, known); ok {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Sprintf("%s: %s is mapped, but no clause of pack %s reads it%s", of, name, pack.Name, hint)
}

// columnsOf are the names a column of a table may be mapped to: what every record has, what frees a finding, and what clauses read. A
// row of the table uses is a subject too.
func columnsOf(table string, pack *rules.Pack) []string {
	out := []string{"id", "number", parcelField, subjectField, classField, "clause", "amount", "unit", "reason", "expires"}
	for _, name := range pack.FactNames() {
		if own, ok := strings.CutPrefix(name, "record."); ok || table == "uses" && !strings.Contains(name, ".") {
			out = append(out, own)
		}
	}
	return out
}

func columnElsewhere(table, name string) bool {
	return slices.ContainsFunc(rules.Names(), func(pack string) bool {
		p, err := rules.Embedded(pack)
		return err == nil && slices.Contains(columnsOf(table, p), name)
	})
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

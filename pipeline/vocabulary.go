package pipeline

import (
	"strings"

	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

// factType is the type a fact's value must have: a unit for numbers, or one of these. The zero value takes whatever the
// layer gives.
type factType string

const (
	anyFact  factType = ""
	textFact factType = "text"
	boolFact factType = "bool"
	dateFact factType = "date"
)

func (t factType) unit() rules.Unit { return rules.Unit(t) }

// vocabulary is what the pack calls things.
type vocabulary struct {
	types   map[string]factType // by full name: "height_ft", "lot.use", "record.issued"
	texts   map[string][]string // the words a text may be, for texts that have such
	classes *rules.ClassTree
	today   float64 // the day of the audit, in days since 1970-01-01
}

func newVocabulary(p *rules.Pack, today int) vocabulary {
	v := vocabulary{types: map[string]factType{}, texts: map[string][]string{}, classes: p.Classes, today: float64(today)}
	for _, f := range p.Facts {
		v.types[f.Name] = factType(f.Type)
		if f.Values != nil {
			v.texts[f.Name] = f.Values
		}
	}
	return v
}

// typeOf returns the type of a fact: the pack's word, else what the name says, else any.
func (v vocabulary) typeOf(prefix, name string) factType {
	if t, ok := v.types[prefix+name]; ok {
		return t
	}
	if u := nameUnit(name); u != "" {
		return factType(u)
	}
	switch {
	case strings.HasSuffix(name, "_date"):
		return dateFact
	case name == "attached":
		return boolFact
	case name == useField, name == addressField, name == nameField, name == classField:
		return textFact
	}
	return anyFact
}

// factPrefix is where the attributes of a role's records are found by rules.
func factPrefix(role Role) string {
	switch role {
	case Parcels:
		return "lot."
	case Water:
		return "water."
	}
	return ""
}

// factName turns names that layers are commonly mapped to into those of rules.
func factName(ours string) string {
	if ours == "built" {
		return "built_date"
	}
	return ours
}

// class turns a word that names a class ("Detached garage", "SHED") into the class.
func (v vocabulary) class(text string) (string, bool) {
	name := wordKey(text)
	return name, v.classes.Has(name)
}

// kindOfType is how a layer's own kind of value is taken where nobody declared the fact.
func kindOfType(k source.Kind) factType {
	switch k {
	case source.Number:
		return factType(rules.Plain)
	case source.Bool:
		return boolFact
	case source.Date:
		return dateFact
	}
	return textFact
}

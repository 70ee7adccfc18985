package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

// binding is a layer's mapping laid over the fields that the file has.
type binding struct {
	fields  []Field        // the mapping in force, with recognised fields
	asked   []string       // fields to read, in order
	places  map[string]int // of our names among asked
	columns *audit.Columns // the attributes that become facts
	facts   []boundFact    // one per column
	where   []boundWhere
}

// boundFact is one column of facts: where its value is read, or what it always is.
type boundFact struct {
	place    int // in asked, -1 for a constant
	constant rules.Value
	converter
}

type boundWhere struct {
	Equal
	place   int
	matched bool     // a record had one of the values
	seen    []string // the first few values records have instead
}

// bind checks a layer's mapping against the file and returns how to read it. declared says whether fields is everything
// the file has; where it is not, a missing field shows only after reading.
func bind(l Layer, fields []source.Field, words vocabulary, errs *ConfigErrors) *binding {
	b := &binding{fields: recognised(l, fields), places: map[string]int{}, asked: []string{}} // nil would ask for every field
	if need := needed(l.Role); need != "" && l.From == "" && !slices.ContainsFunc(b.fields, func(f Field) bool { return f.Name == need }) {
		errs.add(l.Path.At, "%s: none of the fields of %s is known to hold the %s; map one with %s: FIELD (%s)%s", l.Name, l.Path.Name, need, need, candidates(fields), withoutField(need))
	}
	b.fields = slices.DeleteFunc(b.fields, func(f Field) bool { return f.Name == idField && f.From == recordNumber })
	var names []string
	for _, f := range b.fields {
		b.bindField(l, f, words, &names, errs)
	}
	b.columns = audit.NewColumns(names...)
	for _, w := range l.Where {
		b.where = append(b.where, boundWhere{Equal: w, place: b.ask(w.Field)})
	}
	return b
}

// recordNumber in place of a field says that records are called by the feature's own id, else by their number in the file.
const recordNumber = "#"

func withoutField(need string) string {
	if need == idField {
		return "; where there is none, id: '#' takes the record's number, which changes with every new export"
	}
	return ""
}

func (b *binding) bindField(l Layer, f Field, words vocabulary, names *[]string, errs *ConfigErrors) {
	place := -1
	if f.From != "" {
		place = b.ask(f.From)
		b.places[f.Name] = place
	}
	if structural(l.Role, f.Name) {
		return
	}
	c, err := words.converter(factPrefix(l.Role), f)
	if err != nil {
		errs.add(f.At, "%s: %s", f.Name, err)
		return
	}
	c.least = leastHeight(l.Role, c.name)
	if c.name == "built_date" {
		c.latest = words.today // what stands on the ground was built
	}
	fact := boundFact{place: place, converter: c}
	if place < 0 {
		if fact.constant, err = c.convert(source.Value{Kind: source.Text, Text: f.Constant}); err != nil {
			errs.add(f.At, "%s", err)
		}
	}
	*names = append(*names, c.name)
	b.facts = append(b.facts, fact)
}

// converter makes the converter of a mapped field.
func (v vocabulary) converter(prefix string, f Field) (converter, error) {
	name := factName(f.Name)
	c := converter{name: name, typ: v.typeOf(prefix, name), factor: 1, dates: map[string]rules.Value{}, least: math.Inf(-1), latest: math.Inf(1),
		texts: v.texts[prefix+name]}
	if f.Unit == "" {
		return c, nil
	}
	if !c.typ.unit().Valid() {
		return c, errNoUnit(name, c.typ)
	}
	var err error
	c.factor, err = conversion(f.Unit, c.typ.unit())
	return c, err
}

// leastHeight is what a height must be above: buildings and fences have one, so that zero, and the -1 of some publishers, stand
// for not known. Other facts may be anything.
func leastHeight(role Role, name string) float64 {
	switch {
	case !strings.HasPrefix(name, "height"):
		return math.Inf(-1)
	case role == Buildings || role == Fences:
		return 0
	}
	return math.Nextafter(0, -1)
}

// structural reports whether a field places a record rather than describing it.
func structural(role Role, name string) bool {
	switch name {
	case idField, parcelField, districtField, overlayField, classField:
		return true
	case mergeField, wayField:
		return role == Parcels
	}
	return false
}

// ask returns the place of a field among those to read.
func (b *binding) ask(field string) int {
	if i := slices.Index(b.asked, field); i >= 0 {
		return i
	}
	b.asked = append(b.asked, field)
	return len(b.asked) - 1
}

// text returns what a record says under one of our names, and whether the name is mapped at all.
func (b *binding) text(values []source.Value, ours string) (string, bool) {
	if i, ok := b.places[ours]; ok {
		return strings.TrimSpace(values[i].Text), true
	}
	for _, f := range b.fields {
		if f.Name == ours {
			return f.Constant, true
		}
	}
	return "", false
}

// keeps reports whether a record matches the layer's where.
func (b *binding) keeps(values []source.Value) bool {
	kept := true
	for i := range b.where {
		w := &b.where[i]
		text := strings.TrimSpace(values[w.place].Text)
		switch {
		case slices.Contains(w.Values, text):
			w.matched = true
			continue
		case text != "" && len(w.seen) < samplesPerField && !slices.Contains(w.seen, text):
			w.seen = append(w.seen, text)
		}
		kept = false
	}
	return kept
}

// nowhere complains of conditions that no record met: an empty layer would say that there is nothing.
func (b *binding) nowhere(name string, errs *ConfigErrors) {
	for _, w := range b.where {
		if !w.matched && len(w.seen) > 0 {
			errs.add(w.At, "%s: no record has %s %s; there are %s", name, w.Field, quoted(w.Values, " or "), quoted(w.seen, ", "))
		}
	}
}

func quoted(texts []string, between string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = fmt.Sprintf("%q", t)
	}
	return strings.Join(out, between)
}

func errNoUnit(name string, t factType) error {
	if t == anyFact {
		return fmt.Errorf("%s is no number with a unit to the pack, so no unit can be given", name)
	}
	return fmt.Errorf("%s is a %s to the pack, so no unit can be given", name, t)
}

// missing complains of mapped fields that are not among those of the layer.
func (b *binding) missing(l Layer, has func(place int) bool, fields []source.Field, errs *ConfigErrors) {
	complain := func(at Place, field string) {
		near, ok := rules.Nearest(field, fieldNames(fields))
		hint := ""
		if ok {
			hint = fmt.Sprintf("did you mean %q? ", near)
		}
		errs.add(at, "%s: %s has no field %q; %s%s", l.Name, l.Path.Name, field, hint, candidates(fields))
	}
	for _, f := range b.fields {
		if f.From != "" && !has(slices.Index(b.asked, f.From)) {
			complain(f.At, f.From)
		}
	}
	for _, w := range l.Where {
		if !has(slices.Index(b.asked, w.Field)) {
			complain(w.At, w.Field)
		}
	}
}

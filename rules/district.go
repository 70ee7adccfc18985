package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// District is one zoning district as a table states it. The zero value is an unknown district.
type District struct {
	Known bool   // the code is in the table
	Code  string // as it stands in the zoning layer
	Class string // "residential", "business" ...

	facts   map[string]Value
	assumed map[string]bool
}

// Fact returns district.NAME, for example district.required_yards_ft.front. What the table does not state is unknown.
func (d District) Fact(name string) Value {
	if name == "district.code" && d.Code != "" {
		return Text(d.Code)
	}
	if v, ok := d.facts[name]; ok {
		return v
	}
	return Missing(name)
}

// Assumed reports whether the table marks that value as assumed rather than read from the law.
func (d District) Assumed(name string) bool { return d.assumed[name] }

// Districts is a district table by code.
type Districts struct {
	byCode map[string]District
}

// Lookup returns the district of a code; Known is false when the table does not have it.
func (d *Districts) Lookup(code string) District {
	if d != nil {
		if found, ok := d.byCode[code]; ok {
			return found
		}
	}
	return District{Code: code}
}

// Codes lists the codes of the table, sorted.
func (d *Districts) Codes() []string { return slices.Sorted(maps.Keys(d.byCode)) }

// ParseDistricts reads a district table for this pack, for example the user's own; name is used in messages. A town keeps one table and
// may try several packs on it: values that only another embedded pack declares are left out, values that none declares are errors.
func (p *Pack) ParseDistricts(name string, text []byte) (*Districts, error) {
	var r report
	words := *p.words
	words.foreign = declaredElsewhere
	d := readDistricts(name, text, &r, &words)
	if err := r.err(); err != nil {
		return nil, err
	}
	return d, nil
}

// declaredElsewhere says whether a pack that comes with the program declares a fact.
func declaredElsewhere(name string) bool {
	for _, other := range Names() {
		if p, err := Embedded(other); err == nil && p.FactType(name) != "" {
			return true
		}
	}
	return false
}

// readDistricts reads `districts: {CODE: {class: ..., ...}}`.
func readDistricts(name string, text []byte, r *report, words *vocabulary) *Districts {
	d := &Districts{byCode: map[string]District{}}
	root := parseYAML(name, text, r)
	if root == nil {
		return d
	}
	table := fieldsOf(root, r, "a district table", "districts").need("districts")
	if table == nil {
		return d
	}
	if table.kind != mapNode {
		r.at(table, "districts: must be a mapping from code to district, not %s", table.kind)
		return d
	}
	for i, code := range table.keys {
		d.byCode[code.text] = readDistrict(code.text, table.values[i], r, words)
	}
	return d
}

// readDistrict reads one district. It is also what a drawing states under `district:`.
func readDistrict(code string, n *node, r *report, words *vocabulary) District {
	d := District{Known: true, Code: code, facts: map[string]Value{"district.code": Text(code), "district.overlay": Bool(false)}, assumed: map[string]bool{}}
	if n.kind != mapNode {
		r.at(n, "district %s: must be a mapping, for example {class: residential}, not %s", code, n.kind)
		return d
	}
	if n.get("class") == nil {
		r.at(n, "district %s: class: is missing", code)
	}
	for i, key := range n.keys {
		if key.text == "assumed" || key.text == "code" {
			continue
		}
		d.read("district."+key.text, key, n.values[i], r, words)
	}
	d.Class = d.facts["district.class"].Text
	d.readAssumed(n.get("assumed"), r)
	return d
}

// read reads a value, or the values under a mapping such as required_yards_ft.
func (d *District) read(name string, key, n *node, r *report, words *vocabulary) {
	if n.kind == mapNode {
		for i, k := range n.keys {
			d.read(name+"."+k.text, k, n.values[i], r, words)
		}
		return
	}
	factType := words.facts[name]
	if factType == "" && words.foreign != nil && words.foreign(name) {
		return // one table may serve several packs
	}
	if factType == "" {
		var known []string
		for fact := range words.facts {
			if prefixOf(fact) == "district." {
				known = append(known, fact)
			}
		}
		slices.Sort(known)
		hint := suggest(name, known)
		if hint == "" {
			hint = "; declare it under facts in pack.yaml"
		}
		r.at(key, "there is no %s%s", name, hint)
		return
	}
	value, err := scalar(n, factType)
	if err != nil {
		r.at(n, "%s: %s", strings.TrimPrefix(name, "district."), err)
		return
	}
	if texts := words.texts[name]; texts != nil && !slices.Contains(texts, value.Text) {
		r.at(n, "%s: %q is not one of %s%s", strings.TrimPrefix(name, "district."), value.Text, strings.Join(texts, ", "), suggest(value.Text, texts))
	}
	d.facts[name] = value
}

// readAssumed reads `assumed: true` or a list of names, for example [required_yards_ft].
func (d *District) readAssumed(n *node, r *report) {
	if n == nil {
		return
	}
	if n.kind == boolNode {
		for name := range d.facts {
			d.assumed[name] = n.truth && name != "district.code"
		}
		return
	}
	if n.kind != listNode {
		r.at(n, "assumed: must be true or a list of names, not %s", n.kind)
		return
	}
	for _, item := range n.values {
		found := false
		for name := range d.facts {
			if name == "district."+item.text || strings.HasPrefix(name, "district."+item.text+".") {
				d.assumed[name], found = true, true
			}
		}
		if !found {
			r.at(item, "assumed: the district states no %q", item.text)
		}
	}
}

// scalar reads a value of a declared type. Numbers are in the unit the type names; a text may also be written
// without quotes where it is a number, because layers hold both.
func scalar(n *node, factType string) (Value, error) {
	switch {
	case factType == boolType && n.kind == boolNode:
		return Bool(n.truth), nil
	case factType == textType && n.kind == textNode:
		return Text(n.text), nil
	case factType == dateType && (n.kind == textNode || n.kind == numberNode):
		return ParseDays(n.text)
	case Unit(factType).Valid() && n.kind == numberNode:
		return Number(n.number), nil
	case Unit(factType).Valid() && n.kind == textNode:
		return quantityIn(n.text, Unit(factType))
	}
	want := map[string]string{boolType: "true or false", textType: "a text in quotes", dateType: "a date such as 2007-01-31"}[factType]
	if want == "" {
		want = "a number of " + factType
	}
	return Value{}, fmt.Errorf("must be %s, not %s", want, n.kind)
}

func quantityIn(text string, unit Unit) (Value, error) {
	q, err := ParseQuantity(text)
	if err != nil {
		return Value{}, err
	}
	if !q.Unit.Agrees(unit) {
		return Value{}, fmt.Errorf("%s is not in %s", q, unit)
	}
	return Number(q.Unit.In(unit, q.Number)), nil
}

// NewDistricts makes a table of some districts; of two with one code the first stands.
func NewDistricts(districts ...District) *Districts {
	d := &Districts{byCode: map[string]District{}}
	for _, each := range districts {
		if _, taken := d.byCode[each.Code]; !taken && each.Code != "" && each.Known {
			d.byCode[each.Code] = each
		}
	}
	return d
}

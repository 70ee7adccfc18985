package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// measures reads named measures. One may use those above it.
func (l *loader) measures(n *node) {
	keys, values := l.mapping(n, "measures")
	for i, key := range keys {
		if !validName(key.text) || prefixOf(key.text) != "" {
			l.r.at(key, "%q is not a usable name for a measure", key.text)
			continue
		}
		m := l.measure(values[i])
		if m == nil {
			continue
		}
		named := *m
		named.Name = key.text
		l.words.measures[key.text] = &named
		l.words.forget()
		l.pack.Measures = append(l.pack.Measures, &named)
	}
}

// measure reads a measure: a call, a fact with a unit, m.NAME, or {cel, unit}. nil when it is wrong.
func (l *loader) measure(n *node) *Measure {
	switch {
	case n.kind == mapNode && n.get("cel") != nil:
		x, unit := l.celWithUnit(n, "measure")
		if x == nil {
			return nil
		}
		return &Measure{Expression: x, Unit: unit, Pos: n.pos()}
	case n.kind == mapNode:
		call := l.call(n)
		if call == nil {
			return nil
		}
		return &Measure{Call: call, Pos: n.pos(), nothing: nothing(call)}
	}
	name := textOf(n, l.r, "measure")
	switch {
	case name == "":
		return nil
	case name == "area" || name == "length" || name == "longest":
		return &Measure{Call: l.intern(&Call{Name: name, Type: specOf(name).result}), Pos: n.pos()}
	case prefixOf(name) == "m.":
		m := l.words.measures[strings.TrimPrefix(name, "m.")]
		if m == nil {
			l.r.at(n, "measure: there is no %s%s", name, suggest(name, l.words.names(onSubject)))
		}
		return m
	}
	factType := l.words.typeOf(name, onSubject)
	switch {
	case factType == "" && specOf(name) != nil:
		l.r.at(n, "measure: %s takes parameters: {%s: {...}}", name, name)
	case factType == "":
		hint := suggest(name, append(l.words.names(onSubject), MeasureNames()...))
		if hint == "" {
			hint = "; declare it under facts in pack.yaml"
		}
		l.r.at(n, "measure: there is no measure or fact %q%s", name, hint)
	case !Unit(factType).Valid():
		l.r.at(n, "measure: %s is a %s, not a number: use require", name, factType)
	case prefixOf(name) == "param.":
		l.r.at(n, "measure: a parameter is not measured")
	default:
		return &Measure{Fact: name, Unit: Unit(factType), Pos: n.pos()}
	}
	return nil
}

// nothing says what is not there when a call has nothing to measure to.
func nothing(c *Call) string {
	names := strings.ReplaceAll(strings.Join(slices.Concat(c.To, c.With, c.Of, c.Barriers), " or "), "_", " ")
	if names == "" {
		names = strings.ReplaceAll(cmp.Or(c.Line, c.Fact, c.Field, c.Name), "_", " ")
	}
	return c.Name + ": nothing to measure to, there is no " + names
}

// celWithUnit reads {cel: EXPRESSION, unit: UNIT}.
func (l *loader) celWithUnit(n *node, key string) (*Expression, Unit) {
	f := fieldsOf(n, l.r, key, "cel", "unit")
	unit := Unit(f.neededText("unit"))
	if unit != "" && !unit.Valid() {
		l.r.at(f.get("unit"), "unit: there is no unit %q%s", unit, suggestUnit(unit))
		return nil, ""
	}
	source := f.get("cel")
	if source == nil || unit == "" {
		return nil, ""
	}
	x := l.expression(source, onSubject, "cel")
	if x == nil {
		return nil, ""
	}
	if x.formula.bare != nil {
		if t := l.words.typeOf(x.formula.bare.name, onSubject); Unit(t) != unit && t != string(Plain) && t != string(Count) {
			l.r.at(f.get("unit"), "unit: %s is in %s, not in %s", x.Source, t, unit)
		}
	}
	return x, unit
}

// limit reads a quantity, a name with a unit (param.near_line_ft), or {cel, unit}. nil when it is wrong.
func (l *loader) limit(n *node, key string) *Limit {
	if n.kind == mapNode {
		x, unit := l.celWithUnit(n, key)
		if x == nil {
			return nil
		}
		return &Limit{Quantity: Quantity{math.NaN(), unit}, Expression: x, Pos: n.pos()}
	}
	if n.kind == numberNode {
		l.r.at(n, "%s: must have a unit, for example \"%s ft\"", key, n.text)
		return nil
	}
	text := textOf(n, l.r, key)
	if text == "" {
		return nil
	}
	if t := l.words.typeOf(text, onSubject); Unit(t).Valid() {
		if x := l.expression(n, onSubject, key); x != nil {
			return &Limit{Quantity: Quantity{math.NaN(), Unit(t)}, Expression: x, Pos: n.pos()}
		}
		return nil
	}
	q, err := ParseQuantity(text)
	if err != nil {
		l.r.at(n, "%s: %s", key, err)
		return nil
	}
	return &Limit{Quantity: q, Pos: n.pos()}
}

package rules

import (
	"fmt"
	"slices"
	"strings"
)

// measureSpec says which parameters a measure takes and what it gives.
type measureSpec struct {
	name   string
	needs  []string
	takes  []string
	where  place  // what its `where` speaks of
	result string // type; "" = decided by the subject's geometry; ofFact = the type of the fact under `of`
}

const ofFact = "type of the fact"

var registry = []measureSpec{
	{name: "distance", needs: []string{"to"}, takes: []string{"except", "where"}, where: onNeighbour, result: "ft"},
	{name: "farthest", needs: []string{"to"}, takes: []string{"except"}, result: "ft"},
	{name: "separation", needs: []string{"to"}, takes: []string{"on", "where"}, where: onOther, result: "ft"},
	{name: "facing", needs: []string{"to"}, takes: []string{"on", "where"}, where: onOther, result: "ft"},
	{name: "nearest", needs: []string{"of", "to"}, takes: []string{"on", "where"}, where: onOther, result: ofFact},
	{name: "beyond", needs: []string{"to"}, takes: []string{"except"}, result: "ft"},
	{name: "to_district", needs: []string{"districts", "within"}, result: "ft"},
	{name: "bearing_to_district", needs: []string{"districts", "within"}, result: "degrees"},
	{name: "behind", needs: []string{"line"}, result: "ft"},
	{name: "overlap", needs: []string{"with"}, takes: []string{"leg"}},
	{name: "outside", needs: []string{"of"}, takes: []string{"leg"}},
	{name: "share", needs: []string{"of"}, takes: []string{"classes", "where"}, where: onOther, result: "percent"},
	{name: "area", result: "sq_ft"},
	{name: "length", result: "ft"},
	{name: "longest", result: "ft"},
	{name: "total_area", takes: []string{"classes", "where", "on"}, where: onOther, result: "sq_ft"},
	{name: "union_area", takes: []string{"classes", "where"}, where: onOther, result: "sq_ft"},
	{name: "covered", takes: []string{"classes", "where"}, where: onOther, result: "percent"},
	{name: "count", takes: []string{"classes", "where", "on"}, where: onOther, result: "count"},
	{name: "sum", needs: []string{"of"}, takes: []string{"times", "classes", "where"}, where: onOther, result: ofFact},
	{name: "least", needs: []string{"of"}, takes: []string{"classes", "where"}, where: onOther, result: ofFact},
	{name: "greatest", needs: []string{"of"}, takes: []string{"classes", "where"}, where: onOther, result: ofFact},
	{name: "records", needs: []string{"table"}, takes: []string{"where"}, where: onRecord, result: "count"},
	{name: "record_value", needs: []string{"table", "of", "pick"}, takes: []string{"where", "by"}, where: onRecord, result: ofFact},
	{name: "adjacent_lots", takes: []string{"where"}, where: onNeighbour, result: "count"},
	{name: "ring_gap", needs: []string{"barriers"}, takes: []string{"where", "walls"}, where: onOther, result: "ft"},
	{name: "enclosed", needs: []string{"barriers", "within"}, takes: []string{"where", "walls"}, where: onOther, result: "count"},
	{name: "ring_clearance", needs: []string{"to", "barriers"}, takes: []string{"where", "walls"}, where: onOther, result: "ft"},
	{name: "ring_least", needs: []string{"of", "barriers"}, takes: []string{"where", "walls"}, where: onOther, result: ofFact},
	{name: "ring_greatest", needs: []string{"of", "barriers"}, takes: []string{"where", "walls"}, where: onOther, result: ofFact},
	{name: "screened", needs: []string{"to", "barriers", "within"}, takes: []string{"where", "across"}, where: onOther, result: "percent"},
	{name: "along", needs: []string{"to", "within"}, takes: []string{"except"}, result: "ft"},
	{name: "beside", needs: []string{"yards"}, result: "ft"},
	{name: "intrusion", takes: []string{"leg", "rail", "where"}, where: onCorner},
	{name: "corners", takes: []string{"rail", "where"}, where: onCorner, result: "count"},
	{name: "across_lines", needs: []string{"of", "to"}, takes: []string{"except", "where"}, where: onNeighbour, result: ofFact},
	{name: "to_water", takes: []string{"where"}, where: onWater, result: "ft"},
	{name: "flanking", needs: []string{"within", "pick"}, takes: []string{"where"}, where: onWater, result: "ft"},
	{name: "flanking_sides", needs: []string{"within"}, takes: []string{"where"}, where: onWater, result: "count"},
}

// MeasureNames lists the measures a pack may use, in the order of the documentation.
func MeasureNames() []string {
	names := make([]string, len(registry))
	for i, spec := range registry {
		names[i] = spec.name
	}
	return names
}

func specOf(name string) *measureSpec {
	for i := range registry {
		if registry[i].name == name {
			return &registry[i]
		}
	}
	return nil
}

// call reads `{name: {parameters}}`, nil when it is wrong.
func (l *loader) call(n *node) *Call {
	if len(n.keys) != 1 {
		l.r.at(n, "measure: must name one measure, for example {distance: {to: [side]}}")
		return nil
	}
	name := n.keys[0]
	spec := specOf(name.text)
	if spec == nil {
		l.r.at(name, "measure: there is no measure %q%s", name.text, suggest(name.text, MeasureNames()))
		return nil
	}
	return l.parameters(spec, name, n.values[0])
}

func (l *loader) parameters(spec *measureSpec, name, n *node) *Call {
	before := len(l.r.problems)
	if n.kind == nullNode {
		n = &node{kind: mapNode, file: n.file, line: name.line, column: name.column}
	}
	f := fieldsOf(n, l.r, spec.name, append(slices.Clone(spec.needs), spec.takes...)...)
	for _, key := range spec.needs {
		f.need(key)
	}
	if f.n == nil || len(l.r.problems) > before {
		return nil
	}
	has := func(key string) bool { return slices.Contains(spec.needs, key) || slices.Contains(spec.takes, key) }
	c := &Call{Name: spec.name, Type: spec.result}
	switch {
	case toClasses(spec.name):
		c.To = l.classNames(f, "to")
	case has("to"):
		c.To = l.wordList(f, "to", "lot line", lineKinds)
		c.Except = l.wordList(f, "except", "lot line", lineKinds)
	}
	switch spec.name {
	case "overlap":
		c.With = l.wordList(f, "with", "region", regionNames)
	case "outside":
		c.Of = l.wordList(f, "of", "region", regionNames)
	case "share":
		c.Of = l.wordList(f, "of", "region", regionNames)
	case "behind":
		if lines := l.wordList(f, "line", "building line", buildingLines); len(lines) == 1 {
			c.Line = lines[0]
		} else {
			l.r.at(f.get("line"), "line: behind takes one building line")
		}
	case "records":
		c.Table = l.table(f)
	case "record_value":
		c.Table = l.table(f)
		c.Field, c.Type = l.fact(f, "of", "record.")
		c.Pick = f.choice("pick", "latest", "earliest", "least", "greatest")
		l.by(f, c)
	case "flanking":
		c.Pick = f.choice("pick", "average", "least")
	}
	if spec.result == ofFact && spec.name != "record_value" {
		prefix := ""
		if spec.name == "across_lines" {
			prefix = "district."
		}
		c.Fact, c.Type = l.fact(f, "of", prefix)
		if c.Type != "" && !Unit(c.Type).Valid() {
			l.r.at(f.get("of"), "of: %s is a %s, not a number", c.Fact, c.Type)
		}
	}
	if spec.name == "sum" && f.get("times") != nil {
		l.times(f, c)
	}
	if has("districts") {
		c.Districts = l.wordList(f, "districts", "district class", l.words.texts["district.class"])
	}
	if has("on") {
		c.On = f.choice("on", "lot", "adjacent_lots", "any")
	}
	if has("classes") {
		c.Classes = l.classNames(f, "classes")
	}
	if has("barriers") {
		c.Barriers = l.classNames(f, "barriers")
		c.Walls = f.truth("walls")
	}
	if has("yards") {
		c.With = l.wordList(f, "yards", "yard", builtinTexts["stretch.yard"])
	}
	c.Leg, c.WithinFt, c.Rail = l.lengthOf(f, "leg"), l.lengthOf(f, "within"), f.truth("rail")
	if across := f.get("across"); across != nil {
		c.Across = l.condition(across, onNeighbour, "across")
	}
	if where := f.get("where"); where != nil {
		c.Where = l.condition(where, spec.where, "where")
	}
	if (slices.Contains(c.With, "vision_triangle") || slices.Contains(c.Of, "vision_triangle") || spec.name == "intrusion") && c.Leg == 0 {
		l.r.at(name, "%s: the vision triangle needs a leg, for example leg: 25 ft", spec.name)
	}
	if len(l.r.problems) > before {
		return nil
	}
	return l.intern(c)
}

// by reads the field that orders the rows. latest and earliest need a date field: the value itself, or `by`.
func (l *loader) by(f fields, c *Call) {
	orderType := c.Type
	if f.get("by") != nil {
		c.By, orderType = l.fact(f, "by", "record.")
	}
	dated := c.Pick == "latest" || c.Pick == "earliest"
	switch {
	case orderType == "":
	case dated && orderType != dateType:
		l.r.at(f.n, "record_value: %s needs `by`, a date field that orders the rows", c.Pick)
	case !dated && !Unit(orderType).Valid():
		l.r.at(f.n, "record_value: %s orders numbers, but the field is a %s", c.Pick, orderType)
	}
}

// times reads the fact that every one summed is multiplied with: a number of things, so that the unit stays.
func (l *loader) times(f fields, c *Call) {
	var factType string
	if c.Times, factType = l.fact(f, "times", ""); factType != "" && factType != string(Count) && factType != string(Plain) {
		l.r.at(f.get("times"), "times: %s is a %s; only a count or a number keeps the unit of what is summed", c.Times, factType)
	}
}

// words_ reads a list of words from a closed set.
func (l *loader) wordList(f fields, key, what string, known []string) []string {
	var out []string
	for _, n := range f.texts(key) {
		if !slices.Contains(known, n.text) {
			l.r.at(n, "%s: there is no %s %q%s; there are %s", key, what, n.text, suggest(n.text, known), strings.Join(known, ", "))
		}
		out = append(out, n.text)
	}
	return out
}

func (l *loader) classNames(f fields, key string) []string {
	var out []string
	for _, n := range f.texts(key) {
		if !l.words.classes.Has(n.text) {
			l.r.at(n, "%s: there is no class %q%s; new classes are declared under classes in pack.yaml", key, n.text, suggest(n.text, l.words.classes.Names()))
		}
		out = append(out, n.text)
	}
	return out
}

func (l *loader) table(f fields) string {
	n := f.get("table")
	name := textOf(n, l.r, "table")
	if name != "" && !slices.Contains(l.pack.Tables, name) {
		l.r.at(n, "table: there is no table %q%s; new tables are declared under tables in pack.yaml", name, suggest(name, l.pack.Tables))
	}
	return name
}

// fact reads the name of a fact; prefix is what it is declared under and may be left out.
func (l *loader) fact(f fields, key, prefix string) (name, factType string) {
	n := f.get(key)
	name = strings.TrimPrefix(textOf(n, l.r, key), prefix)
	if name == "" {
		return "", ""
	}
	factType = l.words.facts[prefix+name]
	if factType == "" || prefixOf(name) != "" && prefix != "district." {
		var known []string
		for fact := range l.words.facts {
			if prefixOf(fact) == prefix {
				known = append(known, strings.TrimPrefix(fact, prefix))
			}
		}
		slices.Sort(known)
		hint := suggest(name, known)
		if hint == "" {
			hint = fmt.Sprintf("; declare %s%s under facts in pack.yaml", prefix, name)
		}
		l.r.at(n, "%s: there is no fact %s%s%s", key, prefix, name, hint)
		return name, ""
	}
	return name, factType
}

// lengthOf reads a length in ft, a quantity or param.NAME; 0 where the key is absent.
func (l *loader) lengthOf(f fields, key string) float64 {
	n := f.get(key)
	text := textOf(n, l.r, key)
	if text == "" {
		return 0
	}
	q, err := ParseQuantity(text)
	if name, ok := strings.CutPrefix(text, "param."); ok {
		p, exists := l.words.parameters[name]
		if !exists {
			l.r.at(n, "%s: there is no %s", key, text)
			return 0
		}
		q, err = Quantity{p.Value.Lo, Unit(p.Type)}, nil
	}
	switch {
	case err != nil:
		l.r.at(n, "%s: %s", key, err)
	case !q.Unit.IsLength() || q.Number <= 0:
		l.r.at(n, "%s: %s is not a length greater than 0", key, q)
	}
	return q.Unit.In(Feet, q.Number)
}

// intern returns the pack's call equal to c.
func (l *loader) intern(c *Call) *Call {
	bare := *c
	bare.Where, bare.Across = nil, nil
	key := fmt.Sprintf("%#v", bare)
	if c.Where != nil {
		key += " where " + c.Where.Source
	}
	if c.Across != nil {
		key += " across " + c.Across.Source
	}
	if known := l.calls[key]; known != nil {
		return known
	}
	c.ID = len(l.pack.Calls)
	if named := slices.Concat(c.Classes, c.Barriers, separationTo(c)); len(named) > 0 {
		c.covers, c.above = map[string]bool{}, map[string]bool{}
		for _, class := range named {
			for _, below := range l.words.classes.Below(class) {
				c.covers[below] = true
			}
			for _, other := range l.words.classes.Names() {
				if l.words.classes.IsA(class, other) {
					c.above[other] = true
				}
			}
		}
	}
	l.calls[key] = c
	l.pack.Calls = append(l.pack.Calls, c)
	return c
}

// toClasses says whether the measure's `to` names classes and not lot lines.
func toClasses(measure string) bool {
	return measure == "separation" || measure == "facing" || measure == "nearest" || measure == "ring_clearance"
}

func separationTo(c *Call) []string {
	if toClasses(c.Name) {
		return c.To
	}
	return nil
}

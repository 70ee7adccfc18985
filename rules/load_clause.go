package rules

import (
	"slices"
	"strings"
)

// clauseKinds are the catalogue's kinds.
var clauseKinds = []string{"area", "construction", "count", "coverage", "definition", "duration", "enclosure", "exemption", "existence", "height",
	"licence", "line-placement", "maintenance", "material", "orientation", "permit", "procedure", "separation", "setback", "use",
	"vision-triangle", "yard-placement"}

var requirementKeys = append([]string{"measure", "require", "any_of", "all_of"}, opKeys[1:]...)

var clauseKeys = append([]string{"id", "cites", "title", "kind", "subjects", "districts", "when", "unless", "severity", "note", "not_auditable", "exempt", "met", "unmet"}, requirementKeys...)

// section reads one file of clauses.
func (l *loader) section(root *node) {
	f := fieldsOf(root, l.r, "a section file", "section", "title", "clauses")
	section, title := f.neededText("section"), f.neededText("title")
	f.need("clauses")
	for _, n := range f.list("clauses") {
		c := l.clause(n)
		c.Section, c.SectionTitle = section, title
		c.Index = len(l.pack.Clauses)
		l.pack.Clauses = append(l.pack.Clauses, c)
	}
}

// clause reads one clause. It is complete only when nothing was reported.
func (l *loader) clause(n *node) *Clause {
	f := fieldsOf(n, l.r, "a clause", clauseKeys...)
	c := &Clause{
		ID: f.neededText("id"), Cites: f.neededText("cites"), Title: f.neededText("title"), Note: f.text("note"),
		Severity: f.choice("severity", "major", "minor"), NotAuditable: f.text("not_auditable"), Met: Compliant, Unmet: Violation, Pos: n.pos(),
	}
	if kind := f.need("kind"); kind != nil {
		c.Kind = f.choice("kind", clauseKinds...)
	}
	if first := l.ids[c.ID]; first != nil {
		l.r.at(f.get("id"), "id: %s is already used in %s", c.ID, first.pos())
	} else if c.ID != "" {
		l.ids[c.ID] = f.get("id")
	}
	f.need("subjects")
	c.Subjects = l.classNames(f, "subjects")
	c.Districts, c.terms = l.districts(f)
	if c.NotAuditable != "" {
		l.nothingElse(f, "not_auditable", append([]string{"when", "unless", "exempt", "met", "unmet"}, requirementKeys...))
		return c
	}
	if when := f.get("when"); when != nil {
		c.When = l.condition(when, onSubject, "when")
	}
	if c.Exempt = f.text("exempt"); c.Exempt != "" {
		l.nothingElse(f, "exempt", append([]string{"unless", "met", "unmet"}, requirementKeys...))
		return c
	}
	c.Requirement = l.requirement(f, "a clause")
	if f.choice("met", "compliant", "exempt") == "exempt" {
		c.Met = Exempt
	}
	if f.choice("unmet", "violation", "not-applicable") == "not-applicable" {
		c.Unmet = NotApplicable
	}
	for _, u := range f.list("unless") {
		c.Unless = append(c.Unless, l.exemption(u))
	}
	return c
}

// nothingElse reports keys that make no sense beside not_auditable or exempt.
func (l *loader) nothingElse(f fields, beside string, keys []string) {
	for _, key := range keys {
		if n := f.n.get(key); n != nil {
			l.r.at(n, "%s: is not evaluated in a clause that is %s: leave out one of the two", key, beside)
		}
	}
}

// districts reads where the clause applies.
func (l *loader) districts(f fields) ([]string, districtTerms) {
	var terms districtTerms
	nodes := f.texts("districts")
	if len(nodes) == 0 {
		f.need("districts")
	}
	anywhere := false
	for _, n := range nodes {
		if strings.TrimSpace(n.text) == "any" {
			anywhere = true
			continue
		}
		term, not := parseTerm(n.text)
		if classes := l.words.texts["district.class"]; !term.code && !slices.Contains(classes, term.name) {
			l.r.at(n, "districts: there is no district class %q%s; write \"code %s\" for a code, or declare the class under district_classes in pack.yaml",
				term.name, suggest(term.name, classes), term.name)
		}
		if not {
			terms.out = append(terms.out, term)
		} else {
			terms.in = append(terms.in, term)
		}
	}
	if anywhere && len(terms.in) > 0 {
		l.r.at(nodes[0], "districts: any with %s is the same as any: leave out one of them", terms.in[0].name)
	}
	if len(terms.in) > 0 && !slices.ContainsFunc(terms.in, func(t districtTerm) bool { return !slices.Contains(terms.out, t) }) {
		l.r.at(nodes[0], "districts: the clause can never apply: what is included is also excluded")
	}
	return textsOf(nodes), terms
}

func (l *loader) exemption(n *node) Exemption {
	f := fieldsOf(n, l.r, "an exemption under unless", "when", "because", "cites")
	x := Exemption{Because: f.neededText("because"), Cites: f.text("cites"), Pos: n.pos()}
	if when := f.need("when"); when != nil {
		x.When = l.condition(when, onSubject, "when")
	}
	return x
}

// requirement reads the one requirement among the keys of f, nil when it is absent or wrong.
func (l *loader) requirement(f fields, what string) *Requirement {
	if f.n == nil {
		return nil
	}
	var forms []string
	for _, key := range []string{"measure", "require", "any_of", "all_of"} {
		if f.n.get(key) != nil {
			forms = append(forms, key)
		}
	}
	switch len(forms) {
	case 0:
		l.r.at(f.n, "%s needs one of measure, require, any_of, all_of%s", what, map[bool]string{true: ", exempt, or not_auditable with the reason"}[what == "a clause"])
		return nil
	case 1:
	default:
		l.r.at(f.n, "%s has %s: only one is possible", what, strings.Join(forms, " and "))
		return nil
	}
	r := &Requirement{Pos: f.n.pos()}
	ops := l.comparisons(f)
	if forms[0] != "measure" && len(ops) > 0 {
		l.r.at(f.n.get(opKeys[ops[0]]), "%s: needs a measure to compare", opKeys[ops[0]])
	}
	switch forms[0] {
	case "measure":
		l.measured(f, r, ops)
	case "require":
		if n := f.get("require"); n != nil {
			r.Require = l.condition(n, onSubject, "require")
		}
	case "any_of":
		r.AnyOf = l.alternatives(f, "any_of")
	case "all_of":
		r.AllOf = l.alternatives(f, "all_of")
	}
	return r
}

func (l *loader) comparisons(f fields) []Op {
	var ops []Op
	for op := AtLeast; op <= Equals; op++ {
		if f.n.get(opKeys[op]) != nil {
			ops = append(ops, op)
		}
	}
	return ops
}

func (l *loader) measured(f fields, r *Requirement, ops []Op) {
	if n := f.get("measure"); n != nil {
		r.Measure = l.measure(n)
	}
	if len(ops) != 1 {
		l.r.at(f.n.get("measure"), "measure: needs one comparison, and has %d: %s", len(ops), strings.Join(opKeys[1:], ", "))
		return
	}
	key := opKeys[ops[0]]
	n := f.get(key)
	if n == nil {
		return
	}
	r.Op, r.Limit = ops[0], l.limit(n, key)
	if r.Measure != nil && r.Limit != nil {
		l.unitsAgree(n, r)
	}
}

// unitsAgree reports a limit whose unit can not be that of what is measured.
func (l *loader) unitsAgree(n *node, r *Requirement) {
	measured, limit := r.Measure.Type(), r.Limit.Quantity.Unit
	switch {
	case measured == "": // the subject's geometry decides; 0 needs no unit
		if !limit.Agrees(SquareFeet) && !limit.Agrees(Feet) && limit != Count {
			l.r.at(n, "%s is sq_ft, ft or count by the subject's geometry, not %s", r.Measure.Call.Name, limit)
		}
	case !Unit(measured).Valid():
		l.r.at(n, "the measure gives a %s, which is not compared with a quantity: use it as m.NAME in an expression", measured)
	case !limit.Agrees(Unit(measured)):
		l.r.at(n, "the measure is in %s and the limit in %s: they do not convert", measured, limit)
	}
}

// alternatives reads the list of any_of or all_of.
func (l *loader) alternatives(f fields, key string) []*Requirement {
	var out []*Requirement
	nodes := f.list(key)
	if len(nodes) < 2 && f.get(key) != nil {
		l.r.at(f.get(key), "%s: needs two requirements or more", key)
	}
	for _, n := range nodes {
		alternative := fieldsOf(n, l.r, "a requirement under "+key, append([]string{"when"}, requirementKeys...)...)
		r := l.requirement(alternative, "a requirement under "+key)
		if r == nil {
			continue
		}
		if when := alternative.get("when"); when != nil {
			r.When = l.condition(when, onSubject, "when")
		}
		out = append(out, r)
	}
	return out
}

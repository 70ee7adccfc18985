package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Coverage compares a pack and its drawings with the catalogue of what its ordinance says.
type Coverage struct {
	Clauses       int      // of the catalogue
	Definitions   int      // of the catalogue; they are not checks
	Evaluated     int      // in the pack, with a requirement
	NotAuditable  int      // in the pack, with the reason why not
	Missing       []string // catalogue clauses that are not in the pack
	Extra         []string // clauses of the pack that are not in the catalogue
	Cases         int      // of the catalogue's clauses that the pack evaluates
	Expressed     int      // cases a drawing expresses
	Differing     int      // of those, with a stated difference
	MissingCases  []string // "clause, case 2: setup" for each that no drawing expresses
	Contradicting []string // drawings that expect another outcome than their case without saying why
	NoSuchCase    []string // drawings whose case number the catalogue does not have
}

// Complete reports whether every catalogue clause is in the pack and every case of an evaluated one is expressed.
func (c Coverage) Complete() bool {
	return len(c.Missing)+len(c.Extra)+len(c.MissingCases)+len(c.Contradicting)+len(c.NoSuchCase) == 0
}

// catalogueCase is one case of a catalogue clause.
type catalogueCase struct{ setup, expect string }

// Coverage compares the pack and its tests with a catalogue file; name is used in messages.
func (p *Pack) Coverage(tests []Test, name string, text []byte) (Coverage, error) {
	var r report
	root := parseYAML(name, text, &r)
	if err := r.err(); err != nil {
		return Coverage{}, err
	}
	var c Coverage
	inCatalogue := map[string]bool{}
	byID := map[string]*Clause{}
	for _, clause := range p.Clauses {
		byID[clause.ID] = clause
	}
	for _, n := range catalogueClauses(root) {
		id := n.get("id")
		if id == nil {
			return Coverage{}, fmt.Errorf("%s: a clause has no id", n.pos())
		}
		inCatalogue[id.text] = true
		c.count(n, byID[id.text], tests)
	}
	if c.Clauses == 0 {
		return Coverage{}, fmt.Errorf("%s: no clauses found: is this a catalogue?", name)
	}
	for _, clause := range p.Clauses {
		if !inCatalogue[clause.ID] {
			c.Extra = append(c.Extra, clause.ID)
		}
	}
	return c, nil
}

func catalogueClauses(root *node) []*node {
	var clauses []*node
	if sections := root.get("sections"); sections != nil {
		for _, section := range sections.values {
			if list := section.get("clauses"); list != nil {
				clauses = append(clauses, list.values...)
			}
		}
	}
	return clauses
}

// count accounts for one catalogue clause and the clause of the pack with that id, nil when there is none.
func (c *Coverage) count(n *node, clause *Clause, tests []Test) {
	id := n.get("id").text
	c.Clauses++
	if kind := n.get("kind"); kind != nil && kind.text == "definition" {
		c.Definitions++
	}
	switch {
	case clause == nil:
		c.Missing = append(c.Missing, id)
		return
	case clause.NotAuditable != "":
		c.NotAuditable++
		return
	}
	c.Evaluated++
	cases := casesOf(n)
	expressed := make([]bool, len(cases))
	differs := make([]bool, len(cases))
	for _, t := range tests {
		if t.Clause != clause || t.Case == 0 {
			continue
		}
		if t.Case > len(cases) {
			c.NoSuchCase = append(c.NoSuchCase, fmt.Sprintf("%s, case %d: the catalogue has %d", id, t.Case, len(cases)))
			continue
		}
		expressed[t.Case-1] = true
		differs[t.Case-1] = differs[t.Case-1] || t.Differs != ""
		if want := cases[t.Case-1].expect; want != t.Expect.String() && t.Differs == "" {
			c.Contradicting = append(c.Contradicting, fmt.Sprintf("%s, case %d: the catalogue says %s, %s says %s", id, t.Case, want, t.Pos, t.Expect))
		}
	}
	for i, one := range cases {
		c.Cases++
		switch {
		case !expressed[i]:
			c.MissingCases = append(c.MissingCases, fmt.Sprintf("%s, case %d: %s", id, i+1, one.setup))
		case differs[i]:
			c.Expressed++
			c.Differing++
		default:
			c.Expressed++
		}
	}
}

func casesOf(n *node) []catalogueCase {
	var cases []catalogueCase
	if list := n.get("cases"); list != nil {
		for _, one := range list.values {
			var c catalogueCase
			if setup := one.get("setup"); setup != nil {
				c.setup = strings.TrimSpace(setup.text)
			}
			if expect := one.get("expect"); expect != nil {
				c.expect = expect.text
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// Untested lists the clauses of the pack that are evaluated and no test draws, in pack order.
func (p *Pack) Untested(tests []Test) []*Clause {
	var untested []*Clause
	for _, c := range p.Clauses {
		tested := slices.ContainsFunc(tests, func(t Test) bool { return t.Clause == c })
		if c.NotAuditable == "" && !tested {
			untested = append(untested, c)
		}
	}
	return untested
}

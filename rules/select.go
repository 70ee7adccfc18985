package rules

import (
	"slices"
	"strings"
	"sync"
)

// districtTerms says where a clause applies: in any district one of `in` matches, unless one of `out` does.
type districtTerms struct {
	in, out []districtTerm // in is empty for every district
}

type districtTerm struct {
	code bool // match the code, else the class
	name string
}

// matches is undecided for a class where the code is not in the table, and for a code where the lot has none.
func (t districtTerm) matches(d District) TruthState {
	switch {
	case t.code && d.Code != "":
		return stateOf(d.Code == t.name)
	case !t.code && d.Known:
		return stateOf(d.Class == t.name)
	}
	return Undecided
}

// anyMatches is the three-valued or of the terms.
func anyMatches(terms []districtTerm, d District) TruthState {
	result := False
	for _, t := range terms {
		switch t.matches(d) {
		case True:
			return True
		case Undecided:
			result = Undecided
		}
	}
	return result
}

// parseTerm reads "residential", "code R-1", "not business" or "not code B-1".
func parseTerm(text string) (term districtTerm, not bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "not "); ok {
		text, not = strings.TrimSpace(rest), true
	}
	if rest, ok := strings.CutPrefix(text, "code "); ok {
		return districtTerm{true, strings.TrimSpace(rest)}, not
	}
	return districtTerm{false, text}, not
}

// Covers reports whether the clause applies in the district: undecided when that turns on a class or code that is not
// known.
func (c *Clause) Covers(d District) TruthState {
	in, out := True, anyMatches(c.terms.out, d)
	if len(c.terms.in) > 0 {
		in = anyMatches(c.terms.in, d)
	}
	switch {
	case in == False || out == True:
		return False
	case in == True && out == False:
		return True
	}
	return Undecided
}

// selection remembers which clauses go with a class and district.
type selection struct {
	mu    sync.RWMutex
	known map[selectionKey][]*Clause
}

type selectionKey struct {
	class, code, districtClass string
	districtKnown              bool
}

// Select returns the clauses that may apply to a subject of this class in this district, in pack order: those whose
// Covers is not False. No expression is evaluated. The result is shared; do not change it.
func (p *Pack) Select(class string, d District) []*Clause {
	key := selectionKey{class, d.Code, d.Class, d.Known}
	p.selected.mu.RLock()
	clauses, ok := p.selected.known[key]
	p.selected.mu.RUnlock()
	if ok {
		return clauses
	}
	for _, c := range p.Clauses {
		reaches := slices.ContainsFunc(c.Subjects, func(s string) bool {
			return p.Classes.IsA(class, s) || p.Classes.IsA(s, class) // a class with sub-classes may turn out to be one of them
		})
		if reaches && c.Covers(d) != False {
			clauses = append(clauses, c)
		}
	}
	p.selected.mu.Lock()
	defer p.selected.mu.Unlock()
	if p.selected.known == nil {
		p.selected.known = map[selectionKey][]*Clause{}
	}
	p.selected.known[key] = clauses
	return clauses
}

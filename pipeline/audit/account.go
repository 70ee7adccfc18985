package audit

import (
	"strings"

	"parcelaudit/rules"
)

// account counts, for one worker, what every clause said of how many subjects. A lot enters it as a whole once all its pairs are
// evaluated, so that a lot given up half way counts once.
type account struct {
	clauses []ClauseCount // by Clause.Index
	open    []entry       // pairs of the lot being evaluated
}

// entry is one (clause, subject) pair.
type entry struct {
	clause  int // its Index
	subject int32
	outcome rules.Outcome
	missing []string
}

func newAccount(clauses []*rules.Clause) *account {
	a := &account{clauses: make([]ClauseCount, len(clauses))}
	for i, c := range clauses {
		a.clauses[i] = ClauseCount{Clause: c, Missing: map[string]int{}}
	}
	return a
}

// begin starts a lot and forgets what an unfinished one left.
func (a *account) begin() { a.open = a.open[:0] }

// enter notes a pair; missing is counted of an indeterminate one.
func (a *account) enter(c *rules.Clause, subject int32, outcome rules.Outcome, missing []string) {
	if outcome != rules.Indeterminate {
		missing = nil
	}
	a.open = append(a.open, entry{c.Index, subject, outcome, missing})
}

// commit counts the pairs of the lot, and in outcomes, by subject, what was said of each.
func (a *account) commit(outcomes [][7]int32) {
	for i := range a.open {
		e := &a.open[i]
		n := &a.clauses[e.clause]
		n.Applied++
		n.Outcomes[e.outcome]++
		n.lack(e.missing, 1)
		outcomes[e.subject][e.outcome]++
	}
	a.open = a.open[:0]
}

// lack counts what so many pairs of the clause miss.
func (n *ClauseCount) lack(missing []string, pairs int) {
	for _, m := range missing {
		what, _, _ := strings.Cut(m, " of ") // "class of B17" is counted as "class"
		if n.Missing[what] += pairs; n.Missing[what] == 0 {
			delete(n.Missing, what)
		}
	}
}

// add counts what another worker counted.
func (a *account) add(other *account) {
	for i := range a.clauses {
		n, more := &a.clauses[i], &other.clauses[i]
		n.Applied += more.Applied
		for o, count := range more.Outcomes {
			n.Outcomes[o] += count
		}
		for m, count := range more.Missing {
			n.Missing[m] += count
		}
	}
}

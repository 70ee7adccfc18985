package baseline

import (
	"cmp"
	"maps"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// group is what identity is looked for within.
type group struct{ clause, parcel string }

// Baseline is the previous run. The zero value and nil are a town audited for the first time: everything is new.
// It is used by one goroutine.
type Baseline struct {
	entries map[group][]Entry
	left    map[group][]bool // entries that no finding has continued yet
	// entries of parcels that are no more, by clause, in order
	homeless map[string][]place
}

// newBaseline makes a baseline of the findings of a previous run.
func newBaseline(entries []Entry) *Baseline {
	b := &Baseline{entries: map[group][]Entry{}, left: map[group][]bool{}}
	for _, e := range entries {
		g := group{e.ClauseID, e.ParcelID}
		b.entries[g] = append(b.entries[g], e)
		b.left[g] = append(b.left[g], true)
	}
	return b
}

// Match gives each finding its identity, in order. All findings of one parcel must come in one call. today is the ISO
// date of this run; boxes are the boxes of the findings in degrees, nil for one without a place.
//
// Findings that are neither reported (see Reported), nor under a record, nor undecided get a zero identity. An undecided
// finding has a status only when it was in the report before: it then keeps its history, and is not taken for fixed.
func (b *Baseline) Match(findings []audit.Finding, today string, boxes []*orb.Bound) []Identity {
	identities := make([]Identity, len(findings))
	groups := map[group][]int{}
	var order []group
	for i := range findings {
		if f := &findings[i]; Reported(f.Outcome) || f.Outcome == rules.Indeterminate || UnderRecord(f) {
			g := group{f.Clause.ID, f.ParcelID}
			if groups[g] == nil {
				order = append(order, g)
			}
			groups[g] = append(groups[g], i)
		}
	}
	for _, g := range order {
		b.matchGroup(g, findings, groups[g], today, boxes, identities)
	}
	return identities
}

// UnderRecord says whether a variance, permit or other record frees the finding; such findings are remembered.
func UnderRecord(f *audit.Finding) bool { return f.Outcome == rules.Exempt && f.RecordID != "" }

func (b *Baseline) matchGroup(g group, findings []audit.Finding, members []int, today string,
	boxes []*orb.Bound, identities []Identity) {
	var was []Entry
	if b != nil {
		was = b.entries[g]
	}
	is := make([]Entry, len(members))
	for k, i := range members {
		is[k] = entryOf(&findings[i], boxes[i])
	}
	from := pairUp(was, is)
	taken := map[string]bool{}
	for _, e := range was {
		taken[e.FindingID] = true
	}
	for k, i := range members {
		id := Identity{Bound: is[k].Bound}
		var before *Entry
		if from[k] >= 0 {
			before = &was[from[k]]
			b.left[g][from[k]] = false
		} else {
			before = b.elsewhere(&is[k])
		}
		if before != nil {
			id.FindingID, id.FirstSeen, id.Status = before.FindingID, before.FirstSeen, Unchanged
			if changed(before, &is[k]) {
				id.Status = Updated
			}
		} else {
			id.FindingID = freeID(&is[k], taken)
			if findings[i].Outcome != rules.Indeterminate {
				id.FirstSeen, id.Status = today, New
			}
		}
		identities[i] = id
	}
}

// freeID returns the id of a new finding that no other of its clause and parcel has.
func freeID(e *Entry, taken map[string]bool) string {
	for ordinal := 0; ; ordinal++ {
		if id := newID(e, ordinal); !taken[id] {
			taken[id] = true
			return id
		}
	}
}

// groups lists the groups in order.
func (b *Baseline) groups() []group {
	return slices.SortedFunc(maps.Keys(b.entries), func(p, q group) int {
		return cmp.Or(cmp.Compare(p.clause, q.clause), cmp.Compare(p.parcel, q.parcel))
	})
}

// Fixed returns the findings of the previous report that nothing has continued, once all findings have been matched,
// by clause, parcel and id. Findings that were not violations any more in the previous run are not among them.
func (b *Baseline) Fixed() []Entry {
	if b == nil {
		return nil
	}
	var fixed []Entry
	for g, entries := range b.entries {
		for i, e := range entries {
			if b.left[g][i] && wasReported(e.Outcome) {
				fixed = append(fixed, e)
			}
		}
	}
	sortEntries(fixed)
	return fixed
}

func wasReported(outcome string) bool {
	return outcome == rules.Violation.String() || outcome == rules.WithinTolerance.String()
}

func sortEntries(entries []Entry) {
	slices.SortFunc(entries, compareEntries)
}

func compareEntries(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.ClauseID, b.ClauseID), cmp.Compare(a.ParcelID, b.ParcelID), cmp.Compare(a.FindingID, b.FindingID))
}

func sortChanges(changes []Change) {
	slices.SortFunc(changes, func(a, b Change) int { return compareEntries(a.Is, b.Is) })
}

package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// alreadyTold is the reason of a breach that stands in the report on the lot across the line.
const alreadyTold = "the same is reported on the lot across the line, "

// breach is what two findings on a line that two lots share must have in common to be told once, and the lot that tells it.
type breach struct {
	clause   int // its Index
	outcome  rules.Outcome
	required float64
	record   string
	open     string // why it is undecided, "" when it is not
	lot      int32
}

// tellOnce takes the same breach by the same stretch of a fence on a line that lots share out of the report of all lots but one:
// the fence is audited on each, for yards, districts and records may differ, and where they do not one fence breaks one rule once.
// So does what stays undecided for the same reason on both. The lot on which more of the fence breaks the rule tells it, the first
// among equals, and its finding names the others. In the account the pair of another lot becomes one that does not apply.
func (t *town) tellOnce(e *evaluation) {
	breaches, feet := map[breach][]*Finding{}, map[breach]float64{}
	for i := range e.lots {
		for j := range e.lots[i].findings {
			if f := &e.lots[i].findings[j]; f.SubjectType == aFence && (adverse(f.Outcome) || f.Outcome == rules.Indeterminate) {
				b := breachOf(f, int32(i))
				breaches[b] = append(breaches[b], f)
				feet[b] += lengthFt(f.Geometry)
			}
		}
	}
	told := map[breach][]*Finding{}
	for _, b := range slices.SortedFunc(maps.Keys(breaches), func(a, b breach) int { return cmp.Or(cmp.Compare(feet[b], feet[a]), a.compare(b)) }) {
		for _, f := range breaches[b] {
			s := &t.subjects[f.subject]
			if !s.stretch.onLine {
				continue
			}
			if before := t.toldBefore(told, f, s); len(before) > 0 {
				t.withdraw(e, f, before)
			} else {
				told[b] = append(told[b], f)
			}
		}
	}
	if !e.keepAll {
		for i := range e.lots {
			e.lots[i].findings = slices.DeleteFunc(e.lots[i].findings, func(f Finding) bool { return f.Outcome == rules.NotApplicable })
		}
	}
}

func (a breach) compare(b breach) int {
	return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.clause, b.clause), cmp.Compare(a.outcome, b.outcome), cmp.Compare(a.required, b.required),
		cmp.Compare(a.record, b.record), cmp.Compare(a.open, b.open))
}

func breachOf(f *Finding, lot int32) breach {
	b := breach{clause: f.Clause.Index, outcome: f.Outcome, record: f.RecordID, lot: lot}
	if f.Required != nil {
		b.required = *f.Required
	}
	if f.Outcome == rules.Indeterminate {
		b.open = f.DependsOn + ": " + f.Reason
	}
	return b
}

// toldBefore are the findings of adjoining lots that tell the same and whose stretches run along all of this one; none when a part
// of it worth telling is left over.
func (t *town) toldBefore(told map[breach][]*Finding, f *Finding, s *subject) []*Finding {
	line, isLine := s.shape.(orb.LineString)
	if !isLine {
		return nil
	}
	near := t.sameFenceFt(s)
	var along []orb.LineString
	var before []*Finding
	for _, n := range t.neighbours[s.lot] {
		for _, other := range told[breachOf(f, n)] {
			if path, ok := other.Geometry.(orb.LineString); ok && path.Bound().Pad(near).Intersects(s.bound) {
				along, before = append(along, path), append(before, other)
			}
		}
	}
	if len(along) == 0 {
		return nil
	}
	left, err := measure.StretchAway(line, along, near)
	if err != nil || measure.TotalLength(left) >= leastStretchFt {
		return nil
	}
	return before
}

// recount gives a finding another outcome, in the account too.
func (e *evaluation) recount(f *Finding, to rules.Outcome) {
	count := &e.account.clauses[f.Clause.Index]
	if f.Outcome == rules.Indeterminate {
		count.lack(f.missing, -1)
	}
	count.Outcomes[f.Outcome]--
	count.Outcomes[to]++
	e.outcomes[f.subject][f.Outcome]--
	e.outcomes[f.subject][to]++
	f.Outcome = to
}

// withdraw takes a finding out of the report and says on both lots that they share it.
func (t *town) withdraw(e *evaluation, f *Finding, before []*Finding) {
	e.recount(f, rules.NotApplicable)
	f.Reason = alreadyTold + before[0].LotID
	also := "the same on lot " + f.LotID + " across the line"
	for _, b := range before {
		if b.OtherID == "" {
			b.OtherID = f.LotID
		}
		if !strings.Contains(b.Reason, also) {
			b.Reason = strings.TrimPrefix(b.Reason+"; "+also, "; ")
		}
	}
}

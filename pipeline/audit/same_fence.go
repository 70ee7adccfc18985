package audit

import (
	"slices"

	"parcelaudit/rules"
)

// sameFence remembers what the clauses said of the last stretch of fence without looking at where it runs, for that holds of the
// next stretch of the same fence on the same lot too. A fence round a yard has several stretches on each lot, and most of what
// a code asks of a fence (its kind, material, height) is the same for all of them.
type sameFence struct {
	src   *Structure // nil when nothing is remembered
	lot   int32
	class string
	codes []string // of its zoning
	told  []told   // by position among the clauses of the subject
}

type told struct {
	verdict rules.Verdict
	turnsOn string
	holds   bool // of every stretch of the fence
}

// forget makes the next stretch a new fence.
func (f *sameFence) forget() { f.src = nil }

// turnTo makes ready for a subject that so many clauses are evaluated on.
func (f *sameFence) turnTo(s *subject, clauses int) {
	if s.kind != aFence {
		f.forget()
		return
	}
	if s.src == f.src && s.lot == f.lot && s.class == f.class && len(f.told) == clauses && slices.Equal(s.zone.codes, f.codes) {
		return
	}
	f.src, f.lot, f.class, f.codes = s.src, s.lot, s.class, s.zone.codes
	f.told = slices.Grow(f.told[:0], clauses)[:clauses]
	for k := range f.told {
		f.told[k].holds = false
	}
}

// said is what clause k said of the stretch before, nil when it has to be asked.
func (f *sameFence) said(k int) (verdict *rules.Verdict, turnsOn string) {
	if f.src == nil || !f.told[k].holds {
		return nil, ""
	}
	return &f.told[k].verdict, f.told[k].turnsOn
}

// keep remembers a verdict that does not depend on where the stretch runs.
func (f *sameFence) keep(k int, v *rules.Verdict, turnsOn string, on depends) {
	if f.src != nil && on&onPlace == 0 {
		f.told[k] = told{*v, turnsOn, true}
	}
}

package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

type orbMultiPolygon = orb.MultiPolygon

// evaluation is what evaluating every lot gave.
type evaluation struct {
	lots     []lotResult // by lot
	outcomes [][7]int32  // by subject: how many clauses had each outcome
	account  *account
	keepAll  bool // findings of every outcome are there
}

// lotResult is what evaluating one lot gave, beside what is counted.
type lotResult struct {
	findings []Finding
	issues   []Issue
}

// auditor evaluates lots for one worker.
type auditor struct {
	town      *town
	kernel    *kernel.Kernel
	view      *view
	evaluator *rules.Evaluator
	keepAll   bool
	excuse    func(f *Finding)
	variants  []variant
	seen      depends // what the clause at hand depended on, under all its variants
	fence     sameFence
	kinds     map[kindKey]*kind // those seen so far
	account   *account
	outcomes  [][7]int32 // of all subjects; a worker touches those of the lot it is at
	findings  []Finding  // of that lot
}

// evaluate audits every lot. Things on no lot are not evaluated: an issue tells of each.
func (t *town) evaluate(ctx context.Context, opt Options) (*evaluation, error) {
	e := &evaluation{lots: make([]lotResult, len(t.fabric.Lots)), outcomes: make([][7]int32, len(t.subjects)), account: newAccount(t.in.Pack.Clauses),
		keepAll: opt.KeepAll}
	var mu sync.Mutex
	var workers []*auditor
	bench := func() *auditor {
		a := &auditor{town: t, kernel: kernel.New(), view: newView(t), evaluator: rules.NewEvaluator(), keepAll: opt.KeepAll, excuse: opt.Excuse,
			account: newAccount(t.in.Pack.Clauses), outcomes: e.outcomes}
		mu.Lock()
		defer mu.Unlock()
		workers = append(workers, a)
		return a
	}
	err := inParallel(ctx, len(e.lots), opt.Workers, bench, func(a *auditor, i int) error {
		if t.wanted(int32(i), opt.Only) {
			e.lots[i] = a.lot(int32(i))
		}
		if opt.Done != nil {
			opt.Done(1)
		}
		return nil
	})
	mates := t.blockMates(e, opt.Only)
	if err == nil {
		err = inParallel(ctx, len(mates), opt.Workers, bench, func(a *auditor, i int) error {
			e.lots[mates[i]] = a.lot(mates[i])
			return nil
		})
	}
	for _, a := range workers { // sums do not depend on the order
		e.account.add(a.account)
	}
	if err == nil {
		t.oneWayBlocks(e)
		for _, l := range mates {
			e.lots[l] = lotResult{}
		}
		t.tellOnce(e)
	}
	return e, err
}

// wanted says whether a lot is to be audited.
func (t *town) wanted(lotIndex int32, only map[string]bool) bool {
	return only == nil || slices.ContainsFunc(t.fabric.Lots[lotIndex].ParcelIDs, func(id string) bool { return only[id] })
}

// lot evaluates all subjects of one lot. A bug of ours on one lot does not end the night: every pair of the lot is then
// counted as not determined, and an issue says so.
func (a *auditor) lot(index int32) (out lotResult) {
	s := a.town.site(a.kernel, index)
	a.account.begin()
	a.fence.forget()
	a.findings = nil
	defer func() {
		if p := recover(); p != nil {
			out = a.undetermined(index, fmt.Sprint(p))
		}
		a.account.commit(a.outcomes)
	}()
	for _, i := range a.town.onLot[index] {
		if a.town.subjects[i].partOf < 0 {
			a.subject(s, i)
		}
	}
	return lotResult{findings: a.findings}
}

// undetermined counts every pair of a lot as indeterminate because of a bug of ours.
func (a *auditor) undetermined(index int32, what string) lotResult {
	t := a.town
	a.account.begin()
	for _, i := range t.onLot[index] {
		s := &t.subjects[i]
		if s.partOf >= 0 {
			continue
		}
		for _, c := range t.clausesFor(s) {
			a.account.enter(c, i, rules.Indeterminate, []string{"internal error"})
		}
	}
	l := &t.fabric.Lots[index]
	return lotResult{issues: []Issue{{Kind: "internal-error", Layer: "parcels", RecordID: l.ID, What: "the audit of this lot failed: " + what,
		Done: "all its findings count as not determined; please report this", Geometry: l.Shape}}}
}

// clausesFor lists the clauses that can apply to a subject in any of its plausible districts, in pack order.
func (t *town) clausesFor(s *subject) []*rules.Clause {
	zones := t.districts(s.zone)
	if len(zones) == 1 && !s.rival {
		return t.in.Pack.Select(s.class, zones[0].table)
	}
	var all []*rules.Clause
	for _, z := range zones {
		all = append(all, t.in.Pack.Select(s.class, z.table)...)
		if s.rival && s.basis != byAttribute {
			all = append(all, t.in.Pack.Select("accessory_building", z.table)...)
			all = append(all, t.in.Pack.Select("principal_building", z.table)...)
		}
	}
	slices.SortFunc(all, func(a, b *rules.Clause) int { return a.Index - b.Index })
	return slices.Compact(all)
}

// subject evaluates every clause on one subject.
func (a *auditor) subject(s *site, i int32) {
	subject := &a.town.subjects[i]
	kind := a.kindOf(subject)
	a.fence.turnTo(subject, len(kind.clauses))
	for k, c := range kind.clauses {
		verdict, turnsOn := kind.said(k)
		if verdict == nil {
			verdict, turnsOn = a.fence.said(k)
		}
		if verdict == nil {
			verdict, turnsOn = a.clause(c, s, subject, kind.zones)
			a.fence.keep(k, verdict, turnsOn, a.seen)
			kind.keep(k, verdict, turnsOn, a.seen)
		}
		outcome := verdict.Outcome
		if a.keepAll || a.reported(subject, verdict) {
			f := a.town.finding(c, subject, verdict, turnsOn)
			f.subject = i
			if a.excuse != nil && adverse(f.Outcome) {
				a.excuse(&f)
				outcome = f.Outcome
			}
			a.findings = append(a.findings, f)
		}
		a.account.enter(c, i, outcome, verdict.Missing)
	}
}

// clause evaluates one clause on one subject under every plausible district, class and reading, and says on which of these the
// verdict turns. The verdict is the worker's own until the next clause.
func (a *auditor) clause(c *rules.Clause, s *site, subject *subject, zones []district) (verdict *rules.Verdict, turnsOn string) {
	a.variants, a.seen = a.variants[:0], 0
	if c.NotAuditable != "" {
		a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotAuditable, Reason: c.NotAuditable}})
		return &a.variants[0].verdict, ""
	}
	switch {
	case subject.rival && subject.basis != byAttribute:
		a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotApplicable}, dim: "principal building", why: "another principal building"})
	case !a.town.sure(c, subject.class):
		a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotApplicable}, dim: "class", why: "another class than " + c.Subjects[0]})
	}
	switch {
	case subject.isPart():
		a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotApplicable}, dim: "whose building it is",
			why: "all of it belonging to lot " + a.town.fabric.Lots[subject.mostOn].ID})
	case subject.several:
		a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotApplicable}, dim: "whether it is one building",
			why: "another building on each lot, drawn as one"})
	}
	for _, z := range zones {
		covered := c.Covers(z.table)
		if covered != rules.True {
			dim, why := z.missing, "another district class"
			if covered == rules.False {
				dim, why = "zoning district", "district "+z.table.Code
			}
			a.variants = append(a.variants, variant{verdict: rules.Verdict{Outcome: rules.NotApplicable}, dim: dim, why: why})
		}
		if covered != rules.False {
			a.readings(c, s, subject, z)
		}
	}
	nobodys := subject.isNobodys()
	if nobodys && a.seen&onWay == 0 {
		a.variants = append(a.variants[:0], variant{verdict: rules.Verdict{Outcome: rules.NotApplicable, Reason: offTheLot}})
	}
	verdict, turnsOn = merge(a.variants)
	if nobodys && adverse(verdict.Outcome) {
		verdict.Reason = strings.TrimPrefix(verdict.Reason+"; "+nearestLot, "; ")
	}
	return verdict, turnsOn
}

// nearestLot is what a breach in the street tells whoever writes the letter.
const nearestLot = "it stands wholly in the right-of-way and no record says whose it is: this lot is only the nearest"

// offTheLot is why what the law says of fences on a lot is not asked of one that stands wholly in the street before it: nobody
// knows whose it is. What the law says of the street is.
const offTheLot = "it stands wholly off the lot, and the clause is not about the right-of-way"

// readings evaluates the clause under the first reading of the lot, and under the others as far as the verdict was seen to
// depend on what they change.
func (a *auditor) readings(c *rules.Clause, s *site, subject *subject, zone district) {
	first := s.readings[0]
	a.view.look(s, subject, 0, zone)
	a.add(c, first.why)
	seen := a.view.seen
	for r := 1; r < len(s.readings); r++ {
		other := s.readings[r]
		if other.labelling != first.labelling && seen&onLabels == 0 || other.principal != first.principal && seen&onPrincipal == 0 {
			continue
		}
		a.view.look(s, subject, r, zone)
		a.add(c, other.why)
		v := &a.variants[len(a.variants)-1]
		if v.dim = "principal building"; other.labelling != first.labelling {
			v.dim = "lot lines"
		}
	}
}

func (a *auditor) add(c *rules.Clause, why string) {
	a.variants = append(a.variants, variant{why: why})
	a.variants[len(a.variants)-1].verdict = a.evaluator.Evaluate(c, a.view)
	a.seen |= a.view.seen
}

// sure says whether a clause speaks of this class, and not just of one of its possible sub-classes.
func (t *town) sure(c *rules.Clause, class string) bool {
	return slices.ContainsFunc(c.Subjects, func(want string) bool { return t.isA(class, want) })
}

// reported says whether a verdict is worth a row of its own: what goes into the report, and what could not be decided
// for a reason particular to the subject. What a whole layer or table lacks is told once, in the account of the clause.
func (a *auditor) reported(s *subject, v *rules.Verdict) bool {
	return adverse(v.Outcome) || v.Outcome == rules.Indeterminate && slices.ContainsFunc(v.Missing, func(m string) bool { return a.town.particular(s, m) })
}

// particular says whether what is missing is missing for this subject and not for the whole layer.
func (t *town) particular(s *subject, missing string) bool {
	if strings.HasSuffix(missing, " layer") || strings.HasSuffix(missing, " table") || strings.HasSuffix(missing, " districts.yaml") {
		return false
	}
	if rest, ok := strings.CutPrefix(missing, "lot."); ok {
		_, mapped := t.lotAttribute(s.lot, rest)
		return mapped
	}
	if rest, ok := strings.CutPrefix(missing, "district."); ok {
		return rest == ""
	}
	if isName(missing) {
		_, mapped := s.attribute(missing)
		return mapped
	}
	return true
}

// isName says whether a missing thing is the name of an attribute, such as height_ft, and not a phrase.
func isName(s string) bool { return !strings.Contains(s, " ") }

package report

import (
	"testing"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

func TestABreachSurvivesAnErrorSmallerThanItsClearance(t *testing.T) {
	ft := func(v float64) *float64 { return &v }
	clause := &rules.Clause{Severity: "major"}
	counts := newCounts()
	for _, f := range []audit.Finding{
		{Clause: clause, Outcome: rules.Violation, Margin: ft(-1.5), ClearFt: ft(1.5)},
		{Clause: clause, Outcome: rules.Violation, Margin: ft(-6), ClearFt: ft(6)},
		{Clause: clause, Outcome: rules.Violation},                                           // a missing permit
		{Clause: clause, Outcome: rules.WithinTolerance, Margin: ft(-0.4), ClearFt: ft(0.4)}, // broken by less than the accuracy
		{Clause: clause, Outcome: rules.WithinTolerance, Margin: ft(0.4), ClearFt: ft(0.4)},  // met by less than the accuracy
	} {
		counts.addFinding(&finding{Finding: &f})
	}
	for errorFt, want := range map[string]int{"0": 4, "1": 3, "2": 2, "5": 2} {
		if got := counts.Surviving[errorFt]; got != want {
			t.Errorf("%d breaches survive %s ft, want %d", got, errorFt, want)
		}
	}
}

func TestWhatBreaksSeveralClausesIsOneThingInViolation(t *testing.T) {
	c := newCounts()
	of := func(lot, subject string, o rules.Outcome) finding {
		return finding{Finding: &audit.Finding{LotID: lot, SubjectID: subject, Outcome: o}}
	}
	c.addViolating([]finding{of("A", "shed", rules.Violation), of("A", "shed", rules.Violation), of("A", "fence", rules.Violation),
		of("B", "shed", rules.Violation), of("C", "shed", rules.WithinTolerance)})
	if c.Subjects != 3 || c.Lots != 2 {
		t.Errorf("%d things on %d lots, want 3 on 2", c.Subjects, c.Lots)
	}
}

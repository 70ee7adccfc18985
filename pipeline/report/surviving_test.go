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

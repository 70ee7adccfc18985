package report

import (
	"testing"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

func TestClausesThatSayMoreAboutTheDataThanAboutTheTownAreFlagged(t *testing.T) {
	n, c, w, v, i, x := rules.NotApplicable, rules.Compliant, rules.WithinTolerance, rules.Violation, rules.Indeterminate, rules.Exempt
	for name, tc := range map[string]struct {
		outcomes map[rules.Outcome]int
		clause   rules.Clause
		want     string
	}{
		"never evaluated":                 {nil, rules.Clause{}, flagDead},
		"reached nothing":                 {map[rules.Outcome]int{n: 5}, rules.Clause{}, flagDead},
		"every decided subject violates":  {map[rules.Outcome]int{v: 3, i: 2, n: 1}, rules.Clause{}, flagAlways},
		"one of them is within tolerance": {map[rules.Outcome]int{v: 3, w: 1}, rules.Clause{}, ""},
		"one of them is exempt":           {map[rules.Outcome]int{v: 3, x: 1}, rules.Clause{}, ""},
		"nothing could be decided":        {map[rules.Outcome]int{i: 2}, rules.Clause{}, flagNever},
		"some comply":                     {map[rules.Outcome]int{v: 3, c: 1}, rules.Clause{}, ""},
		"declared not auditable":          {map[rules.Outcome]int{rules.NotAuditable: 4}, rules.Clause{NotAuditable: "no data decides it"}, ""},
		"a definition is not a check":     {nil, rules.Clause{Kind: "definition"}, ""},
	} {
		count := audit.ClauseCount{Clause: &tc.clause}
		for o, k := range tc.outcomes {
			count.Outcomes[o] = k
			count.Applied += k
		}
		if got := flagOf(&count); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

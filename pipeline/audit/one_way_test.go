package audit

import (
	"context"
	"testing"

	"parcelaudit/rules"
)

// garages is the block of street(t), with garages gaps[i] ft from the east line of lot i. What lies east of the last lot of each row
// is not known: a garage too near to that line is undecided.
func garages(t *testing.T, gaps ...float64) *Input {
	t.Helper()
	in := street(t, 0, 0)
	for i, gap := range gaps {
		s := &in.Structures[2*i+1]
		b := s.Shape.Bound()
		s.Shape = box(float64(i%4)*80+80-gap-20, b.Min[1], 20, 24)[0]
	}
	return in
}

func TestBreachesOnOneSideOfABlockAreExplainedByAShift(t *testing.T) {
	const clause = "1-1(a)#lot-line-3"
	for name, c := range map[string]struct {
		gaps       []float64
		issues     int
		violations int
	}{
		"all an inch short of a foot from the same side": {[]float64{0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9}, 1, 0},
		"most, and the rest lawful":                      {[]float64{1, 1.2, 0.8, 1, 0.9, 1.1, 6, 6}, 1, 0},
		"only three of eight":                            {[]float64{1, 1, 1, 6, 6, 6, 6, 6}, 0, 3},
		"half of them":                                   {[]float64{1, 1, 1, 1, 6, 6, 6, 6}, 0, 3},
		"on either side":                                 {[]float64{1, 59, 1, 59, 1, 59, 1, 59}, 0, 8},
		"each by another distance":                       {[]float64{0.1, 1.7, 1.8, 1.7, 1.6, 1.8, 1.7, 1.8}, 0, 6},
	} {
		in := garages(t, c.gaps...)
		r := run(t, in)
		issues := 0
		for _, i := range r.Issues {
			if i.Kind == "possible-shift" {
				issues++
			}
		}
		if got := outcomes(r, clause)[rules.Violation]; issues != c.issues || got != c.violations {
			t.Errorf("%s: %d issues, %d violations; want %d, %d", name, issues, got, c.issues, c.violations)
		}
	}
}

func TestOneLotIsExplainedAsTheWholeRunSaysOfIt(t *testing.T) {
	in := garages(t, 1, 1, 1, 1, 1, 1, 1, 1)
	whole := run(t, in)
	one, err := Run(context.Background(), in, Options{Workers: 1, KeepAll: true, Only: map[string]bool{"L2": true}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Finding{}
	for _, f := range whole.Findings {
		if f.LotID == "L2" {
			want[f.Clause.ID+" "+f.SubjectID] = f
		}
	}
	if len(one.Findings) != len(want) {
		t.Errorf("%d findings of the lot alone, %d of it in the run", len(one.Findings), len(want))
	}
	for _, f := range one.Findings {
		if w := want[f.Clause.ID+" "+f.SubjectID]; f.LotID != "L2" || f.Outcome != w.Outcome || f.Reason != w.Reason {
			t.Errorf("%s on %s of %s: %v %q, in the run %v %q", f.Clause.ID, f.SubjectID, f.LotID, f.Outcome, f.Reason, w.Outcome, w.Reason)
		}
	}
}

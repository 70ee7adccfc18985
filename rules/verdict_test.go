package rules

import "testing"

// A wall 9 ft of which run a hand's breadth off the lot is within tolerance by that hand, not by the 9 ft that are measured.
func TestAVerdictWithinToleranceSpeaksOfTheShiftNotOfTheNumber(t *testing.T) {
	c := &Clause{Title: "A wall stands on its lot", Cites: "1"}
	v := Verdict{Outcome: WithinTolerance, HasMeasured: true, Op: AtMost, Unit: Feet, Measured: Measured{Value: Number(9.1216), Tolerance: 1.119}, Required: Number(0)}
	want := "measured 9.1216 ft, required at most 0 ft (1); a shift of less than the 1.119 ft the layers are accurate to would change it"
	if got := v.Message(c); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

package audit

import (
	"math"
	"math/rand/v2"
	"testing"

	"parcelaudit/rules"
)

// TestABreachSurvivesWhatNoMoveOfTheBuildingMends holds the feet by which a breach is clear of being none, from which summary.json
// counts how many findings survive an error, against brute force: the building is moved by so many feet in every direction, and the
// breach survives when it is there wherever the building stands.
func TestABreachSurvivesWhatNoMoveOfTheBuildingMends(t *testing.T) {
	const directions = 8
	house := building("house", "principal_building", 30, 40, 40, 30)
	broken := func(in *Input) map[string]Finding {
		out := map[string]Finding{}
		for _, f := range run(t, in).Findings {
			if f.SubjectID == "shed" && (f.Outcome == rules.Violation || f.Margin != nil && *f.Margin < 0) {
				out[f.Clause.ID] = f
			}
		}
		return out
	}
	random := rand.New(rand.NewPCG(7, 7))
	compared, survive := 0, map[float64]int{}
	for i := range 20 {
		x, y := random.Float64()*90, random.Float64()*140
		at := func(dx, dy float64) *Input {
			in := village(t, house, building("shed", "shed", x+dx, y+dy, 10, 10))
			if i%2 == 0 {
				in.Tolerance = Tolerance{Parcels: 0.5, Buildings: 1}
			}
			return in
		}
		first := broken(at(0, 0))
		for _, errorFt := range []float64{1, 2, 5} {
			there := map[string]int{}
			for d := range directions {
				s, c := math.Sincos(2 * math.Pi * float64(d) / directions)
				for id := range broken(at(errorFt*c, errorFt*s)) {
					there[id]++
				}
			}
			for id, f := range first {
				if f.ClearFt == nil {
					continue
				}
				compared++
				if *f.ClearFt > errorFt {
					survive[errorFt]++
				}
				got, want := *f.ClearFt > errorFt, there[id] == directions
				if inTheHouse := id == "1-1(c)#separation" && *f.Measured == 0; got && !want || want && !got && !inTheHouse { // nothing is nearer than 0
					t.Errorf("shed at %.2f %.2f, %s, %.2f ft clear: survives %.0f ft: %v, by brute force %v (%d of %d)", x, y, id, *f.ClearFt, errorFt, got, want, there[id], directions)
				}
			}
		}
	}
	t.Logf("%d compared, %v survive", compared, survive)
	if compared < 40 || survive[1] == 0 || survive[1] <= survive[5] {
		t.Errorf("%d compared, %v survive: the test sees too little", compared, survive)
	}
}

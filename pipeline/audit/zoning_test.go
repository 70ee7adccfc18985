package audit

import "testing"

func TestAStructureIsInTheDistrictUnderItHoweverLittleOfTheLotThatIs(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30), building("corner", "shed", 1, 1, 8, 8), building("middle", "shed", 45, 100, 8, 8))
	for i := range in.Parcels {
		in.Parcels[i].District = ""
	}
	// The corner is 200 of the lot's 15,000 sq ft.
	in.Zones = []Zone{{Code: "B-1", Shape: box(0, 0, 10, 20)}, {Code: "R-1", Shape: box(0, 20, 10, 130)}, {Code: "R-1", Shape: box(10, 0, 90, 150)}}
	town, err := survey(t.Context(), in, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"house": "R-1", "corner": "B-1", "middle": "R-1"}
	for i := range town.subjects {
		s := &town.subjects[i]
		if code, ok := want[s.id]; ok && (len(s.zone.codes) != 1 || s.zone.codes[0] != code) {
			t.Errorf("%s is in %v, want %s", s.id, s.zone.codes, code)
		}
	}
}

package audit

import (
	"testing"

	"parcelaudit/rules"
)

func TestACopyOfAStructureIsCountedOnceAndSaid(t *testing.T) {
	r := run(t, village(t, building("house", "principal_building", 30, 40, 40, 30), building("g1", "detached_garage", 2, 100, 22, 22),
		building("g1 again", "detached_garage", 2.1, 100, 22, 22), building("g2", "detached_garage", 60, 100, 22, 22)))
	if f := find(t, r, "1-1(e)#garages", "M"); f.Outcome != rules.Compliant || *f.Measured != 2 {
		t.Errorf("two garages, one drawn twice: %v, measured %v", f.Outcome, *f.Measured)
	}
	if len(r.Issues) != 1 || r.Issues[0].Kind != "duplicate-structure" || r.Issues[0].RecordID != "g1 again" {
		t.Errorf("issues %+v", r.Issues)
	}
	if len(r.Structures) != 4 {
		t.Errorf("%d structures listed, want all 4", len(r.Structures))
	}
}

func TestAHouseSplitInTwoIsOnePrincipalBuilding(t *testing.T) {
	r := run(t, village(t, building("west", "principal_building", 30, 40, 20, 30), building("east", "principal_building", 50, 40, 20, 30), building("shed", "shed", 60, 100, 8, 8)))
	if f := find(t, r, "1-1(c)#separation", "shed"); *f.Measured != 30 {
		t.Errorf("shed behind the eastern half: %v ft, want 30", *f.Measured)
	}
	for _, f := range r.Findings {
		if f.SubjectID == "east" {
			t.Errorf("half a house is no subject: %s", f.Clause.ID)
		}
	}
}

package audit

import (
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// box is a rectangle with its south-west corner at (x, y).
func box(x, y, w, d float64) orb.MultiPolygon {
	return orb.MultiPolygon{{orb.Ring{{x, y}, {x + w, y}, {x + w, y + d}, {x, y + d}, {x, y}}}}
}

// village is three lots side by side north of Elm Street, with lots behind and across, and the pack of rules/testdata.
func village(t *testing.T, structures ...Structure) *Input {
	t.Helper()
	pack, err := rules.Load(os.DirFS("../../rules/testdata/packs"), "example")
	if err != nil {
		t.Fatal(err)
	}
	in := &Input{Pack: pack, Districts: pack.Districts, Layers: Layers{Buildings: true, Zoning: true, Streets: true}, Tables: map[string]*Table{}}
	for _, p := range []struct {
		id    string
		shape orb.MultiPolygon
	}{
		{"W", box(-100, 0, 100, 150)}, {"M", box(0, 0, 100, 150)}, {"E", box(100, 0, 100, 150)},
		{"NW", box(-100, 150, 100, 150)}, {"NM", box(0, 150, 100, 150)}, {"NE", box(100, 150, 100, 150)},
		{"SW", box(-100, -210, 100, 150)}, {"SM", box(0, -210, 100, 150)}, {"SE", box(100, -210, 100, 150)},
	} {
		in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: p.id, Shape: p.shape, Use: "home"}, District: "R-1"})
	}
	in.Streets = []lot.Street{{Name: "Elm Street", Line: orb.LineString{{-500, -30}, {500, -30}}}}
	in.Structures = structures
	return in
}

func building(id, class string, x, y, w, d float64) Structure {
	return Structure{ID: id, Layer: "buildings", Class: class, Shape: box(x, y, w, d)[0]}
}

// find returns the finding of a clause on a subject.
func find(t *testing.T, r *Result, clause, subject string) Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Clause.ID == clause && f.SubjectID == subject {
			return f
		}
	}
	t.Fatalf("no finding of %s on %s", clause, subject)
	return Finding{}
}

func run(t *testing.T, in *Input) *Result {
	t.Helper()
	r, err := Run(context.Background(), in, Options{Workers: 2, KeepAll: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAShedIsMeasuredToItsSideLine(t *testing.T) {
	r := run(t, village(t, building("house", "principal_building", 30, 40, 40, 30), building("shed", "shed", 2.5, 100, 10, 12)))
	f := find(t, r, "1-1(a)#lot-line-3", "shed")
	if f.Outcome != rules.Violation || f.Measured == nil || *f.Measured != 2.5 || *f.Required != 3 || f.LotLine != "side" {
		t.Errorf("got %v, measured %v, line %q, reason %q", f.Outcome, f.Measured, f.LotLine, f.Reason)
	}
	if want := (orb.LineString{{2.5, 100}, {0, 100}}); !reflect.DeepEqual(f.Evidence, want) {
		t.Errorf("evidence %v, want %v", f.Evidence, want)
	}
	if f := find(t, r, "1-1(b)#height", "shed"); f.Outcome != rules.Indeterminate || f.DependsOn != "height_ft" {
		t.Errorf("without a height the clause is %v on %q", f.Outcome, f.DependsOn)
	}
}

func TestTheLargestBuildingIsThePrincipalOneAndItsPartsAreNoSubjects(t *testing.T) {
	r := run(t, village(t, building("b1", "", 30, 40, 40, 30), building("wing", "", 70, 45, 15, 15), building("b2", "", 30, 120, 12, 12)))
	classes := map[string]string{}
	for _, s := range r.Structures {
		classes[s.ID] = s.Class + ", " + s.ClassBasis
	}
	want := map[string]string{"b1": "principal_building, largest on the lot", "wing": "principal_building, touches the principal building",
		"b2": "accessory_building, size: likely a shed"}
	if !reflect.DeepEqual(classes, want) {
		t.Errorf("got %v", classes)
	}
	if f := find(t, r, "1-1(c)#separation", "b2"); f.Measured == nil || *f.Measured != 50 || f.OtherID != "b1" {
		t.Errorf("separation %+v", f)
	}
}

func TestTwoEqualBuildingsLeaveWhatTurnsOnThePrincipalOneOpen(t *testing.T) {
	r := run(t, village(t, building("b1", "", 10, 60, 30, 30), building("b2", "", 45, 60, 30, 30), building("shed", "shed", 78, 60, 8, 8)))
	f := find(t, r, "1-1(c)#separation", "shed")
	if f.Outcome != rules.Indeterminate || f.DependsOn != "principal building" {
		t.Errorf("3 ft from one and 38 ft from the other: %v, depends on %q, reason %q", f.Outcome, f.DependsOn, f.Reason)
	}
	if f := find(t, r, "1-1(a)#lot-line-3", "shed"); f.Outcome != rules.Compliant {
		t.Errorf("the lot line does not care which building is the principal one: %v", f.Outcome)
	}
}

func TestAStructureOnNoLotIsAnIssueAndNotDropped(t *testing.T) {
	r := run(t, village(t, building("stray", "shed", 2000, 2000, 10, 10)))
	if len(r.Issues) != 1 || r.Issues[0].Kind != "on-no-lot" || r.Issues[0].RecordID != "stray" {
		t.Errorf("issues %+v", r.Issues)
	}
	if len(r.Structures) != 1 || r.Structures[0].Assignment != onNoLot {
		t.Errorf("structures %+v", r.Structures)
	}
}

func TestAnUnmappedDistrictLeavesAdverseVerdictsOpen(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30), building("near", "shed", 2, 100, 10, 12), building("far", "shed", 40, 100, 10, 12))
	for i := range in.Parcels {
		in.Parcels[i].District = "ZZ"
	}
	r := run(t, in)
	if f := find(t, r, "1-1(a)#lot-line-3", "near"); f.Outcome != rules.Indeterminate || f.DependsOn != "district ZZ in districts.yaml" {
		t.Errorf("too near in an unknown district: %v, %q", f.Outcome, f.DependsOn)
	}
	if f := find(t, r, "1-1(a)#lot-line-3", "far"); f.Outcome != rules.Compliant {
		t.Errorf("far enough whatever the district: %v", f.Outcome)
	}
}

func TestTheResultDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	in := func() *Input {
		return village(t, building("house", "", 30, 40, 40, 30), building("s1", "shed", 2, 100, 10, 12), building("s2", "shed", 102, 100, 10, 12),
			building("s3", "", 130, 120, 20, 12), building("h3", "", 120, 40, 40, 30))
	}
	one, err := Run(context.Background(), in(), Options{Workers: 1, KeepAll: true})
	if err != nil {
		t.Fatal(err)
	}
	many, err := Run(context.Background(), in(), Options{Workers: 7, KeepAll: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range one.Findings {
		a, b := one.Findings[i], many.Findings[i]
		if a.Clause.ID != b.Clause.ID || a.SubjectID != b.SubjectID || a.Outcome != b.Outcome || a.Message != b.Message {
			t.Fatalf("finding %d differs: %s %s / %s %s", i, a.Clause.ID, a.SubjectID, b.Clause.ID, b.SubjectID)
		}
	}
	if one.Pairs != many.Pairs || one.Pairs == 0 {
		t.Errorf("%d and %d pairs", one.Pairs, many.Pairs)
	}
}

func TestAttachedBuildingsKeepTheDistrictsSideYard(t *testing.T) {
	r := run(t, village(t, building("house", "principal_building", 30, 40, 40, 30), building("garage", "attached_garage", 70, 40, 23, 22)))
	f := find(t, r, "1-1(d)#side-yard", "garage")
	if f.Outcome != rules.Violation || f.Required == nil || *f.Required != 8 || *f.Measured != 7 {
		t.Errorf("got %v, measured %v, required %v, depends on %q", f.Outcome, f.Measured, f.Required, f.DependsOn)
	}
}

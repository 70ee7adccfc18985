package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// street is a block of eight lots in two rows, each with a house 8 ft and a garage 4 ft from a side line, the buildings moved
// by (dx, dy).
func street(t *testing.T, dx, dy float64) *Input {
	t.Helper()
	in := village(t)
	in.Parcels, in.Structures = nil, nil
	in.Tolerance = Tolerance{Parcels: 0.5, Buildings: 1}
	for i := range 8 {
		x, y := float64(i%4)*80, float64(i/4)*120
		id := fmt.Sprint("L", i)
		in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: id, Shape: box(x, y, 80, 120), Use: "home"}, District: "R-1"})
		house, garage := y+30, y+92
		if i >= 4 {
			house, garage = y+60, y+4
		}
		in.Structures = append(in.Structures, building("house"+id, "principal_building", x+8+dx, house+dy, 40, 30), building("garage"+id, "detached_garage", x+56+dx, garage+dy, 20, 24))
	}
	return in
}

func outcomes(r *Result, clause string) map[rules.Outcome]int {
	out := map[rules.Outcome]int{}
	for _, f := range r.Findings {
		if f.Clause.ID == clause {
			out[f.Outcome]++
		}
	}
	return out
}

func shiftIssues(r *Result) []Issue {
	var out []Issue
	for _, i := range r.Issues {
		if i.Kind == "shifted-buildings" {
			out = append(out, i)
		}
	}
	return out
}

func TestAShiftedBlockIsOneIssueAndNoViolations(t *testing.T) {
	const clause = "1-1(a)#lot-line-3"
	r := run(t, street(t, 10, 0))
	if issues := shiftIssues(r); len(issues) != 1 || !strings.Contains(issues[0].What, "to the east") {
		t.Fatalf("issues %+v", r.Issues)
	}
	if got := outcomes(r, clause); got[rules.Violation] != 0 || got[rules.WithinTolerance] != 8 {
		t.Errorf("garages across the line: %v", got)
	}
}

func TestABlockWhereItShouldBeHasNoShift(t *testing.T) {
	for name, in := range map[string]*Input{"not moved": street(t, 0, 0), "moved less than buildings keep from their lines": street(t, 3, 0)} {
		if issues := shiftIssues(run(t, in)); len(issues) != 0 {
			t.Errorf("%s: %+v", name, issues)
		}
	}
}

func TestBuildingsThatReachOutEveryWhichWayAreNotShifted(t *testing.T) {
	in := street(t, 0, 0)
	for i := range in.Structures { // each building reaches over the line nearest to it
		s := &in.Structures[i]
		dx := -10.0
		if i%4 < 2 {
			dx = 10
		}
		s.Shape = box(s.Shape.Bound().Min[0]+dx, s.Shape.Bound().Min[1], 20, 20)[0]
	}
	in.Structures[3].Shape = orb.Polygon{box(300, 200, 20, 30)[0][0]}
	if issues := shiftIssues(run(t, in)); len(issues) != 0 {
		t.Errorf("%+v", issues)
	}
}

// row is six houses of a row, each as wide as its lot, and by off[i] to the east of it.
func row(t *testing.T, off ...float64) *Input {
	t.Helper()
	in := village(t)
	in.Parcels, in.Structures = nil, nil
	in.Tolerance = Tolerance{Parcels: 0.5, Buildings: 1}
	for i, dx := range off {
		id := fmt.Sprint("R", i)
		in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: id, Shape: box(float64(i)*20, 0, 20, 100), Use: "home"}, District: "R-1"})
		in.Structures = append(in.Structures, building("house"+id, "principal_building", float64(i)*20+dx, 20, 20, 40))
	}
	return in
}

func TestARowOfHousesAsWideAsTheirLotsIsShiftedWhereAllLieOffOneWay(t *testing.T) {
	for name, c := range map[string]struct {
		off    []float64
		shifts int
	}{
		"all 1 to 2 ft to the east":    {[]float64{1, 1, 1.5, 2.2, 1.4, 2}, 1},
		"every which way":              {[]float64{1.2, -1.4, 1.6, -1.1, 1.3, -1.5}, 0},
		"one of them 7 ft to the west": {[]float64{1, 1.1, 1, -7, 1.1, 1}, 1},
		"only three houses":            {[]float64{1.5, 1.6, 1.4}, 0},
	} {
		r := run(t, row(t, c.off...))
		issues := shiftIssues(r)
		if len(issues) != c.shifts {
			t.Errorf("%s: %d shifts: %+v", name, len(issues), r.Issues)
		}
		for _, i := range r.Issues {
			if c.shifts > 0 && i.Kind == "encroachment" {
				t.Errorf("%s: %s", name, i.What)
			}
		}
		for _, s := range r.Structures {
			if c.shifts > 0 && s.ID != "houseR3" && s.Assignment != misaligned {
				t.Errorf("%s: %s is %s", name, s.ID, s.Assignment)
			}
		}
	}
}

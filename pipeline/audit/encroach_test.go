package audit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"parcelaudit/rules"
)

func TestAnEncroachmentIsReportedWithItsArea(t *testing.T) {
	cases := []struct {
		name       string
		tolerance  Tolerance
		structures []Structure
		kind, what string
		outside    float64 // sq ft of the issue's geometry
		assignment string  // of the first structure
	}{
		{"4 ft over the side line, 12 ft deep", Tolerance{}, []Structure{building("garage", "detached_garage", -4, 100, 20, 12)},
			"encroachment", "structure garage reaches 4.0 ft out of lot M: 48 sq ft on lot W", 48, straddles},
		{"3 ft out in the street", Tolerance{}, []Structure{building("porch", "porch", 30, -3, 10, 30)},
			"encroachment", "structure porch reaches 3.0 ft out of lot M: 30 sq ft on no lot (a right-of-way or ground without a parcel)", 30, straddles},
		{"over the corner of three lots", Tolerance{}, []Structure{building("barn", "barn", -2, 110, 40, 44)},
			"encroachment", "structure barn reaches 4.5 ft out of lot M: 80 sq ft on lot W, 8 sq ft on lot NW, 152 sq ft on lot NM", 240, straddles},
		{"4 ft over a line, known to 5 ft", Tolerance{Parcels: 3, Buildings: 4}, []Structure{building("garage", "detached_garage", -4, 100, 20, 12)}, "", "", 0, misaligned},
		{"row houses, each wall a hand's breadth over the line", Tolerance{}, []Structure{building("row", "", -0.3, 40, 100.6, 30), building("next", "", 100.2, 40, 60, 30)}, "", "", 0, mostly},
		{"a double house drawn as one, half on each lot", Tolerance{}, []Structure{building("double", "", -28, 40, 60, 30)},
			"structure-on-several-lots", "structure double has 960 sq ft on lot M, 840 sq ft on lot W", 1800, straddles},
		{"the same twice is told once", Tolerance{}, []Structure{building("garage", "detached_garage", -4, 100, 20, 12), building("garage", "detached_garage", -4, 100, 20, 12)},
			"encroachment", "structure garage reaches 4.0 ft out of lot M: 48 sq ft on lot W", 48, straddles},
		{"inside", Tolerance{}, []Structure{building("garage", "detached_garage", 0, 100, 20, 12)}, "", "", 0, inside},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, c.structures...)
			in.Tolerance = c.tolerance
			r := run(t, in)
			var kind, what string
			var outside float64
			for _, i := range r.Issues {
				if i.Kind == "encroachment" || i.Kind == "structure-on-several-lots" {
					if kind != "" {
						t.Errorf("said twice: %s", i.What)
					}
					kind, what, outside = i.Kind, i.What, footprint(i.Geometry)
				}
			}
			if kind != c.kind || what != c.what {
				t.Errorf("got %q %q\nwant %q %q", kind, what, c.kind, c.what)
			}
			if math.Abs(outside-c.outside) > 0.01 {
				t.Errorf("the issue's geometry has %.2f sq ft, want %.2f", outside, c.outside)
			}
			if r.Structures[0].Assignment != c.assignment {
				t.Errorf("assignment %q, want %q", r.Structures[0].Assignment, c.assignment)
			}
		})
	}
}

func TestTheBuildingsOfAShiftedBlockDoNotEncroach(t *testing.T) {
	in := suburb(t)
	for i := range in.Structures {
		b := in.Structures[i].Shape.Bound()
		in.Structures[i].Shape = box(b.Min[0]+10, b.Min[1], b.Max[0]-b.Min[0], b.Max[1]-b.Min[1])[0]
	}
	for _, i := range run(t, in).Issues {
		if i.Kind != "shifted-buildings" {
			t.Errorf("%s: %s", i.Kind, i.What)
		}
	}
}

func TestWhatStandsOnSeveralLotsIsCutAtTheirLines(t *testing.T) {
	cases := []struct {
		name      string
		tolerance Tolerance
		structure Structure
		want      string // lot: id, square feet
	}{
		{"a double house drawn as one", Tolerance{}, building("double", "", -28, 40, 60, 30), "M: double 960, W: double/2 840"},
		{"a row of three", Tolerance{}, building("row", "", -60, 40, 220, 30), "E: row/3 1800, M: row 3000, W: row/2 1800"},
		{"a quarter of it, 20 ft deep", Tolerance{}, building("house", "", -20, 40, 80, 30), "M: house 1800, W: house/2 600"},
		{"a garage 8 ft over the line", Tolerance{}, building("garage", "detached_garage", -8, 100, 24, 20), "M: garage 480"},
		{"half on the lot, half in the street", Tolerance{}, building("kiosk", "", 30, -10, 20, 20), "M: kiosk 400"},
		{"half a house off, known to 60 ft", Tolerance{Parcels: 36, Buildings: 48}, building("double", "", -28, 40, 60, 30), "M: double 1800"},
	}
	for _, c := range cases {
		in := village(t, c.structure)
		in.Tolerance = c.tolerance
		r := run(t, in)
		var got []string
		for _, s := range r.Structures {
			got = append(got, fmt.Sprintf("%s: %s %.0f", s.LotID, s.ID, s.AreaSqFt))
		}
		if all := strings.Join(ordered(got), ", "); all != c.want {
			t.Errorf("%s: %s, want %s", c.name, all, c.want)
		}
	}
}

func TestEachHouseOfARowDrawnAsOneIsTheHouseOfItsLot(t *testing.T) {
	in := village(t, building("double", "", -28, 40, 60, 30), building("shed", "shed", -40, 75, 10, 10))
	r := run(t, in)
	for id, lotID := range map[string]string{"double": "M", "double/2": "W"} {
		for _, s := range r.Structures {
			if s.ID == id && (s.LotID != lotID || s.Class != "principal_building") {
				t.Errorf("%s is a %s of lot %s", id, s.Class, s.LotID)
			}
		}
	}
	if f := find(t, r, "1-1(c)#separation", "shed"); f.LotID != "W" || f.Measured == nil || math.Abs(*f.Measured-math.Hypot(2, 5)) > 0.01 {
		t.Errorf("the shed of W: %+v", f)
	}
}

func TestWhatABuildingOnSeveralLotsBreaksIsUndecided(t *testing.T) {
	r := run(t, village(t, building("house", "principal_building", 30, 40, 40, 30), building("twin", "detached_garage", -10, 100, 24, 20)))
	f := find(t, r, "1-1(a)#lot-line-3", "twin")
	if f.LotID != "M" || f.Outcome != rules.Indeterminate || f.Reason != "violation, not-applicable with another building on each lot, drawn as one" {
		t.Errorf("where most of it stands: %v on %s, %s: %s", f.Outcome, f.LotID, f.DependsOn, f.Reason)
	}
	f = find(t, r, "1-1(a)#lot-line-3", "twin/2")
	if f.LotID != "W" || f.Outcome != rules.Indeterminate || f.DependsOn != "whose building it is" || f.Reason != "violation, not-applicable with all of it belonging to lot M" {
		t.Errorf("on the other lot: %v on %s, %s: %s", f.Outcome, f.LotID, f.DependsOn, f.Reason)
	}
}

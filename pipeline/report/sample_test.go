package report

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// testPlaces lies in Dane County, Wisconsin: metres from a round corner of WISCRS, and degrees that are near enough.
func testPlaces(t testing.TB) Places {
	projjson, err := os.ReadFile("testdata/epsg7540.json")
	if err != nil {
		t.Fatal(err)
	}
	return Places{
		CRS: json.RawMessage(projjson), CRSName: "NAD83(2011) / WISCRS Dane (m)",
		ToWorking: func(p []orb.Point) {
			for i := range p {
				p[i] = orb.Point{p[i][0]*0.3048 + 247000, p[i][1]*0.3048 + 147000}
			}
		},
		ToWGS84: func(p []orb.Point) error {
			for i := range p {
				p[i] = orb.Point{-89.4222 + (p[i][0]-247193)/81400, 43.0695 + (p[i][1]-146591)/111100}
			}
			return nil
		},
	}
}

func testRun(t testing.TB) Run {
	return Run{
		ID: "20261130T013000Z", Started: time.Date(2026, 11, 30, 1, 30, 0, 0, time.UTC),
		Versions: Versions{Tool: "1.0.0", GEOS: "3.11.1", PROJ: "9.1.1", Go: "go1.26"},
		Pack:     Pack{Name: "wi-test", Title: "Village of Test, chapter 133", Hash: "ab12"},
		Inputs:   []Input{{Layer: "parcels", Path: "parcels.shp", Format: "shapefile", Bytes: 10, SHA256: "cd34", CRS: "EPSG:7540", CRSBasis: "parcels.prj", Records: 3}},
		Places:   testPlaces(t),
		Yards:    true,
		Now:      func() time.Time { return time.Date(2026, 11, 30, 1, 30, 9, 0, time.UTC) },
		Totals: func(Counts) Totals {
			return Totals{
				Clauses: testCounts(),
				Stages:  []Stage{{Name: "audit", Counts: map[string]int{"lots": 2}, Seconds: 1.5}},
				Notes:   []string{"no street layer was given"},
			}
		},
	}
}

var (
	sideYard = &rules.Clause{ID: "133-1#side", Cites: "133-1(a)", Title: "a shed stands at least 5 ft from the side lot line", Severity: "major"}
	fenceMax = &rules.Clause{ID: "133-2#height", Cites: "133-2", Title: "a fence is at most 6 ft high", Severity: "minor"}
	lotShare = &rules.Clause{ID: "133-3#share", Cites: "133-3", Title: "accessory buildings cover at most 30 % of the rear yard", Severity: "major"}
)

func testCounts() []audit.ClauseCount {
	count := func(c *rules.Clause, missing map[string]int, outcomes ...int) audit.ClauseCount {
		cc := audit.ClauseCount{Clause: c, Missing: missing}
		for o, n := range outcomes {
			cc.Outcomes[o] = n
			cc.Applied += n
		}
		return cc
	}
	return []audit.ClauseCount{
		count(sideYard, nil, 0, 1, 1, 1),
		count(fenceMax, map[string]int{"height_ft": 2, "kind": 1}, 1, 0, 0, 0, 2),
		count(lotShare, nil),
	}
}

func box(x, y, w, h float64) orb.Polygon { // clockwise: writers must turn it
	return orb.Polygon{{{x, y}, {x, y + h}, {x + w, y + h}, {x + w, y}, {x, y}}}
}

func ptr(v float64) *float64 { return &v }

// testBatch has one of everything: areas, lines, a point, a hole, several parts, nulls, texts that need escapes.
func testBatch() Batch {
	withHole := box(200, 0, 40, 40)
	withHole = append(withHole, orb.Ring{{210, 10}, {220, 10}, {220, 20}, {210, 20}, {210, 10}})
	return Batch{
		Findings: []audit.Finding{
			{Clause: sideYard, Outcome: rules.Violation, LotID: "L1", ParcelID: "0012", Address: `12 "Elm" St`, District: "R-1",
				SubjectType: "structure", SubjectID: "B7", SubjectClass: "shed", ClassBasis: "size", LotLine: "side", Yard: "rear",
				Measured: ptr(3.20000000004), Op: ">=", Required: ptr(5), Unit: "ft", Margin: ptr(-1.79999999996), Tolerance: 1,
				Message:  "3.2 ft from the side lot line, 5 ft required (133-1(a))",
				Geometry: box(3.2, 60, 10, 12), Evidence: orb.LineString{{0, 66}, {3.2, 66}}},
			{Clause: fenceMax, Outcome: rules.Indeterminate, LotID: "L1", ParcelID: "0012", SubjectType: "fence", SubjectID: "F1",
				Reason: "height_ft is missing", DependsOn: "height_ft", Geometry: orb.LineString{{0, 100}, {60, 100}}},
			{Clause: sideYard, Outcome: rules.WithinTolerance, LotID: "L2", ParcelID: "0013", SubjectType: "structure", SubjectID: "B8",
				Measured: ptr(4.9), Op: ">=", Required: ptr(5), Unit: "ft", Margin: ptr(-0.1), Tolerance: 1, Message: "Straße\n\"ß\"\t<b>",
				Geometry: orb.MultiPolygon{box(100, 60, 10, 12), withHole}, Evidence: box(100, 60, 0.1, 12)},
			{Clause: fenceMax, Outcome: rules.Violation, LotID: "L2", ParcelID: "0013", SubjectType: "fence", SubjectID: "F2",
				Measured: ptr(7), Op: "<=", Required: ptr(6), Unit: "ft", Margin: ptr(-1), Message: "7 ft high", Geometry: orb.LineString{{100, 0}, {100, 50}}},
			{Clause: lotShare, Outcome: rules.Violation, LotID: "L3", ParcelID: "0014", SubjectType: "feature", SubjectID: "S1", Geometry: orb.Point{300, 30}},
			{Clause: lotShare, Outcome: rules.Violation, LotID: "L4", ParcelID: "0015", SubjectType: "lot", SubjectID: "L4", Message: "no place"},
			{Clause: lotShare, Outcome: rules.Exempt, LotID: "L5", ParcelID: "0016", SubjectType: "lot", SubjectID: "L5", RecordID: "V-1"},
			{Clause: lotShare, Outcome: rules.Compliant, LotID: "L6", ParcelID: "0017", SubjectType: "lot", SubjectID: "L6"},
		},
		Structures: []audit.StructureRow{
			{ID: "B7", Type: "structure", Class: "shed", ClassBasis: "size", ClassConfidence: 0.8, ParcelID: "0012", LotID: "L1",
				District: "R-1", Assignment: "inside", AreaSqFt: 120, Outcomes: [7]int{0, 1, 0, 1}, Geometry: box(3.2, 60, 10, 12)},
			{ID: "F1", Type: "fence", ParcelID: "0012", LotID: "L1", LengthFt: 60, Outcomes: [7]int{4: 1}, Geometry: orb.LineString{{0, 100}, {60, 100}}},
			{ID: "S1", Type: "feature", Class: "sign", Geometry: orb.Point{300, 30}},
		},
		LotLines: []audit.LotLineRow{
			{LotID: "L1", ParcelID: "0012", Kind: "front", Method: "faces a street", Street: "Elm St", LotType: "interior", Confidence: 1, LengthFt: 60, Geometry: orb.LineString{{0, 0}, {60, 0}}},
			{LotID: "L1", ParcelID: "0012", Kind: "side", Method: "the rest", LotType: "interior", Confidence: 1, LengthFt: 120, Geometry: orb.LineString{{0, 120}, {0, 0}}},
			{LotID: "L1", ParcelID: "0012", Kind: "rear", Method: "opposite the front", LotType: "interior", Confidence: 0.9, LengthFt: 60, Geometry: orb.LineString{{60, 120}, {0, 120}}},
			{LotID: "L1", ParcelID: "0012", Kind: "side", Method: "the rest", LotType: "interior", Confidence: 1, LengthFt: 120, Geometry: orb.LineString{{60, 0}, {60, 120}}},
		},
		Issues: []audit.Issue{
			{Kind: "repaired-polygon", Layer: "parcels", RecordID: "0013", Row: 2, What: "ring 1 crosses itself", Done: "split where it crosses", Geometry: box(100, 0, 60, 120)},
			{Kind: "null-geometry", Layer: "buildings", RecordID: "B9", Row: 9, What: "no shape", Done: "left out"},
		},
		Yards: []audit.YardRow{
			{LotID: "L1", ParcelID: "0012", District: "R-1", Kind: "required front yard", DepthFt: ptr(30), AreaSqFt: ptr(1800), Confidence: 0.9, Geometry: orb.MultiPolygon{box(0, 0, 60, 30)}},
			{LotID: "L1", ParcelID: "0012", District: "R-1", Kind: "buildable area", AreaSqFt: ptr(0), Reading: "front on Elm St", OtherReadings: 1, Confidence: 0.9},
			{LotID: "L2", ParcelID: "0013", Kind: "required front yard", Confidence: 0.4, Reason: "missing front lot line"},
		},
	}
}

func one(batches ...Batch) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		for _, b := range batches {
			if !yield(b, nil) {
				return
			}
		}
	}
}

// writeReport writes a report into a new folder and returns the folder of its files.
func writeReport(t testing.TB, run Run, batches ...Batch) string {
	t.Helper()
	out, err := Write(t.Context(), Destination{Dir: t.TempDir()}, run, one(batches...))
	if err != nil {
		t.Fatal(err)
	}
	return out.Dir
}

func readFile(t testing.TB, dir, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// manyRows are n lots on a grid with two structures each; every fifth lot has a violation.
func manyRows(n int) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		const perBatch = 500
		for start := 0; start < n; start += perBatch {
			var b Batch
			for i := start; i < min(n, start+perBatch); i++ {
				x, y := float64(i%30)*70+float64(i/900)*2300, float64(i/30%30)*140+float64(i/60%15)*50
				lot, house, shed := fmt.Sprint("L", i), fmt.Sprint("H", i), fmt.Sprint("S", i)
				houseAt := box(x+10.123, y+40.777, 40.3, 30.1)
				houseAt[0] = append(houseAt[0][:3], orb.Point{x + 60.4, y + 50.1}, houseAt[0][3], houseAt[0][4])
				b.Structures = append(b.Structures,
					audit.StructureRow{ID: house, Type: "structure", Class: "principal_building", ClassBasis: "largest on lot", ParcelID: lot, LotID: lot, District: "R-1", Assignment: "inside", AreaSqFt: 1213, Outcomes: [7]int{1, 2}, Geometry: houseAt},
					audit.StructureRow{ID: shed, Type: "structure", Class: "shed", ClassBasis: "size", ParcelID: lot, LotID: lot, District: "R-1", Assignment: "inside", AreaSqFt: 120, Outcomes: [7]int{1, 2, 0, 1}, Geometry: box(x+3.2, y+100.3, 10, 12)})
				corners := box(x, y, 70, 140)[0]
				for k, kind := range []string{"side", "rear", "side", "front"} {
					b.LotLines = append(b.LotLines, audit.LotLineRow{LotID: lot, ParcelID: lot, Kind: kind, Method: "the rest", Street: "Elm St", LotType: "interior", Confidence: 1, LengthFt: 70, Geometry: orb.LineString{corners[k], corners[k+1]}})
				}
				if i%5 == 0 {
					b.Findings = append(b.Findings, audit.Finding{Clause: sideYard, Outcome: rules.Violation, LotID: lot, ParcelID: lot, Address: "12 Elm St", District: "R-1",
						SubjectType: "structure", SubjectID: shed, SubjectClass: "shed", ClassBasis: "size", LotLine: "side", Yard: "rear", Measured: ptr(3.2), Op: ">=", Required: ptr(5), Unit: "ft", Margin: ptr(-1.8), Tolerance: 1,
						Message: "3.2 ft from the side lot line, 5 ft required (133-1(a))", Geometry: box(x+3.2, y+100.3, 10, 12), Evidence: orb.LineString{{x, y + 106}, {x + 3.2, y + 106}}})
				}
			}
			if !yield(b, nil) {
				return
			}
		}
	}
}

package audit

import (
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// drawn audits a drawing and returns the yards of its lot, as "kind depth area", areas to the square foot.
func drawn(t *testing.T, pack *rules.Pack, d rules.Drawing) ([]string, []YardRow) {
	t.Helper()
	in, err := Draw(pack, d)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), in, Options{Workers: 1, Yards: true, Only: map[string]bool{"lot": true}})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, row := range r.Yards {
		if row.LotID != "lot" {
			t.Errorf("yards of lot %s, which was not asked for", row.LotID)
		}
		s := row.Kind
		if row.DepthFt != nil {
			s += fmt.Sprintf(" %g", *row.DepthFt)
		}
		if row.AreaSqFt != nil {
			s += fmt.Sprintf(" %.0f", math.Abs(*row.AreaSqFt))
		}
		said = append(said, s)
	}
	return said, r.Yards
}

func examplePack(t *testing.T) *rules.Pack {
	t.Helper()
	pack, err := rules.Load(os.DirFS("../../rules/testdata/packs"), "example")
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// The lot is 100 by 150 ft, its front to the south; R-1 asks for 30 ft in front, 8 beside, 25 behind and 15 along a side street.
func TestYardsOfARectangle(t *testing.T) {
	pack := examplePack(t)
	lot, house := rules.DrawnLot{Width: 100, Depth: 150}, &rules.Drawn{Class: "principal_building", At: rules.Point{20, 40}, Size: rules.Point{50, 30}}
	beside := map[string]rules.DrawnAcross{"east": {Kind: "street"}}
	for _, tt := range []struct {
		name    string
		drawing rules.Drawing
		want    []string
	}{
		{"interior lot with a house", rules.Drawing{Lot: lot, House: house}, []string{
			"required front yard 30 3000", "required side yard 8 2400", "required rear yard 25 2500", "buildable area 7980",
			"actual front yard 40 4000", "actual side yard 1500", "actual rear yard 80 8000"}},
		{"vacant lot", rules.Drawing{Lot: lot}, []string{
			"required front yard 30 3000", "required side yard 8 2400", "required rear yard 25 2500", "buildable area 7980"}},
		{"corner lot", rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 150, Front: "south"}, House: house, Across: beside}, []string{
			"required front yard 30 3000", "required side yard 8 1200", "required street side yard 15 2250", "required rear yard 25 2500", "buildable area 7315",
			"actual front yard 40 4000", "actual side yard 1500", "actual street side yard 30 4500", "actual rear yard 80 8000",
			"vision triangle 25 312"}},
		{"a house on the front line", rules.Drawing{Lot: lot, House: &rules.Drawn{Class: "principal_building", Size: rules.Point{100, 150}}}, []string{
			"required front yard 30 3000", "required side yard 8 2400", "required rear yard 25 2500", "buildable area 7980",
			"actual front yard 0 0", "actual side yard 0", "actual rear yard 0 0"}},
		{"a lot too small to build on", rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 55}}, []string{
			"required front yard 30 3000", "required side yard 8 880", "required rear yard 25 2500", "buildable area 0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.drawing.District = pack.Districts.Lookup("R-1")
			got, rows := drawn(t, pack, tt.drawing)
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			for _, row := range rows {
				if row.District != "R-1" || row.Confidence < 0.8 || (row.Geometry == nil) != (*row.AreaSqFt == 0) {
					t.Errorf("%+v", row)
				}
			}
		})
	}
}

func TestAYardThatCanNotBeDrawnSaysWhy(t *testing.T) {
	pack := examplePack(t)
	for _, tt := range []struct {
		name    string
		drawing rules.Drawing
		want    []string
		reason  string
	}{
		{"a district without a rear yard depth", rules.Drawing{District: pack.Districts.Lookup("B-1")},
			[]string{"required front yard 30 3000", "required side yard 8 2400", "required rear yard", "buildable area"}, "missing required rear yard depth"},
		{"a district that is not in the table", rules.Drawing{District: rules.District{Code: "PUD"}},
			[]string{"required front yard", "buildable area"}, "missing district PUD in districts.yaml"},
		{"a lot without a street", rules.Drawing{District: pack.Districts.Lookup("R-1"), Across: map[string]rules.DrawnAcross{"south": {Kind: "lot"}}},
			[]string{"required front yard", "buildable area"}, "missing front lot line; no street touches the lot"},
		{"no zoning layer at all, which the notes of a run tell", rules.Drawing{}, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.drawing.Lot = rules.DrawnLot{Width: 100, Depth: 150}
			got, rows := drawn(t, pack, tt.drawing)
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			for _, row := range rows {
				if row.Geometry == nil && row.Reason != tt.reason {
					t.Errorf("%s: %q, want %q", row.Kind, row.Reason, tt.reason)
				}
			}
		})
	}
}

func TestYardsAreDrawnUnderTheLikeliestReadingWhichIsSaid(t *testing.T) {
	pack := examplePack(t)
	_, rows := drawn(t, pack, rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 150}, District: pack.Districts.Lookup("R-1"),
		Across: map[string]rules.DrawnAcross{"east": {Kind: "street", Name: "Oak Street"}}})
	if len(rows) == 0 {
		t.Fatal("no yards")
	}
	for _, row := range rows {
		if row.OtherReadings != 1 || !strings.Contains(row.Reading, "Ash Street") || row.Reason == "" {
			t.Errorf("%s: reading %q of %d more, because %q", row.Kind, row.Reading, row.OtherReadings, row.Reason)
		}
	}
}

// Village 155: 15 ft at corners, 30 where a collector or arterial meets a street, but not in B-1; 75 ft from navigable water.
func TestTrianglesAndWaterAreThoseThePackAsksFor(t *testing.T) {
	pack, err := rules.Embedded("wi-village-155")
	if err != nil {
		t.Fatal(err)
	}
	residential, business := rules.District{}, rules.District{}
	for _, code := range pack.Districts.Codes() {
		if d := pack.Districts.Lookup(code); d.Class == "residential" && residential.Code == "" {
			residential = d
		}
	}
	business = pack.Districts.Lookup("B-1")
	street := func(class string) rules.DrawnAcross { return rules.DrawnAcross{Kind: "street", Class: class} }
	lake := func(navigable rules.Value) rules.DrawnAcross {
		return rules.DrawnAcross{Kind: "water", Attributes: map[string]rules.Value{"navigable": navigable}}
	}
	for _, tt := range []struct {
		name     string
		across   map[string]rules.DrawnAcross
		district rules.District
		want     []string
		reason   string // of all of them
	}{
		{"a corner of local streets", map[string]rules.DrawnAcross{"south": street("local"), "east": street("local")}, residential, []string{"vision triangle 15 112"}, ""},
		{"a corner with an arterial", map[string]rules.DrawnAcross{"south": street("local"), "east": street("arterial")}, residential, []string{"vision triangle 30 450"}, ""},
		{"the same in B-1", map[string]rules.DrawnAcross{"south": street("local"), "east": street("arterial")}, business, nil, ""},
		{"navigable water behind", map[string]rules.DrawnAcross{"north": lake(rules.Bool(true))}, residential, []string{"water setback 75 7500"}, ""},
		{"a pond behind", map[string]rules.DrawnAcross{"north": lake(rules.Bool(false))}, residential, nil, ""},
		{"water of which nobody knows", map[string]rules.DrawnAcross{"north": {Kind: "water"}}, residential, []string{"water setback 75 7500"}, "depends on water.navigable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, rows := drawn(t, pack, rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 150, Front: "south"}, Across: tt.across, District: tt.district})
			var found []string
			for i, row := range rows {
				if row.Kind == visionTriangle || row.Kind == waterSetback {
					found = append(found, got[i])
					if row.Reason != tt.reason {
						t.Errorf("%s because %q, want %q", row.Kind, row.Reason, tt.reason)
					}
				}
			}
			if !reflect.DeepEqual(found, tt.want) {
				t.Errorf("got %q, want %q", found, tt.want)
			}
		})
	}
	// Streets whose class nobody knows: 15 ft are certain, 30 are not.
	got, rows := drawn(t, pack, rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 150, Front: "south"}, District: residential,
		Across: map[string]rules.DrawnAcross{"south": street(""), "east": street("")}})
	reasons := map[string]string{}
	for i, row := range rows {
		if row.Kind == visionTriangle {
			reasons[got[i]] = row.Reason
		}
	}
	if want := map[string]string{"vision triangle 15 112": "", "vision triangle 30 450": "depends on street class"}; !reflect.DeepEqual(reasons, want) {
		t.Errorf("got %v, want %v", reasons, want)
	}
}

func TestAFrontOnEveryStreetHasAYardAsDeepAsTheHouseIsFarFromEach(t *testing.T) {
	pack := examplePack(t)
	in, err := Draw(pack, rules.Drawing{Lot: rules.DrawnLot{Width: 100, Depth: 150}, District: pack.Districts.Lookup("R-1"),
		Across: map[string]rules.DrawnAcross{"east": {Kind: "street"}}, House: &rules.Drawn{Class: "principal_building", At: rules.Point{20, 40}, Size: rules.Point{50, 30}}})
	if err != nil {
		t.Fatal(err)
	}
	in.Lots.Front = lot.FrontEvery
	r, err := Run(context.Background(), in, Options{Workers: 1, Yards: true, Only: map[string]bool{"lot": true}})
	if err != nil {
		t.Fatal(err)
	}
	depths := map[string][]float64{}
	for _, row := range r.Yards {
		if row.DepthFt != nil && strings.HasSuffix(row.Kind, "front yard") {
			depths[row.Kind] = append(depths[row.Kind], *row.DepthFt, math.Round(*row.AreaSqFt))
		}
	}
	// One required yard along both streets; the house is 40 ft from one and 30 from the other.
	want := map[string][]float64{requiredFront: {30, 100*30 + 30*120}, actualFront: {40, 4000, 30, 4500}}
	if !reflect.DeepEqual(depths, want) {
		t.Errorf("got %v, want %v", depths, want)
	}
}

func TestYardsAreTheSameForAnyNumberOfWorkersAndNoneUnlessAskedFor(t *testing.T) {
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	var first []YardRow
	for _, workers := range []int{1, 2, 7} {
		r, err := Run(context.Background(), in, Options{Workers: workers, Yards: true})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r.Yards
		}
		if len(r.Yards) == 0 || !reflect.DeepEqual(r.Yards, first) {
			t.Errorf("%d workers drew %d yards, others %d", workers, len(r.Yards), len(first))
		}
	}
	last := ""
	for i, row := range first { // in the order of the lots
		if i > 0 && row.LotID != last && strings.Contains(lotsOf(first[:i-1]), row.LotID+" ") {
			t.Errorf("the yards of lot %s are not together", row.LotID)
		}
		last = row.LotID
	}
	r, err := Run(context.Background(), in, Options{Workers: 2})
	if err != nil || len(r.Yards) != 0 {
		t.Errorf("%d yards that nobody asked for, %v", len(r.Yards), err)
	}
}

func lotsOf(rows []YardRow) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(row.LotID + " ")
	}
	return b.String()
}

func TestACutOffCornerHasItsTriangleWhereTheLinesMeet(t *testing.T) {
	pack := examplePack(t)
	_, rows := drawn(t, pack, rules.Drawing{District: pack.Districts.Lookup("R-1"),
		Lot:    rules.DrawnLot{Ring: []rules.Point{{0, 0}, {85, 0}, {100, 15}, {100, 150}, {0, 150}}, Front: "0"},
		Across: map[string]rules.DrawnAcross{"0": {Kind: "street"}, "1": {Kind: "open"}, "2": {Kind: "street"}, "3": {Kind: "lot"}, "4": {Kind: "lot"}}})
	for _, row := range rows {
		if row.Kind == visionTriangle {
			if want := (orb.Bound{Min: orb.Point{75, 0}, Max: orb.Point{100, 25}}); row.Geometry.Bound() != want {
				t.Errorf("triangle within %v, want %v", row.Geometry.Bound(), want)
			}
			return
		}
	}
	t.Error("no triangle")
}

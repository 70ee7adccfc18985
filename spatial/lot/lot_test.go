package lot

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/paulmach/orb"
)

// One lot on Elm Street with neighbours on three sides and lots across.
func small() Input {
	return Input{
		Parcels: []Parcel{
			{ID: "lot", Shape: rect(0, 0, 60, 120)},
			{ID: "w", Shape: rect(-60, 0, 0, 120)}, {ID: "e", Shape: rect(60, 0, 120, 120)},
			{ID: "n", Shape: rect(-60, 120, 120, 240)}, {ID: "s", Shape: rect(-300, -180, 400, -60)},
		},
		Streets: []Street{{Name: "Elm Street", Line: orb.LineString{{-400, -30}, {500, -30}}}},
	}
}

func TestNoParcelsMakeAnEmptyFabric(t *testing.T) {
	f := build(t, Input{}, Options{})
	if len(f.Lots) != 0 || len(f.LotOf) != 0 || len(f.Issues) != 0 {
		t.Errorf("got %+v", f)
	}
	if got := f.Near(orb.Bound{Min: orb.Point{-1, -1}, Max: orb.Point{1, 1}}, nil); len(got) != 0 {
		t.Errorf("Near found %v", got)
	}
}

func TestUnusableShapesAreSetAsideAndSaid(t *testing.T) {
	nan := math.NaN()
	in := small()
	in.Parcels = append(in.Parcels,
		Parcel{ID: "none"},
		Parcel{ID: "empty part", Shape: orb.MultiPolygon{{}}},
		Parcel{ID: "flat", Shape: orb.MultiPolygon{{{{0, 0}, {10, 0}, {20, 0}, {0, 0}}}}},
		Parcel{ID: "not a number", Shape: orb.MultiPolygon{{{{nan, 0}, {10, 0}, {10, 10}, {nan, 0}}}}})
	f := build(t, in, Options{})
	if len(f.Lots) != 5 || len(f.Issues) != 4 {
		t.Fatalf("%d lots and %d issues, want 5 and 4", len(f.Lots), len(f.Issues))
	}
	for i, at := range f.LotOf[5:] {
		if at != -1 {
			t.Errorf("parcel %s is lot %d, want set aside", in.Parcels[5+i].ID, at)
		}
	}
}

func TestACancelledContextEndsTheBuild(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, small(), Options{}); err == nil {
		t.Error("no error")
	}
}

func TestNearFindsLotsByTheirBounds(t *testing.T) {
	f := build(t, small(), Options{})
	for _, c := range []struct {
		name string
		in   orb.Bound
		want []string
	}{
		{"a box inside one lot", orb.Bound{Min: orb.Point{20, 50}, Max: orb.Point{30, 60}}, []string{"lot"}},
		{"a box over a side line", orb.Bound{Min: orb.Point{50, 50}, Max: orb.Point{70, 60}}, []string{"lot", "e"}},
		{"a box in the street", orb.Bound{Min: orb.Point{0, -40}, Max: orb.Point{10, -20}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, i := range f.Near(c.in, nil) {
				got = append(got, f.Lots[i].ID)
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("got %v, want %v", got, c.want)
				}
			}
		})
	}
}

func TestLinesRunWithTheLotOnTheLeftAndMakeUpItsBoundary(t *testing.T) {
	f := build(t, small(), Options{})
	l := &f.Lots[0]
	sum := 0.0
	for _, line := range l.Lines {
		sum += line.LengthFt
		for i := 1; i < len(line.Path); i++ {
			a, b := line.Path[i-1], line.Path[i]
			left := add(lerp(a, b, 0.5), orb.Point{-unit(a, b)[1], unit(a, b)[0]}, 0.5)
			if !inPolygon(left, l.Shape[0]) {
				t.Errorf("the lot is not on the left of %v", line.Path)
			}
		}
	}
	if math.Abs(sum-360) > 1e-6 {
		t.Errorf("the lines are %.6f ft long together, want 360", sum)
	}
}

func TestLinesKnowTheirNeighboursAndTheWidthOfTheStreet(t *testing.T) {
	f := build(t, small(), Options{})
	l := &f.Lots[0]
	_, east := kindAt(l, orb.Point{60, 60})
	if len(east.Across) != 1 || f.Lots[east.Across[0]].ID != "e" {
		t.Errorf("across the east line lie %v", east.Across)
	}
	_, front := kindAt(l, orb.Point{30, 0})
	if math.Abs(front.AcrossWidthFt-60) > 1e-6 || front.Street != "Elm Street" || len(front.Across) != 0 {
		t.Errorf("the front line is on %q, %.1f ft wide, with lots %v", front.Street, front.AcrossWidthFt, front.Across)
	}
}

// An override names a place: it holds when the line is digitised again 0.3 ft away with other vertices.
func TestAnOverrideSurvivesRedigitising(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape orb.MultiPolygon
	}{
		{"as drawn", rect(0, 0, 60, 120)},
		{"moved by 0.3 ft", rect(0.3, 0.3, 60.3, 119.7)},
		{"with more vertices", orb.MultiPolygon{{{{60, 120}, {31, 120}, {0, 120}, {0, 60}, {0, 0}, {30, 0}, {60, 0}, {60, 120}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := small()
			in.Parcels[0].Shape = c.shape
			in.Overrides = []Override{{ParcelID: "lot", At: orb.Point{30, 120.2}, Kind: Alley}}
			f := build(t, in, Options{})
			kind, line := kindAt(&f.Lots[0], orb.Point{30, 120})
			if kind != Alley || line.Confidence != 1 || line.Method != "by hand" || line.Role != Rear {
				t.Errorf("got %v (role %v, %q, %.2f)", kind, line.Role, line.Method, line.Confidence)
			}
		})
	}
}

func TestStreetNamesAreComparedByTheirParts(t *testing.T) {
	for _, c := range []struct {
		name            string
		address, street string
		same            bool
	}{
		{"suffix spelled out", "12 Elm St", "Elm Street", true},
		{"direction spelled out", "12 N. Elm St", "North Elm Street", true},
		{"range and unit", "12-14 Elm St Apt 3", "ELM STREET", true},
		{"fraction", "12 1/2 Elm Street", "Elm St", true},
		{"city behind a comma", "12 Elm St, Springfield", "Elm St", true},
		{"numbered street", "300 5TH AVE", "5th Avenue", true},
		{"suffix missing in one", "12 Elm", "Elm Street", true},
		{"another suffix", "12 Elm St", "Elm Avenue", false},
		{"another direction", "12 S Elm St", "N Elm St", false},
		{"another name", "12 Oak St", "Elm St", false},
		{"no street in the address", "12", "Elm St", false},
		{"no address", "", "Elm St", false},
		{"unnamed street", "12 Elm St", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := streetOf(c.address).same(parseStreet(c.street)); got != c.same {
				t.Errorf("%q and %q: %v, want %v", c.address, c.street, got, c.same)
			}
		})
	}
}

func TestIdsThatNameARightOfWay(t *testing.T) {
	for _, c := range []struct {
		id   string
		kind across
		ok   bool
	}{
		{"Weaver St", acrossStreet, true}, {"Winooski Falls Way", acrossStreet, true}, {"CITYROW3", acrossStreet, true},
		{"ROW-12", acrossStreet, true}, {"CVRR", acrossRail, true}, {"RR", acrossRail, true}, {"I-89", acrossHighway, true},
		{"Winooski River", acrossWater, true}, {"5th Ave", acrossStreet, true},
		{"UTILROW", acrossOpen, false}, {"12 Elm St", acrossOpen, false}, {"1095-0879-0000", acrossOpen, false},
		{"FL017", acrossOpen, false}, {"I12", acrossOpen, false}, {"", acrossOpen, false}, {"ISLE01", acrossOpen, false},
	} {
		t.Run(c.id, func(t *testing.T) {
			if kind, _, ok := corridorID(c.id); ok != c.ok || ok && kind != c.kind {
				t.Errorf("got %v %v, want %v %v", kind, ok, c.kind, c.ok)
			}
		})
	}
}

func TestEveryKindAndTypeReadsBackItsWord(t *testing.T) {
	for k := range kindNames {
		if got, ok := ParseKind(Kind(k).String()); !ok || got != Kind(k) {
			t.Errorf("kind %d reads back as %v", k, got)
		}
	}
	for k := range typeNames {
		if got, ok := ParseType(Type(k).String()); !ok || got != Type(k) {
			t.Errorf("type %d reads back as %v", k, got)
		}
	}
	if _, ok := ParseKind("yard"); ok {
		t.Error("an unknown word is a kind")
	}
}

// The catalogue's pie lot, 155.02#lot-width: 40 ft at the street, 100 ft at the rear, 120 ft deep.
func TestWidthIsTakenAtTheSetbackLine(t *testing.T) {
	in := small()
	in.Parcels[0].Shape = orb.MultiPolygon{{{{0, 0}, {40, 0}, {70, 120}, {-30, 120}, {0, 0}}}}
	in.Parcels[1].Shape = orb.MultiPolygon{{{{-60, 0}, {0, 0}, {-30, 120}, {-60, 120}, {-60, 0}}}}
	in.Parcels[2].Shape = orb.MultiPolygon{{{{40, 0}, {120, 0}, {120, 120}, {70, 120}, {40, 0}}}}
	f := build(t, in, Options{})
	for _, c := range []struct {
		name      string
		at, width float64
		ok        bool
	}{
		{"at 25 ft", 25, 52.5, true}, {"at 60 ft", 60, 70, true}, {"behind the lot", 130, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := f.Lots[0].WidthAt(c.at); ok != c.ok || math.Abs(got-c.width) > 1e-6 {
				t.Errorf("got %.3f %v, want %.3f %v", got, ok, c.width, c.ok)
			}
		})
	}
}

// The same lot narrows again behind 60 ft, where a neighbour's shed was bought out: 80 ft deep in all.
func TestTheWidthBetweenTwoSetbacksIsThatOfEveryOneBetween(t *testing.T) {
	in := small()
	in.Parcels[0].Shape = orb.MultiPolygon{{{{0, 0}, {40, 0}, {55, 60}, {35, 60}, {35, 80}, {5, 80}, {5, 60}, {-15, 60}, {0, 0}}}}
	in.Parcels[1].Shape = orb.MultiPolygon{{{{-60, 0}, {0, 0}, {-15, 60}, {-60, 60}, {-60, 0}}}}
	in.Parcels[2].Shape = orb.MultiPolygon{{{{40, 0}, {120, 0}, {120, 60}, {55, 60}, {40, 0}}}}
	f := build(t, in, Options{})
	for _, c := range []struct {
		name                      string
		from, to, least, greatest float64
		ok                        bool
	}{
		{"one setback", 20, 20, 50, 50, true}, {"while it widens", 20, 40, 50, 60, true}, {"past the widest place", 20, 70, 30, 70, true},
		{"behind it", 65, 75, 30, 30, true}, {"out of the lot", 20, 90, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			least, greatest, ok := f.Lots[0].WidthBetween(c.from, c.to)
			if ok != c.ok || math.Abs(least-c.least) > 1e-5 || math.Abs(greatest-c.greatest) > 1e-5 {
				t.Errorf("got %.4f to %.4f %v, want %v to %v %v", least, greatest, ok, c.least, c.greatest, c.ok)
			}
			for ft := c.from; c.ok && ft <= c.to; ft += 0.5 {
				if w, _ := f.Lots[0].WidthAt(ft); w < least-1e-5 || w > greatest+1e-5 {
					t.Errorf("%.4f wide at %v ft, out of %.4f to %.4f", w, ft, least, greatest)
				}
			}
		})
	}
}

// A street that turns a right angle round a lot is a corner, unless the ordinance asks for two streets.
func TestABendOfOneStreetIsACornerByPolicy(t *testing.T) {
	in := Input{
		Parcels: []Parcel{
			{ID: "lot", Shape: rect(0, 0, 60, 120)}, {ID: "w", Shape: rect(-200, 0, 0, 120)},
			{ID: "n", Shape: rect(-200, 120, 60, 300)}, {ID: "s", Shape: rect(-200, -180, 120, -60)},
			{ID: "e", Shape: rect(120, -180, 240, 300)},
		},
		Streets: []Street{{Name: "Loop Road", Line: orb.LineString{{-300, -30}, {90, -30}, {90, 400}}}},
	}
	l := &build(t, in, Options{}).Lots[0]
	if !l.Corner() || len(l.Readings) != 2 {
		t.Errorf("by default it is %v with %d readings", l.Type, len(l.Readings))
	}
	l = &build(t, in, Options{SameStreetBend: true}).Lots[0]
	if l.Type != Bend || len(l.Readings) != 1 || len(l.LinesOf(Front)) != 2 {
		t.Errorf("by policy it is %v with %d readings and %d front lines", l.Type, len(l.Readings), len(l.LinesOf(Front)))
	}
}

func TestAnyNumberOfStackedParcelsIsOneLot(t *testing.T) {
	in := small()
	for i := range 3000 {
		in.Parcels = append(in.Parcels, Parcel{ID: fmt.Sprint("unit ", i), Shape: rect(0, 0, 60, 120)})
	}
	f := build(t, in, Options{})
	if len(f.Lots) != 5 || len(f.Lots[0].Parcels) != 3001 || len(f.Issues) != 3000 {
		t.Errorf("%d lots, the first of %d parcels, %d issues", len(f.Lots), len(f.Lots[0].Parcels), len(f.Issues))
	}
}

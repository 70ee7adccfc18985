package measure

import (
	"math"
	"math/rand"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

func TestOverlapAreaHasTheClosedForm(t *testing.T) {
	k := kernel.New()
	court := orb.Polygon{box(0, 0, 30, 30)[0], box(10, 10, 20, 20)[0]}
	tests := []struct {
		name string
		a, b orb.Geometry
		want float64
	}{
		{"a corner of a shed", box(0, 0, 10, 10), box(8, 7, 20, 20), 6},
		{"sharing an edge is not overlap", box(0, 0, 10, 10), box(10, 0, 20, 10), 0},
		{"apart", box(0, 0, 10, 10), box(11, 0, 20, 10), 0},
		{"wholly within", box(2, 2, 5, 4), box(0, 0, 10, 10), 6},
		{"wholly around", box(0, 0, 10, 10), box(2, 2, 5, 4), 6},
		{"in the court of a house", box(12, 12, 14, 14), court, 0},
		{"over the court of a house", box(5, 12, 25, 14), court, 20},
		{"two parts", orb.MultiPolygon{box(0, 0, 2, 2), box(8, 0, 12, 2)}, box(1, 1, 10, 10), 3},
		{"bounds", orb.Bound{Max: orb.Point{4, 4}}, box(3, 3, 9, 9), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, shape, err := OverlapArea(k, tt.a, tt.b)
			if err != nil {
				t.Fatal(err)
			}
			wantFt(t, "overlap", got, tt.want, 1e-6)
			wantFt(t, "evidence", multiArea(shape), tt.want, 1e-6)
		})
	}
	if _, _, err := OverlapArea(k, orb.LineString{{0, 0}, {1, 1}}, court); err == nil {
		t.Error("a line has no overlap area, but no error")
	}
	if _, _, err := OverlapArea(k, orb.Polygon{}, court); err == nil {
		t.Error("an empty structure gave no error")
	}
}

func TestOverlapAreaAgreesWithAGridOfPoints(t *testing.T) {
	k, r := kernel.New(), rand.New(rand.NewSource(4))
	const step = 0.1
	for range 40 {
		a, b := star(r, 0, 0, 10), star(r, 12*r.Float64(), 8*r.Float64(), 9)
		got, _, err := OverlapArea(k, a, b)
		if err != nil {
			t.Fatal(err)
		}
		var bufA, bufB chainBuffer
		sa, _ := takeApart("a", a, &bufA)
		sb, _ := takeApart("b", b, &bufB)
		var sum float64
		for x := -10.0; x < 10; x += step {
			for y := -10.0; y < 10; y += step {
				if p := (orb.Point{x, y}); sa.contains(p) && sb.contains(p) {
					sum += step * step
				}
			}
		}
		if math.Abs(got-sum) > 1.5 {
			t.Errorf("overlap %v, by grid %v\n%v\n%v", got, sum, a, b)
		}
	}
}

func TestShareCountsGroundOnceAndOnlyWithinTheRegion(t *testing.T) {
	k := kernel.New()
	region := box(0, 0, 100, 25)
	sheds := []orb.Geometry{box(0, 0, 20, 10), box(10, 0, 30, 10), box(90, 20, 110, 45), box(0, 40, 10, 50)}
	got, err := ShareOf(k, region, sheds)
	if err != nil {
		t.Fatal(err)
	}
	if got.SqFt != 350 || got.Percent != 14 || got.RegionSqFt != 2500 {
		t.Errorf("share %+v, want 350 of 2500 sq ft, 14 %%", got)
	}
	if none, err := ShareOf(k, region, nil); err != nil || none.Percent != 0 {
		t.Errorf("no structures: %v, %v", none, err)
	}
	if _, err := ShareOf(k, orb.LineString{{0, 0}, {9, 0}}, sheds); err == nil {
		t.Error("a region without area gave no error")
	}
}

func TestAreaKeepsItsDigitsFarFromTheOrigin(t *testing.T) {
	got, err := Area(turn(box(0, 0, 12, 10), 31, 200000, -300000))
	if err != nil {
		t.Fatal(err)
	}
	wantFt(t, "area", got, 120, 1e-6)
	if _, err := Area(orb.Polygon{}); err == nil {
		t.Error("an empty polygon has area, it seems")
	}
	if ft, err := Length(orb.MultiLineString{{{0, 0}, {3, 4}}, {{0, 0}, {0, 2}}}); err != nil || ft != 7 {
		t.Errorf("length %v, %v", ft, err)
	}
}

func TestAnAxisIsTheStraightPartOfALine(t *testing.T) {
	tests := []struct {
		name string
		line orb.LineString
		dir  orb.Point
		bow  float64
	}{
		{"a straight line", orb.LineString{{0, 0}, {50, 0}, {100, 0}}, orb.Point{1, 0}, 0},
		{"a rounded corner at the end does not turn it", orb.LineString{{0, 0}, {80, 0}, {88, 3}, {94, 9}}, orb.Point{1, 0}, 9},
		{"an arc is replaced by its chord", orb.LineString{{0, 0}, {10, -8}, {25, -10}, {40, -8}, {50, 0}}, orb.Point{1, 0}, 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := NewAxis(tt.line)
			if err != nil {
				t.Fatal(err)
			}
			wantFt(t, "direction x", a.Dir[0], tt.dir[0], 1e-9)
			wantFt(t, "direction y", a.Dir[1], tt.dir[1], 1e-9)
			wantFt(t, "bow", a.Bow, tt.bow, 1e-6)
		})
	}
	for _, bad := range []orb.LineString{nil, {{1, 1}}, {{1, 1}, {1, 1}}, {{0, 0}, {9, 9}, {9, 0}, {0, 0}}} {
		if _, err := NewAxis(bad); err == nil {
			t.Errorf("an axis of %v", bad)
		}
	}
}

func TestDistanceToAxisGoesBeyondTheEndsOfTheLine(t *testing.T) {
	for _, deg := range []float64{0, 41, 190} {
		a, err := NewAxis(turn(orb.LineString{{0, 0}, {40, 0}}, deg, 3, 4).(orb.LineString))
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct{ y, want float64 }{{12, 12}, {-5, -5}, {0, 0}} {
			got, err := DistanceToAxis(turn(box(200, tt.y, 210, tt.y+30), deg, 3, 4), a)
			if err != nil || got.Ft != tt.want {
				t.Errorf("turned by %v: %v, %v; want %v", deg, got.Ft, err, tt.want)
			}
			wantFt(t, "witness", got.Exact(), math.Abs(tt.want), 1e-9)
		}
	}
}

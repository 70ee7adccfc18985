package measure

import (
	"math"
	"math/rand"
	"testing"

	"github.com/paulmach/orb"
)

func TestPlaceFenceSplitsItByWhereItRuns(t *testing.T) {
	lot := box(0, 0, 50, 100)
	side := []orb.LineString{{{50, 0}, {50, 100}}}
	tests := []struct {
		name            string
		fence           orb.LineString
		on, in, out     float64
		reach           float64
		pieces, outside int
	}{
		{"exactly on the line", orb.LineString{{50, 10}, {50, 60}}, 50, 0, 0, 0, 1, 0},
		{"drawn the other way round", orb.LineString{{50, 60}, {50, 10}}, 50, 0, 0, 0, 1, 0},
		{"six inches inside", orb.LineString{{49.5, 10}, {49.5, 60}}, 50, 0, 0, 0, 1, 0},
		{"a little more than six inches inside", orb.LineString{{49.49, 10}, {49.49, 60}}, 0, 50, 0, 0, 0, 0},
		{"two feet over the line", orb.LineString{{52, 10}, {52, 60}}, 0, 0, 50, 2, 0, 1},
		{"slanting across it", orb.LineString{{47, 10}, {53, 18}}, 5.0 / 3, 25.0 / 6, 25.0 / 6, 3, 1, 1},
		{"along the line and then in", orb.LineString{{50, 10}, {50, 60}, {20, 60}}, 50.5, 29.5, 0, 0, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, deg := range []float64{0, 77} {
				lines := []orb.LineString{turn(side[0], deg, 40, 2000).(orb.LineString)}
				got, err := PlaceFence(turn(tt.fence, deg, 40, 2000).(orb.LineString), lines, turn(lot, deg, 40, 2000), 0.5+1e-9)
				if err != nil {
					t.Fatal(err)
				}
				wantFt(t, "on", got.OnFt, tt.on, 1e-5)
				wantFt(t, "inside", got.InsideFt, tt.in, 1e-5)
				wantFt(t, "outside", got.OutsideFt, tt.out, 1e-5)
				wantFt(t, "reach", got.Reach.Ft, tt.reach, 1e-6)
				if len(got.On) != tt.pieces || len(got.Outside) != tt.outside {
					t.Errorf("%d pieces on, %d outside; want %d, %d", len(got.On), len(got.Outside), tt.pieces, tt.outside)
				}
			}
		})
	}
	if _, err := PlaceFence(nil, side, lot, 1); err == nil {
		t.Error("no fence gave no error")
	}
	if _, err := PlaceFence(orb.LineString{{0, 0}, {1, 1}}, nil, lot, 1); err == nil {
		t.Error("no lines gave no error")
	}
}

func TestStretchesAddUpAndAgreeWithDenseSampling(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	const step = 0.01
	for range 200 {
		area := star(r, 0, 0, 20)
		var fence orb.LineString
		for range 2 + r.Intn(4) {
			fence = append(fence, orb.Point{50*r.Float64() - 25, 50*r.Float64() - 25})
		}
		lines := []orb.LineString{orb.LineString(area[0])}
		const ft = 3.0
		near, _ := StretchNear(fence, lines, ft)
		away, _ := StretchAway(fence, lines, ft)
		in, _ := StretchWithin(fence, area)
		out, _ := StretchOutside(fence, area)
		whole := lineLength(fence)
		wantFt(t, "near and away", TotalLength(near)+TotalLength(away), whole, 1e-4)
		wantFt(t, "within and outside", TotalLength(in)+TotalLength(out), whole, 1e-4)
		var buf chainBuffer
		s, _ := takeApart("area", area, &buf)
		var nearFt, inFt float64
		for i := 1; i < len(fence); i++ {
			length := math.Sqrt(dist2(fence[i-1], fence[i]))
			n := int(length/step) + 1
			for j := range n {
				p := at(fence[i-1], fence[i], (float64(j)+0.5)/float64(n))
				if s.nearestTo(p).d2 < ft*ft {
					nearFt += length / float64(n)
				}
				if s.contains(p) {
					inFt += length / float64(n)
				}
			}
		}
		wantFt(t, "near", TotalLength(near), nearFt, 0.3)
		wantFt(t, "within", TotalLength(in), inFt, 0.3)
	}
}

func TestFacingGap(t *testing.T) {
	tests := []struct {
		name    string
		a, b    orb.Geometry
		faces   bool
		gap     float64
		overlap float64
	}{
		{"two parallel walls", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{5, 3}, {30, 3}}, true, 3, 15},
		{"drawn in opposite directions", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{30, 3}, {5, 3}}, true, 3, 15},
		{"walls closing in on each other", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{0, 5}, {20, 3}}, true, 3, 20},
		{"a right angle", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{20, 0}, {20, 9}}, false, 0, 0},
		{"end to end", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{20, 0}, {40, 0}}, false, 0, 0},
		{"past each other", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{25, 3}, {40, 3}}, false, 0, 0},
		{"beyond 15 degrees", orb.LineString{{0, 0}, {20, 0}}, orb.LineString{{0, 3}, {20, 9}}, false, 0, 0},
		{"an L around an L", orb.LineString{{0, 0}, {20, 0}, {20, 20}}, orb.LineString{{-4, 4}, {16, 4}, {16, 24}}, true, 4, 32},
		{"walls drawn as areas", box(0, 0, 20, 1), box(0, 4, 20, 5), true, 3, 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, faces, err := FacingGap(tt.a, tt.b, 15)
			if err != nil || faces != tt.faces {
				t.Fatalf("faces %v, %v; want %v", faces, err, tt.faces)
			}
			wantFt(t, "gap", got.Gap.Ft, tt.gap, 0)
			wantFt(t, "overlap", got.OverlapFt, tt.overlap, 1e-6)
			back, _, _ := FacingGap(tt.b, tt.a, 15)
			wantFt(t, "gap the other way", back.Gap.Ft, tt.gap, 0.06)
		})
	}
}

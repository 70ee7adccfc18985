package join

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/planar"
)

func TestLine(t *testing.T) {
	lots := NewAreas([]orb.MultiPolygon{rectangle(0, 0, 50, 100), rectangle(50, 0, 100, 100), rectangle(300, 0, 350, 100)})
	line := func(p ...orb.Point) orb.MultiLineString { return orb.MultiLineString{p} }
	cases := []struct {
		name      string
		lines     orb.MultiLineString
		tolerance float64
		want      []Stretch
	}{
		{"well inside one lot", line(orb.Point{10, 10}, orb.Point{40, 10}), 1, []Stretch{{0, 30, 0, 1}}},
		{"on the line two lots share", line(orb.Point{50, 20}, orb.Point{50, 80}), 1, []Stretch{{0, 0, 60, 1}, {1, 0, 60, 1}}},
		{"just beside it", line(orb.Point{50.5, 20}, orb.Point{50.5, 80}), 1, []Stretch{{0, 0, 60, 1}, {1, 0, 60, 1}}},
		{"farther than the tolerance beside it", line(orb.Point{52, 20}, orb.Point{52, 80}), 1, []Stretch{{1, 60, 0, 1}}},
		{"across it", line(orb.Point{20, 50}, orb.Point{90, 50}), 1, []Stretch{{1, 39, 2, 41.0 / 70}, {0, 29, 2, 31.0 / 70}}},
		{"across it without a tolerance", line(orb.Point{20, 50}, orb.Point{90, 50}), 0, []Stretch{{1, 40, 0, 4.0 / 7}, {0, 30, 0, 3.0 / 7}}},
		{"out into the street", line(orb.Point{25, 50}, orb.Point{25, -50}), 0, []Stretch{{0, 50, 0, 0.5}}},
		{"outside, along the border", line(orb.Point{10, -0.5}, orb.Point{40, -0.5}), 1, []Stretch{{0, 0, 30, 1}}},
		{"on no lot", line(orb.Point{150, 10}, orb.Point{200, 10}), 1, nil},
		{"two pieces", orb.MultiLineString{{{10, 10}, {20, 10}}, {{60, 10}, {65, 10}}}, 1, []Stretch{{0, 10, 0, 2.0 / 3}, {1, 5, 0, 1.0 / 3}}},
		{"nothing", nil, 1, nil},
		{"without length", line(orb.Point{10, 10}, orb.Point{10, 10}), 1, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			same := func(a, b Stretch) bool {
				return a.Index == b.Index && math.Abs(a.Inside-b.Inside) < 1e-9 && math.Abs(a.Along-b.Along) < 1e-9 && math.Abs(a.Share-b.Share) < 1e-9
			}
			if got := lots.Line(c.lines, c.tolerance, nil); !slices.EqualFunc(got, c.want, same) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestLineAgreesWithSampling looks at 5,000 points along each line: inside or not, and how far from the border.
func TestLineAgreesWithSampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for i := range 40 {
		lot := star(rng, 3+rng.IntN(60), 0, 0, 100, i%2 == 0)
		lots := NewAreas([]orb.MultiPolygon{lot})
		line := orb.LineString{{rng.Float64()*200 - 100, rng.Float64()*200 - 100}, {rng.Float64()*200 - 100, rng.Float64()*200 - 100}}
		tolerance := rng.Float64() * 5
		size := planar.Length(line)
		const samples = 5_000
		inside, along := 0.0, 0.0
		for j := range samples {
			f := (float64(j) + 0.5) / samples
			p := segment{line[0], line[1]}.at(f)
			switch {
			case borderDistance(lot, p) <= tolerance:
				along += size / samples
			case planar.MultiPolygonContains(lot, p):
				inside += size / samples
			}
		}
		var got Stretch
		if all := lots.Line(orb.MultiLineString{line}, tolerance, nil); len(all) > 0 {
			got = all[0]
		}
		if limit := 20 * size / samples; math.Abs(got.Inside-inside) > limit || math.Abs(got.Along-along) > limit {
			t.Errorf("got %+v, want %g inside and %g along: %s and %s within %g", got, inside, along, wkt.MarshalString(line), wkt.MarshalString(lot), tolerance)
		}
	}
}

func borderDistance(m orb.MultiPolygon, q orb.Point) float64 {
	least := math.Inf(1)
	for _, p := range m {
		for _, ring := range p {
			for i := 1; i < len(ring); i++ {
				least = min(least, planar.DistanceFromSegment(ring[i-1], ring[i], q))
			}
		}
	}
	return least
}

func BenchmarkFenceOnASharedLine(b *testing.B) {
	lots := NewAreas([]orb.MultiPolygon{rectangle(0, 0, 50, 100), rectangle(50, 0, 100, 100)})
	fence := orb.MultiLineString{{{50, 20}, {50, 80}, {20, 80}}}
	var buf []Stretch
	for b.Loop() {
		buf = lots.Line(fence, 1, buf)
	}
}

package source

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/planar"
)

// box is a square ring, clockwise: an outer ring.
func box(x, y, side float64) orb.Ring {
	return orb.Ring{{x, y}, {x, y + side}, {x + side, y + side}, {x + side, y}, {x, y}}
}

// hole is the same ring wound as a hole.
func hole(x, y, side float64) orb.Ring {
	r := box(x, y, side)
	r.Reverse()
	return r
}

func TestRingsBecomePolygons(t *testing.T) {
	cases := []struct {
		name  string
		rings []orb.Ring
		want  orb.Geometry
		said  int
	}{
		{"a hole follows its shell whatever comes first", []orb.Ring{hole(2, 2, 1), box(0, 0, 9)}, orb.Polygon{box(0, 0, 9), hole(2, 2, 1)}, 0},
		{"holes go to the smallest shell around them", []orb.Ring{box(0, 0, 9), hole(1, 1, 6), box(2, 2, 4), hole(3, 3, 1)},
			orb.MultiPolygon{{box(0, 0, 9), hole(1, 1, 6)}, {box(2, 2, 4), hole(3, 3, 1)}}, 0},
		{"four levels without winding alternate", []orb.Ring{hole(0, 0, 9), hole(1, 1, 6), hole(2, 2, 4), hole(3, 3, 1)},
			orb.MultiPolygon{{hole(0, 0, 9), hole(1, 1, 6)}, {hole(2, 2, 4), hole(3, 3, 1)}}, 0},
		{"a hole that touches its shell in a corner stays a hole", []orb.Ring{box(0, 0, 9), hole(0, 0, 3)}, orb.Polygon{box(0, 0, 9), hole(0, 0, 3)}, 0},
		{"a shell that touches another along an edge is no hole", []orb.Ring{box(0, 0, 9), box(9, 3, 3)}, orb.MultiPolygon{{box(0, 0, 9)}, {box(9, 3, 3)}}, 0},
		{"a hole outside every shell is kept and said", []orb.Ring{box(0, 0, 9), hole(20, 0, 3)}, orb.MultiPolygon{{box(0, 0, 9)}, {hole(20, 0, 3)}}, 1},
		{"a shell inside a shell is kept and said", []orb.Ring{box(0, 0, 9), box(2, 2, 3)}, orb.MultiPolygon{{box(0, 0, 9)}, {box(2, 2, 3)}}, 1},
		{"a ring wound the other way round is the same ring", []orb.Ring{box(0, 0, 9), hole(0, 0, 9)}, orb.Polygon{box(0, 0, 9)}, 1},
		{"a wall seen from above encloses nothing", []orb.Ring{box(0, 0, 9), {{0, 0}, {0, 0}, {9, 0}, {9, 0}, {0, 0}}}, orb.Polygon{box(0, 0, 9)}, 1},
		{"a hole in the notch of a shell is not inside it",
			[]orb.Ring{{{0, 0}, {0, 9}, {9, 9}, {9, 8}, {1, 8}, {1, 1}, {9, 1}, {9, 0}, {0, 0}}, hole(3, 3, 2)},
			orb.MultiPolygon{{{{0, 0}, {0, 9}, {9, 9}, {9, 8}, {1, 8}, {1, 1}, {9, 1}, {9, 0}, {0, 0}}}, {hole(3, 3, 2)}}, 1},
		{"far from the origin winding is still told", []orb.Ring{box(6.5e6, 1.8e6, 0.5), hole(6.5e6+0.1, 1.8e6+0.1, 0.1)},
			orb.Polygon{box(6.5e6, 1.8e6, 0.5), hole(6.5e6+0.1, 1.8e6+0.1, 0.1)}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := &shapeDecoder{}
			got := d.nest(c.rings)
			if !orb.Equal(got, c.want) {
				t.Errorf("got %s, want %s", wkt.MarshalString(got), wkt.MarshalString(c.want))
			}
			if len(d.said) != c.said {
				t.Errorf("said %q", d.said)
			}
		})
	}
}

// Random squares within squares: whatever the order, the land that is covered is that of the even-odd rule.
func TestNestedSquaresCoverWhatTheEvenOddRuleCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var rings []orb.Ring
		want := 0.0
		var fill func(x, y, side float64, depth int)
		fill = func(x, y, side float64, depth int) {
			if depth%2 == 0 {
				rings, want = append(rings, box(x, y, side)), want+side*side
			} else {
				rings, want = append(rings, hole(x, y, side)), want-side*side
			}
			for i := range 4 {
				if random.IntN(3) > 0 && depth < 4 {
					fill(x+side*(0.1+0.5*float64(i%2)), y+side*(0.1+0.5*float64(i/2)), side*0.3, depth+1)
				}
			}
		}
		fill(7e6, 2e6, 1024, 0)
		random.Shuffle(len(rings), func(i, j int) { rings[i], rings[j] = rings[j], rings[i] })
		for _, reverse := range []bool{false, true} {
			d := &shapeDecoder{}
			if reverse {
				for _, r := range rings {
					r.Reverse()
				}
			}
			got := planar.Area(d.nest(rings))
			if math.Abs(got-want) > 1e-6 || d.said != nil {
				t.Fatalf("area %v, want %v; said %q", got, want, d.said)
			}
		}
	}
}

func TestTooManyRingsAreNestedByTheirBoxesAndThatIsSaid(t *testing.T) {
	shell := make(orb.Ring, 0, 40_001)
	for i := range 40_000 {
		sin, cos := math.Sincos(-float64(i) * 2 * math.Pi / 40_000)
		shell = append(shell, orb.Point{1000 + 1000*cos, 1000 + 1000*sin})
	}
	shell = append(shell, shell[0])
	rings := []orb.Ring{shell}
	for i := range 4_000 {
		rings = append(rings, hole(500+float64(i%60)*10, 500+float64(i/60)*10, 5))
	}
	d := &shapeDecoder{}
	polygon, ok := d.nest(rings).(orb.Polygon)
	if !ok || len(polygon) != 4_001 || len(d.said) != 1 {
		t.Errorf("%d rings, said %q", len(polygon), d.said)
	}
}

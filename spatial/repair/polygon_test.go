package repair

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"

	"parcelaudit/spatial/kernel"
)

func geometry(t testing.TB, text string) orb.Geometry {
	t.Helper()
	g, err := wkt.Unmarshal(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return g
}

func TestPolygon(t *testing.T) {
	nan := math.NaN()
	cases := []struct {
		name        string
		g           orb.Geometry
		kinds       string // separated by spaces
		polygons    int
		area        float64
		typeChanged bool
	}{
		{"a square is left alone", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0))"), "", 1, 100, false},
		{"a clockwise square is only turned round", geometry(t, "POLYGON((0 0,0 10,10 10,10 0,0 0))"), "", 1, 100, false},
		{"clockwise shells with counter-clockwise holes are the shapefile way", geometry(t, "POLYGON((0 0,0 10,10 10,10 0,0 0),(4 4,6 4,6 6,4 6,4 4))"), "", 1, 96, false},
		{"a hole wound like its shell", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))"), WrongWinding, 1, 96, false},
		{"points in a straight line", geometry(t, "POLYGON((0 0,5 0,10 0,10 10,5 10,0 10,0 0))"), "", 1, 100, false},
		{"not closed", geometry(t, "POLYGON((0 0,10 0,10 10,0 10))"), Unclosed, 1, 100, false},
		{"a point twice", geometry(t, "POLYGON((0 0,10 0,10 0,10 10,0 10,0 0))"), DuplicateVertex, 1, 100, false},
		{"the closing point twice", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0,0 0))"), DuplicateVertex, 1, 100, false},
		{"not closed and a point twice", geometry(t, "POLYGON((0 0,0 0,10 0,10 10))"), DuplicateVertex + " " + Unclosed, 1, 50, false},
		{"a spike", geometry(t, "POLYGON((0 0,10 0,20 0,10 0,10 10,0 10,0 0))"), Spike, 1, 100, false},
		{"a spike at the seam", geometry(t, "POLYGON((-5 0,0 0,10 0,10 10,0 10,0 0,-5 0))"), Spike, 1, 100, false},
		{"a spike that is not exact", geometry(t, "POLYGON((0 0,20 0,10 0,10 10,0 10,0 0))"), SelfIntersection, 1, 100, false},
		{"a bow-tie", geometry(t, "POLYGON((0 0,10 10,10 0,0 10,0 0))"), SelfIntersection, 2, 50, true},
		{"a figure of eight with one tiny loop loses it", geometry(t, "POLYGON((0 0,10 0,10 10,9.99 10.01,10 10.01,0 10,0 0))"), SelfIntersection + " " + Sliver, 1, math.NaN(), false},
		{"a hole outside becomes a polygon", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(20 20,20 22,22 22,22 20,20 20))"), HoleOutside, 2, 104, true},
		{"a hole across the edge is cut out", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(8 4,8 6,12 6,12 4,8 4))"), SelfIntersection, 1, 96, false},
		{"a hole that touches the shell in a point is valid", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,2 6,2 4,0 5))"), "", 1, 98, false},
		{"nested holes", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,2 8,8 8,8 2,2 2),(4 4,4 6,6 6,6 4,4 4))"), HoleOutside, 1, 64, false},
		{"parts apart", geometry(t, "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((20 0,30 0,30 10,20 10,20 0)))"), "", 2, 200, false},
		{"a part in another part", geometry(t, "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((4 4,6 4,6 6,4 6,4 4)))"), OverlappingParts, 1, 100, false},
		{"a part in the hole of another is valid", geometry(t, "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0),(2 2,2 8,8 8,8 2,2 2)),((4 4,6 4,6 6,4 6,4 4)))"), "", 2, 68, false},
		{"the same part twice", geometry(t, "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((0 0,10 0,10 10,0 10,0 0)))"), OverlappingParts, 1, 100, false},
		{"parts that touch along an edge", geometry(t, "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((10 0,20 0,20 10,10 10,10 0)))"), OverlappingParts, 1, 200, false},
		{"an empty part", orb.MultiPolygon{{}, {{}}, {{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}}, EmptyPart, 1, 0.5, false},
		{"an empty hole", orb.Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}, {}}, EmptyPart, 1, 0.5, false},
		{"a hole collapsed to a line", geometry(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 4,2 2))"), CollapsedRing, 1, 100, false},
		{"a part with NaN is dropped whole", orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, {{{5, 5}, {nan, 5}, {6, 6}, {5, 5}}}}, NotFinite, 1, 0.5, false},
		{"nothing but NaN", orb.Polygon{{{0, 0}, {nan, 0}, {1, 1}, {0, 0}}}, NotFinite + " " + Unrepairable, 0, 0, true},
		{"a point many times", orb.Polygon{{{1, 1}, {1, 1}, {1, 1}, {1, 1}}}, CollapsedRing + " " + DuplicateVertex + " " + Unrepairable, 0, 0, true},
		{"all on a line", geometry(t, "POLYGON((0 0,1 1,2 2,3 3,4 4,0 0))"), SelfIntersection + " " + Unrepairable, 0, 0, true},
		{"an empty polygon", orb.Polygon{}, NotAnArea, 0, 0, true},
		{"nothing", nil, NotAnArea, 0, 0, true},
		{"a line", geometry(t, "LINESTRING(0 0,1 1)"), NotAnArea, 0, 0, true},
		{"polygons in a collection", geometry(t, "GEOMETRYCOLLECTION(POINT(1 1),POLYGON((0 0,10 0,10 10,0 10,0 0)))"), "", 1, 100, false},
	}
	k := kernel.New()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			given := clone(c.g)
			got, report := Polygon(k, c.g)
			if kinds := strings.Join(report.Kinds, " "); kinds != c.kinds {
				t.Errorf("found %q, want %q (%s)", kinds, c.kinds, report.Reason)
			}
			if len(got) != c.polygons || report.TypeChanged != c.typeChanged || report.Changed != (c.kinds != "") {
				t.Errorf("got %s, report %+v", wkt.MarshalString(got), report)
			}
			if !math.IsNaN(c.area) && math.Abs(report.AreaAfter-c.area) > 1e-9 {
				t.Errorf("area is %g, want %g: %s", report.AreaAfter, c.area, wkt.MarshalString(got))
			}
			checkSound(t, k, got)
			if c.g != nil && !isNaN(given) && !orb.Equal(given, c.g) {
				t.Error("the argument was changed")
			}
		})
	}
}

func clone(g orb.Geometry) orb.Geometry {
	if g == nil {
		return nil
	}
	return orb.Clone(g)
}

// isNaN reports whether g can not be compared with itself.
func isNaN(g orb.Geometry) bool { return g != nil && !orb.Equal(g, g) }

// checkSound asks GEOS whether the promises of Polygon hold.
func checkSound(t *testing.T, k *kernel.Kernel, m orb.MultiPolygon) {
	t.Helper()
	if len(m) == 0 {
		return
	}
	if reason, ok := k.Valid(m); !ok {
		t.Errorf("%s: %s", wkt.MarshalString(m), reason)
	}
	for _, p := range m {
		for i, ring := range p {
			if (signedArea(ring) > 0) != (i == 0) {
				t.Errorf("ring %d of %s is wound the wrong way", i, wkt.MarshalString(p))
			}
			if repeats, spikes := flaws(ring[:len(ring)-1]); repeats || spikes || ring[0] != ring[len(ring)-1] {
				t.Errorf("ring %d of %s is not clean", i, wkt.MarshalString(p))
			}
		}
	}
}

func TestSimpleNeverContradictsGEOS(t *testing.T) {
	k := kernel.New()
	rng := rand.New(rand.NewPCG(3, 4))
	agreed, simples := 0, 0
	for i := range 20_000 {
		n := 3 + rng.IntN(12)
		m := orb.MultiPolygon{{randomRing(rng, n, i%2 == 0)}}
		if i%3 == 0 {
			m[0] = append(m[0], randomRing(rng, 4, true))
		}
		if i%5 == 0 {
			m = append(m, orb.Polygon{randomRing(rng, 4, true)})
		}
		_, valid := k.Valid(m)
		if simple(m) {
			simples++
			if !valid {
				t.Fatalf("called simple, GEOS disagrees: %s", wkt.MarshalString(m))
			}
		}
		if simple(m) == valid {
			agreed++
		}
	}
	t.Logf("%d of 20000 simple, %d agree", simples, agreed)
	if simples < 1000 {
		t.Errorf("only %d were simple: the test shows nothing", simples)
	}
}

// randomRing draws on a coarse grid, where touching and overlapping is common, or freely.
func randomRing(rng *rand.Rand, n int, grid bool) orb.Ring {
	ring := make(orb.Ring, n, n+1)
	angle := rng.Float64()
	for i := range ring {
		// Mostly star-shaped, sometimes shuffled.
		a := angle + 2*math.Pi*float64(i)/float64(n)
		if rng.IntN(30) == 0 {
			a = rng.Float64() * 7
		}
		r := 2 + 8*rng.Float64()
		ring[i] = orb.Point{r * math.Cos(a), r * math.Sin(a)}
		if grid {
			ring[i] = orb.Point{math.Round(ring[i][0]), math.Round(ring[i][1])}
		}
	}
	return append(ring, ring[0])
}

func FuzzPolygon(f *testing.F) {
	f.Add([]byte{0, 0, 10, 0, 10, 10, 0, 10, 0, 0}, uint8(1))
	f.Add([]byte{0, 0, 10, 10, 10, 0, 0, 10, 0, 0, 255, 255, 4, 4, 6, 4, 6, 6, 4, 6, 4, 4}, uint8(2))
	k := kernel.New()
	f.Fuzz(func(t *testing.T, data []byte, scale uint8) {
		m := drawn(data, float64(scale)/3)
		got, report := Polygon(k, m)
		checkSound(t, k, got)
		if report.Changed != (len(report.Kinds) > 0) || !slices.IsSorted(report.Kinds) {
			t.Errorf("report %+v", report)
		}
	})
}

// drawn reads pairs of bytes as points; 255, 255 begins a new ring, 255, 254 a new polygon, 255, 253 is NaN.
func drawn(data []byte, scale float64) orb.MultiPolygon {
	m := orb.MultiPolygon{{{}}}
	for ; len(data) > 1; data = data[2:] {
		p := &m[len(m)-1]
		switch {
		case data[0] == 255 && data[1] == 255:
			*p = append(*p, orb.Ring{})
		case data[0] == 255 && data[1] == 254:
			m = append(m, orb.Polygon{{}})
		case data[0] == 255 && data[1] == 253:
			r := &(*p)[len(*p)-1]
			*r = append(*r, orb.Point{math.NaN(), 0})
		default:
			r := &(*p)[len(*p)-1]
			*r = append(*r, orb.Point{float64(data[0]) * scale, float64(data[1]) * scale})
		}
	}
	return m
}

func TestReportOfABowTieSaysWhereItCrosses(t *testing.T) {
	_, report := Polygon(kernel.New(), geometry(t, "POLYGON((0 0,10 10,10 0,0 10,0 0))"))
	if report.Reason != "Self-intersection[5 5]" || report.AreaBefore != 0 || report.AreaAfter != 50 {
		t.Errorf("got %+v", report)
	}
}

func BenchmarkPolygonOfALot(b *testing.B) {
	k := kernel.New()
	lot := geometry(b, "POLYGON((0 0,50 0,50.2 120,25 121,0.1 120.4,0 60,0 0))")
	for b.Loop() {
		Polygon(k, lot)
	}
}

func BenchmarkPolygonOf2000Vertices(b *testing.B) {
	k := kernel.New()
	rng := rand.New(rand.NewPCG(3, 4))
	ring := make(orb.Ring, 2000)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(ring)))
		r := 1000 + rng.Float64()
		ring[i] = orb.Point{r * cos, r * sin}
	}
	ring = append(ring, ring[0])
	for b.Loop() {
		if _, report := Polygon(k, orb.Polygon{ring}); report.Changed {
			b.Fatal(report)
		}
	}
}

package join

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/planar"

	"parcelaudit/spatial/kernel"
)

func polygon(t testing.TB, text string) orb.MultiPolygon {
	t.Helper()
	g, err := wkt.Unmarshal(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return kernel.Polygons(g)
}

func rectangle(x0, y0, x1, y1 float64) orb.MultiPolygon {
	return orb.MultiPolygon{{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}}
}

func TestOverlapArea(t *testing.T) {
	l := "POLYGON((0 0,10 0,10 5,5 5,5 10,0 10,0 0))"
	cases := []struct {
		name, a, b string
		want       float64
	}{
		{"inside", "POLYGON((1 1,2 1,2 2,1 2,1 1))", l, 1},
		{"around", "POLYGON((-1 -1,20 -1,20 20,-1 20,-1 -1))", l, 75},
		{"half", "POLYGON((-5 0,5 0,5 10,-5 10,-5 0))", l, 50},
		{"in the notch", "POLYGON((6 6,9 6,9 9,6 9,6 6))", l, 0},
		{"across the notch", "POLYGON((4 4,6 4,6 6,4 6,4 4))", l, 3},
		{"touching along an edge", "POLYGON((10 0,20 0,20 5,10 5,10 0))", l, 0},
		{"touching in a corner", "POLYGON((10 5,20 5,20 15,10 15,10 5))", l, 0},
		{"far away", "POLYGON((100 0,110 0,110 10,100 0))", l, 0},
		{"the same", l, l, 75},
		{"in a hole", "POLYGON((4 4,6 4,6 6,4 6,4 4))", "POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 7,7 7,7 3,3 3))", 0},
		{"across a hole", "POLYGON((4 -1,6 -1,6 11,4 11,4 -1))", "POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 7,7 7,7 3,3 3))", 12},
		{"with a hole of its own", "POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 7,7 7,7 3,3 3))", "POLYGON((0 0,5 0,5 10,0 10,0 0))", 42},
		{"two triangles crossing", "POLYGON((0 0,10 0,5 10,0 0))", "POLYGON((0 6,10 6,5 -4,0 6))", 0},
		{"a diamond over a square", "POLYGON((5 -2,12 5,5 12,-2 5,5 -2))", "POLYGON((0 0,10 0,10 10,0 10,0 0))", 82},
	}
	k := kernel.New()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, b := polygon(t, c.a), polygon(t, c.b)
			want := c.want
			if c.name == "two triangles crossing" {
				want = geosOverlap(t, k, a, b) // no round number
			}
			for _, got := range []float64{OverlapArea(a, b), OverlapArea(b, a)} {
				if math.Abs(got-want) > 1e-9 {
					t.Errorf("got %g, want %g", got, want)
				}
			}
		})
	}
}

func geosOverlap(t testing.TB, k *kernel.Kernel, a, b orb.MultiPolygon) float64 {
	t.Helper()
	g, err := k.Intersection(a, b)
	if err != nil {
		t.Fatalf("%v: %s and %s", err, wkt.MarshalString(a), wkt.MarshalString(b))
	}
	return math.Abs(planar.Area(kernel.Polygons(g)))
}

// star returns a star-shaped polygon, on a grid where edges often coincide, or free.
func star(rng *rand.Rand, n int, x, y, size float64, grid bool) orb.MultiPolygon {
	ring := make(orb.Ring, n, n+1)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.3) / float64(n))
		r := size * (0.3 + 0.7*rng.Float64())
		ring[i] = orb.Point{x + r*cos, y + r*sin}
		if grid {
			ring[i] = orb.Point{math.Round(ring[i][0]), math.Round(ring[i][1])}
		}
	}
	return orb.MultiPolygon{{append(ring, ring[0])}}
}

func TestOverlapAreaAgreesWithGEOS(t *testing.T) {
	k := kernel.New()
	rng := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for i := range 10_000 {
		grid := i%2 == 0
		x, y := 500_000+rng.Float64()*10, 400_000+rng.Float64()*10
		a := star(rng, 3+rng.IntN(9), x, y, 10, grid)
		b := star(rng, 3+rng.IntN(60), x+rng.Float64()*8, y+rng.Float64()*8, 12, grid)
		if _, ok := k.Valid(a); !ok {
			continue
		}
		if _, ok := k.Valid(b); !ok {
			continue
		}
		compared++
		if got, want := OverlapArea(a, b), geosOverlap(t, k, a, b); math.Abs(got-want) > 1e-6 {
			t.Fatalf("got %.9g, want %.9g: %s and %s", got, want, wkt.MarshalString(a), wkt.MarshalString(b))
		}
	}
	if compared < 5000 {
		t.Errorf("only %d pairs were valid", compared)
	}
}

func TestPolygonListsOverlapsLargestFirst(t *testing.T) {
	lots := NewAreas([]orb.MultiPolygon{
		rectangle(0, 0, 50, 100), rectangle(50, 0, 100, 100), nil, rectangle(50, 0, 100, 100), rectangle(200, 0, 250, 100),
	})
	cases := []struct {
		name string
		g    orb.MultiPolygon
		want []Overlap
	}{
		{"inside one", rectangle(10, 10, 30, 30), []Overlap{{0, 400, 1}}},
		{"mostly on the first", rectangle(35, 10, 55, 30), []Overlap{{0, 300, 0.75}, {1, 100, 0.25}, {3, 100, 0.25}}},
		{"mostly on the stacked ones, the lower number first", rectangle(45, 10, 65, 30), []Overlap{{1, 300, 0.75}, {3, 300, 0.75}, {0, 100, 0.25}}},
		{"half and half, the lower number first", rectangle(40, 10, 60, 30), []Overlap{{0, 200, 0.5}, {1, 200, 0.5}, {3, 200, 0.5}}},
		{"partly on no lot", rectangle(-10, 10, 10, 30), []Overlap{{0, 200, 0.5}}},
		{"on no lot", rectangle(120, 10, 140, 30), nil},
		{"only touching", rectangle(-10, 10, 0, 30), nil},
		{"nothing", nil, nil},
		{"without an area", orb.MultiPolygon{{{{1, 1}, {2, 2}, {1, 1}}}}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := lots.Polygon(c.g, nil)
			same := func(a, b Overlap) bool {
				return a.Index == b.Index && math.Abs(a.Area-b.Area) < 1e-9 && math.Abs(a.Share-b.Share) < 1e-9
			}
			if !slices.EqualFunc(got, c.want, same) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestAt(t *testing.T) {
	zones := NewAreas([]orb.MultiPolygon{
		polygon(t, "POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 7,7 7,7 3,3 3))"), rectangle(3, 3, 7, 7), rectangle(0, 0, 5, 5),
	})
	cases := []struct {
		name string
		q    orb.Point
		want []int32
	}{
		{"in two", orb.Point{1, 1}, []int32{0, 2}},
		{"in the hole", orb.Point{6, 6}, []int32{1}},
		{"outside", orb.Point{20, 1}, nil},
		{"nowhere", orb.Point{math.NaN(), 1}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := zones.At(c.q, nil); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// ragged is a large district with many vertices and a hole, as zoning layers have them.
func ragged(rng *rand.Rand, n int) orb.MultiPolygon {
	ring := func(n int, size float64) orb.Ring {
		ring := make(orb.Ring, n, n+1)
		for i := range ring {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := size * (0.8 + 0.2*rng.Float64())
			ring[i] = orb.Point{10000 + r*cos, 10000 + r*sin}
		}
		return append(ring, ring[0])
	}
	return orb.MultiPolygon{{ring(n, 8000), ring(n/4, 2000)}}
}

func TestLargeDistrictsAgreeWithGEOS(t *testing.T) {
	k := kernel.New()
	rng := rand.New(rand.NewPCG(7, 8))
	district := ragged(rng, 4000)
	zones := NewAreas([]orb.MultiPolygon{district})
	partly := 0
	for range 600 {
		x, y := rng.Float64()*20000, rng.Float64()*20000
		lot := rectangle(x, y, x+50+rng.Float64()*200, y+100)
		want := geosOverlap(t, k, lot, district)
		got := 0.0
		if o := zones.Polygon(lot, nil); len(o) > 0 {
			got = o[0].Area
		}
		if math.Abs(got-want) > 1e-5 {
			t.Fatalf("%s: got %g, want %g", wkt.MarshalString(lot), got, want)
		}
		if want > 0 && want < area(lot) {
			partly++
		}
		q := orb.Point{x, y}
		if in := len(zones.At(q, nil)) == 1; in != planar.MultiPolygonContains(district, q) {
			t.Fatalf("%v: inside is %v", q, in)
		}
	}
	if partly < 20 {
		t.Errorf("only %d lots were on the border", partly)
	}
}

func TestManyWorkersMayAskAtOnce(t *testing.T) {
	zones := NewAreas([]orb.MultiPolygon{ragged(rand.New(rand.NewPCG(7, 8)), 1000), rectangle(0, 0, 500, 500)})
	lot := rectangle(450, 450, 550, 550)
	want := zones.Polygon(lot, nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				if got := zones.Polygon(lot, nil); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestZeroValueHasNoAreas(t *testing.T) {
	var a Areas
	if len(a.Polygon(rectangle(0, 0, 1, 1), nil)) != 0 || len(a.At(orb.Point{}, nil)) != 0 || len(a.Line(orb.MultiLineString{{{0, 0}, {1, 1}}}, 1, nil)) != 0 {
		t.Error("it has")
	}
}

func BenchmarkStructureInsideItsLot(b *testing.B) {
	lots := NewAreas([]orb.MultiPolygon{rectangle(0, 0, 50, 100), rectangle(50, 0, 100, 100)})
	house := rectangle(10, 10, 40, 50)
	var buf []Overlap
	for b.Loop() {
		buf = lots.Polygon(house, buf)
	}
}

func BenchmarkStructureAcrossALotLine(b *testing.B) {
	lots := NewAreas([]orb.MultiPolygon{rectangle(0, 0, 50, 100), rectangle(50, 0, 100, 100)})
	house := polygon(b, "POLYGON((40 10,60 12,58 30,49 31,48 40,38 39,40 10))")
	var buf []Overlap
	for b.Loop() {
		buf = lots.Polygon(house, buf)
	}
}

func BenchmarkLotsInALargeDistrict(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	zones := NewAreas([]orb.MultiPolygon{ragged(rng, 8000)})
	lots := make([]orb.MultiPolygon, 1000)
	for i := range lots {
		x, y := rng.Float64()*20000, rng.Float64()*20000
		lots[i] = rectangle(x, y, x+50, y+100)
	}
	var buf []Overlap
	i := 0
	for b.Loop() {
		buf = zones.Polygon(lots[i%len(lots)], buf)
		i++
	}
}

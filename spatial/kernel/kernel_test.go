package kernel

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
)

func geometry(t testing.TB, text string) orb.Geometry {
	t.Helper()
	g, err := wkt.Unmarshal(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return g
}

const (
	square  = "POLYGON((0 0,10 0,10 10,0 10,0 0))"
	bowTie  = "POLYGON((0 0,10 10,10 0,0 10,0 0))"
	shifted = "POLYGON((5 5,15 5,15 15,5 15,5 5))"
)

func TestOverlay(t *testing.T) {
	k := New()
	a, b := geometry(t, square), geometry(t, shifted)
	cases := []struct {
		name string
		op   func(a, b orb.Geometry) (orb.Geometry, error)
		area float64
	}{
		{"intersection", k.Intersection, 25},
		{"union", k.Union, 175},
		{"difference", k.Difference, 75},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.op(a, b)
			if err != nil || math.Abs(areaOf(got)-c.area) > 1e-9 {
				t.Errorf("got area %g, want %g (%v)", areaOf(got), c.area, err)
			}
		})
	}
}

func TestEmptyResultIsNilWithoutAnError(t *testing.T) {
	k := New()
	far := geometry(t, "POLYGON((100 100,110 100,110 110,100 100))")
	if got, err := k.Intersection(geometry(t, square), far); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := k.Buffer(geometry(t, square), -6, Buffer{}); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTouchingPolygonsShareALine(t *testing.T) {
	k := New()
	got, err := k.Intersection(geometry(t, square), geometry(t, "POLYGON((10 0,20 0,20 10,10 10,10 0))"))
	if err != nil || len(Lines(got)) != 1 || Polygons(got) != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// An overlay of a self-crossing polygon gives no geometry, no panic and no error in go-geos.
func TestMissingResultBecomesAnError(t *testing.T) {
	k := New()
	for _, op := range []func(a, b orb.Geometry) (orb.Geometry, error){k.Intersection, k.Union, k.Difference} {
		if got, err := op(geometry(t, bowTie), geometry(t, shifted)); err == nil && areaOf(got) == 0 {
			t.Errorf("got %v without an error", got)
		}
	}
}

func TestPanicsOfGEOSBecomeErrorsThatNameTheOperation(t *testing.T) {
	k := New()
	cases := []struct {
		name string
		g    orb.Geometry
		want string
	}{
		{"a ring of two points", orb.Polygon{{{0, 0}, {1, 1}}}, "union of parts"},
		{"a ring that is not closed", orb.Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, "union of parts"},
		{"a line of one point", orb.LineString{{0, 0}}, "union of parts"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, err := k.UnaryUnion(c.g); err == nil || !strings.HasPrefix(err.Error(), c.want+": ") {
				t.Errorf("got %v", err)
			}
			if _, ok := k.Valid(c.g); ok {
				t.Error("it is called valid")
			}
		})
	}
	if _, err := run("surprise", func() (int, error) { panic("boom") }); err == nil || err.Error() != "surprise: boom" {
		t.Errorf("a panic became %v", err)
	}
}

// GEOS 3.11 crashes the process on empty members, and calls NaN near to everything.
func TestEmptyAndNotFiniteInputNeverReachesGEOS(t *testing.T) {
	k := New()
	nan, inf := math.NaN(), math.Inf(1)
	nothing := []orb.Geometry{nil, orb.Polygon{}, orb.Polygon{{}}, orb.MultiPolygon{}, orb.MultiPolygon{{}, {{}}},
		orb.LineString{}, orb.MultiLineString{{}}, orb.MultiPoint{}, orb.Ring{}, orb.MultiPoint{}.Bound()}
	for _, g := range nothing {
		if _, err := k.Intersection(geometry(t, square), g); !errors.Is(err, ErrEmpty) {
			t.Errorf("%#v: got %v, want ErrEmpty", g, err)
		}
		if _, err := k.MakeValid(g); !errors.Is(err, ErrEmpty) {
			t.Errorf("%#v: got %v, want ErrEmpty", g, err)
		}
	}
	for _, g := range []orb.Geometry{
		orb.Point{nan, 0}, orb.Point{0, inf}, orb.LineString{{0, 0}, {nan, 1}},
		orb.Polygon{{{0, 0}, {10, 0}, {inf, 10}, {0, 0}}}, orb.MultiPolygon{{{{0, 0}, {10, 0}, {10, nan}, {0, 0}}}},
	} {
		if _, err := k.Buffer(g, 1, Buffer{}); err == nil || !strings.Contains(err.Error(), "not finite") {
			t.Errorf("%v: got %v", g, err)
		}
	}
	if _, err := k.UnaryUnion(orb.Collection{orb.Point{1, 1}}); !errors.Is(err, ErrCollection) {
		t.Errorf("collection: got %v", err)
	}
}

func TestEmptyPartsAreLeftOut(t *testing.T) {
	k := New()
	whole := geometry(t, square).(orb.Polygon)
	g := orb.MultiPolygon{{}, {{}}, append(orb.Polygon{}, whole[0], orb.Ring{}), {}}
	got, err := k.UnaryUnion(g)
	if err != nil || areaOf(got) != 100 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestEveryTypeIsTakenOrRefusedWithoutAPanic(t *testing.T) {
	k := New()
	for _, g := range orb.AllGeometries {
		_, _ = k.Valid(g)
		_, _ = k.MakeValid(g)
		_, _ = k.UnaryUnion(g)
		_, _ = k.Buffer(g, 1, Buffer{})
		_, _ = k.ConvexHull(g)
		_, _ = k.Intersection(g, g)
		Polygons(g)
		Lines(g)
	}
}

func TestMakeValid(t *testing.T) {
	k := New()
	cases := []struct {
		name, text string
		polygons   int
		area       float64
	}{
		{"valid stays", square, 1, 100},
		{"bow-tie becomes two triangles", bowTie, 2, 50},
		{"hole outside becomes a polygon of its own", "POLYGON((0 0,10 0,10 10,0 10,0 0),(20 20,22 20,22 22,20 20))", 2, 102},
		{"hole across the edge is cut out", "POLYGON((0 0,10 0,10 10,0 10,0 0),(8 4,12 4,12 6,8 6,8 4))", 1, 96},
		{"overlapping parts are merged", "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((5 5,15 5,15 15,5 15,5 5)))", 1, 175},
		{"collapsed to a line leaves nothing", "POLYGON((0 0,10 0,5 0,0 0))", 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := k.MakeValid(geometry(t, c.text))
			if err != nil || len(Polygons(got)) != c.polygons || math.Abs(areaOf(got)-c.area) > 1e-9 {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestValidNamesTheDefectAndThePlace(t *testing.T) {
	k := New()
	if reason, ok := k.Valid(geometry(t, bowTie)); ok || reason != "Self-intersection[5 5]" {
		t.Errorf("got %q, %v", reason, ok)
	}
	if reason, ok := k.Valid(geometry(t, square)); !ok {
		t.Errorf("got %q", reason)
	}
}

func TestBufferStyles(t *testing.T) {
	k := New()
	line := geometry(t, "LINESTRING(0 0,10 0)")
	cases := []struct {
		name      string
		style     Buffer
		area, tol float64
	}{
		{"flat ends", Buffer{Cap: FlatCap}, 20, 1e-9},
		{"square ends", Buffer{Cap: SquareCap}, 24, 1e-9},
		{"round ends", Buffer{QuadSegs: 64}, 20 + math.Pi, 1e-3},
		{"default is round", Buffer{}, 20 + math.Pi, 0.05},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := k.Buffer(line, 1, c.style)
			if err != nil || math.Abs(areaOf(got)-c.area) > c.tol {
				t.Errorf("got area %g, want %g (%v)", areaOf(got), c.area, err)
			}
		})
	}
	got, err := k.Buffer(geometry(t, square), 1, Buffer{Join: MitreJoin})
	if err != nil || math.Abs(areaOf(got)-144) > 1e-9 {
		t.Errorf("mitred corners: got area %g, want 144 (%v)", areaOf(got), err)
	}
}

func TestFaces(t *testing.T) {
	k := New()
	cases := []struct {
		name, text string
		faces      int
		area       float64
	}{
		{"four fences that cross at the corners", "MULTILINESTRING((-1 0,11 0),(10 -1,10 11),(11 10,-1 10),(0 11,0 -1))", 1, 100},
		{"a fence that divides", "MULTILINESTRING((0 0,10 0,10 10,0 10,0 0),(5 0,5 10))", 2, 100},
		{"a ring in a ring", "MULTILINESTRING((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))", 2, 100},
		{"an open fence", "MULTILINESTRING((0 0,10 0,10 10,0 10,0 1))", 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := k.Faces(geometry(t, c.text).(orb.MultiLineString))
			if err != nil || len(got) != c.faces || math.Abs(areaOf(got)-c.area) > 1e-9 {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestNode(t *testing.T) {
	k := New()
	got, err := k.Node(orb.MultiLineString{{{0, 5}, {10, 5}}, {{5, 0}, {5, 10}}, {{5, 0}, {5, 10}}})
	if err != nil || len(got) != 4 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestHulls(t *testing.T) {
	k := New()
	l := geometry(t, "POLYGON((0 0,10 0,10 5,5 5,5 10,0 10,0 0))")
	if got, err := k.ConvexHull(l); err != nil || areaOf(got) != 87.5 {
		t.Errorf("convex hull %v, %v", got, err)
	}
	diamond := geometry(t, "POLYGON((0 0,5 5,0 10,-5 5,0 0))")
	if got, err := k.MinimumRotatedRectangle(diamond); err != nil || math.Abs(areaOf(got)-50) > 1e-9 {
		t.Errorf("rectangle %v, %v", got, err)
	}
}

// go-geos v0.20.2 could panic with "misuse of an invalid Handle" when GEOS reported an error after a collection.
func TestErrorsAfterAGarbageCollection(t *testing.T) {
	kernels := make([]*Kernel, 500)
	for i := range kernels {
		kernels[i] = New()
	}
	runtime.GC()
	for _, k := range kernels {
		if _, err := k.UnaryUnion(orb.LineString{{0, 0}}); err == nil || strings.Contains(err.Error(), "Handle") {
			t.Fatalf("got %v", err)
		}
	}
}

func TestKernelsOfSeveralWorkers(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			k := New()
			for range 300 {
				got, err := k.Intersection(geometry(t, square), geometry(t, shifted))
				if err != nil || areaOf(got) != 25 {
					t.Errorf("got %v, %v", got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestResultsOutliveTheKernelAndShareNothing(t *testing.T) {
	a := geometry(t, square).(orb.Polygon)
	got, err := New().UnaryUnion(a)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	a[0][0] = orb.Point{-5, -5}
	if areaOf(got) != 100 {
		t.Errorf("got %v", got)
	}
}

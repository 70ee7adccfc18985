package source

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/paulmach/orb"
)

// FuzzShapefile reads arbitrary .shp, .shx and .dbf together: no panic, no endless loop, and whatever is read keeps
// what later stages rely on.
func FuzzShapefile(f *testing.F) {
	for _, base := range fuzzSeeds("*.shp") {
		f.Add(seed(base+".shp"), seed(base+".shx"), seed(base+".dbf"), string(seed(base+".cpg")))
	}
	f.Fuzz(func(t *testing.T, shp, shx, dbf []byte, cpg string) {
		m := ramFiles{"x.shp": shp}
		for name, content := range map[string][]byte{"x.shx": shx, "x.dbf": dbf, "x.cpg": []byte(cpg)} {
			if len(content) > 0 {
				m[name] = content
			}
		}
		checkSound(t, m, len(shp)/8+len(shx)/8+len(dbf))
	})
}

// FuzzDBF reads arbitrary tables with their memo files.
func FuzzDBF(f *testing.F) {
	for _, base := range fuzzSeeds("*.dbf") {
		f.Add(seed(base+".dbf"), append(seed(base+".dbt"), seed(base+".FPT")...), string(seed(base+".cpg")))
	}
	f.Fuzz(func(t *testing.T, dbf, memo []byte, cpg string) {
		for _, ext := range []string{".dbt", ".fpt"} {
			checkSound(t, ramFiles{"x.dbf": dbf, "x" + ext: memo, "x.cpg": []byte(cpg)}, len(dbf))
		}
	})
}

// fuzzSeeds returns files of our own fixtures and of the shared data, without extension.
func fuzzSeeds(pattern string) []string {
	var bases []string
	for _, dir := range []string{"../../fixtures/broken/*", "../../../shared/data/hostile-shp/*", "../../../shared/data/hostile-dbf/*"} {
		paths, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are well-formed
		for _, p := range paths {
			if info, err := os.Stat(p); err == nil && info.Size() < 64<<10 {
				bases = append(bases, stem(p))
			}
		}
	}
	return bases
}

// seed returns the content of a file, nil when there is none.
func seed(path string) []byte {
	b, _ := os.ReadFile(path) // a missing sibling is a seed too
	return b
}

func checkSound(t *testing.T, m ramFiles, mostFeatures int) {
	layer, err := openMemory(m, Options{})
	if err != nil {
		return
	}
	fields, last, n := layer.Schema().Fields, 0, 0
	for f, err := range layer.Features(t.Context(), nil) {
		if err != nil {
			t.Fatal(err) // files in memory can always be read
		}
		if n++; n > mostFeatures || f.Row <= last {
			t.Fatalf("feature %d is row %d after %d, of at most %d", n, f.Row, last, mostFeatures)
		}
		last = f.Row
		if len(f.Values) != len(fields) {
			t.Fatalf("%d values for %d fields", len(f.Values), len(fields))
		}
		for _, v := range f.Values {
			checkValue(t, v)
		}
		checkGeometry(t, f.Geometry)
		for _, p := range f.Problems {
			if !utf8.ValidString(p) {
				t.Fatalf("problem %q", p)
			}
		}
	}
	for _, p := range layer.Problems() {
		if p.Where == "" || p.What == "" || !utf8.ValidString(p.What) {
			t.Fatalf("problem %+q", p)
		}
	}
}

func checkValue(t *testing.T, v Value) {
	switch {
	case !utf8.ValidString(v.Text):
		t.Fatalf("text %q", v.Text)
	case v.Kind == Null && v != (Value{}), v.Kind != Null && v.Text == "", v.Kind != Number && v.Float != 0:
		t.Fatalf("value %+v", v)
	case math.IsNaN(v.Float) || math.IsInf(v.Float, 0):
		t.Fatalf("number %+v", v)
	case v.Kind == Bool && v.Text != "true" && v.Text != "false":
		t.Fatalf("logical %+v", v)
	case v.Kind == Date && len(v.Text) != len("2007-01-31") && len(v.Text) != len("2007-01-31T12:00:00"):
		t.Fatalf("date %+v", v)
	}
}

func checkGeometry(t *testing.T, g orb.Geometry) {
	switch g := g.(type) {
	case nil:
	case orb.Point:
		checkPoints(t, []orb.Point{g}, 1)
	case orb.MultiPoint:
		checkPoints(t, g, 1)
	case orb.LineString:
		checkPoints(t, g, 2)
	case orb.MultiLineString:
		for _, line := range g {
			checkPoints(t, line, 2)
		}
		if len(g) < 2 {
			t.Fatalf("%d lines in a MultiLineString", len(g))
		}
	case orb.Polygon:
		if len(g) == 0 {
			t.Fatal("polygon without rings")
		}
		for _, ring := range g {
			if checkPoints(t, ring, 4); !ring.Closed() {
				t.Fatal("open ring")
			}
		}
	case orb.MultiPolygon:
		for _, polygon := range g {
			checkGeometry(t, polygon)
		}
		if len(g) < 2 {
			t.Fatalf("%d polygons in a MultiPolygon", len(g))
		}
	default:
		t.Fatalf("a %T from a shapefile", g)
	}
}

func checkPoints(t *testing.T, points []orb.Point, least int) {
	if len(points) < least {
		t.Fatalf("%d points, at least %d are needed", len(points), least)
	}
	for _, p := range points {
		if !isCoordinate(p[0]) || !isCoordinate(p[1]) {
			t.Fatalf("point %v", p)
		}
	}
}

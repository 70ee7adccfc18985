package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/paulmach/orb"
)

func TestDegreesHaveAtMostSevenDecimals(t *testing.T) {
	for in, want := range map[float64]string{0: "0", -0.00000004: "0", 1: "1", -89.5: "-89.5", 43.12345678: "43.1234568", -0.1: "-0.1",
		179.99999999: "180", 0.0000001: "0.0000001", -123.0500000: "-123.05"} {
		if got := string(appendDegrees(nil, in)); got != want && !(want == "0" && got == "-0") {
			t.Errorf("%v is written %s, want %s", in, got, want)
		}
	}
	for v := -180.0; v < 180; v += 0.0123456789 {
		got, err := strconv.ParseFloat(string(appendDegrees(nil, v)), 64)
		if err != nil || math.Abs(got-v) > 0.5e-7+1e-12 {
			t.Fatalf("%v is written as %v", v, got)
		}
	}
}

func FuzzTextIsReadBackAsItWas(f *testing.F) {
	for _, s := range []string{"", `"`, `\`, "\x00\x1f\x7f", "Straße", "a\xffb", "\u2028</script>", "\xed\xa0\x80", "é\"\\\r\n\t"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		written := appendText(nil, s)
		var got string
		if err := json.Unmarshal(written, &got); err != nil || !utf8.Valid(written) {
			t.Fatalf("%q is written %s: %v", s, written, err)
		}
		var want strings.Builder // each invalid byte becomes U+FFFD
		for _, r := range s {
			want.WriteRune(r)
		}
		if got != want.String() {
			t.Errorf("%q is read back as %q", s, got)
		}
	})
}

func TestGeoJSONFilesHaveOneGeometryTypeAndTheSameKeysInEveryFeature(t *testing.T) {
	dir := writeReport(t, testRun(t), testBatch())
	files, err := filepath.Glob(filepath.Join(dir, "*.geojson"))
	if err != nil || len(files) != 12 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		content := readFile(t, dir, filepath.Base(file))
		var collection struct {
			Type     string
			Features []struct {
				Geometry *struct {
					Type        string
					Coordinates json.RawMessage
				}
			}
		}
		if err := json.Unmarshal(content, &collection); err != nil || collection.Type != "FeatureCollection" {
			t.Errorf("%s: %v", file, err)
			continue
		}
		kinds := map[string]bool{}
		var keys string
		for _, line := range strings.Split(string(content), "\n") {
			if !strings.HasPrefix(line, `{"type":"Feature",`) {
				continue
			}
			if k := keysInOrder(t, line); keys == "" {
				keys = k
			} else if k != keys {
				t.Errorf("%s: keys %s, before %s", file, k, keys)
			}
		}
		for _, f := range collection.Features {
			if f.Geometry != nil {
				kinds[f.Geometry.Type] = true
				if f.Geometry.Type == "MultiPolygon" {
					checkWinding(t, f.Geometry.Coordinates)
				}
			}
		}
		if len(kinds) > 1 {
			t.Errorf("%s mixes %v", file, kinds)
		}
	}
}

func keysInOrder(t *testing.T, feature string) string {
	start := strings.Index(feature, `"properties":`) + len(`"properties":`)
	d := json.NewDecoder(strings.NewReader(feature[start:]))
	var keys []string
	for depth, isKey := 0, false; ; {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'):
			depth, isKey = depth+1, true
			continue
		case json.Delim('}'):
			return strings.Join(keys, ",")
		}
		if isKey {
			keys = append(keys, fmt.Sprint(token))
		}
		isKey = !isKey
	}
}

func checkWinding(t *testing.T, coordinates []byte) {
	t.Helper()
	var polygons orb.MultiPolygon
	if err := json.Unmarshal(coordinates, &polygons); err != nil {
		t.Fatal(err)
	}
	for _, p := range polygons {
		for i, r := range p {
			if (r.Orientation() == orb.CCW) != (i == 0) {
				t.Errorf("ring %d is wound the wrong way: %v", i, r)
			}
		}
	}
}

func TestGDALReadsWhatWeWrite(t *testing.T) {
	if _, err := exec.LookPath("ogrinfo"); err != nil {
		t.Skip("ogrinfo is not installed")
	}
	full, none := writeReport(t, testRun(t), testBatch()), writeReport(t, testRun(t))
	for name, want := range map[string][]string{
		"violations.geojson":        {"Multi Polygon", "3"},
		"violations_lines.geojson":  {"Multi Line String", "1"},
		"violations_points.geojson": {"Multi Point", "1"},
		"evidence.geojson":          {"Multi Line String", "1"},
		"structures.geojson":        {"Multi Polygon", "1"},
		"lot_lines.geojson":         {"Multi Line String", "4"},
		"issues.geojson":            {"Point", "2"},
		"yards.geojson":             {"Multi Polygon", "3"},
	} {
		for _, dir := range []string{full, none} {
			if dir == none {
				want = []string{"Unknown (any)", "0"}
			}
			out, err := exec.Command("ogrinfo", "-ro", "-so", "-al", filepath.Join(dir, name)).CombinedOutput()
			text := string(out)
			if err != nil || strings.Contains(text, "ERROR") || strings.Contains(text, "Warning") {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
			for _, line := range []string{"Geometry: " + want[0], "Feature Count: " + want[1], "WGS 84"} {
				if !strings.Contains(text, line) {
					t.Errorf("%s in %s has no %q:\n%s", name, dir, line, text)
				}
			}
		}
	}
}

func TestAPlaceThatCanNotBeTakenToWGS84IsCountedAndItsRowStays(t *testing.T) {
	run := testRun(t)
	inner := run.Places.ToWGS84
	run.Places.ToWGS84 = func(p []orb.Point) error {
		var err error
		for i := range p {
			if p[i][0] > 247090 { // S1 is at 300 ft
				p[i], err = orb.Point{math.Inf(1), math.Inf(1)}, fmt.Errorf("outside the area of use")
			}
		}
		return errors.Join(err, inner(p))
	}
	out, err := Write(t.Context(), Destination{Dir: t.TempDir()}, run, one(testBatch()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range out.Files {
		if f.Name == "structures.geojson" && (f.Unplaced != 1 || *f.Rows != 2) {
			t.Errorf("structures.geojson has %d rows, %d unplaced; want 2 and 1", *f.Rows, f.Unplaced)
		}
	}
	if !strings.Contains(string(readFile(t, out.Dir, "structures.geojson")), `"geometry":null`) {
		t.Error("no feature has null geometry")
	}
}

package source

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestJSONThatBreaksOffYieldsWhatIsCompleteAndSaysWhere(t *testing.T) {
	one := feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":1}`)
	cases := []struct {
		name, document string
		records        int
		message        string
	}{
		{"cut within the third feature", collection(one, one, one)[:40+2*len(one)+30], 2, "feature 3, byte "},
		{"cut within the first feature", collection(one)[:60], 0, "feature 1, byte 60"},
		{"cut between features", collection(one, one)[:len(collection(one))-2], 1, "the file is cut off there"},
		{"cut behind the features", collection(one, one)[:len(collection(one, one))-1], 2, "the file is cut off there"},
		{"broken within the second feature", collection(one, strings.Replace(one, `"a":1`, `"a":01`, 1), one), 1, "feature 2, byte "},
		{"no comma between features", `{"type":"FeatureCollection","features":[` + one + one + `]}`, 1, "feature 2, byte "},
		{"a second document behind", collection(one) + collection(one), 1, "there is more after the end"},
		{"a stray bracket behind", collection(one) + "]", 1, "byte "},
		{"brackets opened a hundred thousand times", collection(one, strings.Repeat("[", 100_000)), 1, "feature 2"},
		{"objects opened a hundred thousand times", collection(one, strings.Repeat(`{"a":`, 100_000)), 1, "feature 2"},
		{"brackets opened and closed a hundred thousand times", collection(one, strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), 1, "feature 2"},
	}
	for _, c := range cases {
		for _, name := range []string{"a.geojson", "a.geojson.gz"} {
			t.Run(c.name+" in "+name, func(t *testing.T) {
				_, features, err := load(t, write(t, name, c.document))
				if len(features) != c.records {
					t.Errorf("%d records, want %d", len(features), c.records)
				}
				if err == nil || !strings.Contains(err.Error(), c.message) || !strings.Contains(err.Error(), name) {
					t.Errorf("error is %v, want the file and %q", err, c.message)
				}
			})
		}
	}
}

func TestATruncatedDownloadYieldsItsCompleteParcels(t *testing.T) {
	path := filepath.Join(sharedData(t), "hostile-geojson", "madison", "Tax_Parcels_truncated.geojson")
	_, features, err := load(t, path)
	if len(features) != 107 {
		t.Errorf("%d parcels, want 107", len(features))
	}
	if err == nil || !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "feature 108, byte 468216") {
		t.Errorf("error is %v", err)
	}
}

func TestATruncatedGzipYieldsWhatCouldBeUnpacked(t *testing.T) {
	one := feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":1}`)
	whole := write(t, "a.json.gz", collection(one, one, one))
	raw, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(whole, raw[:len(raw)-8], 0o600); err != nil { // without its checksum
		t.Fatal(err)
	}
	_, features, err := load(t, whole)
	if len(features) != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d records and %v, want 3 and an error", len(features), err)
	}
}

func TestFilesThatAreNoLayerAreRefusedWithAReason(t *testing.T) {
	for document, reason := range map[string]string{
		"":                             "empty",
		"  \n":                         "empty",
		"[]":                           "the top level is not an object",
		`"text"`:                       "the top level is not an object",
		`{}`:                           `no "type"`,
		`{"type":"FeatureCollection"}`: `without "features" array`,
		`{"type":"FeatureCollection","features":{}}`:     `without "features" array`,
		`{"type":"Topology","objects":{}}`:               "TopoJSON",
		`{"error":{"code":400,"message":"Invalid URL"}}`: "server's error",
		`{"type":"Circle"}`:                              `"Circle" is not a GeoJSON type`,
		`{"type":"FeatureCollection",,"features":[]}`:    "byte 28",
		`<html>`:                     "web page",
		"SQLite format 3\x00":        "GeoPackage",
		"fgb\x03fgb":                 "FlatGeobuf",
		"PK\x03\x04":                 "zip archive",
		"%PDF-1.4":                   "PDF",
		`<?xml version="1.0"?><kml>`: "KML",
		"GEOGCS[":                    `begins with "GEOGCS["`,
		"\x00\x01\x02":               "is no JSON",
		strings.Repeat("[", 100_000): "depth",
		`{"type":"FeatureCollection","x":` + strings.Repeat("[", 100_000):   "depth",
		`{"type":"FeatureCollection","crs":` + strings.Repeat("[", 100_000): "depth",
	} {
		_, err := Open(write(t, "a.json", document), Options{})
		if err == nil || !strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), "a.json") {
			t.Errorf("%.60s: error is %v, want %q", document, err, reason)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.json"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestABrokenLineIsARecordWithAProblemAndTheOthersAreRead(t *testing.T) {
	one := feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":1}`)
	document := one + "\n{\"type\":\"Feature\",\n\n" + one + "}\n" + one + "\n[1]\n" + one[:30]
	for _, name := range []string{"a.ndjson", "a.ndjson.gz", "a.geojsonl"} {
		_, features := loadWhole(t, write(t, name, document))
		if len(features) != 6 {
			t.Fatalf("%d records, want 6", len(features))
		}
		want := []string{"", "line 2 is not JSON", "line 4 is not JSON", "", "not an object", "line 7 is not JSON"}
		for i, f := range features {
			if got := strings.Join(f.Problems, ""); !strings.Contains(got, want[i]) || (want[i] == "") != (got == "") {
				t.Errorf("record %d has problems %q, want %q", f.Row, got, want[i])
			}
			if len(f.Values) != 1 || (f.Geometry == nil) != (want[i] != "") {
				t.Errorf("record %d is %+v", f.Row, f)
			}
		}
	}
}

func TestAServiceThatCutItsAnswerOffIsSaid(t *testing.T) {
	for _, document := range []string{
		`{"type":"FeatureCollection","features":[],"properties":{"exceededTransferLimit":true}}`,
		`{"exceededTransferLimit":true,"type":"FeatureCollection","features":[]}`,
		`{"geometryType":"esriGeometryPoint","features":[],"exceededTransferLimit":true}`,
	} {
		layer, _ := loadWhole(t, write(t, "a.json", document))
		if p := layer.Problems(); len(p) != 1 || !strings.Contains(p[0].What, "records are missing") {
			t.Errorf("%s: problems are %v", document, p)
		}
	}
}

func TestReadingStopsWhenToldTo(t *testing.T) {
	one := feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":1}`)
	for name, document := range map[string]string{"a.json": collection(one, one, one), "a.ndjson": one + "\n" + one + "\n" + one} {
		layer, err := Open(write(t, name, document), Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer layer.Close()
		for _, err := range layer.Features(context.Background(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		read := 0
		var last error
		for _, err := range layer.Features(ctx, nil) {
			if last = err; err == nil {
				read++
			}
			cancel()
		}
		if read != 1 || !errors.Is(last, context.Canceled) {
			t.Errorf("%s: read %d records, then %v", name, read, last)
		}
	}
}

func TestAValueWithoutEndDoesNotFillTheMemory(t *testing.T) {
	in := boundedReader{Reader: strings.NewReader("more"), read: maxJSONValue, done: func() int64 { return 0 }}
	if n, err := in.Read(make([]byte, 4)); n != 4 || err != nil {
		t.Errorf("at the bound: %d, %v", n, err)
	}
	if _, err := in.Read(make([]byte, 4)); err != errTooLarge {
		t.Errorf("beyond the bound: %v", err)
	}
}

func TestALargeFileIsReadInLittleMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "parcels.geojson")
	writeParcels(t, path, 20000)
	layer, err := Open(path, Options{Fields: []string{"PIN"}})
	if err != nil {
		t.Fatal(err)
	}
	defer layer.Close()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	most := uint64(0)
	for f, err := range layer.Features(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Row%5000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
		}
	}
	if most > 2<<20 {
		t.Errorf("a file of 24 MB took %d KB", most>>10)
	}
}

func TestSideFilesAndPipesAreRefusedWithAdvice(t *testing.T) {
	for name, advice := range map[string]string{"a.prj": "give the .shp", "a.tab": "MapInfo", "a.csv": "under tables:", "a.dxf": "drawing"} {
		if _, err := Open(write(t, name, "x,y\n1,2\n"), Options{}); err == nil || !strings.Contains(err.Error(), advice) {
			t.Errorf("%s: error is %v, want %q", name, err, advice)
		}
	}
	if _, err := Open(os.DevNull, Options{}); err == nil || !strings.Contains(err.Error(), "a pipe or a device") {
		t.Errorf("a device: error is %v", err)
	}
	if _, err := OpenTable(os.DevNull, TableOptions{}); err == nil || !strings.Contains(err.Error(), "a pipe or a device") {
		t.Errorf("a device as table: error is %v", err)
	}
	one := write(t, "a.geojson", collection(feature("null", "{}")))
	if _, err := Open(one, Options{Layer: "b"}); err == nil || !strings.Contains(err.Error(), "leave it out") {
		t.Errorf("a layer of a file with one: error is %v", err)
	}
}

package source

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/paulmach/orb"
)

// plainFeature is a feature as the standard library decodes it.
type plainFeature struct {
	Geometry *struct {
		Coordinates any
	}
	Properties map[string]any
}

// positions lists x and y of all positions, in order.
func (f plainFeature) positions() []orb.Point {
	if f.Geometry == nil {
		return nil
	}
	return positionsIn(f.Geometry.Coordinates)
}

func positionsIn(v any) []orb.Point {
	array, _ := v.([]any)
	if len(array) >= 2 {
		x, okX := array[0].(float64)
		y, okY := array[1].(float64)
		if okX && okY {
			return []orb.Point{{x, y}}
		}
	}
	var points []orb.Point
	for _, element := range array {
		points = append(points, positionsIn(element)...)
	}
	return points
}

func pointsOf(g orb.Geometry) []orb.Point {
	var points []orb.Point
	switch g := g.(type) {
	case orb.Point:
		points = append(points, g)
	case orb.MultiPoint:
		points = append(points, g...)
	case orb.LineString:
		points = append(points, g...)
	case orb.Ring:
		points = append(points, g...)
	case orb.MultiLineString:
		for _, part := range g {
			points = append(points, pointsOf(part)...)
		}
	case orb.Polygon:
		for _, part := range g {
			points = append(points, pointsOf(part)...)
		}
	case orb.MultiPolygon:
		for _, part := range g {
			points = append(points, pointsOf(part)...)
		}
	}
	return points
}

func TestEveryVertexAndTextOfRealLayersIsWhatTheStandardLibraryReads(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedData(t), "*", "*.geojson"))
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var plain struct{ Features []plainFeature }
		if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(`"geometry": []`), []byte(`"geometry":null`)), &plain); err != nil {
			if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(`"geometry":[]`), []byte(`"geometry":null`)), &plain); err != nil {
				t.Fatal(path, err)
			}
		}
		layer, features := loadWhole(t, path)
		if len(features) != len(plain.Features) {
			t.Fatalf("%s: %d features, want %d", path, len(features), len(plain.Features))
		}
		for i, f := range features {
			want := plain.Features[i]
			if !slices.Equal(pointsOf(f.Geometry), want.positions()) {
				t.Fatalf("%s: vertices of feature %d differ", path, i+1)
			}
			for k, field := range layer.Schema().Fields {
				if value, direct := want.Properties[field.Name]; direct && !sameValue(f.Values[k], value) {
					t.Fatalf("%s: feature %d: %s is %+v, want %v", path, i+1, field.Name, f.Values[k], value)
				}
			}
		}
	}
}

func sameValue(ours Value, theirs any) bool {
	switch v := theirs.(type) {
	case nil:
		return ours == Value{}
	case bool:
		return ours == Value{Kind: Bool, Text: strconv.FormatBool(v)}
	case float64:
		return ours.Kind == Number && ours.Float == v
	case string:
		return ours == Value{Kind: Text, Text: v}
	}
	return ours.Kind == Text // arrays and objects are tested elsewhere
}

func TestNumbersAreRoundedAsStrconvRoundsThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{"0", "-0", "0.0", "-0.0", "9007199254740991", "9007199254740992", "9007199254740993", "0.1", "1e22", "1E-22",
		"123456789012345678901234567890", "0.00000000000000000000001", "0.000000000000000000000012345", "2.2250738585072011e-308",
		"5e-324", "1.7976931348623157e308", "43.053103036703600000000000000", "-89.44983037450257"}
	for range 20000 {
		x := (random.Float64() - 0.5) * math.Pow(10, float64(random.IntN(12)))
		texts = append(texts, strconv.FormatFloat(x, 'f', random.IntN(20), 64), strconv.FormatFloat(x, 'g', -1, 64))
	}
	for _, text := range texts {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		s := jsonScan{text: []byte(text + ",")}
		got, ok := s.number()
		if !ok || math.Float64bits(got) != math.Float64bits(want) || s.at != len(text) {
			t.Errorf("%s is read as %v, want %v; stopped at %d", text, got, want, s.at)
		}
	}
}

// FuzzGeoJSON holds three promises: no panic, one value per field, and no disagreement with the standard library on
// what is a feature collection and how many records it has.
func FuzzGeoJSON(f *testing.F) {
	for _, seed := range []string{
		collection(feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":{"b":[1]}}`), "null"),
		`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}`,
		`{"features":[{"attributes":{"a":1},"geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}}],"crs":null}`,
		feature("null", "{}") + "\n" + feature("null", "[]"),
	} {
		f.Add([]byte(seed))
	}
	hostile, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "hostile-geojson", "geojsonhint-*", "*"))
	for _, path := range hostile {
		if raw, err := os.ReadFile(path); err == nil {
			f.Add(raw)
		}
	}
	path := filepath.Join(f.TempDir(), "a.json")
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		layer, err := Open(path, Options{})
		var read int
		if err == nil {
			defer layer.Close()
			for f, fault := range layer.Features(context.Background(), nil) {
				if err = fault; err != nil {
					break
				}
				read++
				if f.Row != read || len(f.Values) != len(layer.Schema().Fields) {
					t.Fatalf("record %d is row %d with %d values for %d fields", read, f.Row, len(f.Values), len(layer.Schema().Fields))
				}
			}
		}
		if layer == nil || layer.Schema().Format != "geojson" || layer.Schema().Count == 1 || len(layer.Problems()) > 0 {
			return
		}
		var members map[string]json.RawMessage // a struct would take "Features" as well
		var records []json.RawMessage
		wrong := json.Unmarshal(bytes.TrimPrefix(raw, []byte("\ufeff")), &members)
		if wrong == nil {
			wrong = json.Unmarshal(members["features"], &records)
		}
		if (wrong == nil) != (err == nil) {
			t.Fatalf("standard library: %v, ours: %v", wrong, err)
		}
		if err == nil && read != len(records) {
			t.Fatalf("%d records, the standard library reads %d", read, len(records))
		}
	})
}

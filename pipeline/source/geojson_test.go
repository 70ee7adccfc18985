package source

import (
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
)

// write puts text into a file of its own and returns the path; a name ending in .gz is packed.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !strings.HasSuffix(name, ".gz") {
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		return path
	}
	packed := gzip.NewWriter(file)
	if _, err := packed.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// load reads a whole layer; err is where it ended.
func load(t testing.TB, path string, fields ...string) (layer *Layer, features []Feature, err error) {
	t.Helper()
	layer, err = Open(path, Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { layer.Close() })
	for f, fault := range layer.Features(context.Background(), fields) {
		if fault != nil {
			return layer, features, fault
		}
		features = append(features, f)
	}
	return layer, features, nil
}

func loadWhole(t testing.TB, path string, fields ...string) (*Layer, []Feature) {
	t.Helper()
	layer, features, err := load(t, path, fields...)
	if err != nil {
		t.Fatal(err)
	}
	return layer, features
}

func collection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

func feature(geometry, properties string) string {
	return fmt.Sprintf(`{"type":"Feature","geometry":%s,"properties":%s}`, geometry, properties)
}

func text(g orb.Geometry) string {
	if g == nil {
		return "nil"
	}
	return wkt.MarshalString(g)
}

func TestGeoJSONGeometry(t *testing.T) {
	cases := []struct {
		name, geometry, want, problem string
	}{
		{"a point keeps x before y", `{"type":"Point","coordinates":[-89.5,43]}`, "POINT(-89.5 43)", ""},
		{"coordinates may stand before the type", `{"coordinates":[[1,2],[3,4]],"type":"LineString"}`, "LINESTRING(1 2,3 4)", ""},
		{"height and measure are dropped", `{"type":"Point","coordinates":[1,2,3,4]}`, "POINT(1 2)", ""},
		{"a null height is dropped", `{"type":"Point","coordinates":[1,2,null]}`, "POINT(1 2)", ""},
		{"numbers may have exponents", `{"type":"Point","coordinates":[-1.5e2,2E-1]}`, "POINT(-150 0.2)", ""},
		{"null geometry is nil", `null`, "nil", ""},
		{"an empty point is nil", `{"type":"Point","coordinates":[]}`, "nil", ""},
		{"an empty polygon is nil", `{"type":"Polygon","coordinates":[]}`, "nil", ""},
		{"a polygon with an empty ring is nil", `{"type":"Polygon","coordinates":[[]]}`, "nil", ""},
		{"an empty multipolygon is nil", `{"type":"MultiPolygon","coordinates":[]}`, "nil", ""},
		{"an empty collection is nil", `{"type":"GeometryCollection","geometries":[]}`, "nil", ""},
		{"winding is left alone", `{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}`, "POLYGON((0 0,0 1,1 1,0 0))", ""},
		{"an open ring is closed", `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}`, "POLYGON((0 0,1 0,1 1,0 0))", "ring 1 is not closed; it was closed"},
		{"a hole without area is left out", `{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,2],[1,1]]]}`,
			"POLYGON((0 0,9 0,9 9,0 0))", "ring 2 has 3 positions where four are needed; it was left out"},
		{"an outer ring without area takes its holes along", `{"type":"Polygon","coordinates":[[[0,0],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}`,
			"nil", "a polygon without outer ring was left out, with its 1 inner rings"},
		{"a multipolygon keeps its parts", `{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}`,
			"MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))", ""},
		{"an empty part of a multipolygon is no part", `{"type":"MultiPolygon","coordinates":[[],[[[5,5],[6,5],[6,6],[5,5]]]]}`,
			"MULTIPOLYGON(((5 5,6 5,6 6,5 5)))", ""},
		{"a collection keeps its parts", `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiPoint","coordinates":[[3,4]]}]}`,
			"GEOMETRYCOLLECTION(POINT(1 2),MULTIPOINT((3 4)))", ""},
		{"one number is not a position", `{"type":"Point","coordinates":[5]}`, "nil", "geometry left out: the position has fewer than two numbers"},
		{"one number within a ring spoils the polygon", `{"type":"Polygon","coordinates":[[[0,0],[1],[1,1],[0,0]]]}`,
			"nil", "geometry left out: ring 1: position 2 has fewer than two numbers"},
		{"text is not a number", `{"type":"Point","coordinates":["1",2]}`, "nil", `geometry left out: the position holds "1" where a number is needed`},
		{"null is not a number", `{"type":"Point","coordinates":[1,null]}`, "nil", `geometry left out: the position holds null where a number is needed`},
		{"text is not a height", `{"type":"Point","coordinates":[1,2,"3"]}`, "nil", `geometry left out: the position holds "3" where a number is needed`},
		{"infinity is not a coordinate", `{"type":"Point","coordinates":[1e400,2]}`, "nil", `geometry left out: the position holds 1e400, which is beyond any coordinate`},
		{"a polygon nested too flat is refused", `{"type":"Polygon","coordinates":[[0,0],[1,0],[1,1],[0,0]]}`, "nil", "geometry left out: ring 1: position 1 is not an array of numbers"},
		{"a line nested too deep is refused", `{"type":"LineString","coordinates":[[[0,0],[1,0]]]}`, "nil", "geometry left out: position 1 holds [0,0] where a number is needed"},
		{"a multipolygon nested too flat is refused", `{"type":"MultiPolygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`, "nil",
			"geometry left out: ring 1: position 1 is not an array of numbers"},
		{"a line of one position is left out", `{"type":"LineString","coordinates":[[0,0]]}`, "nil", "a line with a single position was left out"},
		{"an unknown type is refused", `{"type":"Circle","coordinates":[0,0]}`, "nil", `geometry left out: "Circle" is not a geometry type`},
		{"a type in the wrong case is understood", `{"type":"point","coordinates":[0,1]}`, "POINT(0 1)", `geometry type "point" is read as Point`},
		{"no type is refused", `{"coordinates":[0,0]}`, "nil", `geometry left out: it has no "type"`},
		{"no coordinates are refused", `{"type":"Point"}`, "nil", `geometry left out: it has no "coordinates"`},
		{"an array is no geometry", `[]`, "nil", "geometry left out: it is not an object"},
		{"of two types the last counts", `{"type":"Point","coordinates":[[1,2],[3,4]],"type":"LineString"}`, "nil",
			"geometry left out: the position holds [1,2] where a number is needed"},
		{"of two types that both fit the last counts", `{"type":"LineString","coordinates":[[1,2],[3,4]],"type":"MultiPoint"}`, "MULTIPOINT((1 2),(3 4))", ""},
		{"of two coordinates the last count", `{"type":"Point","coordinates":[1,2],"coordinates":[3,4]}`, "POINT(3 4)", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, features := loadWhole(t, write(t, "a.geojson", collection(feature(c.geometry, "{}"))))
			f := features[0]
			if got := text(f.Geometry); got != c.want {
				t.Errorf("geometry is %s, want %s", got, c.want)
			}
			if got := strings.Join(f.Problems, "; "); !strings.Contains(got, c.problem) || (c.problem == "") != (got == "") {
				t.Errorf("problems are %q, want %q", got, c.problem)
			}
		})
	}
}

func TestGeoJSONPropertiesKeepTheirText(t *testing.T) {
	properties := `{"id":9007199254740993,"pin":"007","n":1.50e3,"on":true,"none":null,"a":{"b":{"c":2},"list":[1, 2, {"x": 3}]},
		"dotted.name":"d","twice":1,"twice":"second","esc":"caf\u00e9 \"x\" \ud83d\ude00","empty":"","far":1e999,"obj":{ }}`
	fields := []string{"pin", "id", "n", "on", "none", "absent", "a.b.c", "a.list", "a.b", "dotted.name", "twice", "esc", "empty", "far", "obj", "pin"}
	want := []Value{
		{Text, "007", 0}, {Number, "9007199254740993", 9007199254740992}, {Number, "1.50e3", 1500}, {Bool, "true", 0}, {}, {},
		{Number, "2", 2}, {Text, `[1,2,{"x":3}]`, 0}, {Text, `{"c":2}`, 0}, {Text, "d", 0}, {Text, "second", 0},
		{Text, `café "x" 😀`, 0}, {Text, "", 0}, {Text, "1e999", 0}, {Text, "{}", 0}, {Text, "007", 0},
	}
	_, features := loadWhole(t, write(t, "a.geojson", collection(feature("null", properties))), fields...)
	for i, value := range features[0].Values {
		if value != want[i] {
			t.Errorf("%s is %+v, want %+v", fields[i], value, want[i])
		}
	}
	if got := features[0].Problems; len(got) != 1 || !strings.Contains(got[0], "far") {
		t.Errorf("problems are %q, want one about the number too large", got)
	}
}

func TestGeoJSONIdsOfAnyTypeAreKeptExactly(t *testing.T) {
	for written, want := range map[string]string{
		`9007199254740993`: "9007199254740993", `"007"`: "007", `1.0`: "1.0", `null`: "", `{"a": 1}`: `{"a":1}`, `true`: "true",
	} {
		_, features := loadWhole(t, write(t, "a.geojson", collection(`{"type":"Feature","id":`+written+`,"geometry":null,"properties":null}`)))
		if got := features[0].ID; got != want {
			t.Errorf("id %s is %q, want %q", written, got, want)
		}
	}
}

func TestGeoJSONSchemaListsFieldsAsFirstMetWithTheirKind(t *testing.T) {
	path := write(t, "a.geojson", collection(
		feature("null", `{"n":1,"mixed":1,"late":null,"o":{"p":true,"q":{"r":"x"}},"never":null}`),
		feature("null", `{"n":2.5,"mixed":"a","late":"x","new":false}`)))
	layer, features := loadWhole(t, path)
	want := []Field{{"n", Number}, {"mixed", Text}, {"late", Text}, {"o.p", Bool}, {"o.q.r", Text}, {"never", Null}, {"new", Bool}}
	if got := layer.Schema().Fields; !slices.Equal(got, want) {
		t.Errorf("fields are %v, want %v", got, want)
	}
	if got := features[1].Values; len(got) != len(want) || got[6] != (Value{Bool, "false", 0}) || got[3] != (Value{}) {
		t.Errorf("values are %v", got)
	}
}

func TestGeoJSONCoordinateSystem(t *testing.T) {
	const square = `{"type":"Point","coordinates":[-71,42]}`
	const feet = `{"type":"Point","coordinates":[760000.5,2950000.25]}`
	with := func(crs, geometry string) string {
		return `{"type":"FeatureCollection","crs":` + crs + `,"features":[` + feature(geometry, "{}") + `]}`
	}
	cases := []struct {
		name, document, crs, basis, problem string
	}{
		{"without a crs member it is WGS 84", collection(feature(square, "{}")), "OGC:CRS84", "RFC 7946", ""},
		{"a urn is taken as written", with(`{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::2249"}}`, feet), "urn:ogc:def:crs:EPSG::2249", "crs member", "was used"},
		{"CRS84 says nothing new", with(`{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}`, square), "urn:ogc:def:crs:OGC:1.3:CRS84", "crs member", ""},
		{"the old style of 4326 says nothing new", with(`{"type":"name","properties":{"name":"EPSG:4326"}}`, square), "EPSG:4326", "crs member", ""},
		{"the style of 2007 is understood", with(`{"type":"EPSG","properties":{"code":2249}}`, feet), "EPSG:2249", "crs member", "was used"},
		{"a mere string is understood", with(`"EPSG:2249"`, feet), "EPSG:2249", "crs member", "was used"},
		{"null means unknown", with(`null`, feet), "", "crs member", "unknown"},
		{"a link names nothing", with(`{"type":"link","properties":{"href":"http://example.com/crs"}}`, feet), "", "crs member", "names no coordinate system"},
		{"a crs member behind the features counts", `{"type":"FeatureCollection","features":[` + feature(feet, "{}") +
			`],"crs":{"type":"name","properties":{"name":"EPSG:2249"}}}`, "EPSG:2249", "crs member", "was used"},
		{"a property called crs is no crs member", collection(feature(square, `{"crs":{"type":"name","properties":{"name":"EPSG:2249"}}}`)), "OGC:CRS84", "RFC 7946", ""},
		{"feet without a crs member are not taken for degrees", collection(feature(feet, "{}")), "", "", "not degrees"},
	}
	for _, c := range cases {
		for _, name := range []string{"a.geojson", "a.geojson.gz"} {
			t.Run(c.name+" in "+name, func(t *testing.T) {
				layer, features := loadWhole(t, write(t, name, c.document))
				s := layer.Schema()
				if s.CRS != c.crs || s.CRSBasis != c.basis || len(features) != 1 {
					t.Errorf("CRS %q by %q, want %q by %q", s.CRS, s.CRSBasis, c.crs, c.basis)
				}
				if got := fmt.Sprint(layer.Problems()); !strings.Contains(got, c.problem) || (c.problem == "") != (len(layer.Problems()) == 0) {
					t.Errorf("problems are %s, want %q", got, c.problem)
				}
			})
		}
	}
}

func TestGeoJSONDocuments(t *testing.T) {
	one := feature(`{"type":"Point","coordinates":[1,2]}`, `{"a":1}`)
	cases := []struct {
		name, document string
		records        int
		format         string
	}{
		{"a collection", collection(one, one), 2, "geojson"},
		{"an empty collection", collection(), 0, "geojson"},
		{"a collection whose type comes last", `{"features":[` + one + `],"type":"FeatureCollection"}`, 1, "geojson"},
		{"a collection among other members", `{"features2":[[]],"deep":{"features":[1,2]},"type":"FeatureCollection","features":[` + one + `],"more":[1,{"x":2}]}`, 1, "geojson"},
		{"a collection without type", `{"features":[` + one + `]}`, 1, "geojson"},
		{"a byte order mark", "\ufeff" + collection(one), 1, "geojson"},
		{"a bare feature", one, 1, "geojson"},
		{"a bare feature over several lines", strings.ReplaceAll(one, ",", ",\n"), 1, "geojson"},
		{"a bare geometry", `{"type":"Point","coordinates":[1,2]}`, 1, "geojson"},
		{"a bare collection of geometries", `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}`, 1, "geojson"},
		{"features on lines", one + "\n" + one + "\n\n" + one + "\n", 3, "geojsonl"},
		{"features behind record separators", "\x1e" + one + "\n\x1e" + strings.ReplaceAll(one, ",", ",\n") + "\n", 2, "geojsonl"},
		{"two arrays of features", `{"type":"FeatureCollection","features":[` + one + `],"features":[` + one + `]}`, 2, "geojson"},
	}
	for _, c := range cases {
		for _, name := range []string{"a.geojson", "a.json.gz", "a.ndjson", "a.ndjson.gz"} {
			t.Run(c.name+" in "+name, func(t *testing.T) {
				layer, features := loadWhole(t, write(t, name, c.document))
				if len(features) != c.records {
					t.Fatalf("%d records, want %d", len(features), c.records)
				}
				for i, f := range features {
					if f.Row != i+1 || text(f.Geometry) != "POINT(1 2)" && !strings.Contains(c.name, "of geometries") {
						t.Errorf("record %d is %+v", i+1, f)
					}
				}
				format := layer.Schema().Format
				if format != c.format && !(strings.Contains(name, "ndjson") && strings.HasPrefix(c.name, "a bare") && format == "geojsonl") {
					t.Errorf("format %s, want %s", format, c.format)
				}
			})
		}
	}
}

func TestGeoJSONInOtherEncodingsIsConverted(t *testing.T) {
	utf16 := []byte{0xff, 0xfe}
	for _, c := range collection(feature("null", `{"name":"Müller"}`)) {
		utf16 = append(utf16, byte(c), byte(c>>8))
	}
	layer, features := loadWhole(t, write(t, "a.json", string(utf16)))
	if got := features[0].Values[0].Text; got != "Müller" || len(layer.Problems()) != 1 {
		t.Errorf("name %q, problems %v", got, layer.Problems())
	}

	latin := write(t, "b.json", collection(feature("null", "{\"name\":\"M\xfcller\"}")))
	_, features = loadWhole(t, latin)
	if got := features[0]; got.Values[0].Text != "M\ufffdller" || len(got.Problems) != 1 {
		t.Errorf("without encoding: %+v", got)
	}
	named, err := Open(latin, Options{Encoding: "windows-1252"})
	if err != nil {
		t.Fatal(err)
	}
	defer named.Close()
	for f, err := range named.Features(context.Background(), nil) {
		if err != nil || f.Values[0].Text != "Müller" || len(f.Problems) != 0 {
			t.Errorf("with encoding: %+v, %v", f, err)
		}
	}
	if _, err := Open(latin, Options{Encoding: "klingon"}); err == nil {
		t.Error("an unknown encoding was accepted")
	}
}

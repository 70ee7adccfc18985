package source

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"github.com/paulmach/orb"
	orbwkb "github.com/paulmach/orb/encoding/wkb"
)

// writeParquet writes one record in row groups of three rows. columns are JSON rows as arrow reads them, geometry is
// hexadecimal WKB in the column named geometry.
func writeParquet(t testing.TB, geo string, schema *arrow.Schema, fill func(*array.RecordBuilder)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	properties := parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(3))
	writer, err := pqarrow.NewFileWriter(schema, file, properties, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		t.Fatal(err)
	}
	builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer builder.Release()
	fill(builder)
	record := builder.NewRecord()
	defer record.Release()
	if err := writer.Write(record); err != nil {
		t.Fatal(err)
	}
	if geo != "" {
		if err := writer.AppendKeyValueMetadata("geo", geo); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func geoText(crs string) string {
	return `{"version":"1.1.0","primary_column":"shape","columns":{"shape":{"encoding":"WKB","geometry_types":["Polygon"]` + crs +
		`,"covering":{"bbox":{"xmin":["bbox","xmin"],"ymin":["bbox","ymin"],"xmax":["bbox","xmax"],"ymax":["bbox","ymax"]}}}}}`
}

func TestGeoParquetAttributesKeepTypeAndText(t *testing.T) {
	place := arrow.StructOf(arrow.Field{Name: "street", Type: arrow.BinaryTypes.String, Nullable: true},
		arrow.Field{Name: "number", Type: arrow.PrimitiveTypes.Int32, Nullable: true})
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "pin", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "shape", Type: arrow.BinaryTypes.Binary, Nullable: true},
		{Name: "acres", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "height", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
		{Name: "vacant", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: "built", Type: arrow.FixedWidthTypes.Date32, Nullable: true},
		{Name: "seen", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}, Nullable: true},
		{Name: "local", Type: &arrow.TimestampType{Unit: arrow.Millisecond}, Nullable: true},
		{Name: "zone", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}, Nullable: true},
		{Name: "place", Type: place, Nullable: true},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
		{Name: "level", Type: arrow.PrimitiveTypes.Uint8, Nullable: true},
		{Name: "photo", Type: arrow.BinaryTypes.Binary, Nullable: true},
		{Name: "bbox", Type: arrow.StructOf(arrow.Field{Name: "xmin", Type: arrow.PrimitiveTypes.Float64}), Nullable: true},
	}, nil)
	const full = `{"id":"%d","pin":"007","shape":"AQEAAAAAAAAAAADwPwAAAAAAAABA","acres":0.1,"height":0.1,"vacant":true,"built":"2007-01-31",
		"seen":"2007-01-31 12:00:00.5","local":"2007-01-31 12:00:00","zone":"R-1","place":{"street":"Main","number":5},"tags":["a","b"],"level":200,"photo":"AQ==","bbox":{"xmin":1}}`
	path := writeParquet(t, geoText(""), schema, func(b *array.RecordBuilder) {
		rows := make([]string, 0, 8)
		for i := range 7 {
			rows = append(rows, fmt.Sprintf(full, 9007199254740993+i))
		}
		rows = append(rows, `{}`)
		for _, row := range rows {
			if err := b.UnmarshalJSON([]byte(row)); err != nil {
				t.Fatal(err)
			}
		}
	})
	layer, features := loadWhole(t, path)
	s := layer.Schema()
	want := []Field{{"id", Number}, {"pin", Text}, {"acres", Number}, {"height", Number}, {"vacant", Bool}, {"built", Date},
		{"seen", Date}, {"local", Date}, {"zone", Text}, {"place.street", Text}, {"place.number", Number}, {"tags", Text}, {"level", Number}}
	if !slices.Equal(s.Fields, want) {
		t.Errorf("fields are %v, want %v", s.Fields, want)
	}
	if s.Format != "geoparquet" || s.Count != 8 || s.CRS != "OGC:CRS84" || len(features) != 8 {
		t.Fatalf("schema %+v, %d features", s, len(features))
	}
	if p := layer.Problems(); len(p) != 1 || !strings.Contains(p[0].What, "photo") {
		t.Errorf("problems are %v", p)
	}
	values := []Value{{Number, "9007199254740999", 9007199254740999}, {Text, "007", 0}, {Number, "0.1", 0.1}, {Number, "0.1", 0.1},
		{Bool, "true", 0}, {Date, "2007-01-31", 0}, {Date, "2007-01-31T12:00:00.5Z", 0}, {Date, "2007-01-31T12:00:00", 0},
		{Text, "R-1", 0}, {Text, "Main", 0}, {Number, "5", 5}, {Text, `["a","b"]`, 0}, {Number, "200", 200}}
	if !slices.Equal(features[6].Values, values) {
		t.Errorf("values of row 7 are\n%+v, want\n%+v", features[6].Values, values)
	}
	if text(features[6].Geometry) != "POINT(1 2)" || features[6].Row != 7 {
		t.Errorf("row 7 is %+v", features[6])
	}
	if f := features[7]; f.Geometry != nil || !slices.Equal(f.Values, make([]Value, len(want))) || len(f.Problems) != 0 {
		t.Errorf("the row of nulls is %+v", f)
	}

	_, some := loadWhole(t, path, "place.number", "nothing", "pin", "pin")
	if got := some[0].Values; !slices.Equal(got, []Value{{Number, "5", 5}, {}, {Text, "007", 0}, {Text, "007", 0}}) {
		t.Errorf("chosen values are %+v", got)
	}
	if text(some[6].Geometry) != "POINT(1 2)" {
		t.Errorf("geometry with chosen fields is %v", some[6].Geometry)
	}
}

func simpleParquet(t *testing.T, geo string, shapes ...[]byte) string {
	schema := arrow.NewSchema([]arrow.Field{{Name: "shape", Type: arrow.BinaryTypes.Binary, Nullable: true}}, nil)
	return writeParquet(t, geo, schema, func(b *array.RecordBuilder) {
		for _, shape := range shapes {
			b.Field(0).(*array.BinaryBuilder).Append(shape)
		}
	})
}

func TestGeoParquetCoordinateSystem(t *testing.T) {
	for crs, want := range map[string]string{
		"": "OGC:CRS84", `,"crs":null`: "", `,"crs":{"type":"ProjectedCRS","id":{"authority":"EPSG","code":2253}}`: `{"type":"ProjectedCRS","id":{"authority":"EPSG","code":2253}}`,
		`,"crs":"EPSG:2253"`: "EPSG:2253",
	} {
		layer, _ := loadWhole(t, simpleParquet(t, geoText(crs), orbwkb.MustMarshal(orb.Point{1, 2})))
		if s := layer.Schema(); s.CRS != want || s.CRSBasis != "GeoParquet metadata" {
			t.Errorf("%s: CRS %q by %q, want %q", crs, s.CRS, s.CRSBasis, want)
		}
		if said := len(layer.Problems()) > 0; said != (crs == `,"crs":null` || strings.Contains(crs, "EPSG:")) {
			t.Errorf("%s: problems are %v", crs, layer.Problems())
		}
	}
}

func TestParquetThatIsNoGeoParquetIsRefusedWithAReason(t *testing.T) {
	point := orbwkb.MustMarshal(orb.Point{1, 2})
	for geo, reason := range map[string]string{
		"":   `without "geo" metadata`,
		"{":  "can not be read",
		"{}": "names no primary_column",
		`{"primary_column":"shape","columns":{}}`:                             "does not describe",
		`{"primary_column":"shape","columns":{"shape":{"encoding":"point"}}}`: `encoded as "point"`,
		`{"primary_column":"gone","columns":{"gone":{"encoding":"WKB"}}}`:     `"gone" does not exist`,
	} {
		if _, err := Open(simpleParquet(t, geo, point), Options{}); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: error is %v, want %q", geo, err, reason)
		}
	}
	for name, content := range map[string]string{"empty": "", "short": "PAR1", "text": strings.Repeat("not parquet ", 100)} {
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestDamagedGeoParquetIsAnErrorAndNeverAPanic(t *testing.T) {
	whole, err := os.ReadFile(simpleParquet(t, geoText(""), orbwkb.MustMarshal(orb.Point{1, 2}), orbwkb.MustMarshal(orb.Point{3, 4})))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "a.parquet")
	for range 300 {
		damaged := slices.Clone(whole)
		for range 1 + random.IntN(4) {
			damaged[random.IntN(len(damaged))] ^= byte(1 + random.IntN(255))
		}
		if random.IntN(4) == 0 {
			damaged = damaged[:random.IntN(len(damaged))]
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		layer, err := Open(path, Options{})
		if err != nil {
			continue
		}
		for _, err := range layer.Features(context.Background(), nil) {
			if err != nil {
				break
			}
		}
		layer.Close()
	}
}

func TestWKBIsReadAsOrbReadsIt(t *testing.T) {
	ring := orb.Ring{{0, 0}, {9, 0}, {9, 9}, {0, 0}}
	hole := orb.Ring{{5, 1}, {6, 1}, {6, 2}, {5, 1}}
	for _, want := range []orb.Geometry{
		orb.Point{1, 2}, orb.MultiPoint{{1, 2}, {3, 4}}, orb.LineString{{1, 2}, {3, 4}}, orb.MultiLineString{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}},
		orb.Polygon{ring, hole}, orb.MultiPolygon{{ring}, {ring, hole}}, orb.Collection{orb.Point{1, 2}, orb.Polygon{ring}},
	} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			got, problems := new(wkb).decode(orbwkb.MustMarshal(want, order))
			if !orb.Equal(got, want) || len(problems) > 0 {
				t.Errorf("read %s, want %s; %v", text(got), text(want), problems)
			}
		}
	}
}

func TestWKBThatOrbDoesNotRead(t *testing.T) {
	number := func(v ...float64) string {
		raw := make([]byte, 0, 8*len(v))
		for _, x := range v {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
		}
		return hex.EncodeToString(raw)
	}
	const little, one, two, three, four = "01", "01000000", "02000000", "03000000", "04000000"
	cases := []struct{ name, wkb, want, problem string }{
		{"a point with height (ISO)", little + "e9030000" + number(1, 2, 3), "POINT(1 2)", ""},
		{"a point with measure (ISO)", little + "d1070000" + number(1, 2, 3), "POINT(1 2)", ""},
		{"a point with both (ISO)", little + "b90b0000" + number(1, 2, 3, 4), "POINT(1 2)", ""},
		{"a point with height and SRID (PostGIS)", little + "010000a0" + "e6100000" + number(1, 2, 3), "POINT(1 2)", ""},
		{"a line with height", little + "ea030000" + two + number(1, 2, 0, 3, 4, 0), "LINESTRING(1 2,3 4)", ""},
		{"an empty point", little + one + number(math.NaN(), math.NaN()), "nil", ""},
		{"an empty polygon", little + three + "00000000", "nil", ""},
		{"an empty collection", little + "07000000" + "00000000", "nil", ""},
		{"an open ring", little + three + one + three + number(0, 0, 1, 0, 1, 1), "POLYGON((0 0,1 0,1 1,0 0))", "closed"},
		{"a ring without area", little + three + one + two + number(0, 0, 0, 0), "nil", "four are needed"},
		{"half a coordinate that is no number", little + one + number(1, math.NaN()), "nil", "not a number"},
		{"an infinite coordinate", little + two + two + number(1, 2, math.Inf(1), 4), "nil", "position 2 is not a number"},
		{"a count beyond the end", little + two + "ffffffff" + number(1, 2), "nil", "cut off"},
		{"a cut point", little + one + number(1), "nil", "cut off"},
		{"bytes behind the end", little + one + number(1, 2) + "00", "nil", "1 bytes follow"},
		{"a circular string", little + "08000000" + "00000000", "nil", "type 8 is not read"},
		{"a polygon within a multipoint", little + four + one + little + three + "00000000", "nil", "part is of WKB type 3"},
		{"no WKB", "47500001", "nil", "cut off"},
		{"GeoPackage binary", "4750000100000000", "nil", "byte order is 71"},
		{"collections without end", strings.Repeat(little+"07000000"+one, 1000), "nil", "nested"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			raw, err := hex.DecodeString(c.wkb)
			if err != nil {
				t.Fatal(err)
			}
			got, problems := new(wkb).decode(raw)
			said := strings.Join(problems, "; ")
			if text(got) != c.want || !strings.Contains(said, c.problem) || (c.problem == "") != (said == "") {
				t.Errorf("read %s (%s), want %s (%s)", text(got), said, c.want, c.problem)
			}
		})
	}
}

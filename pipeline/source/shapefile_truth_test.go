package source

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// shpTruth is what is known of one file.
type shpTruth struct {
	Layers []struct {
		Extent     []float64
		CRS        *struct{ Name string }
		Fields     []struct{ Name, Type string }
		Features   int            `json:"features_read"`
		Types      map[string]int `json:"geometry_types"`
		Nulls      int            `json:"null_geometries"`
		Parts      int            `json:"polygon_parts"`
		Holes      int            `json:"polygon_holes"`
		Area       float64        `json:"area_sum_crs_units"`
		Unloadable bool           `json:"-"`
	}
	Rebuilt      *shpTruth           `json:"with_shx_rebuilt"`
	Members      map[string]shpTruth `json:"members"`
	FirstRecords []map[string]any    `json:"first_records"`
	LowLevel     struct {
		DBF struct {
			Fields [][]any `json:"fields_raw"`
		}
	} `json:"low_level"`
}

// readShpTruth returns the truth of a folder, or skips the test where there is none.
func readShpTruth(t testing.TB, folder string) map[string]shpTruth {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(sharedData(t), folder, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct{ Files map[string]shpTruth }
	if err := json.Unmarshal(b, &truth); err != nil {
		t.Fatal(err)
	}
	return truth.Files
}

// summary is what the test compares.
type summary struct {
	features, nulls, parts, holes int
	types                         map[string]int
	area                          float64
	bound                         orb.Bound
	rows                          []Feature // the first ten
}

func summarize(t *testing.T, layer *Layer) summary {
	t.Helper()
	s := summary{types: map[string]int{}}
	for f, err := range layer.Features(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if s.features++; len(s.rows) < 10 {
			s.rows = append(s.rows, f)
		}
		if f.Geometry == nil {
			s.nulls++
			continue
		}
		if s.features-s.nulls == 1 {
			s.bound = f.Geometry.Bound()
		}
		s.bound = s.bound.Union(f.Geometry.Bound())
		s.types[strings.ToUpper(f.Geometry.GeoJSONType())]++
		s.area += planar.Area(f.Geometry)
		var polygons orb.MultiPolygon
		switch g := f.Geometry.(type) {
		case orb.Polygon:
			polygons = orb.MultiPolygon{g}
		case orb.MultiPolygon:
			polygons = g
		}
		for _, p := range polygons {
			s.parts++
			s.holes += len(p) - 1
		}
	}
	return s
}

// difference is a file that is deliberately read otherwise than by GDAL.
type difference struct {
	why      string
	features int // when not GDAL's
	nulls    int
	types    map[string]int
}

var shpDifferences = map[string]difference{
	"gdal/multipatch.shp":                   {why: "a MultiPatch is refused with a sentence", features: 1, nulls: 1},
	"go-shp/multipatch.shp":                 {why: "a MultiPatch is refused with a sentence", features: 1, nulls: 1},
	"shapefile-rs/multipatch.shp":           {why: "a MultiPatch is refused with a sentence", features: 1, nulls: 1},
	"gdal/pointnan.shp":                     {why: "a point without coordinates is no geometry", features: 2, nulls: 1, types: map[string]int{"POINT": 1}},
	"gdal/buggypoint.shp":                   {why: "the .shp record is complete, only the index states two bytes less; GDAL believes the index", features: 1, types: map[string]int{"POINT": 1}},
	"geotools/lsOnePoint.shp":               {why: "a line of one point is no geometry", features: 3, nulls: 1, types: map[string]int{"LINESTRING": 2}},
	"geotools/extraAtEnd.shp":               {why: "GDAL refuses without index; the records before the garbage are sound", features: 3, types: map[string]int{"POLYGON": 3}},
	"nts/shape_pointZM_MissingM values.shp": {why: "GDAL refuses without index; the M block is supplied", features: 3, types: map[string]int{"POINT": 3}},
	"shapelib/3dpoints.shp":                 {why: "the index is damaged but the .shp holds all 22 points the table has rows for", features: 22, types: map[string]int{"POINT": 22}},
	"gdal/polygonm_without_m.shp":           {why: "open rings are closed, which gives them an area", features: 2, types: map[string]int{"POLYGON": 2}},
	"nts/polygon intersecting line.shp":     {why: "open rings are closed, which gives them an area", features: 2, types: map[string]int{"POLYGON": 2}},
	"shapefile-rs/polygon.shp":              {why: "open rings are closed, which gives them an area", features: 1, types: map[string]int{"MULTIPOLYGON": 1}},
	"gdal/testpoly.shp":                     {why: "GDAL takes the ring wound clockwise as outer ring though it lies inside the other one; the larger is", features: 14, types: map[string]int{"POLYGON": 14}},
	"shapelib/test.shp":                     {why: "GDAL takes the ring wound clockwise as outer ring though it lies inside the other one; the larger is", features: 3, types: map[string]int{"POLYGON": 3}},
	"DOC_URBA.shp":                          {why: "-1.8e308 means no data", features: 1, nulls: 1},
	"BATIMENT.shp":                          {why: "walls and floors of extruded buildings are rings without area or repeated rings in plan", features: 117, types: map[string]int{"POLYGON": 117}},
}

// shpRefused are files that give an error, and a part of its text.
var shpRefused = map[string]string{
	"shapefile-js/bad.shp":        "not a shapefile",
	"infused/dbase_02.dbf":        "dBASE II",
	"mapshaper_zip-in-zip.zip":    "only another archive (zip/points.zip)",
	"nextgis_mapinfo-not-shp.zip": "holds no shapefile, only multi_geom.DAT",
	"pyshp_empty_zipfile.zip":     "holds no shapefile, only dummyfile.txt",
	"shpjs_badzip.zip":            "not a readable zip archive",
}

func TestHostileShapefilesAreReadAsGDALReadsThem(t *testing.T) { compareFolder(t, "hostile-shp") }
func TestHostileTablesAreReadAsGDALReadsThem(t *testing.T)     { compareFolder(t, "hostile-dbf") }
func TestHostileArchivesAreReadAsGDALReadsThem(t *testing.T)   { compareFolder(t, "hostile-zip") }

func TestRealShapefilesAreReadAsGDALReadsThem(t *testing.T) {
	for _, folder := range []string{"cambridge-ma", "besancon-fr", "rennes-fr", "santa-rosa-ca", "bubenec-cz"} {
		t.Run(folder, func(t *testing.T) { compareFolder(t, folder) })
	}
}

func compareFolder(t *testing.T, folder string) {
	files := readShpTruth(t, folder)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if ext := filepath.Ext(name); ext != ".shp" && ext != ".dbf" && ext != ".zip" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			compareFile(t, filepath.Join(sharedData(t), folder, name), name, files[name])
		})
	}
}

func compareFile(t *testing.T, path, name string, truth shpTruth) {
	layer, err := Open(path, Options{})
	if want, refused := shpRefused[name]; refused {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("error is %v, want one with %q", err, want)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer layer.Close()
	got := summarize(t, layer)
	if truth.Rebuilt != nil {
		truth.Layers = truth.Rebuilt.Layers
	}
	for _, m := range truth.Members {
		truth.Layers = m.Layers
	}
	different, isDifferent := shpDifferences[name]
	if isDifferent {
		compareDifferent(t, got, different)
	} else {
		compareGeometry(t, name, got, truth)
	}
	if len(truth.Layers) > 0 {
		compareFields(t, layer.Schema(), truth)
		if truth.Layers[0].CRS != nil && layer.Schema().CRS == "" {
			t.Error("no CRS was read")
		}
	}
	compareValues(t, name, layer.Schema(), got.rows, truth)
}

func compareDifferent(t *testing.T, got summary, want difference) {
	if got.features != want.features || got.nulls != want.nulls || !sameCounts(got.types, want.types) {
		t.Errorf("%d features, %d null, %v; want %d, %d, %v, because %s", got.features, got.nulls, got.types, want.features, want.nulls, want.types, want.why)
	}
}

func compareGeometry(t *testing.T, name string, got summary, truth shpTruth) {
	if len(truth.Layers) != 1 {
		t.Fatalf("GDAL refuses what was read: %d features, %v", got.features, got.types)
	}
	want := truth.Layers[0]
	if got.features != want.Features || got.nulls != want.Nulls || !sameCounts(got.types, want.Types) {
		t.Errorf("%d features, %d null, %v; GDAL reads %d, %d, %v", got.features, got.nulls, got.types, want.Features, want.Nulls, want.Types)
	}
	if got.parts != want.Parts || got.holes != want.Holes {
		t.Errorf("%d parts and %d holes; GDAL reads %d and %d", got.parts, got.holes, want.Parts, want.Holes)
	}
	if math.Abs(got.area-want.Area) > 1e-9*want.Area+1e-6 {
		t.Errorf("area %v; GDAL has %v", got.area, want.Area)
	}
	if got.features > got.nulls && len(want.Extent) == 4 {
		extent := orb.Bound{Min: orb.Point{want.Extent[0], want.Extent[1]}, Max: orb.Point{want.Extent[2], want.Extent[3]}}
		// GDAL takes the extent of the header, which remembers deleted records.
		if !sameBound(got.bound, extent) && name != "geotools/deleted_archsites.shp" {
			t.Errorf("extent %v; GDAL has %v", got.bound, extent)
		}
	}
}

func sameCounts(a, b map[string]int) bool {
	return len(a) == len(b) && maps.Equal(a, b)
}

func sameBound(a, b orb.Bound) bool {
	for i := range 2 {
		if math.Abs(a.Min[i]-b.Min[i]) > 1e-6 || math.Abs(a.Max[i]-b.Max[i]) > 1e-6 {
			return false
		}
	}
	return true
}

// gdalKinds are the kinds of GDAL's field types. GDAL 3.6 has no logical type and reads the types of FoxPro as text.
func gdalKinds(gdal, dbase string) []Kind {
	switch {
	case gdal == "Integer" || gdal == "Integer64" || gdal == "Real":
		return []Kind{Number}
	case gdal == "Date":
		return []Kind{Date}
	case dbase == "L":
		return []Kind{Bool}
	case strings.Contains("IYTB", dbase):
		return []Kind{Number, Date}
	}
	return []Kind{Text}
}

func compareFields(t *testing.T, got Schema, truth shpTruth) {
	want, raw := truth.Layers[0].Fields, truth.LowLevel.DBF.Fields
	var fields []Field
	for i, f := range got.Fields {
		if i < len(want) || f.Name != "" {
			fields = append(fields, f)
		}
	}
	n := 0
	for i, w := range want {
		if w.Name == "_NullFlags" || w.Name == "FID" && len(got.Fields) == 0 { // hidden; made up by GDAL
			continue
		}
		if n >= len(fields) {
			t.Errorf("field %s is missing", w.Name)
			continue
		}
		dbase := "C"
		if i < len(raw) {
			dbase, _ = raw[i][1].(string)
		}
		f := fields[n]
		if n++; w.Name != "" && !strings.HasPrefix(f.Name, w.Name) || !slices.Contains(gdalKinds(w.Type, dbase), f.Kind) {
			t.Errorf("field %d is %s of kind %d; GDAL has %s of type %s (%s)", i+1, f.Name, f.Kind, w.Name, w.Type, dbase)
		}
	}
}

// valueDifferences are values that are deliberately read otherwise than by GDAL, by file and field.
var valueDifferences = map[string]map[string]string{
	"infused/dbase_31.dbf":              {"*": "GDAL 3.6 reads the binary types of FoxPro as text"},
	"dbfread/memotest.dbf":              {"MEMO": "GDAL gives the block number, not the text"},
	"infused/dbase_8b.dbf":              {"MEMO": "GDAL gives the block number, not the text", "LOGICAL": "Y is true"},
	"infused/dbase_83_missing_memo.dbf": {"DESC": "GDAL gives the block number of a memo that is not there"},
	"dbfread/invalid_value.dbf":         {"BIRTHDATE": "NotAYear is not the year 0"},
	"mapnik/farsi-labels.shp":           {"NAME_FA": "the bytes are UTF-8; the language byte says only ANSI"},
	"mbostock/boolean-property.shp":     {"foo": "a question mark in a logical field means unknown"},
	"mbostock/mixed-properties.shp":     {"foo": "a question mark in a logical field means unknown"},
	"mapshaper/comma_separated.dbf":     {"AUGSTUMS": "GDAL stops reading a number at its decimal comma"},
	"gdal/nan.dbf":                      {"*": "nan is not a number"},
}

func compareValues(t *testing.T, name string, schema Schema, rows []Feature, truth shpTruth) {
	differs := valueDifferences[name]
	seen := map[string]int{}
	for _, f := range schema.Fields {
		seen[strings.TrimSuffix(f.Name, "_2")]++
	}
	for i, record := range truth.FirstRecords {
		if i >= len(rows) {
			break
		}
		for k, f := range schema.Fields {
			want, known := record[f.Name]
			if _, skip := differs[f.Name]; skip || differs["*"] != "" || !known || seen[f.Name] > 1 {
				continue
			}
			if got := rows[i].Values[k]; !sameTableValue(got, want) {
				t.Errorf("record %d, %s: %+v; GDAL reads %v", rows[i].Row, f.Name, got, want)
			}
		}
	}
}

func sameTableValue(got Value, want any) bool {
	switch want := want.(type) {
	case nil:
		return got.Kind == Null
	case float64:
		return got.Kind == Number && math.Abs(got.Float-want) <= 1e-12*math.Abs(want)
	case string:
		switch got.Kind {
		case Bool:
			return (got.Text == "true") == strings.Contains("TtYy1", want)
		case Date:
			return got.Text == strings.ReplaceAll(want, "/", "-")
		}
		return got.Text == want || strings.Contains(want, `\x`) // GDAL left bytes undecoded
	}
	return false
}

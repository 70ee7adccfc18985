package source

import (
	"slices"
	"strings"
	"testing"
)

func TestEsriJSONIsReadAsAFeatureServiceReturnsIt(t *testing.T) {
	path := write(t, "query.json", `{"objectIdFieldName":"OBJECTID","geometryType":"esriGeometryPolygon",
		"spatialReference":{"wkid":102690,"latestWkid":2253},
		"fields":[{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID"},{"name":"PIN","type":"esriFieldTypeString","length":20},
			{"name":"SOLD","type":"esriFieldTypeDate"},{"name":"ACRES","type":"esriFieldTypeDouble"}],
		"features":[
			{"attributes":{"OBJECTID":9007199254740993,"PIN":"007","SOLD":1170244800000,"ACRES":0.50},
			 "geometry":{"rings":[[[0,0],[0,9],[9,9],[9,0],[0,0]],[[1,1],[2,1],[2,2],[1,1]],[[20,0],[20,5],[25,5],[20,0]]]}},
			{"attributes":{"OBJECTID":2,"PIN":null,"SOLD":null,"ACRES":1},"geometry":{"curveRings":[[[0,0],{"c":[[1,1],[2,0]]}]]}},
			{"attributes":{"OBJECTID":3,"SOLD":-1}}]}`)
	layer, features := loadWhole(t, path)
	s := layer.Schema()
	if s.Format != "esrijson" || s.CRS != "EPSG:2253" || s.CRSBasis != "spatialReference" {
		t.Errorf("schema is %+v", s)
	}
	if want := []Field{{"OBJECTID", Number}, {"PIN", Text}, {"SOLD", Date}, {"ACRES", Number}}; !slices.Equal(s.Fields, want) {
		t.Errorf("fields are %v", s.Fields)
	}
	first := features[0]
	if first.ID != "9007199254740993" || first.Values[1] != (Value{Text, "007", 0}) ||
		first.Values[2] != (Value{Date, "2007-01-31T12:00:00Z", 0}) || first.Values[3] != (Value{Number, "0.50", 0.5}) {
		t.Errorf("first record is %+v", first)
	}
	if got := text(first.Geometry); got != "MULTIPOLYGON(((0 0,0 9,9 9,9 0,0 0),(1 1,2 1,2 2,1 1)),((20 0,20 5,25 5,20 0)))" {
		t.Errorf("geometry is %s", got)
	}
	if got := strings.Join(features[1].Problems, ""); features[1].Geometry != nil || !strings.Contains(got, "true curves") {
		t.Errorf("curves: %+v", features[1])
	}
	if got := strings.Join(features[2].Problems, ""); !strings.Contains(got, `no "geometry"`) || features[2].Values[2].Text != "1969-12-31T23:59:59.999Z" {
		t.Errorf("no geometry: %+v", features[2])
	}
}

func TestEsriJSONGeometry(t *testing.T) {
	cases := []struct{ name, geometry, want, problem string }{
		{"a point", `{"x":1,"y":2,"z":3,"spatialReference":{"wkid":2253}}`, "POINT(1 2)", ""},
		{"an empty point", `{"x":null,"y":null}`, "nil", ""},
		{"an empty point of old", `{"x":"NaN","y":"NaN"}`, "nil", ""},
		{"a point of text", `{"x":"1","y":"2"}`, "nil", "x is not a number"},
		{"a point without y", `{"x":1}`, "nil", "y is not a number"},
		{"a multipoint", `{"points":[[1,2],[3,4,5]]}`, "MULTIPOINT((1 2),(3 4))", ""},
		{"a line", `{"hasZ":true,"paths":[[[1,2,0],[3,4,0]]]}`, "LINESTRING(1 2,3 4)", ""},
		{"a line of parts", `{"paths":[[[1,2],[3,4]],[[5,6],[7,8]]]}`, "MULTILINESTRING((1 2,3 4),(5 6,7 8))", ""},
		{"empty rings", `{"rings":[]}`, "nil", ""},
		{"a single ring wound as a hole", `{"rings":[[[0,0],[9,0],[9,9],[0,0]]]}`, "POLYGON((0 0,9 0,9 9,0 0))", ""},
		{"an open ring", `{"rings":[[[0,0],[9,9],[9,0]]]}`, "POLYGON((0 0,9 9,9 0,0 0))", "closed"},
		{"a ring of numbers", `{"rings":[[0,0,9,9]]}`, "nil", "ring 1: position 1 is not an array of numbers"},
		{"curves", `{"curvePaths":[[[0,0],{"c":[[1,1],[2,0]]}]]}`, "nil", "true curves"},
		{"an envelope", `{"xmin":0,"ymin":0,"xmax":1,"ymax":1}`, "nil", "envelope"},
		{"nothing", `{}`, "nil", "neither"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, features := loadWhole(t, write(t, "a.json", `{"features":[{"attributes":{"a":1},"geometry":`+c.geometry+`}]}`))
			f := features[0]
			if got := text(f.Geometry); got != c.want {
				t.Errorf("geometry is %s, want %s", got, c.want)
			}
			if got := strings.Join(f.Problems, "; "); !strings.Contains(got, c.problem) || c.problem == "" && c.want == "nil" && got != "" {
				t.Errorf("problems are %q, want %q", got, c.problem)
			}
		})
	}
}

func TestEsriJSONCoordinateSystem(t *testing.T) {
	const point = `{"attributes":{"a":1},"geometry":{"x":1,"y":2}}`
	for document, want := range map[string]string{
		`{"spatialReference":{"wkid":4326},"features":[` + point + `]}`:                              "EPSG:4326",
		`{"features":[` + point + `],"spatialReference":{"wkid":102100,"latestWkid":3857}}`:          "EPSG:3857",
		`{"spatialReference":{"wkid":103385},"features":[` + point + `]}`:                            "ESRI:103385",
		`{"spatialReference":{"wkt":"PROJCS[\"x\"]"},"features":[` + point + `]}`:                    `PROJCS["x"]`,
		`{"spatialReference":{},"features":[` + point + `]}`:                                         "",
		`{"features":[` + point + `]}`:                                                               "",
		`{"features":[{"attributes":{},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":2253}}}]}`: "EPSG:2253",
		`{"x":1,"y":2,"spatialReference":{"wkid":2253}}`:                                             "EPSG:2253",
		point + "\n" + point: "",
	} {
		layer, features := loadWhole(t, write(t, "a.json", document))
		if s := layer.Schema(); s.CRS != want || s.Format != "esrijson" || text(features[0].Geometry) != "POINT(1 2)" {
			t.Errorf("%s: CRS %q of %s, want %q", document, s.CRS, s.Format, want)
		}
	}
}

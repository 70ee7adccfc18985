package crs

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const esriCambridge = `PROJCS["NAD_1983_StatePlane_Massachusetts_Mainland_FIPS_2001_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",656166.667],PARAMETER["False_Northing",2460625.0],PARAMETER["Central_Meridian",-71.5],PARAMETER["Standard_Parallel_1",41.71666666666667],PARAMETER["Standard_Parallel_2",42.68333333333333],PARAMETER["Latitude_Of_Origin",41.0],UNIT["Foot_US",0.3048006096012192]]`

// gdalDane is what GDAL writes as WKT1 for EPSG:8193, without its codes.
const gdalDane = `PROJCS["NAD83(HARN) / WISCRS Dane (ftUS)",GEOGCS["NAD83(HARN)",DATUM["NAD83_High_Accuracy_Reference_Network",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_1SP"],PARAMETER["latitude_of_origin",43.0695160375],PARAMETER["central_meridian",-89.4222222222222],PARAMETER["scale_factor",1.0000384786],PARAMETER["false_easting",811000],PARAMETER["false_northing",480943.886],UNIT["US survey foot",0.304800609601219],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`

func TestParse(t *testing.T) {
	cases := []struct {
		name, text string
		code, unit string
	}{
		{"EPSG code", "EPSG:2249", "EPSG:2249", "US survey foot"},
		{"code in lower case", "epsg:2249", "EPSG:2249", "US survey foot"},
		{"code with spaces and NUL around it", " EPSG:2249\r\n\x00", "EPSG:2249", "US survey foot"},
		{"URN", "urn:ogc:def:crs:EPSG::2249", "EPSG:2249", "US survey foot"},
		{"address", "http://www.opengis.net/def/crs/EPSG/0/2249", "EPSG:2249", "US survey foot"},
		{"old address", "http://www.opengis.net/gml/srs/epsg.xml#2249", "EPSG:2249", "US survey foot"},
		{"CRS84", "OGC:CRS84", "OGC:CRS84", "degree"},
		{"CRS84 as URN", "urn:ogc:def:crs:OGC:1.3:CRS84", "OGC:CRS84", "degree"},
		{"CRS84 as address", "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "OGC:CRS84", "degree"},
		{"three dimensions", "EPSG:4979", "EPSG:4326", "degree"},
		{"compound", "EPSG:5498", "EPSG:4269", "degree"},
		{"compound of two codes", "EPSG:26986+5703", "EPSG:26986", "metre"},
		{"Esri code", "ESRI:102688", "ESRI:102688", "US survey foot"},
		{"Esri code called EPSG", "EPSG:102100", "ESRI:102100", "metre"},
		{"old Web Mercator", "EPSG:900913", "EPSG:3857", "metre"},
		{"PROJ string without type", "+proj=utm +zone=15 +datum=NAD83", "EPSG:26915", "metre"},
		{"PROJ string of a code", "+init=epsg:2249", "EPSG:2249", "US survey foot"},
		{"PROJ string without a code", "+proj=tmerc +lat_0=42.5 +lon_0=-71.3 +datum=NAD83 +units=us-ft", "", "US survey foot"},
		{"Esri WKT", esriCambridge, "EPSG:2249", "US survey foot"},
		{"Esri WKT with a byte order mark", "\ufeff" + esriCambridge, "EPSG:2249", "US survey foot"},
		{"GDAL WKT", gdalDane, "EPSG:8193", "US survey foot"},
		{"name", "NAD83 / Wisconsin Transverse Mercator", "EPSG:3070", "metre"},
		{"Esri WKT named in Windows-1252", strings.Replace(esriCambridge, "NAD_1983_State", "NAD_1983_\xe9tat", 1), "EPSG:2249", "US survey foot"},
		{"international feet", "EPSG:2253", "EPSG:2253", "foot"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := parse(t, c.text)
			if got.Code() != c.code || got.Unit() != c.unit {
				t.Errorf("got %q in %q, want %q in %q", got.Code(), got.Unit(), c.code, c.unit)
			}
			again := parse(t, string(got.PROJJSON()))
			if !again.Equal(got) || again.Geographic() != got.Geographic() {
				t.Errorf("its PROJJSON reads back as %s", again)
			}
		})
	}
}

func TestParseOfWrongDefinitionsSaysWhatIsWrong(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"nothing", " \n", "empty CRS definition"},
		{"unknown code", "EPSG:99999", "no such code"},
		{"unknown code in a URN", "urn:ogc:def:crs:EPSG::99999", "no such code"},
		{"garbage", "state plane, feet", "not a CRS definition"},
		{"bare number", "2249", "write EPSG:2249"},
		{"JSON cut off", `{"type":"ProjectedCRS",`, "not valid JSON"},
		{"some other JSON", `{"a":1}`, "not PROJJSON"},
		{"WKT cut off", esriCambridge[:200], "malformed WKT"},
		{"unknown projection", "+proj=foo", "not a PROJ string"},
		{"vertical system", "EPSG:5703", "vertical"},
		{"geocentric system", "EPSG:4978", "geocentric"},
		{"drawing without a place", `LOCAL_CS["site grid",UNIT["foot",0.3048],AXIS["x",EAST],AXIS["y",NORTH]]`, "without a place"},
		{"embedded NUL", "EPSG\x00:2249", "NUL"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse(c.text)
			if err == nil {
				t.Fatalf("got %s, want an error", got)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want something about %q", err, c.want)
			}
			if len(err.Error()) > 200 {
				t.Errorf("the message is %d bytes long", len(err.Error()))
			}
		})
	}
}

func TestSurveyFootIsExact(t *testing.T) {
	want := 1200.0 / 3937 / 0.3048
	for _, text := range []string{"EPSG:2229", esriCambridge, gdalDane} {
		if got := parse(t, text).UnitFeet(); got != want {
			t.Errorf("%s: %.17g ft in a unit, want %.17g", short(text), got, want)
		}
	}
	if got := parse(t, "EPSG:2253").UnitFeet(); got != 1 {
		t.Errorf("international foot: %v", got)
	}
	if got := parse(t, "EPSG:3070").UnitFeet(); math.Abs(got-1/0.3048) > 1e-15 {
		t.Errorf("metre: %v", got)
	}
	if got := parse(t, "EPSG:4326").UnitFeet(); !math.IsNaN(got) {
		t.Errorf("degree: %v, want NaN", got)
	}
}

func TestSurveyFootMatters(t *testing.T) {
	// At 6.5 million ft easting the two feet are 13 ft apart: EPSG:2229 read as international feet would be there.
	c := parse(t, "EPSG:2229")
	if shift := 6.5e6 * (c.UnitFeet() - 1); math.Abs(shift-13) > 0.001 {
		t.Errorf("shift %v ft, want 13", shift)
	}
}

func TestWebMercatorIsRecognised(t *testing.T) {
	esri := `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]`
	sphere := "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"
	for _, text := range []string{"EPSG:3857", "EPSG:900913", "EPSG:102100", "ESRI:102113", esri, sphere} {
		if c := parse(t, text); !c.WebMercator() {
			t.Errorf("%s: not recognised (method %s)", c, c.method)
		}
	}
	for _, text := range []string{"EPSG:2249", "EPSG:4326", "EPSG:3395"} {
		if c := parse(t, text); c.WebMercator() {
			t.Errorf("%s is not Web Mercator", c)
		}
	}
}

func TestPROJJSONIsOneObjectOnOneLine(t *testing.T) {
	for _, text := range []string{"EPSG:2249", esriCambridge, "OGC:CRS84"} {
		raw := parse(t, text).PROJJSON()
		var object map[string]any
		if err := json.Unmarshal(raw, &object); err != nil || strings.Contains(string(raw), "\n") {
			t.Errorf("%s: %v in %s", short(text), err, raw)
		}
	}
}

func TestEqual(t *testing.T) {
	a, b, c := parse(t, "EPSG:2249"), parse(t, esriCambridge), parse(t, "EPSG:26986")
	if !a.Equal(b) || !a.Equal(a) || a.Equal(c) || a.Equal(CRS{}) {
		t.Error("Equal is wrong")
	}
}

func TestPrjFilesOfRealLayers(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/data/*/*.prj")
	if len(files) == 0 {
		t.Skip("../shared is not here")
	}
	want := map[string]string{"besancon-fr": "EPSG:2154", "rennes-fr": "EPSG:2154", "bubenec-cz": "EPSG:3857",
		"santa-rosa-ca": "EPSG:3857", "cambridge-ma": "EPSG:2249"}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := parse(t, string(text)).Code(); got != want[filepath.Base(filepath.Dir(f))] {
			t.Errorf("%s is %s", f, got)
		}
	}
}

func TestHostilePrjFilesDoNoHarm(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/data/hostile-*/*/*.prj")
	if len(files) == 0 {
		t.Skip("../shared is not here")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(string(text))
		t.Logf("%s: %s %v", filepath.Base(f), c, err)
		if (err == nil) == c.IsZero() {
			t.Errorf("%s: %s with error %v", f, c, err)
		}
	}
}

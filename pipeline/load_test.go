package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/crs"
)

// testLaw is a pack with the facts that the tests map.
func testLaw(t *testing.T) Law {
	t.Helper()
	pack, err := rules.Load(fstest.MapFS{"tiny/pack.yaml": {Data: []byte(`
pack: tiny
title: A pack for tests
source: none
parameters: {near_line_ft: {type: ft, value: 3, about: a distance}}
policy: {front: address-street, rear: farthest-45, attached_within_ft: 0}
facts: {opening_in: in, lockable: bool, lot.owner: text, record.issued: date, record.area: sq_ft, lot.assessed: usd}
`)}}, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	return Law{Pack: pack, Districts: pack.Districts, Date: 20600}
}

// write makes files in a new folder, which it returns.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// collection is a FeatureCollection with a legacy crs member; each feature is its properties and its geometry.
func collection(code string, features ...[2]string) string {
	parts := make([]string, len(features))
	for i, f := range features {
		parts[i] = fmt.Sprintf(`{"type":"Feature","properties":%s,"geometry":%s}`, f[0], f[1])
	}
	return fmt.Sprintf(`{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":%q}},"features":[%s]}`, code, strings.Join(parts, ","))
}

// square is a polygon of side feet with its south-west corner at x, y.
func square(x, y, side float64) string {
	return fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%[1]g,%[2]g],[%[3]g,%[2]g],[%[3]g,%[4]g],[%[1]g,%[4]g],[%[1]g,%[2]g]]]}`, x, y, x+side, y+side)
}

const here = "EPSG:2249" // Massachusetts Mainland, US survey feet; the squares below lie in Cambridge
const hereX, hereY = 754000.0, 2967000.0

func loadIn(t *testing.T, dir string) (*Loaded, error) {
	t.Helper()
	c, err := ReadConfig(filepath.Join(dir, "audit.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return Load(context.Background(), c, testLaw(t), 2)
}

func mustLoad(t *testing.T, dir string) *Loaded {
	t.Helper()
	loaded, err := loadIn(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// issueKinds lists the issues but those of the crs members, which every file here has.
func issueKinds(issues []audit.Issue) []string {
	var kinds []string
	for _, i := range issues {
		if i.Kind != "file-problem" {
			kinds = append(kinds, i.Kind)
		}
	}
	return kinds
}

func TestLoadTypesAttributes(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml": `
layers:
  parcels: {path: parcels.geojson, id: PIN, fields: {owner: OWNER, address: SITE}}
  buildings:
    path: buildings.geojson
    id: N
    fields: {class: USE, height_ft: {field: H, unit: m}, opening_in: {field: GAP, unit: cm}, built: YEAR, lockable: LOCK, material: {value: wood}}
    class_map: {GAR: detached_garage, "SHD*": shed, TENT: ignore}
`,
		"parcels.geojson": collection(here, [2]string{`{"PIN":"0012","OWNER":"A","SITE":"12 Elm St"}`, square(hereX, hereY, 100)}),
		"buildings.geojson": collection(here,
			[2]string{`{"N":9007199254740993,"USE":"GAR","H":2.5,"GAP":10,"YEAR":1998,"LOCK":"Y"}`, square(hereX+10, hereY+10, 20)},
			[2]string{`{"N":"b","USE":"SHD-2","H":"9 ft","GAP":null,"YEAR":"2007-01-31","LOCK":"maybe"}`, square(hereX+50, hereY+10, 10)},
			[2]string{`{"N":"c","USE":"TENT","H":1,"GAP":1,"YEAR":0,"LOCK":false}`, square(hereX+50, hereY+50, 10)},
			[2]string{`{"N":"d","USE":"Barge","H":1,"GAP":1,"YEAR":0,"LOCK":false}`, square(hereX+70, hereY+50, 10)}),
	})
	loaded := mustLoad(t, dir)
	in := loaded.Input
	if p := in.Parcels[0]; p.ID != "0012" || p.Address != "12 Elm St" {
		t.Errorf("parcel is %s at %q", p.ID, p.Address)
	}
	if len(in.Structures) != 3 {
		t.Fatalf("got %d buildings, want 3 without the tent", len(in.Structures))
	}
	garage, shed, barge := in.Structures[0], in.Structures[1], in.Structures[2]
	if garage.ID != "9007199254740993" || garage.Class != "detached_garage" || shed.Class != "shed" || barge.Class != "" || barge.ClassText != "Barge" {
		t.Errorf("classes are %q %q %q, the first id %s", garage.Class, shed.Class, barge.Class, garage.ID)
	}
	day := func(y, m, d int) float64 {
		return float64(time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	}
	tests := []struct {
		of   audit.Structure
		fact string
		want rules.Value
	}{
		{garage, "height_ft", rules.Number(2.5 / 0.3048)},
		{garage, "opening_in", rules.Number(10 / 2.54)},
		{garage, "built_date", rules.Days(day(1998, 1, 1), day(1998, 12, 31))},
		{garage, "lockable", rules.Bool(true)},
		{garage, "material", rules.Text("wood")},
		{shed, "height_ft", rules.Number(9)},
		{shed, "opening_in", rules.Missing("opening_in")},
		{shed, "built_date", rules.Days(day(2007, 1, 31), day(2007, 1, 31))},
		{shed, "lockable", rules.Missing("lockable")},
		{barge, "built_date", rules.Missing("built_date")},
	}
	for _, tt := range tests {
		got, mapped := tt.of.Attributes.Get(tt.fact)
		if !mapped || math.Abs(got.Lo-tt.want.Lo) > 1e-9 || math.Abs(got.Hi-tt.want.Hi) > 1e-9 || got.Type != tt.want.Type || got.Text != tt.want.Text || got.Bool != tt.want.Bool {
			t.Errorf("%s of %s is %+v, want %+v", tt.fact, tt.of.ID, got, tt.want)
		}
	}
	if diff := cmp.Diff([]string{"unreadable-value", "unmapped-class"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadMappingErrorsComeTogether(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml": `
layers:
  parcels: {path: parcels.geojson, fields: {address: SITTE, opening_in: {field: SITE, unit: kg}}, where: {KIND: x}}
  zoning: {path: zones.geojson}
`,
		"parcels.geojson": collection(here, [2]string{`{"NUMBER_OF_IT":"1","SITE":"12 Elm St"}`, square(hereX, hereY, 100)}),
		"zones.geojson":   collection(here, [2]string{`{"Q":"R-1"}`, square(hereX, hereY, 100)}),
	})
	_, err := ReadConfig(filepath.Join(dir, "audit.yaml"))
	if err == nil || !strings.Contains(err.Error(), "kg can not be turned into in") {
		t.Errorf("a unit of weight for a length gives %v", err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "audit.yaml"))
	fixed := strings.Replace(string(text), ", opening_in: {field: SITE, unit: kg}", "", 1)
	if err := os.WriteFile(filepath.Join(dir, "audit.yaml"), []byte(fixed), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = loadIn(t, dir)
	var errs ConfigErrors
	if !errors.As(err, &errs) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{
		"none of the fields of " + filepath.Join(dir, "parcels.geojson") + " is known to hold the id; map one with id: FIELD (its fields are NUMBER_OF_IT, SITE)",
		"is known to hold the district",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the errors lack %q:\n%s", want, err)
		}
	}
}

func TestLoadNamesAMissingField(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml":      "layers:\n  parcels: {path: parcels.geojson, id: PIN, fields: {address: SITTE}}\n",
		"parcels.geojson": collection(here, [2]string{`{"PIN":"1","SITE":"12 Elm St"}`, square(hereX, hereY, 100)}),
	})
	_, err := loadIn(t, dir)
	var errs ConfigErrors
	if !errors.As(err, &errs) || len(errs) != 1 || errs[0].At.Line != 2 || !strings.Contains(errs[0].What, `has no field "SITTE"; did you mean "SITE"?`) {
		t.Errorf("got %v", err)
	}
}

func TestLoadMeasuresTheSameFeetFromAnyCRS(t *testing.T) {
	// A lot of 100 by 100 US survey feet, given in State Plane, degrees, Web Mercator, UTM metres and county feet.
	ring := orb.LineString{{hereX, hereY}, {hereX + 100, hereY}, {hereX + 100, hereY + 100}, {hereX, hereY + 100}, {hereX, hereY}}
	for _, code := range []string{"EPSG:2249", "EPSG:4326", "EPSG:4269", "EPSG:3857", "EPSG:26919", "EPSG:26986"} {
		for _, buildingsCode := range []string{"EPSG:2249", "EPSG:3857", "EPSG:4326"} {
			t.Run(code+" with buildings in "+buildingsCode, func(t *testing.T) {
				dir := write(t, map[string]string{
					"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: b.geojson, id: PIN}\n",
					"p.geojson":  collection(code, [2]string{`{"PIN":"1"}`, moved(t, ring, code)}),
					"b.geojson":  collection(buildingsCode, [2]string{`{"PIN":"1"}`, moved(t, ring, buildingsCode)}),
				})
				in := mustLoad(t, dir).Input
				const foot = 1200. / 3937 / 0.3048 // international feet per US survey foot
				lot, building := in.Parcels[0].Shape[0][0], in.Structures[0].Shape.(orb.Polygon)[0]
				for i := 1; i < len(lot); i++ {
					if d := math.Hypot(lot[i][0]-lot[i-1][0], lot[i][1]-lot[i-1][1]); math.Abs(d-100*foot) > 0.01 {
						t.Errorf("side %d measures %.4f ft, want %.4f", i, d, 100*foot)
					}
					if d := math.Hypot(lot[i][0]-building[i][0], lot[i][1]-building[i][1]); d > 0.01 {
						t.Errorf("the same corner lies %.4f ft apart", d)
					}
				}
			})
		}
	}
}

// moved is a ring in another CRS, as GeoJSON.
func moved(t *testing.T, ring orb.LineString, code string) string {
	t.Helper()
	from, err := crs.Parse(here)
	if err != nil {
		t.Fatal(err)
	}
	to, err := crs.Parse(code)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := crs.NewTransformer(from, to)
	if err != nil {
		t.Fatal(err)
	}
	points := append([]orb.Point{}, ring...)
	if err := tr.Points(points); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "[%.10f,%.10f]", p[0], p[1])
	}
	return `{"type":"Polygon","coordinates":[[` + b.String() + `]]}`
}

func TestLoadRefusesWhatCanNotBeTrue(t *testing.T) {
	tests := []struct {
		name, parcels, zones, want string
	}{
		{"degrees labelled feet", collection(here, [2]string{`{"PIN":"1"}`, square(-71, 42, 0.001)}), "", "look like degrees"},
		{"feet labelled degrees", collection("EPSG:4326", [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}), "", "can not be WGS 84"},
		{"a layer in another CRS than it says", collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
			collection("EPSG:26986", [2]string{`{"district":"R"}`, square(hereX, hereY, 100)}), "look like feet"},
		{"another layer elsewhere", collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
			collection("EPSG:4326", [2]string{`{"district":"R"}`, square(-70, 42.4, 0.01)}), "no other layer is within"},
		{"latitude before longitude", collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
			collection("EPSG:4326", [2]string{`{"district":"R"}`, square(42.4, -71.1, 0.01)}), "latitude before longitude"},
		{"metres labelled feet", collection(here, [2]string{`{"PIN":"1"}`, square(hereX*0.3048, hereY*0.3048, 100)}), "", "look like metres"},
		{"no geometry at all", collection(here, [2]string{`{"PIN":"1"}`, "null"}), "", "has a geometry"},
		{"not a CRS", collection("EPSG:999999", [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}), "", "say which it is with crs:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"audit.yaml": "layers: {parcels: {path: p.geojson, id: PIN}}\n", "p.geojson": tt.parcels}
			if tt.zones != "" {
				files["audit.yaml"] = "layers: {parcels: {path: p.geojson, id: PIN}, zoning: {path: z.geojson}}\n"
				files["z.geojson"] = tt.zones
			}
			_, err := loadIn(t, write(t, files))
			var input *InputError
			if !errors.As(err, &input) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an input error with %q", err, tt.want)
			}
		})
	}
}

func TestLoadTakesOneMixedFileForManyLayers(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml": `
layers:
  parcels: {path: all.geojson, id: N, where: {type: lot}}
  zoning: {from: parcels, district: zoning}
  buildings: {path: all.geojson, id: N, where: {type: [house, shed]}}
`,
		"all.geojson": collection(here,
			[2]string{`{"type":"lot","N":"1","zoning":"R-1"}`, square(hereX, hereY, 100)},
			[2]string{`{"type":"house","N":"2"}`, square(hereX+10, hereY+10, 30)},
			[2]string{`{"type":"shed","N":"3"}`, square(hereX+60, hereY+60, 10)},
			[2]string{`{"type":"region","N":"4"}`, square(hereX, hereY, 1000)}),
	})
	loaded := mustLoad(t, dir)
	in := loaded.Input
	if len(in.Parcels) != 1 || len(in.Structures) != 2 || in.Parcels[0].District != "R-1" || !in.Layers.Zoning {
		t.Errorf("got %d parcels in %q and %d buildings", len(in.Parcels), in.Parcels[0].District, len(in.Structures))
	}
	if diff := cmp.Diff([]string{"unmapped-district"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadKeepsBrokenRecordsAndSaysSo(t *testing.T) {
	bowtie := `{"type":"Polygon","coordinates":[[[754010,2967010],[754030,2967030],[754030,2967010],[754010,2967030],[754010,2967010]]]}`
	dir := write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: b.geojson, id: N}\n  fences: {path: f.geojson, id: N}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}, [2]string{`{"PIN":"1"}`, square(hereX+100, hereY, 100)}),
		"b.geojson": collection(here, [2]string{`{"N":"a"}`, "null"}, [2]string{`{"N":"b"}`, bowtie},
			[2]string{`{"N":"c"}`, `{"type":"LineString","coordinates":[[754010,2967010],[754030,2967030]]}`}, [2]string{`{"N":null}`, square(hereX+10, hereY+10, 20)}),
		"f.geojson": collection(here, [2]string{`{"N":"f"}`, `{"type":"LineString","coordinates":[[754010,2967010],[754010,2967010],[754030,2967030]]}`}),
	})
	loaded := mustLoad(t, dir)
	in := loaded.Input
	if len(in.Parcels) != 2 || len(in.Structures) != 4 || len(in.Fences) != 1 {
		t.Fatalf("got %d parcels, %d buildings, %d fences, want every record", len(in.Parcels), len(in.Structures), len(in.Fences))
	}
	for i, want := range []bool{false, false, false, true} {
		if has := in.Structures[i].Shape != nil; has != want {
			t.Errorf("building %s has a shape: %v, want %v", in.Structures[i].ID, has, want)
		}
	}
	if in.Structures[3].ID != "buildings/4" {
		t.Errorf("the building without id is called %s", in.Structures[3].ID)
	}
	want := []string{"duplicate-id", "missing-id", "null-geometry", "unusable-geometry", "unusable-geometry", "repaired-geometry"}
	if diff := cmp.Diff(want, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadReadsTables(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml": `
layers:
  parcels: {path: p.geojson, id: PIN}
tables:
  permits: {path: permits.csv, parcel: PIN, fields: {number: NO, issued: DATE, area: {field: SQM, unit: sq_m}}}
  uses: {path: uses.csv}
  overrides: {path: overrides.csv}
`,
		"p.geojson":     collection(here, [2]string{`{"PIN":"0012"}`, square(hereX, hereY, 100)}),
		"permits.csv":   "\ufeffPIN;NO;DATE;SQM;Work done\n0012;7;2020-02-03;10;shed\n0012;8;soon;;\n",
		"uses.csv":      "parcel_id,class,number\n0012,Shed,u1\n",
		"overrides.csv": fmt.Sprintf("parcel_id,kind,x,y\n0012,rear,%f,%f\n0012,sideways,1,2\n", hereX+50, hereY+100),
	})
	loaded := mustLoad(t, dir)
	permits := loaded.Input.Tables["permits"]
	if permits == nil || len(permits.Rows) != 2 {
		t.Fatalf("permits are %+v", permits)
	}
	first := permits.Rows[0]
	if first.ParcelID != "0012" || first.ID != "7" {
		t.Errorf("the first permit is %s of parcel %s", first.ID, first.ParcelID)
	}
	if issued, _ := first.Attributes.Get("issued"); issued.Type != rules.DateOf || !issued.Exact() {
		t.Errorf("it was issued %+v", issued)
	}
	if area, _ := first.Attributes.Get("area"); math.Abs(area.Lo-107.639104) > 1e-6 {
		t.Errorf("its area is %+v", area)
	}
	if work, ok := first.Attributes.Get("work_done"); !ok || work.Text != "shed" {
		t.Errorf("the column nobody mapped is %+v", work)
	}
	if uses := loaded.Input.Tables["uses"]; uses.Rows[0].Class != "shed" {
		t.Errorf("the use is of class %q", uses.Rows[0].Class)
	}
	if _, ok := loaded.Input.Tables["variances"]; ok {
		t.Error("a table that nobody gave is there")
	}
	overrides := loaded.Input.Overrides
	if len(overrides) != 1 || overrides[0].Kind.String() != "rear" || math.Abs(overrides[0].At[1]-loaded.Input.Parcels[0].Shape.Bound().Max[1]) > 0.01 {
		t.Errorf("overrides are %+v", overrides)
	}
	if diff := cmp.Diff([]string{"unreadable-value", "unusable-override"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadIsTheSameForAnyNumberOfJobs(t *testing.T) {
	features := make([][2]string, 3*chunk)
	for i := range features {
		features[i] = [2]string{fmt.Sprintf(`{"PIN":"%d"}`, i%700), square(hereX+float64(i%40)*100, hereY+float64(i/40)*100, 100)}
	}
	dir := write(t, map[string]string{"audit.yaml": "layers: {parcels: {path: p.geojson, id: PIN}}\n", "p.geojson": collection("EPSG:2249", features...)})
	c, err := ReadConfig(filepath.Join(dir, "audit.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	law := testLaw(t)
	one, err := Load(context.Background(), c, law, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Load(context.Background(), c, law, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range one.Input.Parcels {
		a, b := one.Input.Parcels[i], many.Input.Parcels[i]
		if a.ID != b.ID || !a.Shape.Equal(b.Shape) {
			t.Fatalf("parcel %d differs", i)
		}
	}
	if diff := cmp.Diff(one.Issues, many.Issues); diff != "" {
		t.Error(diff)
	}
}

func TestLoadTellsKindsOfStreetsAndFences(t *testing.T) {
	line := `{"type":"LineString","coordinates":[[754000,2967000],[754100,2967000]]}`
	dir := write(t, map[string]string{
		"audit.yaml": `
layers:
  parcels: {path: p.geojson, id: PIN}
  streets: {path: s.geojson, fields: {name: N, class: C}}
  fences: {path: f.geojson, fields: {kind: K}}
`,
		"p.geojson": collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"s.geojson": collection(here, [2]string{`{"N":"Elm St","C":"local"}`, line}, [2]string{`{"N":null,"C":"Alley, paved"}`, line},
			[2]string{`{"N":"I-90","C":"motorway_link"}`, line}, [2]string{`{"N":"","C":"footway"}`, line}, [2]string{`{"N":"","C":"Railroad"}`, line}),
		"f.geojson": collection(here, [2]string{`{"K":"HEDGE"}`, line}, [2]string{`{"K":"wood"}`, line}),
	})
	loaded := mustLoad(t, dir)
	var kinds []string
	for _, s := range loaded.Input.Streets {
		kinds = append(kinds, s.Kind)
	}
	if diff := cmp.Diff([]string{"", "alley", "highway", "path", "rail"}, kinds); diff != "" {
		t.Error(diff)
	}
	if s := loaded.Input.Streets; s[0].Name != "Elm St" || !s[1].Alley {
		t.Errorf("streets are %+v", s)
	}
	if f := loaded.Input.Fences; f[0].Class != "hedge" || f[1].Class != "" {
		t.Errorf("fences are a %q and a %q", f[0].Class, f[1].Class)
	}
	if diff := cmp.Diff([]string{"unmapped-class"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadChecksClassMaps(t *testing.T) {
	dir := write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: p.geojson, id: PIN, fields: {class: U}, class_map: {G: detached_garge, S: ignore}}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1","U":"G"}`, square(hereX, hereY, 100)}),
	})
	_, err := loadIn(t, dir)
	var errs ConfigErrors
	if !errors.As(err, &errs) || len(errs) != 1 || !strings.Contains(errs[0].What, `there is no class "detached_garge"; did you mean "detached_garage"?`) {
		t.Errorf("got %v", err)
	}
}

func TestLoadIsNotLedAstrayByOneWrongCoordinate(t *testing.T) {
	lots := func(stray string) [][2]string {
		var out [][2]string
		for i := range 8 {
			out = append(out, [2]string{fmt.Sprintf(`{"PIN":"%d"}`, i), square(-89.88+float64(i)*0.001, 42.73, 0.001)})
		}
		return append(out, [2]string{`{"PIN":"stray"}`, stray})
	}
	files := map[string]string{"audit.yaml": "layers: {parcels: {path: p.geojson, id: PIN}}\n", "p.geojson": collection("OGC:CRS84", lots("null")...)}
	want := mustLoad(t, write(t, files))
	for name, stray := range map[string]string{
		"at 0, 0": square(0, 0, 0.001), "in another state": square(-100, 35, 0.001), "beyond the earth": square(-89.88, 42.73, 1e300),
	} {
		t.Run(name, func(t *testing.T) {
			files["p.geojson"] = collection("OGC:CRS84", lots(stray)...)
			got := mustLoad(t, write(t, files))
			if !got.Ground.Working.Equal(want.Ground.Working) {
				t.Errorf("the working CRS is %s, without the stray %s", got.Ground.Working, want.Ground.Working)
			}
			if len(got.Input.Parcels) != 9 || got.Input.Parcels[8].Shape != nil {
				t.Errorf("got %d parcels, the last with shape %v, want 9 and none", len(got.Input.Parcels), got.Input.Parcels[8].Shape)
			}
			if diff := cmp.Diff([]string{"stray-geometry"}, issueKinds(got.Issues)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadSaysWhichRecordsNameUnknownParcels(t *testing.T) {
	files := map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: b.geojson, id: N, fields: {parcel: PIN}}\ntables: {permits: {path: permits.csv, parcel: pin}}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"0012"}`, square(hereX, hereY, 100)}, [2]string{`{"PIN":"0013 "}`, square(hereX+100, hereY, 100)}),
		"b.geojson":  collection(here, [2]string{`{"N":"a","PIN":"12"}`, square(hereX+10, hereY+10, 20)}),
	}
	files["permits.csv"] = "pin,number\n 0012,1\n0013,2\n12,3\n,4\n"
	loaded := mustLoad(t, write(t, files))
	if diff := cmp.Diff([]string{"unknown-parcel", "unknown-parcel", "unknown-parcel"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
	if note := strings.Join(loaded.Notes, "\n"); !strings.Contains(note, "permits: 1 of 3 rows") {
		t.Errorf("the notes are %q", note)
	}
	files["permits.csv"] = "pin,number\n12,1\n13,2\n"
	_, err := loadIn(t, write(t, files))
	var input *InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), `it writes "12", the parcels are called "0012"`) {
		t.Errorf("a table of other ids: got %v", err)
	}
}

func TestLoadCallsParcelsByTheirNumberWhenTold(t *testing.T) {
	loaded := mustLoad(t, write(t, map[string]string{
		"audit.yaml": "layers: {parcels: {path: p.geojson, id: '#'}}\n",
		"p.geojson":  collection(here, [2]string{`{"x":"1"}`, square(hereX, hereY, 100)}, [2]string{`{"x":"1"}`, square(hereX+100, hereY, 100)}),
	}))
	if got := loaded.Input.Parcels; got[0].ID != "parcels/1" || got[1].ID != "parcels/2" || len(issueKinds(loaded.Issues)) > 0 {
		t.Errorf("got %s, %s and %v", got[0].ID, got[1].ID, loaded.Issues)
	}
}

func TestLoadTakesHeightsThatAreNoneAsMissing(t *testing.T) {
	loaded := mustLoad(t, write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: b.geojson, fields: {height_ft: {field: height, unit: m}}}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"b.geojson":  collection(here, [2]string{`{"height":-1}`, square(hereX, hereY, 10)}, [2]string{`{"height":0}`, square(hereX, hereY, 10)}, [2]string{`{"height":3}`, square(hereX, hereY, 10)}),
	}))
	for i, known := range []bool{false, false, true} {
		if v, _ := loaded.Input.Structures[i].Attributes.Get("height_ft"); (v.Type == rules.NumberOf) != known {
			t.Errorf("height of building %d is %v", i+1, v)
		}
	}
	if diff := cmp.Diff([]string{"unreadable-value"}, issueKinds(loaded.Issues)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadRefusesAConditionThatNoRecordMeets(t *testing.T) {
	_, err := loadIn(t, write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: p.geojson, where: {type: [building, house]}}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1","type":"structure"}`, square(hereX, hereY, 100)}),
	}))
	if want := `buildings: no record has type "building" or "house"; there are "structure"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestLoadSaysWhenFeetAreMixed(t *testing.T) {
	loaded := mustLoad(t, write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  zoning: {path: z.geojson, crs: '+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000 +y_0=750000 +datum=NAD83 +units=ft'}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"z.geojson":  collection(here, [2]string{`{"district":"R"}`, square(hereX, hereY, 100)}),
	}))
	if note := strings.Join(loaded.Notes, "\n"); !strings.Contains(note, "zoning is in international feet") {
		t.Errorf("the notes are %q", note)
	}
}

func TestLoadSaysAllThatIsWrongWithItsFilesAtOnce(t *testing.T) {
	_, err := loadIn(t, write(t, map[string]string{
		"audit.yaml": "layers:\n  parcels: {path: p.geojson, id: PIN}\n  buildings: {path: b.geojson, class_map: {x: hose}}\n  streets: {path: s.geojson}\n  water: {path: w.geojson}\ntables: {permits: {path: permits.csv, parcel: pn}}\n",
		"p.geojson":  collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"b.geojson":  collection(here), "s.geojson": "<html>", "w.geojson": "", "permits.csv": "pin\n1\n",
	}))
	for _, want := range []string{`no class "hose"`, "streets: ", "water: ", `no field "pn"; did you mean "pin"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want also %q", err, want)
		}
	}
}

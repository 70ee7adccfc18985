package pipeline

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestProposeKnowsCommonSchemas(t *testing.T) {
	lot := square(-90, 43, 0.001)
	line := `{"type":"LineString","coordinates":[[-90,43],[-90,43.001]]}`
	tests := []struct {
		name, file, properties, geometry string
		want                             []string
	}{
		{"Wisconsin statewide parcels", "V900_Dane.geojson", `{"PARCELID":"0251","TAXPARCELID":"0251","SITEADRESS":"1 ELM","PROPCLASS":"1"}`, lot,
			[]string{"  parcels:", "id: PARCELID", "address: SITEADRESS", "use: PROPCLASS"}},
		{"Esri LGIM parcels", "TaxParcel.geojson", `{"PARCELID":"1","SITEADDRESS":"1 ELM","USECD":"R"}`, lot, []string{"  parcels:", "id: PARCELID", "address: SITEADDRESS"}},
		{"Esri LGIM zoning", "Zoning.geojson", `{"ZONECLASS":"R-1","ZONEDESC":"x"}`, lot, []string{"  zoning:", "district: ZONECLASS"}},
		{"Regrid", "wi_dane.geojson", `{"ll_uuid":"a","parcelnumb":"12-1","address":"1 ELM","usecode":"1","zoning":"R-1"}`, lot,
			[]string{"  parcels:", "id: parcelnumb", "address: address", "use: usecode", "zoning: {from: parcels, district: zoning}"}},
		{"OpenStreetMap buildings", "export.geojson", `{"@id":"way/1","building":"garage","height":"3"}`, lot, []string{"  buildings:", "id: '@id'", "class: building", "garage: garage"}},
		{"OpenStreetMap fences", "export.geojson", `{"@id":"way/1","barrier":"fence"}`, line, []string{"  fences:", "class: barrier", "fence: fence"}},
		{"OpenStreetMap streets", "export.geojson", `{"@id":"way/1","highway":"service","name":"Elm"}`, line, []string{"  streets:", "class: highway", "name: name"}},
		{"Microsoft buildings", "Wisconsin.geojson", `{"height":-1,"confidence":-1}`, lot, []string{"  buildings:", "# height_ft: {field: height, unit: m}"}},
		{"Overture buildings", "madison.geojson", `{"id":"08b","subtype":"residential","class":"garage","height":3,"num_floors":1}`, lot,
			[]string{"  buildings:", "id: id", "class: class", "garage: garage"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, map[string]string{tt.file: collection("OGC:CRS84", [2]string{tt.properties, tt.geometry})})
			p, err := Propose(context.Background(), dir, []string{"wi-city"})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(p.Text, want) {
					t.Errorf("no %q in\n%s", want, p.Text)
				}
			}
			if _, err := parseConfig(filepath.Join(dir, "audit.yaml"), []byte(p.Text)); err != nil {
				t.Errorf("what is proposed is wrong: %v\n%s", err, p.Text)
			}
		})
	}
}

func TestWhatIsProposedRunsOnceAPackIsNamed(t *testing.T) {
	dir := write(t, map[string]string{
		"lots.json":             collection("OGC:CRS84", [2]string{`{"PIN":"0012"}`, square(-90, 43, 0.001)}),
		"overlay_zoning.ndjson": `{"type":"Feature","properties":{"what":"flood"},"geometry":` + square(-90, 43, 0.001) + "}\n",
		"permits.csv":           "pin;no\n0012;7\n",
		"variances.csv":         "lot;no\n0012;7\n",
		"notes.csv":             "a,b\n",
		"districts.yaml":        "",
	})
	p, err := Propose(context.Background(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\ndistricts: districts.yaml\n", "\n  permits: {path: permits.csv, parcel: pin}\n", "# variances: ", "# zoning: {path: overlay_zoning.ndjson"} {
		if !strings.Contains(p.Text, want) {
			t.Errorf("no %q in\n%s", want, p.Text)
		}
	}
	c, err := parseConfig(filepath.Join(dir, "audit.yaml"), []byte(p.Text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(context.Background(), c, testLaw(t), 1); err != nil {
		t.Errorf("%v\n%s", err, p.Text)
	}
	var input *InputError
	if _, err := Propose(context.Background(), filepath.Join(dir, "none"), nil); !errors.As(err, &input) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

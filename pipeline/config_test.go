package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func configIn(t *testing.T, text string) (Config, error) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"parcels.shp", "zoning.geojson", "permits.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "audit.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadConfig(file)
}

func TestConfigErrors(t *testing.T) {
	tests := []struct {
		name, yaml string
		want       []string // line:column and a part of the sentence, one per error
	}{
		{"an unknown key names the nearest", "pack: wi-city\nzonning: 1\n", []string{"2:1 ", `unknown key "zonning"`}},
		{"a misspelt layer names the nearest", "layers:\n  parcells: {path: parcels.shp}\n", []string{"2:3 ", `did you mean "parcels"?`}},
		{"a key far from all lists them", "tolerance: {wibble: 1}\n", []string{"1:13 ", "known keys are buildings_ft, features_ft"}},
		{"a text where a number belongs", "tolerance: {parcels_ft: wide}\n", []string{"1:25 ", `must be a number, this is the text "wide"`}},
		{"not a number", "tolerance: {parcels_ft: .nan}\n", []string{"1:25 ", "must be a finite number"}},
		{"infinity", "tolerance: {parcels_ft: -.inf}\n", []string{"1:25 ", "must be a finite number"}},
		{"a negative tolerance", "tolerance: {parcels_ft: -1}\n", []string{"1:25 ", "can not be negative"}},
		{"a mapping where a text belongs", "pack: {a: b}\n", []string{"1:8 ", "must be a text, this is a mapping"}},
		{"a list where a mapping belongs", "layers: [a]\n", []string{"1:10 ", "must be a mapping of keys to values, this is a list"}},
		{"a file that is not there", "districts: none.yaml\n", []string{"1:12 ", "there is no file"}},
		{"a layer without a path", "layers: {parcels: {id: PIN}}\n", []string{"1:20 ", "parcels needs a path"}},
		{"an unknown unit", "layers: {parcels: {path: parcels.shp, fields: {height_ft: {field: H, unit: furlong}}}}\n", []string{"1:76 ", `unknown unit "furlong"`}},
		{"a unit of something else", "layers: {parcels: {path: parcels.shp, fields: {height_ft: {field: H, unit: sq_m}}}}\n", []string{"1:76 ", "can not be turned into ft"}},
		{"a field mapped twice", "layers: {parcels: {path: parcels.shp, id: A, fields: {id: B}}}\n", []string{"1:59 ", "id is mapped twice"}},
		{"a field and a value at once", "layers: {parcels: {path: parcels.shp, fields: {use: {field: H, value: x}}}}\n", []string{"1:54 ", "needs either field"}},
		{"a truth that is none", "layers: {parcels: {path: parcels.shp}, buildings: {path: parcels.shp, partial: some}}\n", []string{"1:80 ", "neither true nor false"}},
		{"an unknown format", "output: {formats: [parquet, kml]}\n", []string{"1:29 ", `unknown format "kml"`}},
		{"a key given twice", "pack: a\npack: b\n", []string{"2:1 ", "already defined"}},
		{"a second document", "pack: wi-city\n---\npack: b\n", []string{"3:1 ", "second document"}},
		{"text that is not YAML", "pack: [a\n", []string{"1:", ""}},
		{"a bad pattern", "layers: {parcels: {path: parcels.shp, class_map: {'[': shed}}}\n", []string{"1:51 ", "is no pattern"}},
		{"two faults are both said", "pakc: a\noutput: {dri: b}\n", []string{"1:1 ", `did you mean "pack"?`, "2:10 ", `did you mean "dir"?`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := configIn(t, tt.yaml)
			var errs ConfigErrors
			if !errors.As(err, &errs) {
				t.Fatalf("got %v, want configuration errors", err)
			}
			if len(errs) != len(tt.want)/2 {
				t.Fatalf("got %d errors, want %d:\n%v", len(errs), len(tt.want)/2, err)
			}
			for i, e := range errs {
				if at, want := strings.TrimPrefix(e.At.String()+" ", e.At.File+":"), tt.want[2*i]; !strings.HasPrefix(at, want) {
					t.Errorf("error %d is at %s, want %s", i, at, want)
				}
				if want := tt.want[2*i+1]; !strings.Contains(e.What, want) {
					t.Errorf("error %d says %q, want %q in it", i, e.What, want)
				}
			}
		})
	}
}

func TestConfigRefusesWhatIsNoText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a tab as indent", "layers:\n\tparcels: {path: x}\n", "2:1: a tab"},
		{"a binary", "\x7fELF\x02\x01", "1:5: a control character"},
		{"Latin-1", "pack: x\n# M\xfcller\n", "2:1: this line is not UTF-8"},
		{"a bottomless pit", strings.Repeat("[", 1<<19), "nested more than"},
		{"a data set", strings.Repeat("x: y\n", 1<<19), "larger than 1024 KB"},
		{"a very long line", "x: " + strings.Repeat("a", 1<<19), "unknown key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := configIn(t, tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 1000 {
				t.Errorf("got %.1000v, want %q and no more than fits a screen", err, tt.want)
			}
		})
	}
}

func TestConfigErrorsOfThePackComeWithTheRest(t *testing.T) {
	_, err := configIn(t, "pack: wi-village-133\nlayrs: {}\ndate: yesterday\npolicy: {front: x}\nparameters: {near_line: 3 ft}\n")
	for _, want := range []string{"2:1: unknown key", "3:7: date", "4:10: policy front", `5:14: pack wi-village-133 has no parameter "near_line"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want also %q", err, want)
		}
	}
}

func TestConfigTakesByteOrderMarks(t *testing.T) {
	utf16 := []byte("\xff\xfe")
	for _, c := range "date: 2026-01-31\n" {
		utf16 = append(utf16, byte(c), 0)
	}
	for name, text := range map[string]string{"UTF-8": "\ufeffdate: 2026-01-31\n", "UTF-16": string(utf16)} {
		if c, err := configIn(t, text); err != nil || c.Date.Text != "2026-01-31" {
			t.Errorf("%s: got %q, %v", name, c.Date.Text, err)
		}
	}
}

func TestConfigErrorShowsTheLine(t *testing.T) {
	err := ConfigErrors{{At: Place{File: "audit.yaml", Line: 12, Column: 3, Text: "  zonning: x"}, What: "unknown key"}}
	want := "audit.yaml:12:3: unknown key\n   12 |   zonning: x\n      |   ^"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestConfigReadsEveryForm(t *testing.T) {
	c, err := configIn(t, `
pack: wi-village-133
layers:
  parcels: {path: parcels.shp, id: 0012, fields: {address: SITE, district: zoning}, where: {type: [taxlot, 7]}}
  zoning: {from: parcels, district: zoning}
  features:
    - {path: zoning.geojson, class: swimming_pool}
    - path: zoning.geojson
      fields: {class: KIND, height_ft: {field: H, unit: m}}
      class_map: {"DECK*": deck, NO: none}
tables:
  permits: {path: permits.csv, parcel: PIN, fields: {number: NO}}
tolerance: {parcels_ft: 0.25}
output: {dir: out, formats: parquet}
parameters: {near_line_ft: 3 ft}
`)
	if err != nil {
		t.Fatal(err)
	}
	parcels := c.Of(Parcels)[0]
	if id, _ := parcels.Field("id"); id.From != "0012" {
		t.Errorf("the id field is %q, want its zeros kept", id.From)
	}
	if diff := cmp.Diff([]string{"taxlot", "7"}, parcels.Where[0].Values); diff != "" {
		t.Error(diff)
	}
	if c.Of(Zoning)[0].From != Parcels {
		t.Error("zoning does not come from the parcels")
	}
	features := c.Of(Features)
	if len(features) != 2 || features[1].Name != "features 2" {
		t.Fatalf("got feature layers %v", features)
	}
	if class, _ := features[0].Field("class"); class.Constant != "swimming_pool" {
		t.Errorf("the class of all features is %q", class.Constant)
	}
	if class, ok := classOf(features[1].ClassMap, "deck, wood"); class != "deck" || !ok {
		t.Errorf("DECK* gives %q", class)
	}
	if class, _ := classOf(features[1].ClassMap, "NO"); class != "none" {
		t.Errorf("the key NO gives %q", class)
	}
	if c.Tolerance.ParcelsFt != 0.25 || c.Tolerance.BuildingsFt != 1 {
		t.Errorf("tolerance is %v, want what is not said left at its default", c.Tolerance)
	}
	if filepath.Base(c.Output.Dir.Name) != "out" || !filepath.IsAbs(c.Output.Dir.Name) {
		t.Errorf("output goes to %s, want it beside audit.yaml", c.Output.Dir.Name)
	}
	if diff := cmp.Diff([]string{"parquet"}, c.Output.Formats); diff != "" {
		t.Error(diff)
	}
}

func TestAFileNamedByAFlagIsTheOnlyOneOfItsLayer(t *testing.T) {
	c := Config{Layers: []Layer{{Role: Parcels, Name: "parcels"}, {Role: Fences, Name: "fences", Fields: []Field{{Name: "height_ft"}}},
		{Role: Fences, Name: "fences.2"}, {Role: Streets, Name: "streets"}}}
	c.SetLayer(Fences, "new.shp", Place{})
	var names []string
	for _, l := range c.Layers {
		names = append(names, l.Name+" "+l.Path.Name)
	}
	if diff := cmp.Diff([]string{"parcels ", "fences new.shp", "streets "}, names); diff != "" || len(c.Layers[1].Fields) != 1 {
		t.Error(diff, c.Layers[1].Fields)
	}
}

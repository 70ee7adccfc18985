package pipeline

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestFieldsThatNoClauseReadsAreNoted(t *testing.T) {
	parcel := [2]string{`{"PIN":"1","OWN":"A","HGT":9,"KIND":"shed","NAME":"Elm"}`, square(hereX, hereY, 100)}
	for _, c := range []struct {
		name, layers string
		want         []string
	}{
		{"what is read is not noted", `
  parcels: {path: parcels.json, id: PIN, fields: {owner: OWN, use: KIND, address: NAME, lot: PIN, right_of_way: {value: no}}}
  buildings: {path: parcels.json, id: PIN, fields: {class: KIND, parcel: PIN, height_ft: HGT, built: {value: 1990}, footprint_sq_ft: HGT}}
  fences: {path: parcels.json, id: PIN, fields: {kind: KIND, opening_in: HGT}}
  streets: {path: parcels.json, fields: {name: NAME, class: KIND}}
  water: {path: parcels.json, fields: {name: NAME}}`, nil},
		{"a name that only another pack reads is not noted", `
  parcels: {path: parcels.json, id: PIN}
  buildings: {path: parcels.json, id: PIN, fields: {stalls: HGT}}`, nil},
		{"misspelt names are noted with what was meant", `
  parcels: {path: parcels.json, id: PIN, fields: {ovner: OWN}}
  buildings: {path: parcels.json, id: PIN, fields: {heigth_ft: HGT, colour: KIND}}
  streets: {path: parcels.json, fields: {names: NAME}}`, []string{
			"parcels: ovner is mapped, but no clause of pack tiny reads it; did you mean owner?",
			"buildings: colour is mapped, but no clause of pack tiny reads it",
			"buildings: heigth_ft is mapped, but no clause of pack tiny reads it; did you mean height_ft?",
			"streets: names is mapped, but no clause of pack tiny reads it; did you mean name?",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded := mustLoad(t, write(t, map[string]string{"audit.yaml": "layers:" + c.layers, "parcels.json": collection(here, parcel)}))
			var got []string
			for _, note := range loaded.Notes {
				if strings.Contains(note, "is mapped") {
					got = append(got, note)
				}
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestALayerWithoutRecordsIsNoted(t *testing.T) {
	loaded := mustLoad(t, write(t, map[string]string{
		"audit.yaml":   "layers: {parcels: {path: parcels.json, id: PIN}, buildings: {path: none.json}}",
		"parcels.json": collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"none.json":    collection(here),
	}))
	if all := strings.Join(loaded.Notes, "\n"); !strings.Contains(all, "none.json holds no records: it says that there is nothing") {
		t.Errorf("notes are\n%s", all)
	}
}

func TestDamageIsSaidBeforeWhatItHides(t *testing.T) {
	feature := `{"type":"Feature","properties":{"PIN":"1"},"geometry":` + square(hereX, hereY, 100) + `}`
	after := `],"crs":{"type":"name","properties":{"name":"` + here + `"}}}`
	for _, c := range []struct{ name, text, want string }{
		{"the first feature is no JSON, so no field is known", strings.Replace(`{"features":[`+feature+after, "754000", "NaN", 1), "feature 1, byte "},
		{"the end that names the CRS is cut off", `{"type":"FeatureCollection","features":[` + feature + "," + feature[:40], "feature 2, byte "},
		{"a whole file that names none", `{"type":"FeatureCollection","features":[` + feature + `]}`, "states no CRS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{"audit.yaml": "layers: {parcels: {path: parcels.json, id: PIN}}", "parcels.json": c.text})
			_, err := loadIn(t, dir)
			var input *InputError
			if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an input error with %q", err, c.want)
			}
		})
	}
}

func TestMappingsThatContradictThemselvesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"layers: {zoning: {path: audit.yaml, from: parcels, district: Z}}": "zoning has a path and from: parcels; keep one",
		"layers: {parcels: {path: audit.yaml, fields: {'': A}}}":           "a name of ours is needed",
		"layers: {parcels: {path: audit.yaml, encoding: klingon}}":         `encoding "klingon" is not known`,
		"tables: {permits: {path: audit.yaml, encoding: klingon}}":         `encoding "klingon" is not known`,
		"output: {formats: []}": "formats names none; formats are parquet, geojson",
	} {
		dir := write(t, map[string]string{"audit.yaml": text})
		if _, err := ReadConfig(filepath.Join(dir, "audit.yaml")); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestColumnsThatNoClauseReadsAreNoted(t *testing.T) {
	loaded := mustLoad(t, write(t, map[string]string{
		"audit.yaml": `
layers: {parcels: {path: parcels.json, id: PIN}}
tables:
  permits: {path: t.csv, parcel: PIN, fields: {number: NO, isued: DAY, kind: KIND}}
  overrides: {path: t.csv, parcel: PIN, fields: {line: KIND, label: DAY}}`,
		"parcels.json": collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
		"t.csv":        "PIN,NO,DAY,KIND,COMMENT\n1,7,2020-01-01,building,none\n",
	}))
	var got []string
	for _, note := range loaded.Notes {
		if strings.Contains(note, "is mapped") {
			got = append(got, note)
		}
	}
	if want := "permits: isued is mapped, but no clause of pack tiny reads it; did you mean issued?"; strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

package pipeline

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parcelaudit/rules"
)

// town writes a lot with a house and a shed too near its side line by foot and a half, a street in front, and the rows of a
// variance register; and a pack of one clause.
func town(t *testing.T, variances string) string {
	t.Helper()
	at := func(x, y, side float64) string { return square(hereX+x, hereY+y, side) }
	dir := write(t, map[string]string{
		"parcels.geojson": collection(here, [2]string{`{"PIN":"1"}`, at(0, 0, 100)}, [2]string{`{"PIN":"2"}`, at(100, 0, 100)}, [2]string{`{"PIN":"3"}`, at(-100, 0, 100)},
			[2]string{`{"PIN":"4"}`, at(0, 100, 100)}, [2]string{`{"PIN":"5"}`, at(0, -160, 100)}),
		"zoning.geojson":  collection(here, [2]string{`{"ZONE":"R-1"}`, at(-500, -500, 1000)}),
		"bldg.geojson":    collection(here, [2]string{`{"BLDG_ID":"house","CLASS":"principal_building"}`, at(30, 30, 30)}, [2]string{`{"BLDG_ID":"shed","CLASS":"shed"}`, at(1.5, 70, 10)}),
		"streets.geojson": collection(here, [2]string{`{"NAME":"Elm Street"}`, `{"type":"LineString","coordinates":[[753500,2966970],[754500,2966970]]}`}),
		"variances.csv":   variances,
		"districts.yaml":  "districts: {R-1: {class: residential}}\n",
		"audit.yaml": `
pack: pack
layers:
  parcels: {path: parcels.geojson, id: PIN}
  zoning: {path: zoning.geojson, district: ZONE}
  buildings: {path: bldg.geojson, id: BLDG_ID, fields: {class: CLASS}}
  streets: {path: streets.geojson, fields: {name: NAME}}
tables: {variances: {path: variances.csv, parcel: PIN}}
districts: districts.yaml
tolerance: {parcels_ft: 0, buildings_ft: 0}
output: {dir: out}
`})
	pack := write(t, map[string]string{"pack.yaml": `
pack: pack
title: A pack for tests
source: none
policy: {front: address-street, rear: farthest-45, attached_within_ft: 0}
`, "one.yaml": `
section: "1"
title: One
clauses:
  - id: "1#line"
    cites: "1"
    title: A shed stands at least 3 ft from every lot line
    kind: setback
    subjects: [shed]
    districts: [any]
    measure: {distance: {to: [lot_line]}}
    at_least: 3 ft
`})
	config := filepath.Join(dir, "audit.yaml")
	replaceIn(t, config, "pack: pack", "pack: "+pack)
	return config
}

func TestAVarianceFreesABreachUpToItsAmountUntilItExpires(t *testing.T) {
	const head = "number,PIN,subject,clause,amount,unit,expires\n"
	for name, c := range map[string]struct {
		rows    string
		outcome rules.Outcome
		unused  string
		issue   string
	}{
		"covers the breach":              {"V1,1,shed,1#line,1.5,ft,\n", rules.Exempt, "", ""},
		"allows less than was built":     {"V1,1,shed,1#line,2,ft,\n", rules.Violation, "V1", ""},
		"expired":                        {"V1,1,shed,1#line,1,ft,2020-01-01\n", rules.Violation, "V1", ""},
		"is of another parcel":           {"V1,2,shed,1#line,1,ft,\n", rules.Violation, "V1", ""},
		"names a clause nobody has":      {"V1,1,shed,9#line,1,ft,\n", rules.Violation, "", "unusable-record"},
		"names no clause, so binds none": {"V1,1,shed,,1,ft,\n", rules.Violation, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := ReadConfig(town(t, head+c.rows))
			if err != nil {
				t.Fatal(err)
			}
			opt := Options{Jobs: 2, Now: func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }, Log: slog.New(slog.DiscardHandler),
				ExitCode: func(Tally) int { return 0 }}
			done, _, err := run(context.Background(), config, opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := done.Tally.Outcomes[c.outcome]; got != 1 {
				t.Errorf("want one %s, got %v", c.outcome, done.Tally.Outcomes)
			}
			var unused []string
			for _, u := range done.Outputs.Totals.UnusedRecords {
				unused = append(unused, u.ID)
			}
			if got := strings.Join(unused, " "); got != c.unused {
				t.Errorf("unused records %q, want %q", got, c.unused)
			}
			if c.issue != "" && done.Outputs.Counts.Issues[c.issue] != 1 {
				t.Errorf("issues %v, want one %s", done.Outputs.Counts.Issues, c.issue)
			}
		})
	}
}

// replaceIn replaces a text in a file.
func replaceIn(t *testing.T, file, old, with string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, with, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestATableThatNoPackReadsIsAMistakeAndOneThatAnotherReadsIsNot(t *testing.T) {
	config := town(t, "number,PIN\n")
	for name, want := range map[string]string{
		"addresses": "", // wi-village-133 reads it
		"permts":    `did you mean "permits"?`,
	} {
		c, err := ReadConfig(config)
		if err != nil {
			t.Fatal(err)
		}
		c.Tables[0].Name = name
		_, err = ReadLaw(c, time.Now())
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want it to say %s", name, err, want)
		}
	}
}

func TestALayerThatWasNotGivenIsSaid(t *testing.T) {
	c, err := ReadConfig(town(t, "number,PIN\n1,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	law, err := ReadLaw(c, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(context.Background(), c, law, 1)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(loaded.Notes, "\n")
	for layer, given := range map[string]bool{"fences": false, "features": false, "buildings": true, "zoning": true, "streets": true} {
		if said := strings.Contains(notes, "no "+layer+" layer was given"); said == given {
			t.Errorf("%s layer given %v, said to be missing %v:\n%s", layer, given, said, notes)
		}
	}
}

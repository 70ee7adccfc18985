package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestStylesAreXMLAndStandBesideEveryLayer(t *testing.T) {
	dir := writeReport(t, testRun(t), testBatch())
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		base, extension, _ := strings.Cut(e.Name(), ".")
		if extension != "geojson" && extension != "parquet" {
			continue
		}
		d := xml.NewDecoder(strings.NewReader(string(readFile(t, dir, base+".qml"))))
		categories := 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s.qml: %v", base, err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "category" {
				categories++
			}
		}
		if categories == 0 {
			t.Errorf("%s.qml has no legend", base)
		}
	}
}

func TestNoStyleIsWrittenForALayerThatIsNot(t *testing.T) {
	run := testRun(t)
	run.Formats, run.Yards = Formats{WithoutGeoJSON: true}, false
	dir := writeReport(t, run, testBatch())
	for _, name := range []string{"yards.qml", "evidence.qml", "violations_lines.qml"} {
		if _, err := os.Stat(dir + "/" + name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}

func TestStylesNameColumnsThatAreThere(t *testing.T) {
	columns := map[string]string{}
	for _, c := range findingColumns(testRun(t)) {
		columns["violations"] += `"` + c.name + `"`
	}
	for _, c := range evidenceLayer(testRun(t)).columns {
		columns["evidence"] += `"` + c.name + `"`
	}
	for _, c := range structureLayer().columns {
		columns["structures"] += `"` + c.name + `"`
	}
	for _, c := range lotLineLayer().columns {
		columns["lot_lines"] += `"` + c.name + `"`
	}
	for _, c := range issueLayer().columns {
		columns["issues"] += `"` + c.name + `"`
	}
	for _, c := range yardLayer().columns {
		columns["yards"] += `"` + c.name + `"`
	}
	columns["indeterminate"] = columns["violations"]
	for _, s := range styles() {
		layer := strings.NewReplacer("_lines", "", "_points", "", "_areas", "").Replace(s.name)
		if s.name == "lot_lines" {
			layer = s.name
		}
		parts := strings.Split(s.by+s.label+s.tip, `"`)
		for i := 1; i < len(parts); i += 2 {
			if !strings.Contains(columns[layer], `"`+parts[i]+`"`) {
				t.Errorf("%s.qml uses %q, which the layer does not have", s.name, parts[i])
			}
		}
	}
}

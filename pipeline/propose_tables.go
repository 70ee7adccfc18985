package pipeline

import (
	"path/filepath"
	"strings"

	"parcelaudit/pipeline/source"
)

// tableWords tell a table by its file's name.
var tableWords = [][2]string{
	{"permit", "permits"}, {"licen", "licences"}, {"varianc", "variances"}, {"agreement", "agreements"}, {"override", "overrides"},
	{"inspect", "inspections"}, {"notice", "notices"}, {"uses", "uses"},
}

// tables proposes the CSV files whose names tell what they hold.
func (p *proposer) tables(paths []string) {
	begun := false
	for _, path := range paths {
		name := ""
		for _, w := range tableWords {
			if strings.Contains(strings.ToLower(filepath.Base(path)), w[0]) {
				name = w[1]
				break
			}
		}
		if name == "" {
			continue
		}
		table, err := source.OpenTable(path, source.TableOptions{})
		if err != nil {
			p.Skipped = append(p.Skipped, err.Error())
			continue
		}
		fields := table.Schema().Fields
		table.Close()
		if !begun {
			p.lines = append(p.lines, "tables:")
			begun = true
		}
		parcel := recognise(Parcels, idField, fields)
		if parcel == "" {
			p.unsure("  # %s: {path: %s, parcel: }    # no column is known to hold the parcel id; %s", name, yamlText(p.relative(path)), candidates(fields))
			continue
		}
		p.sure("  %s: {path: %s, parcel: %s}", name, yamlText(p.relative(path)), yamlText(parcel))
	}
}

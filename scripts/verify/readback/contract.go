package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// expected is what docs/formats.md promises of one layer. Columns are "name type", "!" for never null.
type expected struct {
	name     string
	columns  []string
	evidence bool
}

const findingColumns = `finding_id VARCHAR!, status VARCHAR, outcome VARCHAR!, severity VARCHAR, clause_id VARCHAR!,
	citation VARCHAR, title VARCHAR, pack VARCHAR!, parcel_id VARCHAR, lot_id VARCHAR, address VARCHAR, district VARCHAR,
	subject_type VARCHAR!, subject_id VARCHAR, subject_class VARCHAR, class_basis VARCHAR, lot_line VARCHAR, yard VARCHAR,
	measured DOUBLE, op VARCHAR, required DOUBLE, unit VARCHAR, margin DOUBLE, tolerance DOUBLE, other_id VARCHAR,
	message VARCHAR, reason VARCHAR, depends_on VARCHAR, record_id VARCHAR, first_seen VARCHAR, run_id VARCHAR!`

const structureColumns = `structure_id VARCHAR!, type VARCHAR!, class VARCHAR, class_basis VARCHAR, class_confidence DOUBLE,
	parcel_id VARCHAR, lot_id VARCHAR, district VARCHAR, assignment VARCHAR, area_sq_ft DOUBLE, length_ft DOUBLE, yard VARCHAR, lot_line VARCHAR,
	worst VARCHAR, n_violation INTEGER, n_within_tolerance INTEGER, n_compliant INTEGER, n_indeterminate INTEGER,
	n_exempt INTEGER, n_not_applicable INTEGER, n_not_auditable INTEGER`

const lotLineColumns = `lot_id VARCHAR!, parcel_id VARCHAR, kind VARCHAR!, confidence DOUBLE, method VARCHAR, street VARCHAR,
	lot_type VARCHAR, length_ft DOUBLE`

const issueColumns = `kind VARCHAR!, layer VARCHAR, record_id VARCHAR, record_row INTEGER, what VARCHAR, done VARCHAR`

func layers() []expected {
	list := func(s string) []string {
		columns := strings.Split(s, ",")
		for i := range columns {
			columns[i] = strings.TrimSpace(columns[i])
		}
		return columns
	}
	return []expected{
		{"violations", list(findingColumns), true}, {"indeterminate", list(findingColumns), true},
		{"structures", list(structureColumns), false}, {"lot_lines", list(lotLineColumns), false},
		{"issues", list(issueColumns), false},
	}
}

// manifestFile is what we need of manifest.json.
type manifestFile struct {
	Outputs []struct {
		Name     string `json:"name"`
		Rows     int    `json:"rows"`
		Unplaced int    `json:"unplaced"`
	} `json:"outputs"`
}

func readManifest(path string) (manifestFile, error) {
	var m manifestFile
	content, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(content, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", path, err)
	}
	return m, nil
}

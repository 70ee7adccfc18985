package main

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileThatBreaksTheContractHasFaults(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, l := range layers() {
		path := filepath.Join(dir, l.name+".parquet")
		if _, err := db.Exec(fmt.Sprintf("COPY (SELECT 'F1' AS finding_id, 1.5 AS measured) TO '%s' (FORMAT parquet, COMPRESSION zstd)", path)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"outputs":[{"name":"violations.parquet","rows":7}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	faults, err := check(dir, &out)
	if err != nil || faults == 0 {
		t.Fatal(faults, err)
	}
	for _, want := range []string{"says 7 rows, there are 1", "does not list the file", "columns are", "not Snappy", "metadata key geo is there 0 times", "column finding_id: required is false"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no fault says %q:\n%s", want, out.String())
		}
	}
}

func TestWKBThatGeoParquetForbidsIsRefused(t *testing.T) {
	ring := func(points ...float64) []byte {
		b := binary.LittleEndian.AppendUint32([]byte{1, 3, 0, 0, 0, 1, 0, 0, 0}, uint32(len(points)/2))
		for _, v := range points {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	for name, c := range map[string]struct {
		wkb  []byte
		want string
	}{
		"counterclockwise":        {ring(0, 0, 1, 0, 1, 1, 0, 0), ""},
		"clockwise":               {ring(0, 0, 1, 1, 1, 0, 0, 0), "wound the wrong way"},
		"open":                    {ring(0, 0, 1, 0, 1, 1, 0, 1), "open or too short"},
		"not a number":            {ring(0, 0, 1, 0, math.NaN(), 1, 0, 0), "coordinate"},
		"too long":                {append(ring(0, 0, 1, 0, 1, 1, 0, 0), 9), "left over"},
		"too short":               {ring(0, 0, 1, 0, 1, 1, 0, 0)[:40], "ends early"},
		"a multi with one part":   {append([]byte{1, 6, 0, 0, 0, 1, 0, 0, 0}, ring(0, 0, 1, 0, 1, 1, 0, 0)...), "multi geometry of 1"},
		"with height":             {[]byte{1, 0xe9, 3, 0, 0}, "geometry type 1001"},
		"nothing":                 {nil, "ends early"},
		"a count beyond the file": {[]byte{1, 2, 0, 0, 0, 255, 255, 255, 127}, "more than what follows"},
	} {
		_, err := parseWKB(c.wkb)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

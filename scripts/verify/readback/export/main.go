// Export writes the GeoParquet files of a report as CSV, geometry as hexadecimal WKB in the working CRS, for programs that do
// not read Parquet:
//
//	export DIR OUT    where DIR holds violations.parquet and the others
//
// DuckDB reads the files, so what is compared afterwards is what the report says and not what the program remembers.
package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: export DIR OUT")
		os.Exit(2)
	}
	if err := export(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "export:", err)
		os.Exit(1)
	}
}

func export(dir, out string) error {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	for name, columns := range map[string]string{
		"violations": "finding_id, outcome, clause_id, parcel_id, lot_id, district, subject_type, subject_id, lot_line, measured, required, unit, other_id, hex(ST_AsWKB(geometry)), hex(ST_AsWKB(evidence))",
		"structures": "structure_id, type, class, parcel_id, lot_id, district, assignment, area_sq_ft, length_ft, hex(ST_AsWKB(geometry))",
		"lot_lines":  "lot_id, parcel_id, kind, lot_type, length_ft, hex(ST_AsWKB(geometry))",
	} {
		query := fmt.Sprintf("COPY (SELECT %s FROM read_parquet(%s)) TO %s (HEADER)", columns,
			quoted(filepath.Join(dir, name+".parquet")), quoted(filepath.Join(out, name+".csv")))
		if _, err := db.Exec(query); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

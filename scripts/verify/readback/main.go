// Readback opens the GeoParquet files of a report with DuckDB, which shares no code with what wrote them, and checks
// them against the contract in docs/formats.md and against the GeoParquet 1.1 specification:
//
//	readback DIR    where DIR holds violations.parquet and the others
//
// It prints one line per file and one per fault, and exits 1 when there is a fault. It is a module of its own so that
// DuckDB stays out of the product.
package main

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: readback DIR")
		os.Exit(2)
	}
	faults, err := check(os.Args[1], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "readback:", err)
		os.Exit(2)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

// check reads every layer in dir and returns how many faults it told out.
func check(dir string, out io.Writer) (faults int, err error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	manifest, err := readManifest(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return 0, err
	}
	for _, l := range layers() {
		path := filepath.Join(dir, l.name+".parquet")
		f := &parquetFile{db: db, path: path, layer: l}
		f.check(manifest)
		for _, fault := range f.faults {
			fmt.Fprintf(out, "%s: %s\n", path, fault)
		}
		fmt.Fprintf(out, "%s: %d rows, %d faults\n", path, f.rows, len(f.faults))
		faults += len(f.faults)
	}
	return faults, nil
}

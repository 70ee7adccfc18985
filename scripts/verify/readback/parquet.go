package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
)

// parquetFile is one file under check.
type parquetFile struct {
	db     *sql.DB
	path   string
	layer  expected
	rows   int
	faults []string
}

func (f *parquetFile) fault(format string, args ...any) {
	f.faults = append(f.faults, fmt.Sprintf(format, args...))
}

// source is the file as a table in a query.
func (f *parquetFile) source() string { return f.table("read_parquet") }

func (f *parquetFile) table(function string) string {
	return function + "('" + strings.ReplaceAll(f.path, "'", "''") + "')"
}

// number runs a query for one number; a query that fails is a fault.
func (f *parquetFile) number(query string) int {
	var n sql.NullInt64
	if err := f.db.QueryRow(query).Scan(&n); err != nil {
		f.fault("%v, in: %s", err, query)
	}
	return int(n.Int64)
}

func (f *parquetFile) check(m manifestFile) {
	f.rows = f.number("SELECT count(*) FROM " + f.source())
	f.checkCounts(m)
	f.checkColumns()
	f.checkCompression()
	geo := f.checkMetadata()
	f.checkGeometry("geometry", geo)
	if f.layer.evidence {
		f.checkGeometry("evidence", geo)
	}
	f.checkBoxes()
}

func (f *parquetFile) checkCounts(m manifestFile) {
	for _, o := range m.Outputs {
		if o.Name == filepath.Base(f.path) {
			if o.Rows != f.rows {
				f.fault("manifest.json says %d rows, there are %d", o.Rows, f.rows)
			}
			if n := f.number("SELECT count(*) FROM " + f.source() + " WHERE geometry IS NULL"); n != o.Unplaced {
				f.fault("manifest.json says %d rows without a place, there are %d", o.Unplaced, n)
			}
			return
		}
	}
	f.fault("manifest.json does not list the file")
}

func (f *parquetFile) checkColumns() {
	want := slices.Clone(f.layer.columns)
	want = append(want, "geometry GEOMETRY")
	if f.layer.evidence {
		want = append(want, "evidence GEOMETRY")
	}
	want = append(want, "bbox STRUCT(xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE)")
	rows, err := f.db.Query("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + f.source() + ")")
	if err != nil {
		f.fault("%v", err)
		return
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var name, kind string
		if err := rows.Scan(&name, &kind); err != nil {
			f.fault("%v", err)
			return
		}
		if strings.HasPrefix(kind, "GEOMETRY") { // DuckDB adds the CRS to the type
			kind = "GEOMETRY"
		}
		got = append(got, name+" "+kind)
	}
	required := map[string]bool{}
	for i, c := range want {
		want[i] = strings.TrimSuffix(c, "!")
		required[strings.Fields(c)[0]] = strings.HasSuffix(c, "!")
	}
	if !slices.Equal(got, want) {
		f.fault("columns are\n\t%s\nand not\n\t%s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		query := fmt.Sprintf("SELECT count(*) FROM (SELECT repetition_type FROM %s WHERE name = '%s') WHERE repetition_type = 'REQUIRED'", f.table("parquet_schema"), name)
		if got := f.number(query) > 0; got != required[name] {
			f.fault("column %s: required is %v", name, got)
		}
		if required[name] {
			if n := f.number(fmt.Sprintf("SELECT count(*) FROM %s WHERE %s IS NULL OR %s = ''", f.source(), name, name)); n > 0 {
				f.fault("column %s is empty in %d rows", name, n)
			}
		}
	}
	if first := f.layer.columns[0]; strings.HasPrefix(first, "finding_id") {
		if n := f.number("SELECT count(*) - count(DISTINCT finding_id) FROM " + f.source()); n > 0 {
			f.fault("%d finding ids are used again", n)
		}
	}
}

func (f *parquetFile) checkCompression() {
	if n := f.number("SELECT count(*) FROM " + f.table("parquet_metadata") + " WHERE compression <> 'SNAPPY'"); n > 0 {
		f.fault("%d column chunks are not Snappy", n)
	}
	if n := f.number("SELECT count(*) FROM " + f.table("parquet_metadata") + " WHERE row_group_num_rows > 150000"); n > 0 {
		f.fault("row groups of more than 150,000 rows")
	}
}

type geoKey struct {
	Version       string               `json:"version"`
	PrimaryColumn string               `json:"primary_column"`
	Columns       map[string]geoColumn `json:"columns"`
}

type geoColumn struct {
	Encoding      string                         `json:"encoding"`
	GeometryTypes []string                       `json:"geometry_types"`
	CRS           map[string]any                 `json:"crs"`
	Orientation   string                         `json:"orientation"`
	BBox          []float64                      `json:"bbox"`
	Covering      map[string]map[string][]string `json:"covering"`
}

func (f *parquetFile) checkMetadata() geoKey {
	var geo geoKey
	for _, key := range []string{"geo", "parcelaudit"} {
		query := "SELECT count(*) FROM " + f.table("parquet_kv_metadata") + " WHERE decode(key) = '" + key + "'"
		if n := f.number(query); n != 1 {
			f.fault("metadata key %s is there %d times", key, n)
		}
	}
	var text string
	if err := f.db.QueryRow("SELECT decode(value) FROM " + f.table("parquet_kv_metadata") + " WHERE decode(key) = 'geo'").Scan(&text); err != nil {
		f.fault("%v", err)
		return geo
	}
	if err := json.Unmarshal([]byte(text), &geo); err != nil {
		f.fault("geo metadata: %v", err)
	}
	if geo.Version != "1.1.0" || geo.PrimaryColumn != "geometry" {
		f.fault("geo metadata is of version %q with primary column %q", geo.Version, geo.PrimaryColumn)
	}
	if want := map[bool]int{true: 2, false: 1}[f.layer.evidence]; len(geo.Columns) != want {
		f.fault("geo metadata has %d columns, not %d", len(geo.Columns), want)
	}
	covering := geo.Columns["geometry"].Covering["bbox"]
	for _, side := range []string{"xmin", "ymin", "xmax", "ymax"} {
		if !slices.Equal(covering[side], []string{"bbox", side}) {
			f.fault("the covering's %s is %q", side, covering[side])
		}
	}
	return geo
}

// checkGeometry compares what the metadata claims of a column with what is in it.
func (f *parquetFile) checkGeometry(column string, geo geoKey) {
	claims := geo.Columns[column]
	if claims.Encoding != "WKB" || claims.Orientation != "counterclockwise" || claims.CRS["type"] == nil {
		f.fault("%s: encoding %q, orientation %q, CRS type %v", column, claims.Encoding, claims.Orientation, claims.CRS["type"])
	}
	rows, err := f.db.Query("SELECT ST_AsWKB(" + column + ") FROM " + f.source() + " WHERE " + column + " IS NOT NULL")
	if err != nil {
		f.fault("%v", err)
		return
	}
	defer rows.Close()
	types := map[string]bool{}
	bound := []float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for n := 1; rows.Next(); n++ {
		var wkb []byte
		if err := rows.Scan(&wkb); err != nil {
			f.fault("%v", err)
			return
		}
		g, err := parseWKB(wkb)
		if err != nil {
			f.fault("%s %d: %v", column, n, err)
			return
		}
		types[g.kind] = true
		bound = []float64{min(bound[0], g.bound[0]), min(bound[1], g.bound[1]), max(bound[2], g.bound[2]), max(bound[3], g.bound[3])}
	}
	if got := slices.Sorted(maps.Keys(types)); !slices.Equal(got, claims.GeometryTypes) {
		f.fault("%s: geometry_types says %v, there are %v", column, claims.GeometryTypes, got)
	}
	if len(types) == 0 {
		bound = nil
	}
	if !slices.Equal(bound, claims.BBox) {
		f.fault("%s: bbox says %v, it is %v", column, claims.BBox, bound)
	}
}

// checkBoxes compares each row's box with its geometry.
func (f *parquetFile) checkBoxes() {
	if n := f.number("SELECT count(*) FROM " + f.source() + " WHERE (geometry IS NULL) <> (bbox IS NULL)"); n > 0 {
		f.fault("%d rows have a geometry or a box without the other", n)
	}
	rows, err := f.db.Query("SELECT ST_AsWKB(geometry), bbox.xmin, bbox.ymin, bbox.xmax, bbox.ymax FROM " + f.source() + " WHERE geometry IS NOT NULL")
	if err != nil {
		f.fault("%v", err)
		return
	}
	defer rows.Close()
	wrong := 0
	for rows.Next() {
		var wkb []byte
		var b [4]float64
		if err := rows.Scan(&wkb, &b[0], &b[1], &b[2], &b[3]); err != nil {
			f.fault("%v", err)
			return
		}
		if g, err := parseWKB(wkb); err == nil && g.bound != b {
			wrong++
		}
	}
	if wrong > 0 {
		f.fault("%d boxes are not those of their geometry", wrong)
	}
}

package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// parquetBatch is how many rows are decoded at a time.
const parquetBatch = 2048

// openGeoParquet opens a GeoParquet 1.0 or 1.1 file with WKB geometry.
func openGeoParquet(path string, opt Options) (reader, error) {
	r := &parquetReader{path: path, where: filepath.Base(path), opt: opt}
	if err := guarded(r.open); err != nil {
		r.close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return r, nil
}

// parquetReader streams the rows of one file, a batch at a time.
type parquetReader struct {
	path, where string
	opt         Options
	file        *os.File
	rows        *pqarrow.FileReader
	columns     []parquetColumn // the primary geometry first, then the attributes
	described   Schema
	found       []Problem
}

// guarded turns a panic of the Parquet library on a malformed file into an error.
func guarded(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the Parquet file is damaged: %v", fault)
		}
	}()
	return do()
}

func (r *parquetReader) open() (err error) {
	if r.file, err = os.Open(r.path); err != nil {
		return err
	}
	parquet, err := file.NewParquetReader(r.file)
	if err != nil {
		return err
	}
	text := parquet.MetaData().KeyValueMetadata().FindValue("geo")
	if text == nil {
		return errors.New(`it is Parquet without "geo" metadata, so no column is known to hold geometry; write it as GeoParquet`)
	}
	geo, err := readGeoMetadata(*text)
	if err != nil {
		return err
	}
	// Arrow's own copy of the schema adds nothing we read, and the library believes any length written in it.
	meta := parquet.MetaData().FileMetaData
	kept := meta.KeyValueMetadata[:0]
	for _, entry := range meta.KeyValueMetadata {
		if entry.Key != "ARROW:schema" {
			kept = append(kept, entry)
		}
	}
	meta.KeyValueMetadata = kept
	properties := pqarrow.ArrowReadProperties{BatchSize: parquetBatch}
	if r.rows, err = pqarrow.NewFileReader(parquet, properties, memory.DefaultAllocator); err != nil {
		return err
	}
	columns := parquetColumns(r.rows.Manifest.Fields, nil)
	at := slices.IndexFunc(columns, func(c parquetColumn) bool { return c.name == geo.primary })
	if at < 0 {
		return fmt.Errorf("its primary geometry column %q does not exist", geo.primary)
	}
	if !columns[at].binary() {
		return fmt.Errorf("its geometry column %q is %s, not WKB", geo.primary, columns[at].kind)
	}
	r.columns = append(r.columns, columns[at])
	r.described = Schema{Format: "geoparquet", CRS: geo.crs, CRSBasis: "GeoParquet metadata", Count: int(parquet.NumRows())}
	for _, column := range columns {
		switch {
		case geo.about[column.path[0]]: // geometry, or a box around it
		case column.binary():
			r.problem("column %s holds binary data; it is not read", column.name)
		default:
			r.columns = append(r.columns, column)
			r.described.Fields = append(r.described.Fields, Field{Name: column.name, Kind: kindOf(column.kind)})
		}
	}
	for _, note := range geo.notes {
		r.problem("%s", note)
	}
	return nil
}

func (r *parquetReader) problem(format string, values ...any) {
	r.found = append(r.found, Problem{Where: r.where, What: fmt.Sprintf(format, values...)})
}

func (r *parquetReader) schema() Schema      { return r.described }
func (r *parquetReader) problems() []Problem { return r.found }

func (r *parquetReader) close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

func (r *parquetReader) features(ctx context.Context, fields []string, yield func(Feature) bool) error {
	row := 0
	err := guarded(func() error { return r.read(ctx, fields, &row, yield) })
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("read %s: record %d: %w", r.path, row+1, err)
	}
	return err
}

func (r *parquetReader) read(ctx context.Context, fields []string, row *int, yield func(Feature) bool) error {
	wanted := r.choose(fields)
	var leaves []int
	for _, column := range wanted {
		leaves = append(leaves, column.leaves...)
	}
	slices.Sort(leaves)
	leaves = slices.Compact(leaves)
	var decode wkb
	// One row group at a time: the library can not join a column across two.
	for group := range r.rows.ParquetReader().NumRowGroups() {
		batches, err := r.rows.GetRecordReader(ctx, leaves, []int{group})
		if err != nil {
			return err
		}
		more, err := readBatches(ctx, batches, func(batch arrow.Record) bool {
			values := make([]func(int) Value, len(wanted)-1)
			for i, column := range wanted[1:] {
				values[i] = column.values(batch)
			}
			shapes := wanted[0].bytes(batch)
			for i := range int(batch.NumRows()) {
				*row++
				f := Feature{Row: *row, Values: make([]Value, len(values))}
				for k := range values {
					f.Values[k] = values[k](i)
				}
				f.Geometry, f.Problems = decode.decode(shapes(i))
				if !yield(f) {
					return false
				}
			}
			return true
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// readBatches hands every batch of a row group to take, until that returns false.
func readBatches(ctx context.Context, batches pqarrow.RecordReader, take func(arrow.Record) bool) (more bool, err error) {
	defer batches.Release()
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		batch, err := batches.Read()
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		if !take(batch) {
			return false, nil
		}
	}
}

// choose returns the geometry column and those of the fields wanted, in their order. A field that the file does not
// have is a column without leaves, and null.
func (r *parquetReader) choose(fields []string) []parquetColumn {
	if fields == nil {
		fields = r.opt.Fields
	}
	if fields == nil {
		return r.columns
	}
	wanted := r.columns[:1:1]
	for _, name := range fields {
		at := slices.IndexFunc(r.columns[1:], func(c parquetColumn) bool { return c.name == name })
		if at < 0 {
			wanted = append(wanted, parquetColumn{name: name})
		} else {
			wanted = append(wanted, r.columns[1+at])
		}
	}
	return wanted
}

// parquetColumn is a column of scalars (or of lists, as JSON text), which may stand inside structs.
type parquetColumn struct {
	name   string // with dots between the structs and it
	path   []string
	kind   arrow.DataType
	leaves []int // Parquet columns
}

// parquetColumns flattens structs into the columns inside them.
func parquetColumns(fields []pqarrow.SchemaField, path []string) []parquetColumn {
	var columns []parquetColumn
	for i := range fields {
		field := &fields[i]
		own := append(slices.Clone(path), field.Field.Name)
		if field.Field.Type.ID() == arrow.STRUCT {
			columns = append(columns, parquetColumns(field.Children, own)...)
			continue
		}
		columns = append(columns, parquetColumn{name: dotted(own), path: own, kind: field.Field.Type, leaves: leavesOf(field)})
	}
	return columns
}

func leavesOf(field *pqarrow.SchemaField) []int {
	if len(field.Children) == 0 { // not IsLeaf, which is true of lists as well
		return []int{field.ColIndex}
	}
	var leaves []int
	for i := range field.Children {
		leaves = append(leaves, leavesOf(&field.Children[i])...)
	}
	return leaves
}

func (c parquetColumn) binary() bool {
	switch c.kind.ID() {
	case arrow.BINARY, arrow.LARGE_BINARY, arrow.FIXED_SIZE_BINARY:
		return true
	}
	return false
}

// find returns the column's array in a batch and the structs around it; nil when the batch does not have it.
func (c parquetColumn) find(batch arrow.Record) (found arrow.Array, around []arrow.Array) {
	for depth, name := range c.path {
		var next arrow.Array
		if depth == 0 {
			if at := batch.Schema().FieldIndices(name); len(at) > 0 {
				next = batch.Column(at[0])
			}
		} else if parent, ok := found.(*array.Struct); ok {
			around = append(around, parent)
			if at, ok := parent.DataType().(*arrow.StructType).FieldIdx(name); ok {
				next = parent.Field(at)
			}
		}
		if found = next; found == nil {
			return nil, nil
		}
	}
	return found, around
}

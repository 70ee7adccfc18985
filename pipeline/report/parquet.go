package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
	"github.com/paulmach/orb"
)

const (
	rowsPerGroup = 50_000 // the least the GeoParquet distribution guide recommends: a group is held in memory
	rowsPerFlush = 5_000
	createdBy    = "parcelaudit (arrow-go v17)"
)

// geoParquet writes one layer as GeoParquet 1.1: WKB in the working CRS, Snappy, with a box per row.
//
// It uses the column writers of arrow-go and not its record writer (pqarrow), which brings a gRPC stack along.
type geoParquet[R any] struct {
	layer    *layer[R]
	places   Places
	about    string // our own metadata, JSON
	file     *file.Writer
	disk     *firstError
	group    file.BufferedRowGroupWriter // nil before the first row
	leaves   []leaf                      // the columns, the geometry columns, the four of the box
	arena    []byte                      // bytes of the pending texts and geometries
	geometry geoColumn
	evidence geoColumn
	shape    shape
	rows     int // added so far
	pending  int // of them not in the group yet
	inGroup  int
	unplaced int
}

// leaf is what waits to be written to one Parquet column. Only the slice of its type is used. Levels are 1 where there
// is a value and 0 where there is none, and nil for a required column.
type leaf struct {
	bytes   []parquet.ByteArray
	doubles []float64
	ints    []int32
	levels  []int16
}

// newGeoParquet starts a file on w. about is JSON for the metadata key "parcelaudit".
func newGeoParquet[R any](w io.Writer, l *layer[R], places Places, about string) *geoParquet[R] {
	root := parquetSchema(l)
	g := &geoParquet[R]{layer: l, places: places, about: about, leaves: make([]leaf, leafCount(l)), disk: &firstError{w: w}}
	g.file = file.NewParquetWriter(g.disk, root, file.WithWriterProps(writerProperties(l)))
	return g
}

// firstError remembers the first error of a writer, for arrow does not pass on every one. It also hides the Close of a
// file, which arrow would call before fsync and rename.
type firstError struct {
	w   io.Writer
	err error
}

func (f *firstError) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if f.err == nil {
		f.err = err
	}
	return n, err
}

func leafCount[R any](l *layer[R]) int {
	if l.evidence != nil {
		return len(l.columns) + 6
	}
	return len(l.columns) + 5
}

func parquetSchema[R any](l *layer[R]) *schema.GroupNode {
	const noID = -1
	required, nullable := parquet.Repetitions.Required, parquet.Repetitions.Optional
	var fields schema.FieldList
	for _, c := range l.columns {
		repetition := nullable
		if c.required {
			repetition = required
		}
		switch c.kind {
		case number:
			fields = append(fields, schema.NewFloat64Node(c.name, repetition, noID))
		case count:
			fields = append(fields, schema.NewInt32Node(c.name, repetition, noID))
		default:
			fields = append(fields, schema.MustPrimitive(schema.NewPrimitiveNodeLogical(c.name, repetition,
				schema.StringLogicalType{}, parquet.Types.ByteArray, 0, noID)))
		}
	}
	fields = append(fields, schema.NewByteArrayNode("geometry", nullable, noID))
	if l.evidence != nil {
		fields = append(fields, schema.NewByteArrayNode("evidence", nullable, noID))
	}
	box := schema.FieldList{ // in this order, as the specification wants it
		schema.NewFloat64Node("xmin", required, noID), schema.NewFloat64Node("ymin", required, noID),
		schema.NewFloat64Node("xmax", required, noID), schema.NewFloat64Node("ymax", required, noID),
	}
	fields = append(fields, schema.MustGroup(schema.NewGroupNode(coveringColumn, nullable, box, noID)))
	return schema.MustGroup(schema.NewGroupNode("schema", required, fields, noID))
}

// writerProperties turn on what pays: dictionaries for texts that repeat, statistics for what a reader filters by.
func writerProperties[R any](l *layer[R]) *parquet.WriterProperties {
	properties := []parquet.WriterProperty{
		parquet.WithCreatedBy(createdBy),
		parquet.WithCompression(compress.Codecs.Snappy), // the one codec every ArcGIS Pro that reads Parquet has
		parquet.WithDictionaryDefault(false),
		parquet.WithStatsFor("geometry", false), parquet.WithStatsFor("evidence", false),
	}
	for _, c := range l.columns {
		if c.repeats {
			properties = append(properties, parquet.WithDictionaryFor(c.name, true))
		}
	}
	return parquet.NewWriterProperties(properties...)
}

func (g *geoParquet[R]) write(rows []R) error {
	for i := range rows {
		if err := g.add(&rows[i]); err != nil {
			return err
		}
		if g.pending == rowsPerFlush {
			if err := g.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *geoParquet[R]) add(row *R) error {
	g.rows++
	g.pending++
	for i, c := range g.layer.columns {
		v := c.of(row)
		if c.required && !v.known { // Parquet has no null here, and an empty value would be a lie
			return fmt.Errorf("row %d has no %s", g.rows, c.name)
		}
		leaf := &g.leaves[i]
		if !c.required {
			leaf.levels = append(leaf.levels, level(v.known))
		}
		switch {
		case !v.known:
		case c.kind == number:
			leaf.doubles = append(leaf.doubles, v.number)
		case c.kind == count:
			leaf.ints = append(leaf.ints, int32(v.number))
		default:
			leaf.bytes = append(leaf.bytes, g.keep(append(g.arena, v.text...)))
		}
	}
	next := len(g.layer.columns)
	box, placed := g.addShape(next, g.layer.geometry(row), &g.geometry)
	if g.layer.evidence != nil {
		next++
		g.addShape(next, g.layer.evidence(row), &g.evidence)
	}
	g.addBox(next+1, box, placed)
	if !placed {
		g.unplaced++
	}
	return nil
}

func level(known bool) int16 {
	if known {
		return 1
	}
	return 0
}

// keep takes the arena with something appended and returns what was appended.
func (g *geoParquet[R]) keep(grown []byte) parquet.ByteArray {
	start := len(g.arena)
	g.arena = grown
	return grown[start:len(grown):len(grown)]
}

// addShape appends a geometry in the working CRS, or null, and returns its box.
func (g *geoParquet[R]) addShape(i int, geometry orb.Geometry, seen *geoColumn) (box orb.Bound, placed bool) {
	g.shape.set(geometry)
	placed = g.shape.form != nowhere
	leaf := &g.leaves[i]
	leaf.levels = append(leaf.levels, level(placed))
	if placed {
		g.places.ToWorking(g.shape.points)
		leaf.bytes = append(leaf.bytes, g.keep(g.shape.appendWKB(g.arena)))
		box = seen.saw(&g.shape)
	}
	return box, placed
}

// addBox keeps the rule of the specification: the box is null exactly when the geometry is.
func (g *geoParquet[R]) addBox(i int, box orb.Bound, placed bool) {
	for k, v := range [4]float64{box.Min[0], box.Min[1], box.Max[0], box.Max[1]} {
		leaf := &g.leaves[i+k]
		leaf.levels = append(leaf.levels, level(placed))
		if placed {
			leaf.doubles = append(leaf.doubles, v)
		}
	}
}

// flush moves what is pending into the row group, and starts another group when this one is full.
func (g *geoParquet[R]) flush() error {
	if g.pending == 0 {
		return nil
	}
	if g.group != nil && g.inGroup+g.pending > rowsPerGroup {
		if err := g.endGroup(); err != nil {
			return err
		}
	}
	if g.group == nil {
		g.group = g.file.AppendBufferedRowGroup()
	}
	for i := range g.leaves {
		if err := g.leaves[i].writeTo(g.group, i); err != nil {
			return err
		}
	}
	g.inGroup += g.pending
	g.pending = 0
	g.arena = make([]byte, 0, cap(g.arena)) // not reused: arrow's statistics still point at its smallest and largest texts
	return nil
}

// writeTo writes the leaf to column i of the group and empties it.
func (l *leaf) writeTo(group file.BufferedRowGroupWriter, i int) error {
	column, err := group.Column(i)
	if err != nil {
		return err
	}
	switch w := column.(type) {
	case *file.ByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(l.bytes, l.levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(l.doubles, l.levels, nil)
	case *file.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(l.ints, l.levels, nil)
	}
	l.bytes, l.doubles, l.ints, l.levels = l.bytes[:0], l.doubles[:0], l.ints[:0], l.levels[:0]
	return err
}

// endGroup writes the group out. arrow's own Close of a file drops the error of this.
func (g *geoParquet[R]) endGroup() error {
	group := g.group
	g.group, g.inGroup = nil, 0
	return group.Close()
}

// close ends the file, once. A second close does nothing.
func (g *geoParquet[R]) close() error {
	if g.file == nil {
		return nil
	}
	defer func() { g.file = nil }()
	if err := g.flush(); err != nil {
		return err
	}
	if g.group != nil {
		if err := g.endGroup(); err != nil {
			return err
		}
	}
	geo, err := g.metadata()
	if err != nil {
		return err
	}
	for _, pair := range [][2]string{{"geo", geo}, {"parcelaudit", g.about}} {
		if err := g.file.AppendKeyValueMetadata(pair[0], pair[1]); err != nil {
			return err
		}
	}
	if err := g.file.FlushWithFooter(); err != nil { // arrow's Close drops this error
		return err
	}
	return errors.Join(g.file.Close(), g.disk.err)
}

func (g *geoParquet[R]) metadata() (string, error) {
	primary := g.geometry.metadata(g.places.CRS)
	primary.Covering = covering()
	geo := geoMetadata{Version: "1.1.0", PrimaryColumn: "geometry", Columns: map[string]geoColumnMetadata{"geometry": primary}}
	if g.layer.evidence != nil {
		geo.Columns["evidence"] = g.evidence.metadata(g.places.CRS)
	}
	text, err := json.Marshal(geo)
	if err != nil {
		return "", fmt.Errorf("describe the working CRS: %w", err)
	}
	return string(text), nil
}

package source

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// shapefile reads .shp and .dbf side by side.
type shapefile struct {
	parts  *shapefileParts
	opt    Options
	guard  *guard    // nil for a lone table
	head   shpHeader // of the .shp
	table  *dbfTable // nil when there is no table
	crs    string
	noted  []Problem // found before the features
	tally  shapefileTally
	decode shapeDecoder
	rows   rowReader
}

// shapefileTally counts what is wrong with the layer as a whole while it is read.
type shapefileTally struct {
	deleted, unpaired, rowless tally
	otherType                  tally
	badMark                    tally
}

// openShapefile opens a shapefile: one of its files, a folder or an archive. Options.Layer says which where there
// are several. A lone .dbf is a layer without geometry.
func openShapefile(path string, opt Options) (reader, error) {
	parts, err := findShapefile(path, opt.Layer)
	if err != nil {
		return nil, err
	}
	s, err := openParts(parts, opt)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), parts.close())
	}
	return s, nil
}

func openParts(parts *shapefileParts, opt Options) (*shapefile, error) {
	s := &shapefile{parts: parts, opt: opt}
	return s, s.open()
}

func (s *shapefile) note(where, what string) {
	s.noted = append(s.noted, Problem{Where: where, What: what})
}

func (s *shapefile) open() (err error) {
	if s.parts.shp != nil {
		s.guard, s.head, err = newGuard(s.parts.shp, s.parts.shx, s.note)
		if err != nil {
			return err
		}
	}
	if err := s.openTable(); err != nil {
		return err
	}
	s.compareCounts()
	s.crs, err = s.readCRS()
	return err
}

// openTable opens the .dbf. Shapes without a readable table are still shapes.
func (s *shapefile) openTable() error {
	if s.parts.dbf == nil {
		s.note(s.parts.shp.name, "the .dbf table is missing; the shapes have no attributes")
		return nil
	}
	table, err := openDBF(s.parts, s.opt.Encoding, s.note)
	switch {
	case err == nil:
		s.table = table
	case s.guard == nil:
		return fmt.Errorf("%s: %w", s.parts.dbf.name, err)
	default:
		s.note(s.parts.dbf.name, err.Error()+"; the shapes have no attributes")
	}
	return nil
}

// compareCounts notes when index and table disagree.
func (s *shapefile) compareCounts() {
	if s.guard == nil || s.guard.index == nil || s.table == nil {
		return
	}
	if shapes := len(s.guard.index); shapes != s.table.rows {
		s.note(s.table.name, fmt.Sprintf("the table has %d rows, the index %d shapes", s.table.rows, shapes))
	}
}

// readCRS returns the text of the .prj without byte order mark; "" when there is none.
func (s *shapefile) readCRS() (string, error) {
	if s.parts.prj == nil {
		return "", nil
	}
	text, err := s.parts.prj.readText(64 << 10)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(text, "<") {
		s.note(s.parts.prj.name, "holds a web page instead of a coordinate system; it was ignored")
		return "", nil
	}
	return text, nil
}

func (s *shapefile) schema() Schema {
	out := Schema{Format: "shapefile", CRS: s.crs, Count: -1}
	if s.crs != "" {
		out.CRSBasis = s.parts.prj.name
	}
	if s.guard != nil && s.guard.index != nil {
		out.Count = len(s.guard.index)
	} else if s.table != nil {
		out.Count = s.table.rows
	}
	if s.table == nil {
		return out
	}
	out.Encoding = s.table.coding.name
	for _, f := range s.table.fields {
		kind := f.kind
		if kind == Null {
			kind = Text
		}
		out.Fields = append(out.Fields, Field{Name: f.name, Kind: kind})
	}
	return out
}

func (s *shapefile) features(ctx context.Context, fields []string, yield func(Feature) bool) error {
	if err := s.prepareRows(fields); err != nil {
		return err
	}
	for number := 1; ; number++ {
		if number%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f, state, err := s.feature(number)
		if err != nil {
			return fmt.Errorf("%s: record %d: %w", s.parts.name, number, err)
		}
		if state == recordsOver {
			return nil
		}
		if state == recordLive && !yield(f) {
			return nil
		}
	}
}

// prepareRows resolves the wanted fields. A layer without table has none: each wanted field is null everywhere.
func (s *shapefile) prepareRows(fields []string) error {
	if fields == nil {
		fields = s.opt.Fields
	}
	s.rows = rowReader{table: s.table}
	if s.table == nil {
		s.rows.columns = make([]int, len(fields))
		return nil
	}
	columns, err := s.table.columns(fields)
	s.rows.columns = columns
	return err
}

type recordState int8

const (
	recordLive recordState = iota
	recordDeleted
	recordsOver
)

// feature reads shape and row number; they belong together by position, not by the number in the record.
func (s *shapefile) feature(number int) (Feature, recordState, error) {
	f := Feature{Row: number}
	shape, hasShape, err := s.nextShape()
	if err != nil {
		return f, recordsOver, err
	}
	row, hasRow, err := s.nextRow(number)
	if err != nil {
		return f, recordsOver, err
	}
	if !hasShape && !hasRow {
		return f, recordsOver, nil
	}
	if deleted(row) {
		s.tally.deleted.add(number)
		return f, recordDeleted, nil
	}
	f.Values, f.Problems = s.rows.read(number, row)
	switch {
	case shape.problem != "":
		f.Problems = append(f.Problems, shape.problem)
	case shape.content != nil:
		var said []string
		f.Geometry, said = s.decode.decode(shape.content)
		f.Problems = append(f.Problems, said...)
		s.checkType(number, shape.content)
	case s.guard != nil:
		s.tally.unpaired.add(number)
		f.Problems = append(f.Problems, "the table has this row but the .shp no shape for it")
	}
	if s.table != nil && row == nil {
		s.tally.rowless.add(number)
		f.Problems = append(f.Problems, "the table has no row for this shape; its attributes are missing")
	}
	return f, recordLive, nil
}

func (s *shapefile) nextShape() (shpRecord, bool, error) {
	if s.guard == nil {
		return shpRecord{}, false, nil
	}
	return s.guard.next()
}

func (s *shapefile) nextRow(number int) ([]byte, bool, error) {
	if s.table == nil {
		return nil, false, nil
	}
	row, err := s.table.row(number - 1)
	if row != nil && row[0] != ' ' && row[0] != '*' {
		s.tally.badMark.add(number)
	}
	return row, row != nil, err
}

func (s *shapefile) checkType(number int, content []byte) {
	if kind := int32(binary.LittleEndian.Uint32(content)); kind != s.head.shapeType && kind != 0 {
		s.tally.otherType.add(number)
	}
}

func (s *shapefile) close() error { return s.parts.close() }

package source

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// TableOptions say how to read a table.
type TableOptions struct {
	Delimiter rune   // 0 means: found from the first lines, one of , ; tab |
	Encoding  string // an IANA name; "" means what a byte order mark says, else UTF-8, else windows-1252
}

// Table is an open CSV file with a header line. Close it when done. It is read once, front to back, by one goroutine.
type Table struct {
	path, where string
	encoding    string
	delimiter   rune
	fields      []Field
	found       []Problem
}

// Row is one record of a table. Text is exactly what the file says; the kind is a hint from what the text looks like.
type Row struct {
	Row      int // record number, from 1, without the header
	Line     int // where it starts in the file
	Values   []Value
	Problems []string // what is wrong with this record, one sentence each
}

// OpenTable opens a CSV file, plain or gzip. Errors name the file, what is wrong and what to do.
func OpenTable(path string, opt TableOptions) (*Table, error) {
	if info, err := os.Stat(path); err == nil {
		if err := mustBeFile(info); err != nil {
			return nil, fmt.Errorf("open %s: %w", path, err)
		}
	}
	t := &Table{path: path, where: filepath.Base(path), encoding: opt.Encoding, delimiter: opt.Delimiter}
	if err := t.survey(); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return t, nil
}

// Schema returns the columns in file order; their kinds are hints from the first rows.
func (t *Table) Schema() Schema {
	return Schema{Format: "csv", Fields: t.fields, Encoding: t.encoding, Count: -1}
}

// Problems returns what is wrong with the file as a whole; complete after Rows has ended.
func (t *Table) Problems() []Problem { return t.found }

// Close releases the file.
func (t *Table) Close() error { return nil }

// Rows yields every record in file order, with the values of fields in that order (all columns when nil; null for a
// column that does not exist). A non-nil error is the last thing yielded.
func (t *Table) Rows(ctx context.Context, fields []string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		err := t.rows(ctx, fields, func(r Row) bool { return yield(r, nil) })
		if err != nil && err != errStopped {
			yield(Row{}, err)
		}
	}
}

var errStopped = errors.New("the reader wanted no more")

func (t *Table) rows(ctx context.Context, fields []string, yield func(Row) bool) error {
	in, err := t.open()
	if err != nil {
		return fmt.Errorf("read %s: %w", t.path, err)
	}
	defer in.file.Close()
	if _, err := in.Read(); err != nil { // the header
		return fmt.Errorf("read %s: %w", t.path, err)
	}
	places := t.places(fields)
	multiline := false // the last field of the last record spans lines
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		record, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read %s: record %d: %w", t.path, number, err)
		}
		multiline = strings.Contains(record[len(record)-1], "\n")
		line, _ := in.FieldPos(0)
		if !yield(t.row(record, places, number, line+in.skipped)) {
			return errStopped
		}
	}
	if multiline && in.tail.last != '"' {
		return fmt.Errorf("read %s: a quote in the last record is never closed, so the lines behind it were taken for its text", t.path)
	}
	return nil
}

// places returns where the fields stand in a record, -1 for one that does not exist.
func (t *Table) places(fields []string) []int {
	if fields == nil {
		for _, field := range t.fields {
			fields = append(fields, field.Name)
		}
	}
	places := make([]int, len(fields))
	for i, name := range fields {
		places[i] = slices.IndexFunc(t.fields, func(f Field) bool { return f.Name == name })
	}
	return places
}

func (t *Table) row(record []string, places []int, number, line int) Row {
	r := Row{Row: number, Line: line, Values: make([]Value, len(places))}
	for i, place := range places {
		if place >= 0 && place < len(record) {
			r.Values[i] = hint(record[place])
		}
	}
	switch have, want := len(record), len(t.fields); {
	case have < want:
		r.Problems = append(r.Problems, fmt.Sprintf("line %d has %d values for %d columns; the missing ones are null", line, have, want))
	case have > want && strings.Join(record[want:], "") != "":
		r.Problems = append(r.Problems, fmt.Sprintf("line %d has %d values for %d columns; those too many were dropped", line, have, want))
	}
	return r
}

func (t *Table) problem(format string, values ...any) {
	t.found = append(t.found, Problem{Where: t.where, What: fmt.Sprintf(format, values...)})
}

// csvRecords is one reading of the file.
type csvRecords struct {
	*csv.Reader
	file    *textFile
	tail    *tail
	skipped int // lines before the header
}

// open starts at the header. Quotes within a value that is not quoted stand for themselves: 5" pipe.
func (t *Table) open() (*csvRecords, error) {
	file, err := openText(t.path, t.encoding)
	if err != nil {
		return nil, err
	}
	r := &csvRecords{file: file, tail: &tail{Reader: file}}
	if separatorLine(file) != 0 {
		if _, err := file.ReadSlice('\n'); err != nil && err != io.EOF {
			file.Close()
			return nil, err
		}
		r.skipped = 1
	}
	r.Reader = csv.NewReader(r.tail)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = t.delimiter, true, -1, true
	return r, nil
}

// tail remembers the last byte that is no white space.
type tail struct {
	io.Reader
	last byte
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if text := bytes.TrimRight(p[:n], " \t\r\n"); len(text) > 0 {
		t.last = text[len(text)-1]
	}
	return n, err
}

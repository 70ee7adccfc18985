package pipeline

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/ianaindex"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

// Names of ours for the columns of a table.
const (
	numberField  = "number"  // of the permit, licence ...
	subjectField = "subject" // id of the structure a row is about
	kindField    = "kind"    // overrides: the kind of lot line
	xField       = "x"
	yField       = "y"
)

// table is one CSV file as read: a header and rows, all text.
type table struct {
	Table
	*binding
	rows   []row
	issues []audit.Issue
}

type row struct {
	number int // line of the file the row begins in
	values []source.Value
}

// readTables reads the tables of a configuration; all mapping errors are returned at once.
func readTables(c Config, words vocabulary) ([]*table, error) {
	var errs ConfigErrors
	var out []*table
	for _, t := range c.Tables {
		read, err := readTable(t, words, &errs)
		if err != nil {
			return nil, &InputError{What: t.Name, Err: fmt.Errorf("%s: %w", t.Path.Name, err)}
		}
		out = append(out, read)
	}
	return out, errs.orNil()
}

func readTable(t Table, words vocabulary, errs *ConfigErrors) (*table, error) {
	text, err := os.ReadFile(t.Path.Name)
	if err != nil {
		return nil, err
	}
	if text, err = decode(text, t.Encoding.Text); err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = delimiter(text)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty; a table without rows still needs its header line")
	}
	if err != nil {
		return nil, err
	}
	out := &table{Table: t}
	out.bind(header, words, errs)
	return out, out.readRows(r, header)
}

// decode returns the text in UTF-8 without a byte order mark.
func decode(text []byte, encoding string) ([]byte, error) {
	if encoding != "" {
		e, err := ianaindex.IANA.Encoding(encoding)
		if err != nil || e == nil {
			return nil, fmt.Errorf("unknown encoding %q; use an IANA name such as windows-1252", encoding)
		}
		return e.NewDecoder().Bytes(text)
	}
	if !utf8.Valid(text) {
		return nil, errors.New("the text is not UTF-8; say what it is with encoding: windows-1252 on the table")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// delimiter is the one of , ; tab and | that the header line holds most of.
func delimiter(text []byte) rune {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	best, most := ',', 0
	for _, d := range []rune{',', ';', '\t', '|'} {
		if n := bytes.Count(line, []byte(string(d))); n > most {
			best, most = d, n
		}
	}
	return best
}

// bind lays the mapping over the header. Columns that are not mapped keep their own names, in lower snake case.
func (t *table) bind(header []string, words vocabulary, errs *ConfigErrors) {
	fields := make([]source.Field, len(header))
	for i, name := range header {
		header[i] = strings.TrimSpace(name)
		fields[i] = source.Field{Name: header[i], Kind: source.Text}
	}
	t.binding = &binding{fields: t.recognised(fields), places: map[string]int{}}
	if !slices.ContainsFunc(t.binding.fields, func(f Field) bool { return f.Name == parcelField }) {
		errs.add(t.Path.At, "%s: no column of %s is known to hold the parcel id; map one with parcel: COLUMN (%s)", t.Name, t.Path.Name, candidates(fields))
	}
	var names []string
	for _, f := range t.binding.fields {
		t.bindColumn(f, words, &names, errs)
	}
	t.columns = audit.NewColumns(names...)
	for _, w := range t.Where {
		t.where = append(t.where, boundWhere{place: t.ask(w.Field), values: w.Values})
	}
	t.missing(Layer{Name: t.Name, Path: t.Path, Where: t.Where}, func(place int) bool { return slices.Contains(header, t.asked[place]) }, fields, errs)
}

func (t *table) bindColumn(f Field, words vocabulary, names *[]string, errs *ConfigErrors) {
	c, err := words.converter("record.", f)
	if err != nil {
		errs.add(f.At, "%s: %s", f.Name, err)
		return
	}
	fact := boundFact{place: -1, converter: c}
	if f.From != "" {
		fact.place = t.ask(f.From)
		t.places[f.Name] = fact.place
	} else if fact.constant, err = c.convert(source.Value{Kind: source.Text, Text: f.Constant}); err != nil {
		errs.add(f.At, "%s", err)
	}
	if f.Name == parcelField || f.Name == subjectField {
		return
	}
	*names = append(*names, c.name)
	t.facts = append(t.facts, fact)
}

// recognised adds the parcel column where it has a usual name, and every column that is not mapped under its own name.
func (t *table) recognised(header []source.Field) []Field {
	out := slices.Clone(t.Table.Fields)
	mapped := func(name string) bool { return slices.ContainsFunc(out, func(f Field) bool { return f.Name == name }) }
	if !mapped(parcelField) {
		if name := recognise(Parcels, idField, header); name != "" {
			out = append(out, Field{Name: parcelField, From: name, At: t.Path.At})
		}
	}
	for _, h := range header {
		own := strings.NewReplacer(" ", "_", "-", "_").Replace(fold(h.Name))
		taken := slices.ContainsFunc(out, func(f Field) bool { return f.From == h.Name })
		if own != "" && !taken && !mapped(own) {
			out = append(out, Field{Name: own, From: h.Name, At: t.Path.At})
		}
	}
	return out
}

func (t *table) readRows(r *csv.Reader, header []string) error {
	places := make([]int, len(t.asked))
	for i, name := range t.asked {
		places[i] = slices.Index(header, name)
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := r.FieldPos(0)
		if len(cells) != len(header) {
			t.issue(line, "", "uneven-row", fmt.Sprintf("the row has %d cells, the header %d", len(cells), len(header)), "cells that are not there are taken as empty")
		}
		values := make([]source.Value, len(places))
		for i, at := range places {
			if at >= 0 && at < len(cells) {
				if text := strings.TrimSpace(cells[at]); text != "" {
					values[i] = source.Value{Kind: source.Text, Text: text}
				}
			}
		}
		if t.keeps(values) {
			t.rows = append(t.rows, row{line, values})
		}
	}
}

func (t *table) issue(line int, id, kind, what, done string) {
	t.issues = append(t.issues, audit.Issue{Kind: kind, Layer: t.Name, RecordID: id, Row: line, What: what, Done: done})
}

// records types the rows.
func (t *table) records(words vocabulary) []audit.Record {
	out := make([]audit.Record, 0, len(t.rows))
	for _, r := range t.rows {
		rec := audit.Record{Row: r.number, Attributes: audit.Attributes{Columns: t.columns, Values: make([]rules.Value, len(t.facts))}}
		rec.ID, _ = t.text(r.values, numberField)
		rec.ParcelID, _ = t.text(r.values, parcelField)
		rec.Subject, _ = t.text(r.values, subjectField)
		if text, ok := t.text(r.values, classField); ok && text != "" {
			class, known := words.class(text)
			if !known {
				t.issue(r.number, rec.ID, "unmapped-class", fmt.Sprintf("class %q is not a class of the pack", text), "no clause reaches the row by its class")
			}
			rec.Class = class
		}
		for i, fact := range t.facts {
			v, err := fact.constant, error(nil)
			if fact.place >= 0 {
				v, err = fact.convert(r.values[fact.place])
			}
			if err != nil {
				t.issue(r.number, rec.ID, "unreadable-value", err.Error(), "taken as missing")
			}
			rec.Attributes.Values[i] = v
		}
		out = append(out, rec)
	}
	return out
}

package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

// table is one CSV file on its way into the audit.
type table struct {
	Table
	*binding
	file   *source.Table
	rows   []source.Row // that match where
	issues []audit.Issue
}

// openTable opens a table and lays its mapping over it; what is wrong with the mapping goes to errs. It is read once more from
// its start, so nothing is left open.
func openTable(t Table, words vocabulary, errs *ConfigErrors) (*table, error) {
	file, err := source.OpenTable(t.Path.Name, source.TableOptions{Encoding: t.Encoding.Text})
	if err != nil {
		return nil, &InputError{What: t.Name, Err: err}
	}
	out := &table{Table: t, file: file}
	out.bind(file.Schema().Fields, words, errs)
	return out, nil
}

func readTables(ctx context.Context, tables []*table) error {
	var errs ConfigErrors
	for _, t := range tables {
		err := t.readAll(ctx)
		t.file.Close()
		if err != nil {
			return &InputError{What: t.Name, Err: err}
		}
		t.nowhere(t.Name, &errs)
	}
	return errs.orNil()
}

func (t *table) readAll(ctx context.Context) error {
	for r, err := range t.file.Rows(ctx, t.asked) {
		if err != nil {
			return err
		}
		for _, p := range r.Problems {
			t.issue(r.Line, "", "record-problem", p, "")
		}
		if t.keeps(r.Values) {
			t.rows = append(t.rows, r)
		}
	}
	for _, p := range t.file.Problems() {
		t.issue(0, "", "file-problem", p.Where+": "+p.What, "")
	}
	return nil
}

// bind lays the mapping over the header. Columns that are not mapped keep their own names, in lower snake case.
func (t *table) bind(fields []source.Field, words vocabulary, errs *ConfigErrors) {
	t.binding = &binding{fields: t.recognised(fields), places: map[string]int{}, asked: []string{}}
	if !slices.ContainsFunc(t.binding.fields, func(f Field) bool { return f.Name == parcelField }) {
		errs.add(t.Path.At, "%s: no column of %s is known to hold the parcel id; map one with parcel: COLUMN (%s)", t.Name, t.Path.Name, candidates(fields))
	}
	var names []string
	for _, f := range t.binding.fields {
		t.bindColumn(f, words, &names, errs)
	}
	t.columns = audit.NewColumns(names...)
	for _, w := range t.Where {
		t.where = append(t.where, boundWhere{Equal: w, place: t.ask(w.Field)})
	}
	t.missing(Layer{Name: t.Name, Path: t.Path, Where: t.Where}, func(place int) bool { return slices.Contains(fieldNames(fields), t.asked[place]) }, fields, errs)
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

func (t *table) issue(line int, id, kind, what, done string) {
	t.issues = append(t.issues, audit.Issue{Kind: kind, Layer: t.Name, RecordID: id, Row: line, What: what, Done: done})
}

// records types the rows.
func (t *table) records(words vocabulary) []audit.Record {
	out := make([]audit.Record, 0, len(t.rows))
	for _, r := range t.rows {
		rec := audit.Record{Row: r.Line, Attributes: audit.Attributes{Columns: t.columns, Values: make([]rules.Value, len(t.facts))}}
		rec.ID, _ = t.text(r.Values, numberField)
		rec.ParcelID, _ = t.text(r.Values, parcelField)
		rec.Subject, _ = t.text(r.Values, subjectField)
		if text, ok := t.text(r.Values, classField); ok && text != "" {
			class, known := words.class(text)
			if !known {
				t.issue(r.Line, rec.ID, "unmapped-class", fmt.Sprintf("class %q is not a class of the pack", text), "no clause reaches the row by its class")
			}
			rec.Class = class
		}
		for i, fact := range t.facts {
			v, err := fact.constant, error(nil)
			if fact.place >= 0 {
				v, err = fact.convert(r.Values[fact.place])
			}
			if err != nil {
				t.issue(r.Line, rec.ID, "unreadable-value", err.Error(), "taken as missing")
			}
			rec.Attributes.Values[i] = v
		}
		out = append(out, rec)
	}
	return out
}

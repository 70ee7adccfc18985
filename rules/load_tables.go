package rules

import (
	"fmt"
	"slices"
)

// tables reads the tables that are present; a row of `uses` describes a subject, of other tables a record.
func (d drawingReader) tables(n *node, into map[string][]DrawnRow) {
	if n == nil {
		return
	}
	if n.kind != mapNode {
		d.r.at(n, "tables: must be a mapping from table to rows, not %s", n.kind)
		return
	}
	for i, key := range n.keys {
		if !slices.Contains(d.pack.Tables, key.text) {
			d.r.at(key, "tables: there is no table %q%s; new tables are declared under tables in pack.yaml", key.text, suggest(key.text, d.pack.Tables))
		}
		rows := n.values[i]
		if rows.kind != listNode {
			d.r.at(rows, "%s: must be a list of rows, not %s", key.text, rows.kind)
			continue
		}
		into[key.text] = []DrawnRow{}
		for j, row := range rows.values {
			into[key.text] = append(into[key.text], d.row(key.text, j, row))
		}
	}
}

func (d drawingReader) row(table string, i int, n *node) DrawnRow {
	row := DrawnRow{ID: fmt.Sprintf("%s-%d", table, i+1), Attributes: map[string]Value{}, Pos: n.pos()}
	if n.kind != mapNode {
		d.r.at(n, "%s: a row must be a mapping, not %s", table, n.kind)
		return row
	}
	prefixes := []string{"record.", ""}
	if table == "uses" {
		prefixes = []string{"", "record."}
	}
	for j, key := range n.keys {
		value := n.values[j]
		switch {
		case key.text == "id":
			row.ID = textOf(value, d.r, "id")
		case key.text == "subject":
			row.Subject = textOf(value, d.r, "subject")
		case key.text == "class" && table == "uses":
			if row.Class = textOf(value, d.r, "class"); !d.pack.Classes.Has(row.Class) {
				d.r.at(value, "class: there is no class %q%s", row.Class, suggest(row.Class, d.pack.Classes.Names()))
			}
		default:
			d.attribute(row.Attributes, key, value, prefixes...)
		}
	}
	return row
}

func (d drawingReader) parameters(n *node) map[string]Value {
	if n == nil {
		return nil
	}
	out := map[string]Value{}
	if n.kind != mapNode {
		d.r.at(n, "parameters: must be a mapping, not %s", n.kind)
		return nil
	}
	for i, key := range n.keys {
		p, ok := d.pack.words.parameters[key.text]
		if !ok {
			d.r.at(key, "parameters: the pack has no parameter %q", key.text)
			continue
		}
		v, err := scalar(n.values[i], p.Type)
		if err != nil {
			d.r.at(n.values[i], "%s: %s", key.text, err)
			continue
		}
		out[key.text] = v
	}
	return out
}

package audit

import (
	"strings"

	"parcelaudit/rules"
)

// rowsFor lists the rows of a table for the lot that meet the call's `where`: surely, or perhaps. ok is false when the
// table was not supplied.
func (v *view) rowsFor(c *rules.Call) (sure, open []*Record, missing []string, ok bool) {
	rows, ok := v.town.recordsOf(c.Table, v.site.index)
	if !ok {
		return nil, nil, nil, false
	}
	v.seen |= onPlace // a row may name one stretch of a fence
	for _, row := range rows {
		if row.Subject != "" && v.subject.kind != aLot && !v.names(row) {
			continue
		}
		if c.Where == nil {
			sure = append(sure, row)
			continue
		}
		switch t := c.Where.Eval(v, recordFacts{row}); t.State {
		case rules.True:
			sure = append(sure, row)
		case rules.Undecided:
			open, missing = append(open, row), append(missing, t.Missing...)
		}
	}
	return sure, open, missing, true
}

// names says whether a row names the subject, by its own id or its record's.
func (v *view) names(row *Record) bool {
	return row.Subject == v.subject.id || v.subject.src != nil && row.Subject == v.subject.src.ID
}

// tableMissing names a table that was not supplied.
func tableMissing(table string) rules.Measured { return unknown(table + " table") }

// countRecords is the number of rows for the lot, and for the subject where the row names one.
func (v *view) countRecords(c *rules.Call) rules.Measured {
	sure, open, missing, ok := v.rowsFor(c)
	if !ok {
		return tableMissing(c.Table)
	}
	m := rules.Measured{Unit: rules.Count, RecordID: ids(sure)}
	m.Value = rules.Between(float64(len(sure)), float64(len(sure)+len(open)), missing...)
	return m
}

// recordValue is one value out of the rows: of the latest, earliest, least or greatest.
func (v *view) recordValue(c *rules.Call) rules.Measured {
	sure, open, missing, ok := v.rowsFor(c)
	if !ok {
		return tableMissing(c.Table)
	}
	if len(open) > 0 {
		return unknown(missing...)
	}
	if len(sure) == 0 {
		return none(rules.Unit(c.Type))
	}
	by := c.By
	if c.Pick == "least" || c.Pick == "greatest" || by == "" {
		by = c.Field
	}
	best, bestKey := (*Record)(nil), rules.Value{}
	for _, row := range sure {
		key := recordFacts{row}.Fact(by)
		if !key.Exact() && len(sure) > 1 {
			return unknown(key.Missing...)
		}
		up := c.Pick == "latest" || c.Pick == "greatest"
		if best == nil || up && key.Lo > bestKey.Lo || !up && key.Lo < bestKey.Lo {
			best, bestKey = row, key
		}
	}
	return rules.Measured{Value: recordFacts{best}.Fact(c.Field), Unit: rules.Unit(c.Type), RecordID: best.ID}
}

// ids joins the numbers of records.
func ids(rows []*Record) string {
	var out []string
	for _, r := range rows {
		if r.ID != "" {
			out = append(out, r.ID)
		}
	}
	return strings.Join(out, " ")
}

// adjacentLots counts the lots that share a boundary of positive length and meet the `where`.
func (v *view) adjacentLots(c *rules.Call) rules.Measured {
	lo, hi := 0, 0
	var missing []string
	for _, n := range v.town.neighbours[v.site.index] {
		state := rules.True
		if c.Where != nil {
			t := c.Where.Eval(v, neighbourFacts{v, n})
			state, missing = t.State, append(missing, t.Missing...)
		}
		if state != rules.False {
			hi++
		}
		if state == rules.True {
			lo++
		}
	}
	return rules.Measured{Value: rules.Between(float64(lo), float64(hi), missing...), Unit: rules.Count}
}

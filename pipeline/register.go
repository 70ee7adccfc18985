package pipeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

// bindingTables are the tables whose rows may free a breach, with the word reasons use. A row does so when it has a clause.
var bindingTables = [][2]string{{"agreements", "agreement"}, {"permits", "permit"}, {"variances", "variance"}}

// register collects the records that free a breach of one clause up to one amount: rows of variances, agreements and permits
// with the columns clause (the clause's id), amount and unit (what they allow in place of the limit), expires and reason. A row
// that can not be understood is an issue and frees nothing.
func register(in *audit.Input) (*baseline.Register, []audit.Issue) {
	var records []baseline.Record
	var issues []audit.Issue
	seen := map[string]bool{}
	for _, t := range bindingTables {
		table := in.Tables[t[0]]
		if table == nil {
			continue
		}
		for i := range table.Rows {
			row := &table.Rows[i]
			r, binds, err := bindingRecord(in.Pack, row, t[1])
			if err == nil && binds && seen[r.ID] {
				err = fmt.Errorf("number %q stands twice", r.ID)
			}
			if err != nil {
				issues = append(issues, audit.Issue{Kind: "unusable-record", Layer: t[0], RecordID: row.ID, Row: row.Row, What: err.Error(), Done: "it frees nothing"})
			} else if binds {
				seen[r.ID] = true
				records = append(records, r)
			}
		}
	}
	made, err := baseline.NewRegister(records, time.Unix(int64(in.Date)*24*60*60, 0).UTC())
	if err != nil {
		panic(err) // every record was checked above
	}
	return made, issues
}

// bindingRecord reads one row; binds is false when it names no clause.
func bindingRecord(pack *rules.Pack, row *audit.Record, kind string) (r baseline.Record, binds bool, err error) {
	text := func(name string) string {
		v, _ := row.Attributes.Get(name)
		switch v.Type {
		case rules.TextOf:
			return strings.TrimSpace(v.Text)
		case rules.DateOf:
			return rules.FormatDay(v.Hi)
		case rules.NumberOf:
			return strconv.FormatFloat(v.Lo, 'g', -1, 64)
		}
		return ""
	}
	r = baseline.Record{ID: row.ID, Kind: kind, ClauseID: text("clause"), ParcelID: row.ParcelID, SubjectID: row.Subject, Unit: text("unit"), Reason: text("reason")}
	switch {
	case r.ClauseID == "":
		return r, false, nil
	case !slices.ContainsFunc(pack.Clauses, func(c *rules.Clause) bool { return c.ID == r.ClauseID }):
		return r, true, fmt.Errorf("pack %s has no clause %q", pack.Name, r.ClauseID)
	case r.ID == "" || r.ParcelID == "":
		return r, true, fmt.Errorf("a record that frees a breach of %s needs a number and a parcel", r.ClauseID)
	}
	if s := text("amount"); s != "" {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return r, true, fmt.Errorf("amount %q is not a number", s)
		}
		r.Amount = &v
	}
	if s := text("expires"); s != "" {
		if r.Expires, err = time.Parse(time.DateOnly, s); err != nil {
			return r, true, fmt.Errorf("expires %q is not a date like 2027-06-30", s)
		}
	}
	return r, true, nil
}

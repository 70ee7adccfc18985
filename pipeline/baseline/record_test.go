package baseline

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

var auditDay = time.Date(2026, 11, 30, 1, 30, 0, 0, time.UTC)

func register(t *testing.T, records ...Record) *Register {
	t.Helper()
	r, err := NewRegister(records, auditDay)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARecordCoversItsClauseAndAmountAndNoMore(t *testing.T) {
	variance := Record{ID: "V-12", Kind: "variance", ClauseID: "side", ParcelID: "P1", Amount: ptr(3), Unit: "ft"}
	with := func(change func(*Record)) Record { r := variance; change(&r); return r }
	breach := func(measured, tolerance float64) audit.Finding {
		f := shed("B1", nil, measured)
		f.Tolerance = tolerance
		return f
	}
	cases := []struct {
		name    string
		record  Record
		finding audit.Finding
		reason  string // part of it; begins with "!" when the record does not cover
	}{
		{"the breach is what was allowed", variance, breach(3, 0), "variance V-12 allows 3 ft"},
		{"the breach is smaller than what was allowed", variance, breach(4, 0), "variance V-12 allows 3 ft"},
		{"the breach has grown", variance, breach(2, 0.5), "!it allows 3 ft and the measure is 2 ft"},
		{"it grew by less than the map is accurate", variance, breach(2.6, 0.5), "variance V-12 allows 3 ft"},
		{"a fence that may be 7 ft high is 7 ft high", with(func(r *Record) { r.Amount = ptr(7) }), func() audit.Finding { f := breach(7, 0); f.Op = "<="; return f }(), "allows 7 ft"},
		{"a fence that may be 7 ft high is 8 ft high", with(func(r *Record) { r.Amount = ptr(7) }), func() audit.Finding { f := breach(8, 0.5); f.Op = "<="; return f }(), "!it allows 7 ft and the measure is 8 ft"},
		{"an exact measure has no amount to stand in", variance, func() audit.Finding { f := breach(3, 0); f.Op = "=="; return f }(), `!an amount can not stand in for "=="`},
		{"no amount for a clause that measures", with(func(r *Record) { r.Amount = nil }), breach(3, 0), "!it names no amount"},
		{"no amount for a clause that does not", with(func(r *Record) { r.Amount = nil }), func() audit.Finding { f := breach(0, 0); f.Measured = nil; return f }(), "variance V-12"},
		{"another unit", with(func(r *Record) { r.Unit = "percent" }), breach(3, 0), "!it is in percent and the measure in ft"},
		{"its last day is today", with(func(r *Record) { r.Expires = auditDay.Truncate(24 * time.Hour) }), breach(3, 0), "until 2026-11-30"},
		{"its last day was yesterday", with(func(r *Record) { r.Expires = auditDay.AddDate(0, 0, -1).Truncate(24 * time.Hour) }), breach(3, 0), "!it expired on 2026-11-29"},
		{"another clause", with(func(r *Record) { r.ClauseID = "rear" }), breach(3, 0), "!"},
		{"another parcel", with(func(r *Record) { r.ParcelID = "P2" }), breach(3, 0), "!"},
		{"another subject", with(func(r *Record) { r.SubjectID = "B9" }), breach(3, 0), "!"},
		{"this subject", with(func(r *Record) { r.SubjectID = "B1" }), breach(3, 0), "variance V-12"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := c.finding
			r := register(t, c.record)
			covers := r.Apply(&f)
			want, refused := strings.CutPrefix(c.reason, "!")
			if covers == refused || !strings.Contains(f.Reason, want) {
				t.Errorf("covers %v, reason %q", covers, f.Reason)
			}
			if covers && (f.Outcome != rules.Exempt || f.RecordID != "V-12") || !covers && (f.Outcome != rules.Violation || f.RecordID != "") {
				t.Errorf("outcome %v, record %q", f.Outcome, f.RecordID)
			}
			if unused := r.Unused(); (len(unused) == 0) != covers {
				t.Errorf("unused %v", unused)
			}
		})
	}
}

func TestRecordsThatFreeNothingAreListedWithTheReason(t *testing.T) {
	r := register(t,
		Record{ID: "b", ClauseID: "side", ParcelID: "P1", Amount: ptr(4), Unit: "ft"},
		Record{ID: "a", ClauseID: "side", ParcelID: "P9", Amount: ptr(3), Unit: "ft"},
		Record{ID: "c", ClauseID: "side", ParcelID: "P1", Amount: ptr(1), Unit: "ft"})
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			f := shed("B1", nil, 2)
			r.Apply(&f)
			compliant := audit.Finding{Clause: side, Outcome: rules.Compliant, ParcelID: "P9"}
			r.Apply(&compliant)
		})
	}
	wait.Wait()
	want := []Unused{{"a", "nothing on parcel P9 breaks side"}, {"b", "it allows 4 ft and the measure is 2 ft"}}
	if d := cmp.Diff(want, r.Unused()); d != "" {
		t.Error(d)
	}
}

func TestARegisterReportsAllItsUnusableRecords(t *testing.T) {
	_, err := NewRegister([]Record{{ID: "a", ClauseID: "c", ParcelID: "p"}, {ID: "a", ClauseID: "c", ParcelID: "p"}, {ID: "b"}}, auditDay)
	if err == nil || !strings.Contains(err.Error(), "used twice") || !strings.Contains(err.Error(), `"b" must name`) {
		t.Error(err)
	}
}

func TestNoRegisterFreesNothing(t *testing.T) {
	f := shed("B1", nil, 3)
	if (*Register)(nil).Apply(&f) || (*Register)(nil).Unused() != nil {
		t.Error("a nil register did something")
	}
}

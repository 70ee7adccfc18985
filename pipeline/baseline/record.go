package baseline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// Record is a variance, permit, agreement or nonconforming use on the books: it frees one subject from one clause, as far
// as the amount it names and no further.
type Record struct {
	ID        string
	Kind      string // "variance", "agreement", "nonconforming" ...: the word used in reasons
	ClauseID  string
	ParcelID  string
	SubjectID string // "" = any subject on the parcel
	// Amount is the measure it allows in place of the required one, in Unit: a setback of 3 ft, a height of 7 ft. Nil is
	// for clauses that measure nothing; a record without an amount frees no measured breach.
	Amount  *float64
	Unit    string
	Expires time.Time // last day on which it holds, zero = never
	Reason  string
}

// Register is the records of a town on the day of the audit. It is safe for concurrent use.
type Register struct {
	today   time.Time
	records []Record
	by      map[group][]int

	mu    sync.Mutex
	tried []string // by record: "" = not met, usedRecord, or why it freed nothing
}

const usedRecord = "used"

// NewRegister makes a register. All records that are not usable are reported together.
func NewRegister(records []Record, today time.Time) (*Register, error) {
	r := &Register{today: today.UTC().Truncate(24 * time.Hour), by: map[group][]int{}, tried: make([]string, len(records))}
	r.records = slices.Clone(records)
	slices.SortStableFunc(r.records, func(a, b Record) int { return cmp.Compare(a.ID, b.ID) })
	var problems []error
	for i, record := range r.records {
		switch {
		case record.ID == "" || record.ClauseID == "" || record.ParcelID == "":
			problems = append(problems, fmt.Errorf("record %q must name its id, a clause and a parcel", record.ID))
		case i > 0 && r.records[i-1].ID == record.ID:
			problems = append(problems, fmt.Errorf("record id %q is used twice", record.ID))
		}
		g := group{record.ClauseID, record.ParcelID}
		r.by[g] = append(r.by[g], i)
	}
	return r, errors.Join(problems...)
}

// Apply frees a violation, or a finding within tolerance, that a record covers: it becomes exempt, with the record's id
// and a reason. Where a record was meant for it but does not reach, the finding stays and its reason says why. It reports
// whether the outcome has changed.
//
//  1. A record must name the clause, the parcel and, if it names one, the subject.
//  2. It must not have expired.
//  3. Where the clause measures, the record must name an amount in the same unit, and the breach must not go beyond it by
//     more than the positional accuracy.
//
// Of several records the first by id that covers is taken.
func (r *Register) Apply(f *audit.Finding) bool {
	if r == nil || !Reported(f.Outcome) {
		return false
	}
	why := ""
	for _, i := range r.by[group{f.Clause.ID, f.ParcelID}] {
		record := &r.records[i]
		if record.SubjectID != "" && record.SubjectID != f.SubjectID {
			r.note(i, fmt.Sprintf("its subject %s does not break the clause", record.SubjectID))
			continue
		}
		if short := r.shortfall(record, f); short != "" {
			r.note(i, short)
			why = cmp.Or(why, fmt.Sprintf("%s %s does not cover it: %s", record.word(), record.ID, short))
			continue
		}
		r.note(i, usedRecord)
		f.Outcome, f.RecordID, f.Reason = rules.Exempt, record.ID, record.covers()
		return true
	}
	if why != "" {
		f.Reason = why
	}
	return false
}

// shortfall says why a record does not cover a finding, "" when it does.
func (r *Register) shortfall(record *Record, f *audit.Finding) string {
	switch {
	case !record.Expires.IsZero() && r.today.After(record.Expires):
		return "it expired on " + record.Expires.Format(time.DateOnly)
	case f.Measured == nil:
		return ""
	case record.Amount == nil:
		return "it names no amount"
	case record.Unit != f.Unit:
		return fmt.Sprintf("it is in %s and the measure in %s", cmp.Or(record.Unit, "no unit"), cmp.Or(f.Unit, "no unit"))
	}
	by, comparable := beyond(*f.Measured, f.Op, *record.Amount)
	if !comparable {
		return fmt.Sprintf("an amount can not stand in for %q", f.Op)
	}
	if by > allowance(f) {
		return fmt.Sprintf("it allows %s and the measure is %s", amount(*record.Amount, f.Unit), amount(*f.Measured, f.Unit))
	}
	return ""
}

// beyond is by how much a measure goes beyond an amount that stands in for the limit, negative when it does not.
func beyond(measured float64, op string, limit float64) (by float64, comparable bool) {
	switch op {
	case ">=", ">":
		return limit - measured, true
	case "<=", "<":
		return measured - limit, true
	}
	return 0, false
}

// allowance is by how much a measure may go beyond an amount before it is sure that it does: the accuracy of the map for
// lengths, and rounding for anything else.
func allowance(f *audit.Finding) float64 {
	if f.Unit == "ft" {
		return max(f.Tolerance, noise)
	}
	return noise
}

func amount(v float64, unit string) string {
	return strconv.FormatFloat(v, 'f', -1, 64) + " " + unit
}

func (r *Register) note(i int, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tried[i] != usedRecord && (what == usedRecord || r.tried[i] == "" || what < r.tried[i]) {
		r.tried[i] = what // the least text, so that the order of the workers does not show
	}
}

// Unused is a record that freed nothing, and why.
type Unused struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// Unused lists the records that freed nothing, by id, once all findings have been applied.
func (r *Register) Unused() []Unused {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var unused []Unused
	for i, what := range r.tried {
		if what != usedRecord {
			reason := cmp.Or(what, fmt.Sprintf("nothing on parcel %s breaks %s", r.records[i].ParcelID, r.records[i].ClauseID))
			unused = append(unused, Unused{r.records[i].ID, reason})
		}
	}
	return unused
}

func (r *Record) word() string { return cmp.Or(r.Kind, "record") }

func (r *Record) covers() string {
	s := r.word() + " " + r.ID
	if r.Amount != nil {
		s += " allows " + amount(*r.Amount, r.Unit)
	}
	if !r.Expires.IsZero() {
		s += " until " + r.Expires.Format(time.DateOnly)
	}
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	return s
}

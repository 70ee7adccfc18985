package report

import (
	"encoding/json"
	"strconv"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

// Counts is what the rows of a report add up to.
type Counts struct {
	Findings   map[string]int `json:"findings"`              // rows of violations, by outcome
	Status     map[string]int `json:"status"`                // the same rows, by status
	NewByWorst map[string]int `json:"new_violations"`        // new violations by severity; within-tolerance is not among them
	Subjects   int            `json:"subjects_in_violation"` // structures, stretches of fence and lots with a violation: one letter each
	Lots       int            `json:"lots_in_violation"`
	Surviving  map[string]int `json:"breaches_surviving_ft"` // limits broken by more than 0, 1, 2 and 5 ft of error in what was measured
	Undecided  int            `json:"indeterminate"`         // rows of indeterminate
	Recorded   int            `json:"under_record"`          // findings that a record frees
	Fixed      int            `json:"fixed"`                 // in the previous report, and not any more
	Structures int            `json:"structures"`
	LotLines   int            `json:"lot_lines"`
	Issues     map[string]int `json:"issues"` // by kind
}

func newCounts() Counts {
	return Counts{
		Findings:   map[string]int{rules.Violation.String(): 0, rules.WithinTolerance.String(): 0},
		Status:     map[string]int{baseline.New: 0, baseline.Unchanged: 0, baseline.Updated: 0},
		NewByWorst: map[string]int{}, Issues: map[string]int{}, Surviving: map[string]int{"0": 0, "1": 0, "2": 0, "5": 0},
	}
}

func (c *Counts) addFinding(f *finding) {
	c.Findings[f.Outcome.String()]++
	c.Status[f.Status]++
	if f.Outcome == rules.Violation && f.Status == baseline.New {
		c.NewByWorst[f.Clause.Severity]++
	}
	for errorFt := range c.Surviving {
		if ft, _ := strconv.ParseFloat(errorFt, 64); survives(f, ft) {
			c.Surviving[errorFt]++
		}
	}
}

// addViolating counts whose the violations of a batch are. All findings of a lot are in one batch.
func (c *Counts) addViolating(findings []finding) {
	type subject struct{ lot, id string }
	subjects, lots := map[subject]bool{}, map[string]bool{}
	for i := range findings {
		if f := &findings[i]; f.Outcome == rules.Violation {
			subjects[subject{f.LotID, f.SubjectID}], lots[f.LotID] = true, true
		}
	}
	c.Subjects += len(subjects)
	c.Lots += len(lots)
}

// survives says whether a limit stays broken when everything measured is off by so many feet. What no position decides, a height
// or a missing permit, always does.
func survives(f *finding, errorFt float64) bool {
	broken := f.Outcome == rules.Violation || f.Margin != nil && *f.Margin < 0
	return broken && (f.ClearFt == nil || *f.ClearFt > errorFt)
}

func (c *Counts) addIssues(issues []audit.Issue) {
	for i := range issues {
		c.Issues[issues[i].Kind]++
	}
}

// summary is summary.json: the run for machines. It holds no timings, so the same inputs give the same bytes.
type summary struct {
	Schema   int               `json:"schema_version"`
	RunID    string            `json:"run_id"`
	Started  string            `json:"started"`
	Pack     Pack              `json:"pack"`
	Counts   Counts            `json:"counts"`
	Outcomes map[string]int    `json:"outcomes"` // every (clause, subject), by outcome: they add up to evaluated
	Total    int               `json:"evaluated"`
	Clauses  []clauseSummary   `json:"clauses"`
	Fixed    []fixedSummary    `json:"fixed"`
	Unused   []baseline.Unused `json:"unused_records"`
	Notes    []string          `json:"notes"`

	fixedEntries []baseline.Entry
}

type clauseSummary struct {
	ID       string         `json:"clause_id"`
	Citation string         `json:"citation"`
	Title    string         `json:"title"`
	Severity string         `json:"severity"`
	Applied  int            `json:"applied"`
	Outcomes map[string]int `json:"outcomes"`
	Missing  map[string]int `json:"missing,omitempty"`
	Flag     string         `json:"flag,omitempty"`
}

type fixedSummary struct {
	FindingID string `json:"finding_id"`
	ClauseID  string `json:"clause_id"`
	ParcelID  string `json:"parcel_id"`
	SubjectID string `json:"subject_id"`
	FirstSeen string `json:"first_seen"`
}

func newSummary(run Run, counts Counts, totals Totals, fixed []baseline.Entry) summary {
	s := summary{
		Schema: schemaVersion, RunID: run.ID, Started: run.started(), Pack: run.Pack, Counts: counts,
		Outcomes: map[string]int{}, Clauses: []clauseSummary{}, Fixed: []fixedSummary{},
		Unused: append([]baseline.Unused{}, totals.UnusedRecords...), Notes: append([]string{}, totals.Notes...),
	}
	for _, o := range rules.Outcomes() {
		s.Outcomes[o.String()] = 0
	}
	for i := range totals.Clauses {
		c := &totals.Clauses[i]
		line := clauseSummary{ID: c.Clause.ID, Citation: c.Clause.Cites, Title: c.Clause.Title, Severity: c.Clause.Severity,
			Applied: c.Applied, Outcomes: map[string]int{}, Missing: c.Missing, Flag: flagOf(c)}
		for _, o := range rules.Outcomes() {
			s.Outcomes[o.String()] += c.Outcomes[o]
			if c.Outcomes[o] > 0 {
				line.Outcomes[o.String()] = c.Outcomes[o]
			}
		}
		s.Total += c.Applied
		s.Clauses = append(s.Clauses, line)
	}
	s.fixedEntries = fixed
	for _, e := range fixed {
		s.Fixed = append(s.Fixed, fixedSummary{e.FindingID, e.ClauseID, e.ParcelID, e.SubjectID, e.FirstSeen})
	}
	return s
}

// indented is v as JSON for people and machines; map keys come out sorted.
func indented(v any) ([]byte, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	return append(b, '\n'), err
}

package rules

// Verdict is what a clause says of one subject under one reading.
type Verdict struct {
	Outcome       Outcome
	Measured      Measured // in Unit; what decided the verdict
	HasMeasured   bool     // Measured holds a number (perhaps a range)
	Op            Op       // 0 when nothing was compared
	Required      Value    // in Unit
	Unit          Unit
	Margin        float64 // measured against required, positive when met, in Unit; only when both are exact
	HasMargin     bool
	Reason        string   // why it is indeterminate, exempt, within tolerance, not applicable or not auditable
	Missing       []string // what would decide it, sorted; only for indeterminate
	ExemptBecause string
	ExemptCites   string
	RecordID      string // the record that decided
	Alternative   int    // any_of, all_of: which one decided, from 1; 0 when there are none
	Message       string // one sentence: measured, required, unit, citation
}

// Evaluator evaluates clauses. Use one per worker; it reuses its buffers and is not safe for concurrent use.
type Evaluator struct {
}

// NewEvaluator returns an evaluator for the pack's clauses.
func NewEvaluator(p *Pack) *Evaluator { return &Evaluator{} }

// Evaluate says what the clause says of the subject. It does not look at the subject's class or district.
func (e *Evaluator) Evaluate(c *Clause, s Subject) Verdict { return Verdict{} }

package rules

import (
	"fmt"
	"math"
	"strings"
)

// Verdict is what a clause says of one subject under one reading.
type Verdict struct {
	Outcome       Outcome
	Measured      Measured // in Unit; what decided the verdict, or would
	HasMeasured   bool     // Measured holds a number, perhaps a range
	Op            Op       // 0 when nothing was compared
	Required      Value    // in Unit
	RequiredFrom  []string // names Required was worked out from, for example district.required_yards_ft.side; shared
	Unit          Unit
	Margin        float64  // measured against required in Unit, positive when met; only where HasMargin
	HasMargin     bool     // Measured and Required are both exact
	Reason        string   // why it is anything but compliant or a violation
	Missing       []string // what would decide it, sorted; only for Indeterminate. Shared: do not change it
	ExemptBecause string
	ExemptCites   string
	RecordID      string // the record that decided
	Alternative   int    // which of any_of or all_of decided, from 1; 0 when there are none
}

// Message says the verdict in one sentence: measured, required, unit and citation, in that order.
func (v Verdict) Message(c *Clause) string {
	switch v.Outcome {
	case Violation, Compliant, WithinTolerance:
		if !v.HasMeasured || v.Op == 0 {
			return fmt.Sprintf("%s (%s)", c.Title, c.Cites)
		}
		text := fmt.Sprintf("measured %s, required %s %s (%s)", v.Unit.Of(span(v.Measured.Value)), v.Op.Words(), v.Unit.Of(span(v.Required)), c.Cites)
		if v.Outcome == WithinTolerance {
			text += fmt.Sprintf("; a shift of less than the %s ft the layers are accurate to would change it", FormatNumber(v.Measured.Tolerance))
		}
		return text
	case Exempt:
		cites := v.ExemptCites
		if cites == "" {
			cites = c.Cites
		}
		return fmt.Sprintf("%s (%s)", v.ExemptBecause, cites)
	}
	return fmt.Sprintf("%s (%s)", v.Reason, c.Cites)
}

func span(v Value) string {
	if v.Lo == v.Hi {
		return FormatNumber(v.Lo)
	}
	if math.IsInf(v.Hi, 1) {
		return FormatNumber(v.Lo) + " or more"
	}
	return FormatNumber(v.Lo) + " to " + FormatNumber(v.Hi)
}

// notKnown is the reason of an indeterminate verdict.
func notKnown(missing []string) string {
	if len(missing) == 0 {
		return "not known"
	}
	return "not known: " + strings.Join(missing, ", ")
}

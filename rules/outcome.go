package rules

// Outcome is what a clause says of a subject.
type Outcome uint8

const (
	NotApplicable   Outcome = iota // the clause does not reach this subject
	Compliant                      // the requirement is met
	WithinTolerance                // decided by less than the positional accuracy of the layers measured
	Violation                      // the requirement is not met
	Indeterminate                  // not decided; the finding names what is missing or what it depends on
	Exempt                         // an exemption, a record or an earlier law frees the subject
	NotAuditable                   // no data a department holds decides it
)

var outcomeNames = [...]string{"not-applicable", "compliant", "within-tolerance", "violation", "indeterminate", "exempt", "not-auditable"}

// Outcomes lists every outcome in the order reports show them.
func Outcomes() []Outcome {
	return []Outcome{Violation, WithinTolerance, Compliant, Indeterminate, Exempt, NotApplicable, NotAuditable}
}

// String returns the outcome as reports write it, for example "within-tolerance".
func (o Outcome) String() string { return outcomeNames[o] }

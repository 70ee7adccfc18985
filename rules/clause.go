package rules

// Position is a place in a pack file. Line and Column count from 1.
type Position struct {
	File         string
	Line, Column int
}

// Clause is one requirement of the law, or one that can not be audited. It is immutable once loaded.
type Clause struct {
	ID           string // the catalogue's id, for example "133-1132(c)(4)#lot-line-3"
	Cites        string // the citation, for example "133-1132(c)(4)"
	Title        string // what the law demands, one sentence
	Kind         string // the catalogue's kind; "definition" clauses are not counted as checks
	Section      string // section of the law, for example "133-1132"
	SectionTitle string
	Severity     string // "major" or "minor"
	Note         string // how the text is read where it is ambiguous
	NotAuditable string // why no data decides it; "" when the clause is evaluated
	Subjects     []string
	Districts    []string
	When         *Condition   // nil = always
	Requirement  *Requirement // nil when NotAuditable or Exempt is set
	Exempt       string       // why every subject `when` reaches is exempt; "" when there is a requirement
	Met          Outcome      // what a met requirement gives: Compliant or Exempt
	Unmet        Outcome      // what one that is not met gives: Violation or NotApplicable
	Unless       []Exemption
	Pos          Position
	Index        int // position in Pack.Clauses

	terms districtTerms
}

// IsDefinition reports whether the clause only says what words mean. Such clauses are not counted as checks.
func (c *Clause) IsDefinition() bool { return c.Kind == "definition" }

// Exemption frees the subject when its condition holds.
type Exemption struct {
	When    *Condition
	Because string // one sentence
	Cites   string // where the law says so, "" when in the clause itself
	Pos     Position
}

// Requirement is one node of what a clause demands. Exactly one of Measure, Require, AnyOf and AllOf is set.
type Requirement struct {
	When    *Condition // nil = always; false = this alternative drops out
	Measure *Measure
	Op      Op
	Limit   *Limit
	Require *Condition
	AnyOf   []*Requirement
	AllOf   []*Requirement
	Pos     Position
}

// Measure is where a measured number comes from. Exactly one of Call, Fact and Expression is set.
type Measure struct {
	Name       string // the name under measures, without "m."; "" when written in place
	Call       *Call
	Fact       string // a fact with a unit
	Expression *Expression
	Unit       Unit // of Fact and Expression; for a Call "" when the subject's geometry decides (overlap, outside, intrusion)
	Pos        Position

	nothing string // the reason when there is nothing to measure to
}

// Limit is what a measured number is compared with. Expression is nil where Quantity holds.
type Limit struct {
	Quantity   Quantity
	Expression *Expression // a number in Quantity.Unit
	Pos        Position
}

// Op is a comparison of a measured number with a limit.
type Op uint8

const (
	AtLeast Op = iota + 1
	AtMost
	LessThan
	MoreThan
	Equals
)

var opWords = [...]string{"", "at least", "at most", "less than", "more than", "equal to"}
var opKeys = [...]string{"", "at_least", "at_most", "less_than", "more_than", "equals"}
var opSigns = [...]string{"", ">=", "<=", "<", ">", "=="}

// String returns the comparison as reports write it, for example ">=".
func (o Op) String() string { return opSigns[o] }

// Words returns the comparison as a sentence says it, for example "at least".
func (o Op) Words() string { return opWords[o] }

// Type returns the type of the measured value: a unit, or "text", "bool" or "date" for a record's value; "" when the
// subject's geometry decides the unit.
func (m *Measure) Type() string {
	if m.Call != nil {
		return m.Call.Type
	}
	return string(m.Unit)
}

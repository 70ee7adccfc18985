package rules

// FactSource is what a `where` speaks of: another structure (other.*), a row of a table (record.*) or another lot
// (neighbour.*). Names arrive without that prefix.
type FactSource interface {
	Fact(name string) Value
}

// Truth is three-valued.
type Truth struct {
	State   TruthState
	Missing []string // what would decide it, sorted; only when State is Undecided
}

// TruthState is false, true or undecided. The zero value is undecided.
type TruthState uint8

const (
	Undecided TruthState = iota
	False
	True
)

func stateOf(b bool) TruthState {
	if b {
		return True
	}
	return False
}

// String returns "true", "false" or "undecided".
func (s TruthState) String() string { return [...]string{"undecided", "false", "true"}[s] }

// Condition is a checked CEL expression that is true or false.
type Condition struct {
	Source  string
	Pos     Position
	formula formula
	notSo   string // the reason when it is false and had to be true
}

// Eval evaluates the condition. other is nil outside a `where`.
func (c *Condition) Eval(subject Subject, other FactSource) Truth {
	return c.formula.truth(subject, other)
}

// Names lists the names the condition reads, sorted.
func (c *Condition) Names() []string { return c.formula.program.names }

// Expression is a checked CEL expression that gives a number.
type Expression struct {
	Source  string
	Pos     Position
	formula formula
}

// Eval evaluates the expression on a subject.
func (x *Expression) Eval(subject Subject) Value { return x.formula.quantity(subject, nil) }

// Names lists the names the expression reads, sorted.
func (x *Expression) Names() []string { return x.formula.program.names }

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

// Condition is a checked CEL expression that is true or false.
type Condition struct {
	Source string
	Pos    Position
}

// Eval evaluates the condition. other is nil outside a `where`.
func (c *Condition) Eval(subject Subject, other FactSource) Truth { return Truth{} }

// Expression is a checked CEL expression that gives a number.
type Expression struct {
	Source string
	Pos    Position
}

package rules

// Subject is what a clause is evaluated on, under one reading of the lot. pipeline/audit implements it; facts and
// measures are computed when first asked for.
type Subject interface {
	// Fact returns what is known under a name an expression may use: a bare attribute or derived fact of the
	// subject, or lot.*, district.*, principal.*, stretch.*, audit.date. A name nothing is known of gives an
	// unknown value that says what is missing.
	Fact(name string) Value
	// Measure takes a measure of the registry on the subject.
	Measure(call *Call) Measured
}

// Measured is the result of a measure: a range of numbers (a single number where Lo == Hi), with what proves it.
type Measured struct {
	Value              // number with Lo and Hi, or unknown with what is missing
	None      bool     // nothing to measure to: no such line on the lot, no such building
	Clearance *float64 // ft by which what was measured would have to move for the verdict to change; nil = |margin| where the unit is ft
	Tolerance float64  // ft: positional accuracy of the layers it was measured from, 0 for attributes and counts
	Unit      Unit     // overlap is sq_ft, ft or count by the subject's geometry
	LotLine   string   // kind of the line measured to
	Yard      string   // yard it was measured in
	OtherID   string   // the other structure, lot or record
	RecordID  string   // the record found
	Evidence  any      // opaque here: the geometry that proves the number
}

package rules

// Point is a place in a drawing, in ft: x to the east, y to the north, the lot's south-west corner at (0, 0).
type Point [2]float64

// Test is one drawing with the outcome a clause must give on it.
type Test struct {
	Clause   *Clause
	Case     int // position of the catalogue case it expresses, from 1; 0 = none
	Name     string
	Drawing  Drawing
	Subject  string // id of the subject; "lot" is the lot, "house" the principal building
	Expect   Outcome
	Measured *float64 // in the unit of the limit; nil = not checked
	Required *float64
	Reason   string // what an indeterminate verdict must name, "" = not checked
	Differs  string // why it departs from the catalogue's case of that number
	Pos      Position
}

// Drawing is a lot with what stands on it. The defaults of docs/writing-rules.md are filled in.
type Drawing struct {
	Lot         DrawnLot
	Across      map[string]DrawnAcross // by "south", "east", "north", "west", or the index of an edge: "0"
	District    District
	House       *Drawn // the principal building, id "house"; nil = none
	Structures  []Drawn
	Features    []Drawn
	Fences      []Drawn
	Tables      map[string][]DrawnRow // tables that are present
	Without     map[string]bool       // layers that were not supplied
	Date        Value                 // of the audit
	Parameters  map[string]Value      // those changed
	ToleranceFt float64               // ft: positional accuracy of every layer
}

// DrawnLot is the lot: a rectangle from (0, 0), or a ring.
type DrawnLot struct {
	Width, Depth float64          // ft; 0 when Ring is given
	Ring         []Point          // not closed: the last edge returns to the first point
	Front        string           // side or edge that is the front; "" = by the pack's policy, "unknown" = not known
	Attributes   map[string]Value // by name without "lot."
}

// DrawnAcross is what lies across one edge of the lot.
type DrawnAcross struct {
	Kind       string           // "lot", "street", "alley", "rail", "water", "park" or "open"
	WidthFt    float64          // of a street, alley or water; 0 = not given
	Class      string           // of a street
	Name       string           // of a street
	District   *District        // of a lot; nil = the same as the lot's
	Structures []Drawn          // on a lot, in the drawing's own coordinates
	Attributes map[string]Value // of a lot or water, by name without "lot." or "water."
	Pos        Position
}

// Drawn is a structure, fence or feature. Exactly one of Size (with At), Ring, Path and Point is its shape.
type Drawn struct {
	ID         string
	Class      string  // "" = not known
	At         Point   // ft: south-west corner
	Size       Point   // ft: width and depth; 0 when another shape is given
	Ring       []Point // a polygon, not closed
	Path       []Point // a line
	Point      *Point
	Attributes map[string]Value
	Pos        Position
}

// DrawnRow is a row of a table.
type DrawnRow struct {
	ID         string
	Class      string           // of `uses`: the row is a subject of this class, without geometry
	Subject    string           // the structure it is about, "" = the lot
	Attributes map[string]Value // by name without "record."
	Pos        Position
}

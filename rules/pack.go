package rules

import "io/fs"

// Pack is one municipality's ordinance, checked and ready to evaluate. It is safe for concurrent use.
type Pack struct {
	Name        string
	Title       string
	Source      string // the document the pack was written from
	Definitions string // the pack whose definitions are used where this law has none, "" for none
	Policy      Policy
	Parameters  []Parameter // sorted by name
	Facts       []Declared  // facts the pack declares, sorted by name
	Clauses     []*Clause   // in file and document order
	Calls       []*Call     // every distinct measure, by Call.ID
	Classes     *ClassTree
	Districts   *Districts // the pack's own table; empty when it has none
}

// Policy says how lots are read.
type Policy struct {
	Front            string  // "address-street", "narrowest", "every-street" or "faced-by-principal"
	Rear             string  // "farthest-45" or "none"
	AttachedWithinFt float64 // ft: a structure this close to the principal building is attached to it
}

// Parameter is a number or choice a municipality may change.
type Parameter struct {
	Name  string
	Type  string // "text", "bool", "date" or a unit
	Value Value
	About string
}

// Declared is a fact the pack reads, by the name a layer or table is mapped to.
type Declared struct {
	Name   string   // for example "opening_in", "district.max_height_ft", "record.issued"
	Type   string   // "bool", "text", "date" or a unit
	Values []string // the texts it may hold; nil = any
	About  string
}

// District is one zoning district as a table states it.
type District struct {
	Known bool   // the code is in the table
	Code  string // as it stands in the zoning layer
	Class string // "residential", "business" ...

	facts   map[string]Value
	assumed map[string]bool
}

// Load reads and checks the pack in dir. The error holds everything that is wrong with it.
func Load(fsys fs.FS, dir string) (*Pack, error) { return nil, nil }

// Embedded returns a pack that comes with the program.
func Embedded(name string) (*Pack, error) { return nil, nil }

// Names lists the packs that come with the program, sorted.
func Names() []string { return nil }

// With returns the pack with some parameters changed.
func (p *Pack) With(parameters map[string]Value) (*Pack, error) { return nil, nil }

// Select returns the clauses that may apply to a subject of this class in this district, in pack order.
func (p *Pack) Select(class string, district District) []*Clause { return nil }

// Covers reports whether the clause applies in the district: undecided when the district is not known.
func (c *Clause) Covers(district District) TruthState { return Undecided }

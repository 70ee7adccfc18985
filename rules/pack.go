package rules

import (
	"maps"
	"slices"
)

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
	Measures    []*Measure // named measures, in the order of the file
	Tables      []string   // tables a measure may read, sorted
	TestFiles   []string   // names of the files with drawings, sorted

	dir      folder
	words    *vocabulary
	programs map[string]*program
	selected selection
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

// FactType returns the type of a built-in or declared fact, for example "ft" of height_ft; "" when there is none.
func (p *Pack) FactType(name string) string { return p.words.facts[name] }

// FactNames lists every built-in and declared fact, sorted.
func (p *Pack) FactNames() []string { return slices.Sorted(maps.Keys(p.words.facts)) }

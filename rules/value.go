package rules

import "slices"

// Type is the type of a fact.
type Type uint8

const (
	Unknown  Type = iota // not known; Missing says what would decide it
	NumberOf             // Lo..Hi, in the unit the fact declares
	TextOf
	BoolOf
	DateOf // Lo..Hi in days since 1970-01-01; a year alone is a range
)

// Value is what is known of a fact. The zero value is unknown for no stated reason.
type Value struct {
	Type    Type
	Lo, Hi  float64
	Text    string
	Bool    bool
	Missing []string // what would decide it, sorted, for example "height_ft"; set for unknown values and for ranges
}

// Number, Between, Text, Bool and Missing make values.
func Number(v float64) Value { return Value{Type: NumberOf, Lo: v, Hi: v} }

// Between is a number known only to lie in lo..hi; missing says what would narrow it.
func Between(lo, hi float64, missing ...string) Value {
	slices.Sort(missing)
	return Value{Type: NumberOf, Lo: lo, Hi: hi, Missing: slices.Compact(missing)}
}

// Text is a known text.
func Text(s string) Value { return Value{Type: TextOf, Text: s} }

// Bool is a known truth.
func Bool(b bool) Value { return Value{Type: BoolOf, Bool: b} }

// Days is a date known to lie in lo..hi, in days since 1970-01-01.
func Days(lo, hi float64) Value { return Value{Type: DateOf, Lo: lo, Hi: hi} }

// Missing is an unknown value that names what is missing.
func Missing(what ...string) Value {
	slices.Sort(what)
	return Value{Missing: slices.Compact(what)}
}

// Exact reports whether the value is known and a single number, text, truth or date.
func (v Value) Exact() bool { return v.Type != Unknown && v.Lo == v.Hi }

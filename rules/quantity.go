package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Unit is the unit of a number, for example "ft".
type Unit string

// Units the evaluator itself speaks of; the full list is in units.
const (
	Feet       Unit = "ft"
	Inches     Unit = "in"
	SquareFeet Unit = "sq_ft"
	Percent    Unit = "percent"
	Count      Unit = "count"
	DayUnit    Unit = "days"
	Plain      Unit = "number" // a number without a unit
)

// Of writes a number with its unit as people read it: "100 sq ft", and a count as "3".
func (u Unit) Of(number string) string {
	if u == Count || u == Plain || u == "" {
		return number
	}
	return number + " " + strings.ReplaceAll(string(u), "_", " ")
}

// unitInfo says what a unit measures, its size in the base unit of that dimension, and how far two values may lie
// apart and still be the same (0 = exact). Units of one dimension convert into each other.
type unitInfo struct {
	dimension string
	size      float64
	epsilon   float64
}

var units = map[Unit]unitInfo{
	Feet:       {"length", 1, 0.0005},
	Inches:     {"length", 1.0 / 12, 0.006},
	SquareFeet: {"area", 1, 0.005},
	"sq_in":    {"area", 1.0 / 144, 0.72},
	"acres":    {"area", 43560, 0.005 / 43560},
	"cu_ft":    {"volume", 1, 0.0005},
	"gal":      {"volume", 231.0 / 1728, 0.005},
	"lb":       {"weight", 1, 0},
	"tons":     {"weight", 2000, 0},
	Percent:    {"percent", 1, 0.0005},
	Count:      {"count", 1, 0},
	DayUnit:    {"days", 1, 0},
	"hours":    {"hours", 1, 0},
	"months":   {"months", 1, 0},
	"years":    {"years", 1, 0},
	"stories":  {"stories", 1, 0},
	"degrees":  {"degrees", 1, 0.0005},
	"ratio":    {"ratio", 1, 1e-9},
	"dba":      {"dba", 1, 0},
	"lumens":   {"lumens", 1, 0},
	"kw":       {"kw", 1, 0},
	"usd":      {"usd", 1, 0},
	Plain:      {"number", 1, 1e-9},
}

// UnitNames lists every unit, sorted.
func UnitNames() []string {
	names := make([]string, 0, len(units))
	for u := range units {
		names = append(names, string(u))
	}
	slices.Sort(names)
	return names
}

// suggestUnit says which unit was meant.
func suggestUnit(u Unit) string {
	said := map[Unit]Unit{"feet": Feet, "foot": Feet, "inch": Inches, "inches": Inches, "sqft": SquareFeet, "sf": SquareFeet, "%": Percent,
		"pct": Percent, "day": DayUnit, "hour": "hours", "acre": "acres", "gallons": "gal", "gallon": "gal", "pounds": "lb", "ton": "tons"}
	if meant := said[u]; meant != "" {
		return `, did you mean "` + string(meant) + `"?`
	}
	if hint := suggest(string(u), UnitNames()); hint != "" {
		return hint
	}
	return "; the units are " + strings.Join(UnitNames(), ", ")
}

// Valid reports whether the unit is one the language knows.
func (u Unit) Valid() bool { _, ok := units[u]; return ok }

// Agrees reports whether a number in u can be stated in v.
func (u Unit) Agrees(v Unit) bool {
	return u == v || units[u].dimension != "" && units[u].dimension == units[v].dimension
}

// IsLength reports whether u is a unit of length.
func (u Unit) IsLength() bool { return u == Feet || u == Inches }

// In states a number given in u in the unit v. Units that do not agree give NaN.
func (u Unit) In(v Unit, number float64) float64 {
	if u == v {
		return number
	}
	if !u.Agrees(v) {
		return math.NaN()
	}
	if u == Inches && v == Feet {
		return number / 12 // exact where the quotient is, unlike number * (1/12)
	}
	if u == Feet && v == Inches {
		return number * 12
	}
	return number * units[u].size / units[v].size
}

// Quantity is a number with its unit, for example 3 ft.
type Quantity struct {
	Number float64
	Unit   Unit
}

// String writes the quantity as packs do, for example "3 ft".
func (q Quantity) String() string { return FormatNumber(q.Number) + " " + string(q.Unit) }

// FormatNumber writes a number with at most four decimals and no trailing zeros.
func FormatNumber(v float64) string {
	s := strconv.FormatFloat(v, 'f', 4, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// ParseQuantity reads "3 ft". The number is decimal and finite, the unit one of UnitNames.
func ParseQuantity(text string) (Quantity, error) {
	number, unit, found := strings.Cut(strings.TrimSpace(text), " ")
	if !found {
		return Quantity{}, fmt.Errorf("%q is not a quantity: write a number, a space and a unit, for example \"3 ft\"", text)
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return Quantity{}, fmt.Errorf("%q is not a quantity: %q is not a number", text, number)
	}
	u := Unit(strings.TrimSpace(unit))
	if !u.Valid() {
		return Quantity{}, fmt.Errorf("%q is not a quantity: unknown unit %q%s", text, u, suggestUnit(u))
	}
	return Quantity{v, u}, nil
}

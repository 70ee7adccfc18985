package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"parcelaudit/rules"
)

// layerUnit is a unit that layers use and ordinances do not: one of it is factor of a unit of rules. By definition
// 1 ft = 0.3048 m, 1 US survey foot = 1200/3937 m, 1 US gallon = 3.785411784 l, 1 lb = 0.45359237 kg.
type layerUnit struct {
	name   string
	of     rules.Unit
	factor float64
}

func layerUnits() []layerUnit {
	const metre = 1 / 0.3048 // ft
	return []layerUnit{
		{"m", rules.Feet, metre}, {"cm", rules.Feet, metre / 100}, {"mm", rules.Feet, metre / 1000}, {"km", rules.Feet, metre * 1000},
		{"yd", rules.Feet, 3}, {"us_ft", rules.Feet, 1200. / 3937 * metre},
		{"sq_m", rules.SquareFeet, metre * metre}, {"ha", rules.SquareFeet, 1e4 * metre * metre},
		{"cu_m", "cu_ft", metre * metre * metre}, {"l", "gal", 1 / 3.785411784},
		{"kg", "lb", 1 / 0.45359237}, {"fraction", rules.Percent, 100}, {"pct", rules.Percent, 1},
	}
}

// nameUnit returns the unit a fact's name ends in: ft for height_ft, percent for opacity_pct, "" for names without one.
func nameUnit(fact string) rules.Unit {
	if strings.HasSuffix(fact, "_pct") {
		return rules.Percent
	}
	unit := rules.Unit("")
	for _, name := range rules.UnitNames() {
		if strings.HasSuffix(fact, "_"+name) && len(name) > len(unit) {
			unit = rules.Unit(name)
		}
	}
	return unit
}

// conversion returns the factor that turns numbers in the unit called name into unit to. The error says which units do.
func conversion(name string, to rules.Unit) (float64, error) {
	of, factor := rules.Unit(name), 1.0
	if i := slices.IndexFunc(layerUnits(), func(u layerUnit) bool { return u.name == name }); i >= 0 {
		of, factor = layerUnits()[i].of, layerUnits()[i].factor
	}
	switch {
	case !of.Valid():
		return 0, fmt.Errorf("unknown unit %q; %s", name, suggestKey(name, unitsFor(to)))
	case !of.Agrees(to):
		return 0, fmt.Errorf("%s can not be turned into %s; use one of %s", name, to, strings.Join(unitsFor(to), ", "))
	}
	return of.In(to, factor), nil
}

// checkUnit says what is wrong with a unit given for a fact, as far as the fact's name tells.
func checkUnit(fact, name string) error {
	to := nameUnit(fact)
	if to == "" {
		if slices.ContainsFunc(layerUnits(), func(u layerUnit) bool { return u.name == name }) || rules.Unit(name).Valid() {
			return nil // a fact that the pack declares; the loader checks it against the pack
		}
		return fmt.Errorf("unknown unit %q; %s", name, suggestKey(name, unitsFor("")))
	}
	_, err := conversion(name, to)
	return err
}

// unitsFor lists the units that can be turned into one, all units for "".
func unitsFor(to rules.Unit) []string {
	var out []string
	for _, name := range rules.UnitNames() {
		if to == "" || rules.Unit(name).Agrees(to) {
			out = append(out, name)
		}
	}
	for _, u := range layerUnits() {
		if to == "" || u.of.Agrees(to) {
			out = append(out, u.name)
		}
	}
	return out
}

package audit

import (
	"math"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Facts about the streets and alleys of a lot hold of all its plausible readings, or are not known: a line that may be on a street
// makes a corner lot of an interior one.

// onStreet says whether a line of this kind is on a street.
func onStreet(kind lot.Kind) bool { return kind == lot.Front || kind == lot.StreetSide }

// streetsKnown says whether all readings have the same lines on a street.
func streetsKnown(l *lot.Lot) bool {
	for _, r := range l.Readings {
		for i := range r.Kinds {
			if onStreet(r.Kinds[i]) != onStreet(l.Lines[i].Kind) {
				return false
			}
		}
	}
	return true
}

// typeKnown is false of a lot that may have a street which its first reading does not show, or not have one that it shows.
func typeKnown(l *lot.Lot) bool { return l.Type != lot.Undecided && streetsKnown(l) }

// isType answers a question about the lot type.
func isType(l *lot.Lot, types ...lot.Type) rules.Value {
	if !typeKnown(l) {
		return rules.Missing("lot type")
	}
	for _, t := range types {
		if l.Type == t {
			return rules.Bool(true)
		}
	}
	return rules.Bool(false)
}

// abuts is true when every reading has a line of that kind, and false only when none has and every line is known.
func abuts(l *lot.Lot, kind lot.Kind) rules.Value {
	is := l.Abuts(kind)
	for _, r := range l.Readings {
		has := false
		for _, k := range r.Kinds {
			has = has || k == kind
		}
		if has != is {
			return rules.Missing(acrossUnknown)
		}
	}
	if is {
		return rules.Bool(true)
	}
	for i := range l.Lines {
		if openLine(&l.Lines[i], l.Lines[i].Kind) {
			return rules.Missing(acrossUnknown)
		}
	}
	return rules.Bool(false)
}

// streetWidth is the width of the narrowest way along the lot's street lines, as far as something bounds it on the other side.
func streetWidth(l *lot.Lot) rules.Value {
	if !streetsKnown(l) {
		return rules.Missing(acrossUnknown)
	}
	least := math.Inf(1)
	for i := range l.Lines {
		line := &l.Lines[i]
		if !onStreet(line.Kind) {
			continue
		}
		if line.AcrossWidthFt <= 0 {
			return rules.Missing("width of the street")
		}
		least = min(least, line.AcrossWidthFt)
	}
	if math.IsInf(least, 1) {
		return rules.Missing("street along the lot")
	}
	return rules.Number(least)
}

// streetCount is the number of street lines of the lot: a range where readings differ or the data end.
func streetCount(l *lot.Lot) rules.Value {
	least, most := math.Inf(1), 0.0
	count := func(kinds func(i int) lot.Kind) {
		known, open := 0.0, 0.0
		for i := range l.Lines {
			switch kind := kinds(i); {
			case onStreet(kind):
				known++
			case openLine(&l.Lines[i], kind):
				open++
			}
		}
		least, most = min(least, known), max(most, known+open)
	}
	count(func(i int) lot.Kind { return l.Lines[i].Kind })
	for _, r := range l.Readings {
		count(func(i int) lot.Kind { return r.Kinds[i] })
	}
	if least < most {
		return rules.Between(least, most, acrossUnknown)
	}
	return rules.Number(least)
}

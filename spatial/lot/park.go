package lot

import "strings"

// isPark says whether the use or id of any parcel of a lot says that it is a park or land held in common.
func (l *land) isPark(lot *Lot) bool {
	for _, p := range lot.Parcels {
		parcel := &l.in.Parcels[p]
		if parkWord(parcel.Use) || parkID(parcel.ID) {
			return true
		}
	}
	return false
}

// parkWord reads the use of a parcel. A mobile home, business or car park is none, and neither is a parkway.
func parkWord(use string) bool {
	words := letters(use)
	for i, w := range words {
		before, next := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch w {
		case "PARK", "PARKS":
			if !isNoPark(before) {
				return true
			}
		case "GREENWAY", "GREENBELT", "GREENSPACE", "OUTLOT", "OUTLOTS", "PARKLAND", "PLAYGROUND":
			return true
		case "OPEN", "GREEN":
			if next == "SPACE" {
				return true
			}
		case "COMMON":
			if next == "AREA" || next == "AREAS" || next == "LAND" || next == "ELEMENT" || next == "ELEMENTS" {
				return true
			}
		case "AREA", "AREAS":
			if next == "COMMON" {
				return true
			}
		}
	}
	return false
}

// isNoPark says whether the word before "park" makes it one that people live, work or leave their cars in.
func isNoPark(before string) bool {
	switch before {
	case "MOBILE", "HOME", "HOMES", "TRAILER", "RV", "MANUFACTURED", "MH", "INDUSTRIAL", "INDUSTRY", "BUSINESS", "OFFICE", "RESEARCH",
		"TECHNOLOGY", "COMMERCE", "CORPORATE", "LOGISTICS", "DISTRIBUTION", "CAR", "AUTO", "RETAIL", "SCIENCE", "THEME", "AMUSEMENT", "WATER":
		return true
	}
	return false
}

// parkID reads an id that is no number but a name: "OUTLOT 3", "Landry Park".
func parkID(id string) bool {
	words := letters(id)
	if len(words) == 0 || strings.ContainsAny(id[:1], "0123456789") {
		return false
	}
	if words[0] == "OUTLOT" || words[0] == "GREENWAY" {
		return true
	}
	last := words[len(words)-1]
	return len(words) > 1 && (last == "PARK" || last == "GREENWAY") && !isNoPark(words[len(words)-2])
}

// letters are the words of a text in upper case.
func letters(text string) []string {
	return strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
}

package lot

import (
	"slices"
	"strings"
)

// streetName is a street name taken apart for comparison: "N. Elm St" is the same street as "North Elm Street", and
// "Elm" alone may be meant.
type streetName struct {
	text         string // as written
	before, base string // direction in front, and the words of the name
	kind, after  string // suffix and direction behind
}

// parseStreet takes a street name apart. House and unit numbers must be gone.
func parseStreet(text string) streetName {
	s := streetName{text: text}
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool {
		return r == ' ' || r == '.' || r == ',' || r == '-' || r == '\t'
	})
	if n := len(words); n > 1 {
		if d, ok := direction(words[n-1]); ok {
			s.after, words = d, words[:n-1]
		}
	}
	if n := len(words); n > 1 {
		if k, ok := suffix(words[n-1]); ok {
			s.kind, words = k, words[:n-1]
		}
	}
	if len(words) > 1 {
		if d, ok := direction(words[0]); ok {
			s.before, words = d, words[1:]
		}
	}
	s.base = strings.Join(words, " ")
	return s
}

// streetOf returns the street of an address such as "12-14 1/2 N Elm St Apt 3", empty when there is none.
func streetOf(address string) streetName {
	address, _, _ = strings.Cut(address, ",")
	words := slices.DeleteFunc(strings.Fields(strings.ToUpper(address)), func(w string) bool { return w == "NULL" })
	for len(words) > 1 && strings.ContainsAny(words[0][:1], "0123456789") && !ordinal(words[0]) {
		words = words[1:]
	}
	if len(words) > 2 && words[0] == "&" {
		words = words[2:]
	}
	for i, w := range words {
		if i > 0 && (w == "APT" || w == "UNIT" || w == "STE" || w == "SUITE" || w == "LOT" || w == "#" || strings.HasPrefix(w, "#")) {
			words = words[:i]
			break
		}
	}
	if len(words) == 1 && strings.ContainsAny(words[0][:1], "0123456789") && !ordinal(words[0]) {
		return streetName{}
	}
	return parseStreet(strings.Join(words, " "))
}

// ordinal says whether a word is a street such as 5TH rather than a house number.
func ordinal(w string) bool {
	return strings.HasSuffix(w, "TH") || strings.HasSuffix(w, "ST") || strings.HasSuffix(w, "ND") || strings.HasSuffix(w, "RD")
}

// same says whether two names may mean one street: equal words, and equal suffix and direction where both state them.
func (s streetName) same(o streetName) bool {
	return s.base != "" && s.base == o.base && agree(s.kind, o.kind) && agree(s.before, o.before) && agree(s.after, o.after)
}

func agree(a, b string) bool { return a == b || a == "" || b == "" }

func direction(w string) (string, bool) {
	switch w {
	case "N", "NORTH":
		return "N", true
	case "S", "SOUTH":
		return "S", true
	case "E", "EAST":
		return "E", true
	case "W", "WEST":
		return "W", true
	case "NE", "NORTHEAST":
		return "NE", true
	case "NW", "NORTHWEST":
		return "NW", true
	case "SE", "SOUTHEAST":
		return "SE", true
	case "SW", "SOUTHWEST":
		return "SW", true
	}
	return "", false
}

func suffix(w string) (string, bool) {
	switch w {
	case "ST", "STREET", "STR":
		return "ST", true
	case "AVE", "AV", "AVENUE":
		return "AVE", true
	case "RD", "ROAD":
		return "RD", true
	case "DR", "DRIVE":
		return "DR", true
	case "LN", "LANE":
		return "LN", true
	case "CT", "COURT", "CRT":
		return "CT", true
	case "PL", "PLACE":
		return "PL", true
	case "BLVD", "BOULEVARD", "BL":
		return "BLVD", true
	case "TER", "TERR", "TERRACE":
		return "TER", true
	case "CIR", "CIRCLE", "CR":
		return "CIR", true
	case "PKWY", "PARKWAY", "PKY", "PY":
		return "PKWY", true
	case "HWY", "HIGHWAY":
		return "HWY", true
	case "SQ", "SQUARE":
		return "SQ", true
	case "WAY", "WY":
		return "WAY", true
	case "TRL", "TRAIL", "TR":
		return "TRL", true
	case "PARK", "PK":
		return "PARK", true
	case "ALY", "ALLEY":
		return "ALY", true
	case "PT", "POINT":
		return "PT", true
	case "LOOP", "ROW", "PATH", "RUN", "WALK", "PASS":
		return w, true
	}
	return "", false
}

package audit

import (
	"regexp"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// residentialUse matches the words by which assessors name the use of a lot with homes.
var residentialUse = regexp.MustCompile(`(?i)resident|dwelling|single.?family|two.?family|multi.?family|apartment|duplex`)

// livedOn says whether people live on a lot: by its use, else by the class of a building on it. A building of no stated kind on a
// lot of no stated use may be a dwelling.
func (t *town) livedOn(index int32) (answer, string) {
	use := t.in.Parcels[t.fabric.Lots[index].Parcels[0]].Use
	if use == "" {
		if v, _ := t.lotAttribute(index, "use"); v.Type == rules.TextOf {
			use = v.Text
		}
	}
	best := no
	for _, i := range t.onLot[index] {
		s := &t.subjects[i]
		switch {
		case s.kind != aStructure:
		case t.isA(s.class, "dwelling") || t.isA(s.class, "multi_family"):
			return yes, ""
		case t.isA("dwelling", s.class) && use == "":
			best = perhaps
		}
	}
	if residentialUse.MatchString(use) {
		return yes, ""
	}
	return best, "use of the neighbouring lot"
}

// acrossHomes says whether people live on a lot across a line.
func (v *view) acrossHomes(line *lot.Line) (answer, string) {
	best, missing := no, ""
	for _, n := range line.Across {
		if lived, why := v.town.livedOn(n); lived > best {
			best, missing = lived, why
		}
	}
	return best, missing
}

// abutsLivedOn is whether people live on a neighbouring lot.
func (v *view) abutsLivedOn(index int32) rules.Value {
	open := ""
	for _, n := range v.town.neighbours[index] {
		switch lived, missing := v.town.livedOn(n); lived {
		case yes:
			return rules.Bool(true)
		case perhaps:
			open = missing
		}
	}
	if open != "" {
		return rules.Missing(open)
	}
	return rules.Bool(false)
}

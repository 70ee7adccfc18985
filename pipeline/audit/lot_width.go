package audit

import (
	"slices"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
)

// lotWidth is the width of a lot at the setback line: parallel to the front, as far behind it as the required front yard of the
// district is deep. The ordinances that speak of lot width measure it there, not at the street (155.02 LOT WIDTH, whose definitions
// 335 borrows). Where the depth is not known the width lies between the least and the greatest at any that may be required, which
// on a lot with parallel sides is one number.
func (v *view) lotWidth(index int32) rules.Value {
	v.seen |= onLabels
	l, zone := &v.town.fabric.Lots[index], v.zone
	if index != v.site.index {
		if zone = v.town.districtOfLot(index); len(l.Readings) > 1 {
			return rules.Missing("lot width") // this is a reading of the lot at hand, not of its neighbour
		}
	} else if v.reading.labelling > 0 {
		if len(l.BodyFront) > 0 {
			return rules.Missing("lot width") // where the body begins is known under the first labelling
		}
		l = relabelled(l, l.Readings[v.reading.labelling])
	}
	depth := zone.fact("required_yards_ft.front")
	from, to := depth.Lo, depth.Hi
	if depth.Type != rules.NumberOf {
		if l.DepthFt == 0 {
			return rules.Missing(depth.Missing...)
		}
		from, to = 0, l.DepthFt/2 // no ordinance asks for more
	}
	least, greatest, ok := l.WidthBetween(max(from, leastSetbackFt), max(to, leastSetbackFt))
	if !ok {
		return rules.Missing("lot width")
	}
	least, greatest = measure.Round(least), measure.Round(greatest)
	if least == greatest {
		return rules.Number(least)
	}
	return rules.Between(least, greatest, depth.Missing...)
}

// relabelled is a lot with its lines as another labelling has them.
func relabelled(l *lot.Lot, as lot.Labelling) *lot.Lot {
	other := *l
	other.Lines = slices.Clone(l.Lines)
	for i := range other.Lines {
		other.Lines[i].Kind, other.Lines[i].Role = as.Kinds[i], as.Roles[i]
	}
	return &other
}

// leastSetbackFt keeps the line at which a width is taken off the front line itself.
const leastSetbackFt = 0.01

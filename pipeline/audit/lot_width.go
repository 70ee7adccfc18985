package audit

import (
	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// lotWidth is the width of a lot at the setback line: parallel to the front, as far behind it as the required front yard of the
// district is deep. The ordinances that speak of lot width measure it there, not at the street (155.02 LOT WIDTH, whose definitions
// 335 borrows). Where the depth is not known the width lies between the least and the greatest at any that may be required, which
// on a lot with parallel sides is one number.
func (v *view) lotWidth(index int32) rules.Value {
	l := &v.town.fabric.Lots[index]
	if len(l.Readings) > 1 && v.reading.labelling > 0 {
		return rules.Missing("lot width") // the lot knows its width under the first labelling
	}
	v.seen |= onLabels
	zone := v.zone
	if index != v.site.index {
		zone = v.town.districtOfLot(index)
	}
	depth := zone.fact("required_yards_ft.front")
	from, to := depth.Lo, depth.Hi
	if depth.Type != rules.NumberOf {
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

// leastSetbackFt keeps the line at which a width is taken off the front line itself.
const leastSetbackFt = 0.01

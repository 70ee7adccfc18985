package audit

import (
	"math"
	"slices"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// beyondLines is how far the subject reaches off its lot across some of its lines: 0 when it does not.
func (v *view) beyondLines(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	chosen := v.lines(c.To, c.Except)
	if len(chosen.paths) == 0 && len(chosen.open) == 0 {
		return none(rules.Feet)
	}
	least, most := 0.0, 0.0
	if len(chosen.paths) > 0 {
		part, err := v.yards().Beyond(shape, chosen.paths)
		if err != nil {
			return notDrawn(err)
		}
		least = max(0, -part.ClearFt)
		most = least
	}
	if len(chosen.open) > 0 {
		part, err := v.yards().Beyond(shape, chosen.open)
		if err != nil {
			return notDrawn(err)
		}
		most = max(most, -part.ClearFt)
	}
	return rules.Measured{Value: rules.Between(least, most, chosen.why), Unit: rules.Feet, Tolerance: v.town.against(v.subject)}
}

// toDistrict is the distance from the subject to the nearest land in a district of some classes; land farther than WithinFt is
// not looked for. Land in a district nobody knows may be nearer.
func (v *view) toDistrict(c *rules.Call) rules.Measured {
	m, sure, open, ok := v.nearestDistrict(c)
	switch {
	case !ok:
		return m
	case math.IsInf(sure.Ft, 1) && math.IsInf(open.Ft, 1):
		return none(rules.Feet)
	case open.Ft < sure.Ft:
		m.Value, m.Evidence = rules.Between(open.Ft, sure.Ft, m.Missing...), open.Witness()
	default:
		m.Value, m.Evidence = rules.Number(sure.Ft), sure.Witness()
	}
	m.Unit, m.Tolerance = rules.Feet, v.town.against(v.subject)
	return m
}

// bearingToDistrict is the direction from the subject to the nearest point of that land, in degrees clockwise from grid north,
// at least 0 and less than 360.
func (v *view) bearingToDistrict(c *rules.Call) rules.Measured {
	m, sure, open, ok := v.nearestDistrict(c)
	switch {
	case !ok:
		return m
	case math.IsInf(sure.Ft, 1) && math.IsInf(open.Ft, 1):
		return none("degrees")
	case open.Ft < sure.Ft:
		return unknown(m.Missing...)
	case sure.Ft == 0:
		return unknown("a direction: " + v.subject.id + " touches that land")
	}
	east, north := sure.To[0]-sure.From[0], sure.To[1]-sure.From[1]
	degrees := math.Mod(math.Atan2(east, north)*180/math.Pi+360, 360)
	return rules.Measured{Value: rules.Number(measure.Round(degrees)), Unit: "degrees", Evidence: sure.Witness()}
}

// nearestDistrict looks for the nearest lot that is surely in a district of the classes, and for the nearest that may be. Either
// is infinitely far where there is none; the measure carries what the second turns on. ok is false when nothing can be measured.
func (v *view) nearestDistrict(c *rules.Call) (m rules.Measured, sure, open measure.Span, ok bool) {
	sure.Ft, open.Ft = math.Inf(1), math.Inf(1)
	shape, missing, ok := v.outline()
	if !ok {
		return missing, sure, open, false
	}
	for _, i := range ascending(v.town.fabric.Near(v.subject.bound.Pad(c.WithinFt), nil)) {
		d := v.town.districtOfLot(i)
		if d.missing == "" && !slices.Contains(c.Districts, d.table.Class) {
			continue
		}
		s, err := measure.Distance(shape, v.town.fabric.Lots[i].Shape)
		switch {
		case err != nil:
			return unknown(err.Error()), sure, open, false
		case s.Ft > c.WithinFt:
		case d.missing == "" && s.Ft < sure.Ft:
			sure = s
		case d.missing != "" && s.Ft < open.Ft:
			open, m.Missing = s, []string{d.missing}
		}
	}
	return m, sure, open, true
}

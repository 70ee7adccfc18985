package audit

import (
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// along is the length of a line that runs within some feet of lot lines: a fence along a line, not one that merely ends at it.
// Lines of which it is not known whether they are meant make it a range.
func (v *view) along(c *rules.Call) rules.Measured {
	if !isLine(v.subject.shape) {
		return unknown("line of " + v.subject.id)
	}
	chosen := v.lines(c.To, c.Except)
	if len(chosen.paths)+len(chosen.open) == 0 {
		return none(rules.Feet)
	}
	least, found, err := v.near(chosen.paths, c.WithinFt)
	if err != nil {
		return unknown(err.Error())
	}
	most := least
	if len(chosen.open) > 0 {
		if most, _, err = v.near(slices.Concat(chosen.paths, chosen.open), c.WithinFt); err != nil {
			return unknown(err.Error())
		}
	}
	m := rules.Measured{Value: rules.Number(least), Unit: rules.Feet}
	if most > least {
		m.Value = rules.Between(least, most, chosen.why)
	}
	if len(found) > 0 {
		m.Evidence = orb.MultiLineString(found)
	}
	return m
}

// near is the length of the subject's stretches within ft of some lines, and the stretches.
func (v *view) near(lines []orb.LineString, ft float64) (float64, []orb.LineString, error) {
	if len(lines) == 0 {
		return 0, nil, nil
	}
	var found []orb.LineString
	for _, line := range linesOf(v.subject.shape) {
		in, err := measure.StretchNear(line, lines, ft)
		if err != nil {
			return 0, nil, err
		}
		found = append(found, in...)
	}
	return measure.TotalLength(found), found, nil
}

package audit

import (
	"math"
	"slices"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// parallelDeg is how far from parallel two courses may run and still face each other.
const parallelDeg = 15

// thickestWallFt is how far apart the two faces of one retaining wall may be drawn: nearer lines may be one wall or two.
const thickestWallFt = 2

// facing is the least gap to another structure of some classes where its courses run parallel and lie beside the subject's, as
// the walls of a terrace do. Walls that meet at a corner or follow end to end do not face each other.
func (v *view) facing(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	m := rules.Measured{Unit: rules.Feet}
	lo, hi := math.Inf(1), math.Inf(1)
	var why []string
	for _, o := range v.others(c, c.On, false) {
		if o.subject.shape == nil {
			return unknown("place of " + o.subject.id)
		}
		f, beside, err := measure.FacingGap(shape, v.wholeShape(o), parallelDeg)
		if err != nil {
			return unknown(err.Error())
		}
		if !beside {
			continue
		}
		oneWall := v.subject.kind == aFence && o.subject.kind == aFence && f.Gap.Ft <= thickestWallFt
		if f.Gap.Ft < lo {
			lo = f.Gap.Ft
			if why = o.missing; oneWall {
				why = append(slices.Clone(why), "whether "+v.subject.id+" and "+o.subject.id+" are the two faces of one wall")
			}
			m.Evidence, m.OtherID, m.Tolerance = f.Gap.Witness(), o.subject.id, v.town.between(v.subject, o.subject)
		}
		if o.sure && !oneWall {
			hi = min(hi, f.Gap.Ft)
		}
	}
	if math.IsInf(lo, 1) {
		return none(rules.Feet)
	}
	m.Value = rules.Between(lo, hi, why...)
	return m
}

// nearest is a fact of the nearest other structure of some classes. Where one that may be meant stands nearer than the nearest
// that surely is, the fact is unknown.
func (v *view) nearest(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	if m, missing := v.layersMissing(c, c.To); missing {
		return m
	}
	var found *chosen
	best := math.Inf(1)
	for _, o := range v.others(c, c.On, false) {
		if o.subject.shape == nil {
			return unknown("place of " + o.subject.id)
		}
		s, err := measure.Distance(shape, v.wholeShape(o))
		if err != nil {
			return unknown(err.Error())
		}
		if s.Ft < best {
			best, found = s.Ft, &o
		}
	}
	switch {
	case found == nil:
		return none(rules.Unit(c.Type))
	case !found.sure:
		return unknown(found.missing...)
	}
	f := v.subjectFact(found.subject, c.Fact)
	if f.Type == rules.Unknown {
		f = rules.Missing(c.Fact + " of " + found.subject.id)
	}
	return rules.Measured{Value: f, Unit: rules.Unit(c.Type), OtherID: found.subject.id, Evidence: found.subject.shape}
}

// longest is the greatest distance between two points of the subject.
func (v *view) longest() rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	size, err := measure.SizeOf(v.site.kernel, shape)
	if err != nil {
		return unknown(err.Error())
	}
	return rules.Measured{Value: rules.Number(size.Longest.Ft), Unit: rules.Feet, Evidence: size.Longest.Witness(),
		Tolerance: v.town.accuracy(v.subject)}
}

package audit

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"parcelaudit/rules"
)

// area is the subject's own footprint.
func (v *view) area() rules.Measured {
	if v.subject.kind == aLot {
		return rules.Measured{Value: v.lotArea(v.subject.lot), Unit: rules.SquareFeet}
	}
	if len(polygonsOf(v.subject.shape)) == 0 {
		return unknown("outline of " + v.subject.id)
	}
	return rules.Measured{Value: rules.Number(v.subject.areaSqFt()), Unit: rules.SquareFeet, Evidence: v.subject.shape}
}

// length is the subject's own length.
func (v *view) length() rules.Measured {
	if !isLine(v.subject.shape) {
		return unknown("line of " + v.subject.id)
	}
	return rules.Measured{Value: rules.Number(lengthFt(v.subject.shape)), Unit: rules.Feet, Evidence: v.subject.shape}
}

// totalArea adds the footprints of the things on the lot that the call names.
func (v *view) totalArea(c *rules.Call) rules.Measured {
	lo, hi := 0.0, 0.0
	missing := v.lackingFor(c, c.Classes)
	if len(missing) > 0 {
		hi = math.Inf(1)
	}
	var evidence orb.Collection
	for _, o := range v.others(c, "lot", true) {
		if len(polygonsOf(o.subject.shape)) == 0 {
			return unknown("outline of " + o.subject.id)
		}
		a := o.subject.areaSqFt()
		hi += a
		if o.sure {
			lo += a
		}
		missing = append(missing, o.missing...)
		evidence = append(evidence, o.subject.shape)
	}
	return rules.Measured{Value: rules.Between(lo, hi, missing...), Unit: rules.SquareFeet, Evidence: evidence}
}

// lengthFt is the length of a line geometry.
func lengthFt(g orb.Geometry) float64 {
	sum := 0.0
	for _, l := range linesOf(g) {
		sum += planar.Length(l)
	}
	return math.Round(sum*1e6) / 1e6
}

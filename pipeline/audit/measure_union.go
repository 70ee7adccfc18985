package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// unionArea is the ground under the things on the lot that a call names, ground under two of them counted once.
func (v *view) unionArea(c *rules.Call) rules.Measured {
	if m, missing := v.layersMissing(c, c.Classes); missing {
		return m
	}
	sure, all, missing, m, ok := v.outlinesOf(c, true)
	if !ok {
		return m
	}
	most, ground, err := measure.UnionArea(v.site.kernel, all)
	if err != nil {
		return notDrawn(err)
	}
	least, _, err := measure.UnionArea(v.site.kernel, sure)
	if err != nil {
		return notDrawn(err)
	}
	m = rules.Measured{Value: rules.Between(least, most, missing...), Unit: rules.SquareFeet}
	if ground != nil {
		m.Evidence = ground
	}
	return m
}

// covered is the part of the subject's own footprint that lies under or inside other things on the lot, in percent: a pool in
// a building, a tub on a deck.
func (v *view) covered(c *rules.Call) rules.Measured {
	own := polygonsOf(v.subject.shape)
	if len(own) == 0 {
		return unknown("outline of " + v.subject.id)
	}
	if m, missing := v.layersMissing(c, c.Classes); missing {
		return m
	}
	sure, all, missing, m, ok := v.outlinesOf(c, false)
	if !ok {
		return m
	}
	most, err := measure.ShareOf(v.site.kernel, own, all)
	if err != nil {
		return notDrawn(err)
	}
	least, err := measure.ShareOf(v.site.kernel, own, sure)
	if err != nil {
		return notDrawn(err)
	}
	m = rules.Measured{Value: rules.Between(least.Percent, most.Percent, missing...), Unit: rules.Percent}
	if most.Covered != nil {
		m.Evidence = most.Covered
	}
	return m
}

// outlinesOf are the outlines of what a call names: of those that surely are meant, and of all that may be. ok is false, and m
// the answer, when one of them has none.
func (v *view) outlinesOf(c *rules.Call, self bool) (sure, all []orb.Geometry, missing []string, m rules.Measured, ok bool) {
	for _, o := range v.others(c, "lot", self) {
		if len(polygonsOf(o.subject.shape)) == 0 {
			return nil, nil, nil, unknown("outline of " + o.subject.id), false
		}
		all = append(all, v.wholeShape(o))
		if o.sure {
			sure = append(sure, v.wholeShape(o))
		}
		missing = append(missing, o.missing...)
	}
	return sure, all, missing, rules.Measured{}, true
}

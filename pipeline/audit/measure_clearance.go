package audit

import (
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// enclosed is 1 when a ring encloses the subject whose gaps are no wider than the call allows, and 0 when none does.
func (v *view) enclosed(c *rules.Call) rules.Measured {
	gap := v.ringGap(c)
	if gap.Type != rules.NumberOf {
		return gap
	}
	closed := func(ft float64) float64 {
		if ft <= c.WithinFt {
			return 1
		}
		return 0
	}
	return rules.Measured{Value: rules.Between(closed(gap.Hi), closed(gap.Lo), gap.Missing...), Unit: rules.Count, Evidence: gap.Evidence}
}

// ringClearance is the distance from the fences of the ring that encloses the subject to the nearest other structure of
// some classes, on either side of it. Buildings whose walls are part of the ring do not count.
func (v *view) ringClearance(c *rules.Call) rules.Measured {
	shape, m, ok := v.ringSubject()
	if !ok {
		return m
	}
	r, missing, err := v.enclose(c, shape, true)
	switch {
	case err != nil:
		return notDrawn(err)
	case len(missing) > 0:
		return unknown(missing...)
	case !r.found.Closed:
		return none(rules.Feet)
	}
	fences := r.alongFences()
	if len(fences) == 0 {
		return none(rules.Feet)
	}
	m = rules.Measured{Unit: rules.Feet, Tolerance: v.town.in.Tolerance.Fences}
	lo, hi := math.Inf(1), math.Inf(1)
	var why []string
	for _, o := range v.others(c, "any", false) {
		if !v.town.mayBeOf(v.classOf(o.index, o.subject), c.To) || o.subject.shape == nil || r.isPart(o.subject) {
			continue
		}
		s, err := measure.DistanceToLines(v.wholeShape(o), fences)
		if err != nil {
			return unknown(err.Error())
		}
		if s.Ft < lo {
			lo, m.Evidence, m.OtherID, why = s.Ft, s.Witness(), o.subject.id, nil
			if !o.sure {
				why = o.missing
			}
		}
		if o.sure {
			hi = min(hi, s.Ft)
		}
	}
	if math.IsInf(lo, 1) {
		return none(rules.Feet)
	}
	m.Value = rules.Between(lo, hi, why...)
	return m
}

// alongFences is the part of the ring's outer edge that fences make.
func (r ring) alongFences() []orb.LineString {
	var fences, out []orb.LineString
	for _, part := range r.found.Parts {
		if part.Kind == measure.Fence {
			fences = append(fences, r.fences[part.Index])
		}
	}
	if len(fences) == 0 {
		return nil
	}
	edge := r.found.Ring[0]
	for i := 1; i < len(edge); i++ {
		middle := orb.Point{(edge[i-1][0] + edge[i][0]) / 2, (edge[i-1][1] + edge[i][1]) / 2}
		if s, err := measure.DistanceToLines(middle, fences); err == nil && s.Ft <= mapGapFt {
			out = append(out, orb.LineString{edge[i-1], edge[i]})
		}
	}
	return out
}

// isPart says whether the wall of a structure is part of the ring.
func (r ring) isPart(s *subject) bool {
	return slices.ContainsFunc(r.found.Parts, func(p measure.RingPart) bool {
		return p.Kind == measure.Wall && r.walls[p.Index] == s
	})
}

// mayBeOf says whether a class is one of those named or may turn out to be one.
func (t *town) mayBeOf(class string, named []string) bool {
	return slices.ContainsFunc(named, func(want string) bool { return t.isA(class, want) || t.isA(want, class) })
}

package audit

import (
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
	"parcelaudit/spatial/yard"
)

// cutFt is how exactly a fence is cut where it leaves the band of its lot line: that far out it is still on the line.
const cutFt = 0.001

// unitOf is what an overlap with a region is counted in.
func unitOf(g orb.Geometry) rules.Unit {
	switch {
	case isPoint(g):
		return rules.Count
	case isLine(g):
		return rules.Feet
	}
	return rules.SquareFeet
}

// overlap is how much of the subject lies in the union of some regions. A region that the lot does not have holds nothing.
func (v *view) overlap(c *rules.Call) rules.Measured {
	return v.inRegions(c, c.With, false)
}

// outside is how much of the subject on the lot lies outside the union of some regions.
func (v *view) outside(c *rules.Call) rules.Measured {
	return v.inRegions(c, c.Of, true)
}

func (v *view) inRegions(c *rules.Call, words []string, out bool) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	regions, err := v.areas(c, words)
	if err != nil {
		return notDrawn(err)
	}
	m := rules.Measured{Unit: unitOf(shape), Tolerance: v.town.against(v.subject)}
	if v.subject.kind == aFence && m.Tolerance > 0 { // exact layers are cut exactly
		m.Tolerance += cutFt
	}
	if len(words) == 1 {
		m.Yard = words[0]
	}
	amount, clear, evidence, err := regions.holds(v.site.kernel, shape, out)
	if err != nil {
		return notDrawn(err)
	}
	if clear = math.Abs(clear); math.IsInf(clear, 1) {
		m.Tolerance = 0 // no edge that could be misplaced
	}
	if v.subject.kind == aFence {
		clear = max(0, clear-cutFt)
	}
	m.Value, m.Clearance = rules.Number(amount), &clear
	if evidence != nil {
		m.Evidence = evidence
	}
	return m
}

// areas are the parts of the ground a rule names: yards of the lot, and polygons that are not.
type areas struct {
	yards  []*yard.Region
	shapes []orb.MultiPolygon
}

func (v *view) areas(c *rules.Call, words []string) (areas, error) {
	var a areas
	if has(words, "side_yard") && has(words, "rear_yard") { // one region with one border towards the street
		words = append([]string{"side_or_rear_yard"}, except(words, "side_yard", "rear_yard")...)
	}
	for _, word := range words {
		if word == "lot" && len(v.site.lot.BodyFront) > 1 { // the yards of a flag lot leave its pole out
			a.shapes = append(a.shapes, v.site.lot.Shape)
			continue
		}
		switch word {
		case "outside_lot", "adjacent_lots", "right_of_way", "terrace", "neighbour_front_yard", "vision_triangle":
			shapes, err := v.beyond(word, c)
			if err != nil {
				return areas{}, err
			}
			a.shapes = append(a.shapes, shapes...)
		default:
			r, err := v.region(word)
			if err == errNowhere {
				continue
			}
			if err != nil {
				return areas{}, err
			}
			a.yards = append(a.yards, r)
		}
	}
	return a, nil
}

// holds measures how much of a geometry the areas hold, or with out leave out: the amount, how far an edge would have to move
// to change none into some, and the part itself.
func (a areas) holds(k *kernel.Kernel, g orb.Geometry, out bool) (amount, clearFt float64, part orb.Geometry, err error) {
	switch {
	case isPoint(g):
		return a.holdsPoint(g, out)
	case isLine(g):
		return a.holdsLine(g, out)
	case len(a.yards) == 1 && len(a.shapes) == 0:
		var p yard.Part
		if p, err = a.yards[0].Overlap(g); out && err == nil {
			p, err = a.yards[0].Excess(g)
		}
		if p.Shape != nil {
			part = p.Shape
		}
		return p.SqFt, p.ClearFt, part, err
	}
	return a.holdsPolygon(k, g, out)
}

// holdsPolygon is the general case for polygons: GEOS on the union.
func (a areas) holdsPolygon(k *kernel.Kernel, g orb.Geometry, out bool) (float64, float64, orb.Geometry, error) {
	union, err := a.union(k)
	if err != nil {
		return 0, 0, nil, err
	}
	own := polygonsOf(g)
	var common orb.Geometry
	switch {
	case len(union) == 0 && out:
		common = own
	case len(union) == 0:
		return 0, math.Inf(1), nil, nil
	case out:
		common, err = k.Difference(own, union)
	default:
		common, err = k.Intersection(own, union)
	}
	if err != nil {
		return 0, 0, nil, err
	}
	held := polygonsOf(common)
	if sqFt := footprint(held); sqFt > 1e-6 {
		reach, err := measure.FarthestFromLines(held, outlines(union))
		if len(union) == 0 {
			return sqFt, math.Inf(1), held, nil
		}
		return measure.Round(sqFt), reach.Ft, held, err
	}
	gap, err := measure.DistanceToLines(g, outlines(union))
	return 0, gap.Ft, nil, err
}

// holdsLine adds up the stretches of a line in the areas.
func (a areas) holdsLine(g orb.Geometry, out bool) (float64, float64, orb.Geometry, error) {
	rest := []orb.LineString(linesOf(g))
	var found []orb.LineString
	clear := math.Inf(1)
	for _, r := range a.yards {
		s, err := r.Stretch(orb.MultiLineString(rest))
		if len(rest) == 0 {
			break
		}
		if err != nil {
			return 0, 0, nil, err
		}
		clear = min(clear, math.Abs(s.ClearFt))
		found, rest = append(found, s.Lines...), allWithout(rest, s.Lines)
	}
	inYards := len(found)
	var edges []orb.LineString
	for _, shape := range a.shapes {
		if len(shape) == 0 {
			continue
		}
		var in []orb.LineString
		for _, line := range rest {
			within, err := measure.StretchWithin(line, shape)
			if err != nil {
				return 0, 0, nil, err
			}
			in = append(in, notAlong(within, outlines(shape))...)
		}
		found, rest = append(found, in...), allWithout(rest, in)
		edges = append(edges, outlines(shape)...)
	}
	held := found[inYards:]
	if out {
		found, held = rest, rest
	}
	if len(edges) > 0 {
		clear = min(clear, clearOf(g, held, edges))
	}
	if len(found) == 0 {
		return 0, clear, nil, nil
	}
	return measure.TotalLength(found), clear, orb.MultiLineString(found), nil
}

// clearOf is how far the edges of an area would have to move for it to hold none of a line instead of the stretches held, or some
// instead of none.
func clearOf(g orb.Geometry, held, edges []orb.LineString) float64 {
	reach := measure.DistanceToLines
	if len(held) > 0 {
		g, reach = orb.MultiLineString(held), measure.FarthestFromLines
	}
	span, err := reach(g, edges)
	if err != nil {
		return math.Inf(1)
	}
	return span.Ft
}

// alongOutlineFt is how near to an outline a line runs along it: touching an area is not being in it.
const alongOutlineFt = 1e-4

// notAlong takes out of some lines what only runs along an outline.
func notAlong(lines, outline []orb.LineString) []orb.LineString {
	var in []orb.LineString
	for _, line := range lines {
		if away, err := measure.StretchAway(line, outline, alongOutlineFt); err == nil {
			in = append(in, away...)
		}
	}
	return in
}

// holdsPoint is 1 or 0. A point on the edge of a yard is in it; one on the edge of anything else, as on the street line, touches it.
func (a areas) holdsPoint(g orb.Geometry, out bool) (float64, float64, orb.Geometry, error) {
	in, clear := false, math.Inf(1)
	check := func(shape orb.MultiPolygon, isYard bool) error {
		if len(shape) == 0 {
			return nil
		}
		s, err := measure.Distance(g, shape)
		if err != nil {
			return err
		}
		edge, err := measure.DistanceToLines(g, outlines(shape))
		in, clear = in || s.Ft == 0 && (isYard || edge.Ft > alongOutlineFt), min(clear, edge.Ft)
		return err
	}
	for _, r := range a.yards {
		shape, err := r.Shape()
		if err == nil {
			err = check(shape, true)
		}
		if err != nil {
			return 0, 0, nil, err
		}
	}
	for _, shape := range a.shapes {
		if err := check(shape, false); err != nil {
			return 0, 0, nil, err
		}
	}
	if in != out {
		return 1, clear, g, nil
	}
	return 0, clear, nil, nil
}

// union is all areas as one.
func (a areas) union(k *kernel.Kernel) (orb.MultiPolygon, error) {
	var all orb.MultiPolygon
	for _, r := range a.yards {
		shape, err := r.Shape()
		if err != nil {
			return nil, err
		}
		all = append(all, shape...)
	}
	for _, s := range a.shapes {
		all = append(all, s...)
	}
	if len(all) < 2 {
		return all, nil
	}
	u, err := k.UnaryUnion(all)
	return polygonsOf(u), err
}

// shares returns what takes the share of the areas that structures cover; nothing is true when the areas have no ground.
func (a areas) shares(k *kernel.Kernel) (shareOf func([]orb.Geometry) (measure.Share, error), nothing bool, err error) {
	if len(a.yards) == 1 && len(a.shapes) == 0 {
		some, err := a.yards[0].HasGround()
		return a.yards[0].Share, !some, err
	}
	ground, err := a.union(k)
	return func(s []orb.Geometry) (measure.Share, error) { return measure.ShareOf(k, ground, s) }, len(ground) == 0, err
}

// share is the part of some regions together, or of the lot, under the union of some structures, in percent.
func (v *view) share(c *rules.Call) rules.Measured {
	a, err := v.areas(c, c.Of)
	if err != nil {
		return notDrawn(err)
	}
	shareOf, nothing, err := a.shares(v.site.kernel)
	if err != nil {
		return notDrawn(err)
	}
	if nothing {
		return none(rules.Percent)
	}
	var sure, all []orb.Geometry
	lacking := v.lackingFor(c, c.Classes)
	missing := lacking
	for _, o := range v.others(c, "lot", true) {
		if len(polygonsOf(o.subject.shape)) == 0 {
			return unknown("outline of " + o.subject.id)
		}
		all = append(all, v.wholeShape(o))
		if o.sure {
			sure = append(sure, v.wholeShape(o))
		}
		missing = append(missing, o.missing...)
	}
	var most, least measure.Share // of nothing, nothing
	if len(all) > 0 {
		if most, err = shareOf(all); err != nil {
			return notDrawn(err)
		}
	}
	switch {
	case len(sure) == len(all):
		least = most
	case len(sure) > 0:
		if least, err = shareOf(sure); err != nil {
			return notDrawn(err)
		}
	}
	if len(lacking) > 0 {
		most.Percent = 100
	}
	m := rules.Measured{Value: rules.Between(least.Percent, most.Percent, missing...), Unit: rules.Percent, Yard: strings.Join(c.Of, " and ")}
	if most.Covered != nil {
		m.Evidence = most.Covered
	}
	return m
}

// behind is how far the subject stands behind a line of the principal building.
func (v *view) behind(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	v.seen |= onLabels | onPrincipal
	var s measure.Span
	var err error
	switch y := v.yards(); c.Line {
	case "principal_front":
		s, err = y.BehindFront(shape)
	case "principal_rear":
		s, err = y.BehindRear(shape)
	case "principal_rear_corner":
		s, err = y.BehindRearCorner(shape)
	case "principal_street_side":
		chosen := v.lines([]string{"street_side"}, nil)
		if len(chosen.paths) == 0 && len(chosen.open) == 0 {
			return none(rules.Feet)
		}
		s, err = y.Behind(shape, chosen.paths)
	}
	if err != nil {
		return notDrawn(err)
	}
	return rules.Measured{Value: rules.Number(s.Ft), Unit: rules.Feet, Evidence: s.Witness(), Tolerance: v.town.against(v.subject)}
}

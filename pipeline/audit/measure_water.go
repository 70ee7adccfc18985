package audit

import (
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// shoreFt is how far from a structure its nearest water is looked for.
const shoreFt = 500

// toWater is the distance from the subject to the nearest water body that meets the call's `where`, whether or not its lot reaches
// the water; a range while that is open for a nearer one.
func (v *view) toWater(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	if !v.town.in.Layers.Water && len(v.town.in.Water) == 0 {
		return unknown("water layer")
	}
	s := v.shore(c, shape)
	if math.IsInf(s.lo, 1) {
		return none(rules.Feet)
	}
	return rules.Measured{Value: rules.Between(s.lo, s.hi, s.missing...), Unit: rules.Feet, Evidence: s.span.Witness(), Tolerance: v.town.against(v.subject)}
}

// shore is how far the nearest water is from something: lo to the nearest that may be meant, hi to the nearest that surely is.
type shore struct {
	lo, hi  float64
	span    measure.Span // to the nearest
	missing []string
}

func (v *view) shore(c *rules.Call, shape orb.Geometry) shore {
	out := shore{lo: math.Inf(1), hi: math.Inf(1)}
	for _, i := range v.town.waterTree.Query(shape.Bound().Pad(shoreFt), nil) {
		d, err := measure.Distance(shape, v.town.in.Water[i].Shape)
		if err != nil || d.Ft > shoreFt || d.Ft >= out.hi {
			continue
		}
		sure := true
		if c.Where != nil {
			switch t := c.Where.Eval(v, waterFacts{v.town, i}); t.State {
			case rules.False:
				continue
			case rules.Undecided:
				sure, out.missing = false, append(out.missing, t.Missing...)
			}
		}
		if sure {
			out.hi = d.Ft
		}
		if d.Ft < out.lo {
			out.lo, out.span = d.Ft, d
		}
	}
	if math.IsInf(out.hi, 1) && !math.IsInf(out.lo, 1) {
		out.hi = shoreFt
	}
	return out
}

// waterFacts are the attributes of a water body, for water.* in a `where`.
type waterFacts struct {
	town *town
	i    int32
}

func (f waterFacts) Fact(name string) rules.Value {
	if name == "name" {
		if n := f.town.in.Water[f.i].Name; n != "" {
			return rules.Text(n)
		}
		return rules.Missing("water.name")
	}
	if int(f.i) < len(f.town.in.WaterFacts) {
		if a, _ := f.town.in.WaterFacts[f.i].Get(name); a.Type != rules.Unknown {
			return a
		}
	}
	return rules.Missing("water." + name)
}

// flanking looks along the shore, from the subject to the left and to the right, for the nearest principal building of another lot
// no farther off than the call says: on how many sides there is one, or the average or the least of their distances from the water.
func (v *view) flanking(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	in := v.town.in
	switch {
	case !in.Layers.Water && len(in.Water) == 0:
		return unknown("water layer")
	case !in.Layers.Buildings:
		return unknown("buildings layer")
	}
	own := v.shore(c, shape)
	unit := rules.Feet
	if c.Name == "flanking_sides" {
		unit = rules.Count
	}
	switch {
	case math.IsInf(own.lo, 1):
		return none(unit)
	case own.lo != own.hi:
		return unknown(own.missing...)
	}
	left, right := v.flanks(c, shape, own.span)
	var setbacks []float64
	for _, f := range []*flank{left, right} {
		if f == nil {
			continue
		}
		s := v.shore(c, f.shape)
		switch {
		case f.rivals:
			return unknown("principal building of a neighbouring lot")
		case s.lo != s.hi:
			return unknown(append(s.missing, "water near a neighbouring building")...)
		}
		setbacks = append(setbacks, s.lo)
	}
	switch {
	case c.Name == "flanking_sides":
		return number(float64(len(setbacks)), rules.Count)
	case len(setbacks) == 0:
		return none(rules.Feet)
	case c.Pick == "least":
		return number(slices.Min(setbacks), rules.Feet)
	}
	sum := 0.0
	for _, s := range setbacks {
		sum += s
	}
	return number(measure.Round(sum/float64(len(setbacks))), rules.Feet)
}

// flank is the nearest principal building on one side.
type flank struct {
	shape  orb.MultiPolygon
	rivals bool // which building of its lot is the principal one is not certain
	ft     float64
}

// flanks finds the nearest principal building to each side of the lot, looking along the shore: at right angles to the shortest way
// from the subject to the water. A building that stands neither left nor right of the lot, but behind it, flanks it on no side.
func (v *view) flanks(c *rules.Call, shape orb.Geometry, toWater measure.Span) (left, right *flank) {
	dx, dy := toWater.To[0]-toWater.From[0], toWater.To[1]-toWater.From[1]
	off := math.Hypot(dx, dy)
	if off == 0 {
		return nil, nil // it stands in the water: no direction, and no setback to reduce
	}
	along := func(p orb.Point) float64 { return (p[0]*dy - p[1]*dx) / off }
	from, to := math.Inf(1), math.Inf(-1) // of the lot, along the shore
	for _, polygon := range v.site.lot.Shape {
		for _, p := range polygon[0] {
			from, to = min(from, along(p)), max(to, along(p))
		}
	}
	for _, i := range v.town.fabric.Near(shape.Bound().Pad(c.WithinFt), nil) {
		if i == v.site.index || len(v.town.principals[i]) == 0 {
			continue
		}
		p := &v.town.principals[i][0]
		d, err := measure.Distance(shape, p.shape)
		if err != nil || d.Ft > c.WithinFt+measure.Grid {
			continue
		}
		side := &left
		switch at := along(p.shape.Bound().Center()); {
		case at > to:
			side = &right
		case at >= from:
			continue
		}
		if *side == nil || d.Ft < (*side).ft {
			*side = &flank{p.shape, len(v.town.principals[i]) > 1, d.Ft}
		}
	}
	return left, right
}

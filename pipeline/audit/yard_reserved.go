package audit

import (
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/yard"
)

// reserved is ground that a clause of the pack keeps free at corners or along water, whatever stands there.
type reserved struct {
	clause *rules.Clause
	when   []*rules.Condition // of the requirement and those above it
	call   *rules.Call
	limit  *rules.Limit // of a distance to water
}

// reservedGround lists what the clauses of a pack measure against vision triangles, and the distances from water they ask for, in
// pack order. Definitions only say what words mean.
func reservedGround(pack *rules.Pack) []reserved {
	var all []reserved
	var walk func(c *rules.Clause, r *rules.Requirement, when []*rules.Condition)
	walk = func(c *rules.Clause, r *rules.Requirement, when []*rules.Condition) {
		if r.When != nil {
			when = append(slices.Clone(when), r.When)
		}
		for _, below := range slices.Concat(r.AnyOf, r.AllOf) {
			walk(c, below, when)
		}
		if r.Measure == nil || r.Measure.Call == nil {
			return
		}
		call := r.Measure.Call
		if call.Leg > 0 || call.Name == "to_water" && r.Op == rules.AtLeast {
			all = append(all, reserved{c, when, call, r.Limit})
		}
	}
	for _, c := range pack.Clauses {
		if c.Requirement != nil && !c.IsDefinition() {
			walk(c, c.Requirement, nil)
		}
	}
	return all
}

// reserved draws what a clause keeps free, where it reaches the district of the lot. What turns on the structure is left out of
// account: this is ground on which the clause may bind something.
func (d *drawer) reserved(a reserved) {
	v := d.view
	if a.clause.Covers(v.zone.table) == rules.False || slices.ContainsFunc(a.when, func(c *rules.Condition) bool {
		return ofTheLot(c.Names()) && c.Eval(v, nil).State == rules.False
	}) {
		return
	}
	if a.call.Leg > 0 {
		d.triangles(a)
	} else {
		d.shore(a)
	}
}

// ofTheLot says whether names are the same for everything that stands on a lot.
func ofTheLot(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, "param.") && !strings.HasPrefix(name, "district.") && !strings.HasPrefix(name, "lot.")
	})
}

// triangles draws the vision triangles of a call, those that another clause has drawn left out.
func (d *drawer) triangles(a reserved) {
	leg := a.call.Leg
	corners, err := d.view.corners(a.call)
	if err != nil {
		d.missing(visionTriangle, whyNotDrawn(err))
		return
	}
	for _, c := range corners {
		reason := ""
		if !c.sure {
			reason = "depends on " + strings.Join(c.missing, ", ")
		}
		d.once(visionTriangle, leg, orb.MultiPolygon{c.Triangle(leg, leg)}, reason)
	}
}

// shore draws the ground of the lot that is nearer to water than the clause allows.
func (d *drawer) shore(a reserved) {
	v := d.view
	depth, ok := d.feet(a.limit)
	if !ok || depth <= 0 {
		return
	}
	var near orb.MultiPolygon
	var open []string
	shape := v.site.lot.Shape
	for _, i := range v.town.waterTree.Query(shape.Bound().Pad(depth), nil) {
		if a.call.Where != nil {
			switch t := a.call.Where.Eval(v, waterFacts{v.town, i}); t.State {
			case rules.False:
				continue
			case rules.Undecided:
				open = append(open, t.Missing...)
			}
		}
		part, err := yard.Near(d.kernel, shape, v.town.in.Water[i].Shape, depth)
		if err != nil {
			d.missing(waterSetback, err.Error())
			return
		}
		near = append(near, part...)
	}
	if len(near) == 0 {
		return
	}
	if union, err := d.kernel.UnaryUnion(near); err == nil {
		near = polygonsOf(union)
	}
	reason := ""
	if len(open) > 0 {
		slices.Sort(open)
		reason = "depends on " + strings.Join(slices.Compact(open), ", ")
	}
	d.once(waterSetback, depth, near, reason)
}

// feet is a limit that is the same for everything on the lot; false for any other, or when it is not known.
func (d *drawer) feet(limit *rules.Limit) (float64, bool) {
	of := limit.Quantity.Number
	if x := limit.Expression; x != nil {
		if !ofTheLot(x.Names()) {
			return 0, false
		}
		value := x.Eval(d.view)
		if value.Type != rules.NumberOf || !value.Exact() {
			return 0, false
		}
		of = value.Lo
	}
	return limit.Quantity.Unit.In(rules.Feet, of), true
}

// once adds what was drawn unless another clause has drawn it already. Of two that differ in how sure they are the sure one stays.
func (d *drawer) once(kind string, depthFt float64, shape orb.MultiPolygon, reason string) {
	for i := range d.rows {
		if had := &d.rows[i]; had.Kind == kind && had.DepthFt != nil && *had.DepthFt == depthFt && orb.Equal(had.Geometry, shape) {
			if reason == "" {
				had.Reason = d.common.Reason
			}
			return
		}
	}
	d.add(kind, &depthFt, shape, reason)
}

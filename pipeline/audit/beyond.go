package audit

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
	"parcelaudit/spatial/yard"
)

// lookAroundFt is how far from the subject other lots are looked for.
const lookAroundFt = 5

// beyond draws the regions that are not yards of the lot.
func (v *view) beyond(word string, c *rules.Call) ([]orb.MultiPolygon, error) {
	switch word {
	case "vision_triangle":
		return v.triangles(c.Leg)
	case "outside_lot":
		v.seen |= onWay
		return v.subjectWithout([]orb.MultiPolygon{v.site.lot.Shape})
	case "adjacent_lots":
		return v.otherLots(), nil
	case "right_of_way", "terrace":
		v.seen |= onWay
		return v.rightOfWay()
	case "neighbour_front_yard":
		return v.neighbourFrontYards()
	}
	panic("no such region: " + word) // the pack was checked against the same list
}

// rightOfWay is the ground around the subject that no lot takes. Where the lot ends and nobody knows what lies there it is missing.
func (v *view) rightOfWay() ([]orb.MultiPolygon, error) {
	shapes, err := v.subjectWithout(append(v.otherLots(), v.site.lot.Shape))
	if err != nil {
		return nil, err
	}
	off, _, _, err := areas{shapes: shapes}.holds(v.site.kernel, v.subject.shape, false)
	if off == 0 || err != nil {
		return shapes, err
	}
	nearest, open := math.Inf(1), false
	for i := range v.site.lot.Lines {
		line := &v.site.lot.Lines[i]
		if s, err := measure.Distance(v.subject.shape, line.Path); err == nil && s.Ft < nearest {
			nearest, open = s.Ft, openLine(line, v.kindOf(i))
		}
	}
	if open {
		return nil, &yard.MissingError{What: acrossUnknown}
	}
	return shapes, nil
}

// otherLots are the shapes of the other lots near the subject.
func (v *view) otherLots() []orb.MultiPolygon {
	var out []orb.MultiPolygon
	for _, i := range v.town.fabric.Near(v.subject.bound.Pad(lookAroundFt), nil) {
		if i != v.site.index {
			out = append(out, v.town.fabric.Lots[i].Shape)
		}
	}
	return out
}

// subjectWithout is the ground around the subject that some lots, its own among them, leave over: its bounds, less the lots. Everything of the
// subject that lies in it lies outside those lots. The bounds are drawn as wide as lots are looked for, so that how clearly
// the subject stands off them is not lost in an edge that is none.
func (v *view) subjectWithout(lots []orb.MultiPolygon) ([]orb.MultiPolygon, error) {
	var taken orb.MultiPolygon
	for _, l := range lots {
		taken = append(taken, l...)
	}
	around := v.subject.bound.Pad(lookAroundFt).ToPolygon()
	if own := v.site.lot.Shape; len(own) == 1 && len(own[0]) == 1 { // without a hole the outline tells
		if out, err := measure.ReachBeyond(around, own); err == nil && out.Ft == 0 {
			return nil, nil
		}
	}
	if len(taken) > 1 {
		u, err := v.site.kernel.UnaryUnion(taken)
		if err != nil {
			return nil, err
		}
		taken = kernel.Polygons(u)
	}
	rest, err := v.site.kernel.Difference(around, taken)
	if err != nil {
		return nil, err
	}
	return []orb.MultiPolygon{kernel.Polygons(rest)}, nil
}

// triangles are the vision triangles at the corners where street and alley lines of the lot meet.
func (v *view) triangles(legFt float64) ([]orb.MultiPolygon, error) {
	var ways []orb.LineString
	for i := range v.site.lot.Lines {
		kind := v.kindOf(i)
		switch kind {
		case lot.Front, lot.StreetSide, lot.Alley:
			ways = append(ways, v.site.lot.Lines[i].Path)
		case lot.Unknown, lot.OpenEdge:
			if openLine(&v.site.lot.Lines[i], kind) {
				return nil, &yard.MissingError{What: acrossUnknown}
			}
		}
	}
	corners, err := yard.Corners(ways)
	if err != nil {
		return nil, err
	}
	var out []orb.MultiPolygon
	for _, c := range corners {
		out = append(out, orb.MultiPolygon{c.Triangle(legFt, legFt)})
	}
	return out, nil
}

// neighbourFrontYards are, on a reversed corner lot, the strips that carry on the required front yards of the lots behind it:
// the points closer to the side street than the front yard depth of the neighbour that fronts on that street.
func (v *view) neighbourFrontYards() ([]orb.MultiPolygon, error) {
	v.seen |= onLabels
	kinds, roles := v.labels()
	var streets []orb.LineString
	depth := 0.0
	for i := range v.site.lot.Lines {
		if kinds[i] == lot.StreetSide {
			streets = append(streets, v.site.lot.Lines[i].Path)
		}
		if roles[i] != lot.Rear {
			continue
		}
		for _, n := range v.site.lot.Lines[i].Across {
			d := v.town.districtOfLot(n)
			f := d.fact("required_yards_ft.front")
			if f.Type != rules.NumberOf || !f.Exact() {
				return nil, &yard.MissingError{What: "required front yard depth of the lot behind"}
			}
			depth = max(depth, f.Lo)
		}
	}
	if len(streets) == 0 {
		return nil, &yard.MissingError{What: "side street line"}
	}
	r, err := v.yards().Within("front yard of the lot behind", streets, depth)
	if err != nil {
		return nil, err
	}
	shape, err := r.Shape()
	return []orb.MultiPolygon{shape}, err
}

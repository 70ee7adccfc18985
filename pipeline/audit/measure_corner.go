package audit

import (
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/index"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
	"parcelaudit/spatial/yard"
)

// intrusion is how much of the subject lies in the vision triangles of the corners that meet the call's `where`; a range while that
// is open for a corner. Touching a triangle is no intrusion.
func (v *view) intrusion(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	corners, err := v.corners(c)
	if err != nil {
		return notDrawn(err)
	}
	m := rules.Measured{Unit: unitOf(shape), Tolerance: v.town.against(v.subject), Yard: "vision_triangle"}
	lo, hi, clear := 0.0, 0.0, math.Inf(1)
	var why []string
	for _, corner := range corners {
		in, err := v.yards().IntoTriangle(shape, corner.Triangle(c.Leg, c.Leg))
		if err != nil {
			return notDrawn(err)
		}
		clear = min(clear, math.Abs(in.ClearFt))
		amount := max(in.SqFt, in.Ft)
		if isPoint(shape) && in.ClearFt < 0 {
			amount = 1
		}
		if amount == 0 {
			continue
		}
		if m.Evidence = in.Shape; corner.sure {
			lo += amount
		}
		hi += amount
		why = append(why, corner.missing...)
	}
	if math.IsInf(clear, 1) {
		m.Tolerance = 0 // no triangle that could be misplaced
	}
	m.Value, m.Clearance = rules.Between(lo, hi, why...), &clear
	return m
}

// countCorners is how many corners of the lot meet the call's `where`.
func (v *view) countCorners(c *rules.Call) rules.Measured {
	corners, err := v.corners(c)
	if err != nil {
		return notDrawn(err)
	}
	lo, hi := 0, 0
	var missing []string
	for _, corner := range corners {
		if hi++; corner.sure {
			lo++
		}
		missing = append(missing, corner.missing...)
	}
	return rules.Measured{Value: rules.Between(float64(lo), float64(hi), missing...), Unit: rules.Count}
}

// corner is a place where two ways along the lot meet; sure is false while the `where` leaves it open.
type corner struct {
	yard.Corner
	sure    bool
	missing []string
}

// corners are the corners where street and alley lines of the lot meet, and railway lines where the call says so, that meet its
// `where` or may.
func (v *view) corners(c *rules.Call) ([]corner, error) {
	ways, err := v.ways(c.Rail)
	if err != nil {
		return nil, err
	}
	var out []corner
	for i, a := range ways {
		for _, b := range ways[i+1:] {
			found, err := yard.Corners([]orb.LineString{a.Path, b.Path})
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				continue
			}
			one := corner{Corner: found[0], sure: true}
			if c.Where != nil {
				switch t := c.Where.Eval(v, cornerFacts{v.town, a, b}); t.State {
				case rules.False:
					continue
				case rules.Undecided:
					one.sure, one.missing = false, t.Missing
				}
			}
			out = append(out, one)
		}
	}
	return out, nil
}

// ways are the lot lines along streets and alleys, and along railways when asked for.
func (v *view) ways(rail bool) ([]*lot.Line, error) {
	var out []*lot.Line
	for i := range v.site.lot.Lines {
		line, kind := &v.site.lot.Lines[i], v.kindOf(i)
		switch kind {
		case lot.Front, lot.StreetSide, lot.Alley:
			out = append(out, line)
		case lot.Rail:
			if rail {
				out = append(out, line)
			}
		case lot.Unknown, lot.OpenEdge:
			if openLine(line, kind) {
				return nil, &yard.MissingError{What: acrossUnknown}
			}
		}
	}
	return out, nil
}

// cornerFacts are the two ways that meet at a corner, for corner.* in a `where`.
type cornerFacts struct {
	town *town
	a, b *lot.Line
}

func (f cornerFacts) Fact(name string) rules.Value {
	line := f.a
	if name == "other_class" {
		line = f.b
	}
	if class := f.town.wayClass(line); class != "" {
		return rules.Text(class)
	}
	return rules.Missing("street class")
}

// listWays indexes streets and water bodies.
func (t *town) listWays() {
	streets := make([]orb.Bound, len(t.in.Streets))
	for i := range t.in.Streets {
		s := &t.in.Streets[i]
		if streets[i] = s.Line.Bound(); len(s.Line) == 0 {
			streets[i] = s.Area.Bound()
		}
	}
	waters := make([]orb.Bound, len(t.in.Water))
	for i := range t.in.Water {
		waters[i] = t.in.Water[i].Shape.Bound()
	}
	t.streetTree, t.waterTree = index.Build(streets), index.Build(waters)
}

// wayClass is what runs along a lot line, a word of corner.class; "" when the layer does not tell.
func (t *town) wayClass(line *lot.Line) string {
	switch line.Kind {
	case lot.Alley:
		return "alley"
	case lot.Rail:
		return "rail"
	case lot.Highway:
		return "highway"
	}
	middle, ok := middleOf(line.Path)
	if !ok {
		return ""
	}
	reach := max(line.AcrossWidthFt, leastWayFt)
	best, class := math.Inf(1), ""
	for _, i := range t.streetTree.Query(orb.Bound{Min: middle, Max: middle}.Pad(reach), nil) {
		s := &t.in.Streets[i]
		if s.Alley || s.Kind != "" && s.Kind != "street" || line.Street != "" && !strings.EqualFold(s.Name, line.Street) {
			continue
		}
		var shape orb.Geometry = s.Line
		if len(s.Line) == 0 {
			shape = s.Area
		}
		if d, err := measure.Distance(middle, shape); err == nil && d.Ft <= reach && d.Ft < best {
			best, class = d.Ft, streetClass(s.Class)
		}
	}
	return class
}

// leastWayFt is how far from the middle of a lot line the street along it is looked for, or its width if that is more.
const leastWayFt = 80

// streetClass reads the functional class of a street from a layer's words: plain English, OpenStreetMap's and the Census Bureau's
// feature codes. Words that do not tell a local street from a collector, such as S1400, give "".
func streetClass(words string) string {
	w := strings.ToLower(words)
	for _, known := range []struct {
		class string
		words []string
	}{
		{"arterial", []string{"arterial", "primary", "secondary", "s1200"}},
		{"collector", []string{"collector", "tertiary"}},
		{"highway", []string{"highway", "freeway", "interstate", "motorway", "trunk", "s1100"}},
		{"local", []string{"local", "residential", "living_street", "cul-de-sac"}},
	} {
		for _, word := range known.words {
			if strings.Contains(w, word) {
				return known.class
			}
		}
	}
	return ""
}

package lot

import (
	"fmt"
	"slices"
	"strconv"
)

// readings labels the part once for every plausible front.
func (w *worker) readings(base int, area float64, fronts []group, streets int, why string) verdict {
	var v verdict
	every := w.opt.Front == FrontEvery && len(fronts) > 1
	if every {
		why = ""
	}
	for i, g := range fronts {
		if every && i > 0 {
			break
		}
		f := w.frontage(g, area)
		roles, rear := w.roles(base, f)
		if every {
			for _, other := range fronts[1:] {
				for _, l := range other.lines {
					roles[l-base] = Front
				}
			}
		}
		other := w.otherRear(base, f, roles)
		if other == nil && f.pole > 0 { // where the pole is not straight, the street may say where the rear is
			plain := f
			w.face(&plain)
			if byStreet, ok := w.roles(base, plain); ok && !slices.Equal(byStreet, roles) {
				other = byStreet
			}
		}
		if i == 0 {
			v.front, v.triangle = f, !rear && other == nil
		}
		if !rear && other != nil { // a line that closes the lot at the back is likelier than one made up
			v.readings = append(v.readings, Labelling{Roles: other, Why: w.describe(g)})
			other = nil
		}
		if !rear && w.opt.Rear == RearVirtual {
			w.virtualRear(base, f, &roles)
		}
		if n := len(v.readings); n == 0 || !slices.Equal(v.readings[n-1].Roles, roles) {
			v.readings = append(v.readings, Labelling{Roles: roles, Why: w.describe(g)})
		}
		if other != nil {
			v.readings = append(v.readings, Labelling{Roles: other, Why: w.describe(g) + ", and another rear line"})
		}
		if len(v.readings) > i+1 && why == "" {
			why = "more than one line may be the rear"
		}
	}
	// Readings made before a virtual line was added do not know it.
	for i := range v.readings {
		for len(v.readings[i].Roles) < len(w.lines)-base {
			v.readings[i].Roles = append(v.readings[i].Roles, Unknown)
		}
		v.readings[i].Kinds = w.kinds(base, v.readings[i].Roles, false)
	}
	v.kind = w.typeOf(base, v.front, streets)
	if len(v.readings) > 1 {
		v.reason = why
	}
	w.doubtful(base, &v)
	return v
}

// doubtful adds the reading in which a void that no centre-line confirms is a street after all.
func (w *worker) doubtful(base int, v *verdict) {
	for k := range w.lines[base:] {
		d := &w.lines[base+k]
		if !d.doubt {
			continue
		}
		r := Labelling{Roles: slices.Clone(v.readings[0].Roles), Why: v.readings[0].Why + ", and the void behind is a street"}
		r.Kinds = w.kinds(base, r.Roles, true)
		v.readings = append(v.readings, r)
		if v.reason != "" {
			v.reason += "; "
		}
		v.reason += fmt.Sprintf("a void %.0f ft wide may be a street", d.width)
		if w.g.hasStreets {
			v.reason += " that the streets layer lacks"
		}
		return
	}
}

// openEdges adds, where there is no streets layer, what an open edge may be beyond the edge of the data: the front, or a
// side street.
func (w *worker) openEdges(base int, area float64, v *verdict) {
	var open []int
	for i := base; i < len(w.lines); i++ {
		if w.lines[i].across == acrossOpen && !w.lines[i].virtual && w.lines[i].length >= scrapFt {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	add := func(roles []Kind, why string) {
		for len(roles) < len(w.lines)-base {
			roles = append(roles, Unknown)
		}
		kinds := w.kinds(base, roles, false)
		for k := range kinds {
			// A void not seen to go on is a street only for want of another.
			if kinds[k] == StreetSide && w.lines[base+k].maybe == acrossHole {
				kinds[k] = Unknown
			}
		}
		v.readings = append(v.readings, Labelling{Roles: roles, Kinds: kinds, Why: why})
	}
	for _, i := range open {
		roles, _ := w.roles(base, w.frontage(w.asGroup(i), area))
		add(roles, fmt.Sprintf("front on the open edge of %.0f ft", w.lines[i].length))
	}
	roles := slices.Clone(v.readings[0].Roles)
	changed := false
	for _, i := range open {
		if roles[i-base] == Side {
			roles[i-base], changed = StreetSide, true
		}
	}
	if changed {
		add(roles, v.readings[0].Why+", and a street at the open edge")
	}
	if v.reason == "" {
		v.reason = "the data end at the lot, and a street may lie there"
	}
}

// withoutStreet is for a part that no street touches: an alley is its access, or the data end, or it is landlocked. An
// edge of the data stays an open edge; only its role is front, in one reading for each. Where streets are known, none of
// them runs there, and a last reading has no front.
func (w *worker) withoutStreet(base int, area float64) verdict {
	alleys, open := w.access(base)
	if len(alleys)+len(open) == 0 {
		return w.withoutFront(base)
	}
	for _, g := range alleys {
		d := &w.lines[g.lines[0]]
		d.confidence *= unsureShare
		d.method += ", the only access"
	}
	fronts := slices.Concat(alleys, open)
	if !w.g.knowsStreets { // beyond the edge of the data there is one more likely than not
		fronts = slices.Concat(open, alleys)
	}
	v := w.readings(base, area, fronts, min(1, len(alleys)), "")
	v.reason = "the lot has no access but an alley, which is taken for its street"
	if len(open) == 0 {
		return v
	}
	v.kind, v.reason = Undecided, "no street is known at the lot, and the data end at it"
	if w.g.knowsStreets || area > largeSqFt {
		none := w.withoutFront(base)
		v.readings = append(v.readings, none.readings...)
	}
	return v
}

// A lot larger than this may reach its street anywhere.
const largeSqFt = 2 * 43560.0

// access lists the alleys a part may be reached by, the longest first, and the edges of the data, the shortest first.
// Scraps are none.
func (w *worker) access(base int) (alleys, open []group) {
	for i := base; i < len(w.lines); i++ {
		d := &w.lines[i]
		switch {
		case d.virtual:
		case d.across == acrossAlley:
			alleys = append(alleys, w.asGroup(i))
		case (d.across == acrossOpen || d.across == acrossHole) && d.length >= scrapFt:
			open = append(open, w.asGroup(i))
		}
	}
	slices.SortStableFunc(alleys, func(a, b group) int { return compare(b.length, a.length) })
	slices.SortStableFunc(open, func(a, b group) int { return compare(a.length, b.length) })
	if len(alleys) > 1 {
		alleys = slices.DeleteFunc(alleys, func(g group) bool { return g.length < scrapFt })
	}
	return alleys, open
}

// withoutFront is for a part that has no access anybody knows of.
func (w *worker) withoutFront(base int) verdict {
	roles := make([]Kind, len(w.lines)-base)
	v := verdict{kind: Landlocked, reason: "no street touches the lot"}
	v.readings = []Labelling{{Roles: roles, Kinds: w.kinds(base, roles, false), Why: "no front"}}
	return v
}

// kinds gives every line its kind: its role, unless what lies across has a name of its own. With doubted, voids that
// may be streets are.
func (w *worker) kinds(base int, roles []Kind, doubted bool) []Kind {
	kinds := make([]Kind, len(roles))
	for k := range kinds {
		d := &w.lines[base+k]
		kinds[k] = roles[k]
		switch d.across {
		case acrossStreet:
			switch {
			case d.doubt && !doubted:
				kinds[k] = Unknown
			case roles[k] != Front:
				kinds[k] = StreetSide
			}
		case acrossAlley:
			if roles[k] != Front { // the lot has no other access
				kinds[k] = Alley
			}
		case acrossWater:
			kinds[k] = Water
		case acrossRail:
			kinds[k] = Rail
		case acrossHighway:
			kinds[k] = Highway
		case acrossPark:
			kinds[k] = Park
		case acrossOpen:
			kinds[k] = OpenEdge
		case acrossHole:
			kinds[k] = Unknown
		}
		if roles[k] == Front && w.byHand(base+k) {
			kinds[k] = Front
		}
	}
	return kinds
}

func (w *worker) byHand(i int) bool { return w.lines[i].method == byHand }

// describe says in words which front a reading has.
func (w *worker) describe(g group) string {
	if name := w.g.ways.names[g.name].text; name != "" {
		return "front on " + name
	}
	if a := w.lines[g.lines[0]].across; a == acrossOpen || a == acrossHole {
		return "front on the open edge of " + strconv.FormatFloat(g.length, 'f', 0, 64) + " ft"
	}
	return "front on the " + strconv.FormatFloat(g.length, 'f', 0, 64) + " ft street line"
}

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
		if i == 0 {
			v.front, v.triangle = f, !rear
		}
		if !rear && w.opt.Rear == RearVirtual {
			w.virtualRear(base, f, &roles, v.readings)
		}
		v.readings = append(v.readings, Labelling{Roles: roles, Why: w.describe(g)})
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
		v.readings = append(v.readings, Labelling{Roles: roles, Kinds: w.kinds(base, roles, false), Why: why})
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

// withoutStreet is for a part that no street touches: an alley is its access, or it is landlocked, or the data end.
func (w *worker) withoutStreet(base int, area float64) verdict {
	best := -1
	open := false
	for i := base; i < len(w.lines); i++ {
		switch w.lines[i].across {
		case acrossAlley:
			if best < 0 || w.lines[i].length > w.lines[best].length {
				best = i
			}
		case acrossOpen, acrossHole:
			open = true
		}
	}
	if best >= 0 && !open {
		w.lines[best].across, w.lines[best].confidence = acrossStreet, 0.6*w.lines[best].confidence
		w.lines[best].method += ", the only access"
		v := w.readings(base, area, []group{w.asGroup(best)}, 1, "")
		v.reason = "the lot has no access but an alley, which is taken for its street"
		return v
	}
	if open {
		return w.atTheEdge(base, area)
	}
	roles := make([]Kind, len(w.lines)-base)
	v := verdict{kind: Landlocked, reason: "no street touches the lot"}
	v.readings = []Labelling{{Roles: roles, Kinds: w.kinds(base, roles, false), Why: "no front"}}
	return v
}

// atTheEdge is for a part that no street touches but that is not enclosed: if it has a front, that is where the data
// end. Such a line stays an open edge; only its role is front, in one reading for each.
func (w *worker) atTheEdge(base int, area float64) verdict {
	var open []group
	for i := base; i < len(w.lines); i++ {
		if a := w.lines[i].across; a == acrossOpen || a == acrossHole {
			open = append(open, w.asGroup(i))
		}
	}
	slices.SortStableFunc(open, func(a, b group) int { return compare(a.length, b.length) })
	v := w.readings(base, area, open, 0, "")
	for i := range v.readings {
		v.readings[i].Why = fmt.Sprintf("front on the open edge of %.0f ft", open[i].length)
	}
	v.kind, v.reason = Undecided, "no street is known at the lot, and the data end at it"
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
			kinds[k] = Alley
		case acrossWater:
			kinds[k] = Water
		case acrossRail:
			kinds[k] = Rail
		case acrossHighway:
			kinds[k] = Highway
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
	return "front on the " + strconv.FormatFloat(g.length, 'f', 0, 64) + " ft street line"
}

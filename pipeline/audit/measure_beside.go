package audit

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// lotBeside is the lot that shares the lot line a stretch of fence runs along, or stands nearest to: -1 when none does, as along
// a street. ok is false when nobody knows what lies across that line.
func (v *view) lotBeside() (lotIndex int32, ok bool) {
	if v.subject.otherLot >= 0 {
		return v.subject.otherLot, true
	}
	middle, found := middleOf(v.subject.shape)
	if !found {
		return -1, false
	}
	nearest, best := -1, math.Inf(1)
	for i := range v.site.lot.Lines {
		if s, err := measure.Distance(middle, v.site.lot.Lines[i].Path); err == nil && s.Ft < best {
			nearest, best = i, s.Ft
		}
	}
	if nearest < 0 {
		return -1, false
	}
	line := &v.site.lot.Lines[nearest]
	for _, n := range line.Across {
		if s, err := measure.Distance(middle, v.town.fabric.Lots[n].Shape); err == nil && s.Ft < best+leastOnLineFt {
			return n, true
		}
	}
	if across, _ := v.isLine(line, v.kindOf(nearest), line.Role, "street"); across == perhaps && len(line.Across) == 0 {
		return -1, false
	}
	return -1, true
}

// middleOf is the point half way along a line.
func middleOf(g orb.Geometry) (orb.Point, bool) {
	for _, line := range linesOf(g) {
		if length := planar.Length(line); length > 0 {
			left := length / 2
			for i := 1; i < len(line); i++ {
				d := math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
				if d >= left && d > 0 {
					return between(line[i-1], line[i], left/d), true
				}
				left -= d
			}
		}
	}
	return orb.Point{}, false
}

// beside is the length of a stretch of fence along which, across the lot line, lie yards of the neighbour: as built, and cut
// like a fence of his. 0 along a street.
func (v *view) beside(c *rules.Call) rules.Measured {
	lines := linesOf(v.subject.shape)
	if len(lines) == 0 {
		return unknown("line of " + v.subject.id)
	}
	n, ok := v.lotBeside()
	if !ok {
		return unknown(acrossUnknown)
	}
	m := rules.Measured{Value: rules.Number(0), Unit: rules.Feet}
	if n < 0 {
		return m
	}
	other := newView(v.town)
	other.look(v.town.site(v.site.kernel, n), v.subject, 0, v.town.districtOfLot(n))
	var held orb.MultiLineString
	for _, line := range lines {
		cut := other.cutLine(line)
		if len(cut[""]) > 0 {
			return unknown("principal building of lot " + v.town.fabric.Lots[n].ID)
		}
		for _, yard := range c.With {
			held = append(held, cut[yard]...)
		}
	}
	if len(held) > 0 {
		m.Value, m.Evidence = rules.Number(measure.TotalLength(held)), held
	}
	return m
}

// screened is the share of some lot lines, in percent of their length, along which barriers stand. Only lines that the call
// names count, and of these only those of which a lot across meets its `across`.
func (v *view) screened(c *rules.Call) rules.Measured {
	if !v.town.in.Layers.Fences {
		return unknown("fences layer")
	}
	sure, open, why := v.linesAcross(c)
	if len(sure)+len(open) == 0 {
		return none(rules.Percent)
	}
	if len(open) > 0 {
		return unknown(why...)
	}
	var least, most []orb.LineString
	var missing []string
	for _, o := range v.others(c, "any", false) {
		if o.subject.shape == nil {
			continue
		}
		lines := slices.Concat(linesOf(o.subject.shape), outlines(polygonsOf(o.subject.shape)))
		most = append(most, lines...)
		if o.sure {
			least = append(least, lines...)
		}
		missing = append(missing, o.missing...)
	}
	low, _ := lined(sure, least, c.WithinFt)
	high, bare := lined(sure, most, c.WithinFt)
	m := rules.Measured{Value: rules.Between(low, high, missing...), Unit: rules.Percent}
	if len(bare) > 0 {
		m.Evidence = orb.MultiLineString(bare)
	}
	return m
}

// linesAcross are the lot lines that a call names and whose lots across meet its `across`: surely, or perhaps.
func (v *view) linesAcross(c *rules.Call) (sure, open []orb.LineString, why []string) {
	kinds, roles := v.labels()
	for i := range v.site.lot.Lines {
		line := &v.site.lot.Lines[i]
		kind, role := line.Kind, line.Role
		if i < len(kinds) {
			kind, role = kinds[i], roles[i]
		}
		in, missing := v.isAnyLine(line, kind, role, c.To)
		if in == yes && c.Across != nil {
			in = no
			for _, n := range line.Across {
				switch t := c.Across.Eval(v, neighbourFacts{v, n}); t.State {
				case rules.True:
					in = yes
				case rules.Undecided:
					if in == no {
						in = perhaps
					}
					why = append(why, t.Missing...)
				}
			}
		}
		switch in {
		case yes:
			sure = append(sure, line.Path)
		case perhaps:
			open = append(open, line.Path)
			if missing != "" {
				why = append(why, missing)
			}
		}
	}
	return sure, open, why
}

// lined is the share in percent of some lines that have others beside them within a distance, square to the line, and what has
// none.
func lined(lines, others []orb.LineString, withinFt float64) (percent float64, bare []orb.LineString) {
	whole, held := 0.0, 0.0
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			p, q := line[i-1], line[i]
			ft := math.Hypot(q[0]-p[0], q[1]-p[1])
			whole += ft
			from := 0.0
			for _, span := range spansBeside(p, q, others, withinFt) {
				if span[0] > from {
					bare = append(bare, orb.LineString{between(p, q, from), between(p, q, span[0])})
				}
				held += ft * max(0, span[1]-max(span[0], from))
				from = max(from, span[1])
			}
			if from < 1 {
				bare = append(bare, orb.LineString{between(p, q, from), q})
			}
		}
	}
	if whole == 0 {
		return 0, nil
	}
	return measure.Round(100 * held / whole), bare
}

// spansBeside are the parts of a segment, as shares of its length in rising order, beside which others run within a distance.
func spansBeside(p, q orb.Point, others []orb.LineString, withinFt float64) [][2]float64 {
	dx, dy := q[0]-p[0], q[1]-p[1]
	length := math.Hypot(dx, dy)
	if length == 0 {
		return nil
	}
	along := func(r orb.Point) float64 { return ((r[0]-p[0])*dx + (r[1]-p[1])*dy) / (length * length) }
	off := func(r orb.Point) float64 { return ((r[1]-p[1])*dx - (r[0]-p[0])*dy) / length }
	var spans [][2]float64
	for _, line := range others {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			lo, hi := 0.0, 1.0 // the part of ab within the distance
			for _, side := range []float64{1, -1} {
				fa, fb := side*off(a)-withinFt, side*off(b)-withinFt
				switch {
				case fa > 0 && fb > 0:
					hi = -1
				case fa > 0:
					lo = max(lo, fa/(fa-fb))
				case fb > 0:
					hi = min(hi, fa/(fa-fb))
				}
			}
			if lo > hi {
				continue
			}
			s, t := along(between(a, b, lo)), along(between(a, b, hi))
			if from, to := max(0, min(s, t)), min(1, max(s, t)); from < to {
				spans = append(spans, [2]float64{from, to})
			}
		}
	}
	slices.SortFunc(spans, func(x, y [2]float64) int { return cmp.Compare(x[0], y[0]) })
	return spans
}

// between is the point at a share of the way from p to q.
func between(p, q orb.Point, share float64) orb.Point {
	return orb.Point{p[0] + share*(q[0]-p[0]), p[1] + share*(q[1]-p[1])}
}

// facingFt is how wide a street or alley, right-of-way included, may be and lots still lie across from each other.
const facingFt = 150

// facesResidential is whether a lot in a residential district lies across one street or alley: the shortest line to it leads
// over no other lot.
func (v *view) facesResidential(index int32) rules.Value {
	own := v.town.fabric.Lots[index].Shape
	missing := ""
	for _, n := range v.town.fabric.Near(own.Bound().Pad(facingFt), nil) {
		if n == index || slices.Contains(v.town.neighbours[index], n) {
			continue
		}
		d := v.town.districtOfLot(n)
		if d.missing == "" && d.table.Class != "residential" || !v.town.across(index, n) {
			continue
		}
		if d.missing == "" {
			return rules.Bool(true)
		}
		missing = d.missing
	}
	if missing != "" {
		return rules.Missing(missing)
	}
	return rules.Bool(false)
}

// across says whether the shortest line between two lots is no longer than a street is wide and leads over no third one.
func (t *town) across(a, b int32) bool {
	s, err := measure.Distance(t.fabric.Lots[a].Shape, t.fabric.Lots[b].Shape)
	if err != nil || s.Ft == 0 || s.Ft > facingFt {
		return false
	}
	way := orb.LineString{s.From, s.To}
	for _, n := range t.fabric.Near(way.Bound(), nil) {
		if n == a || n == b {
			continue
		}
		if in, err := measure.StretchWithin(way, t.fabric.Lots[n].Shape); err != nil || measure.TotalLength(in) > leastOnLineFt {
			return false
		}
	}
	return true
}

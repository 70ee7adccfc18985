package audit

import (
	"math"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
)

// distance is the shortest distance from the subject to lot lines of some kinds. Where a line of unknown kind lies
// nearer than the nearest of those kinds, the truth may be anywhere between the two.
func (v *view) distance(c *rules.Call) rules.Measured {
	return v.toLines(c, measure.DistanceToLines, false)
}

// farthest is the greatest distance of any part of the subject from the lines.
func (v *view) farthest(c *rules.Call) rules.Measured {
	return v.toLines(c, measure.FarthestFromLines, true)
}

func (v *view) toLines(c *rules.Call, span func(orb.Geometry, []orb.LineString) (measure.Span, error), far bool) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	chosen := v.linesWhere(c)
	open := chosen.open
	if len(chosen.paths) == 0 && len(open) == 0 {
		return none(rules.Feet)
	}
	m := rules.Measured{Unit: rules.Feet, Tolerance: v.town.against(v.subject)}
	lo, hi := math.Inf(1), math.Inf(1)
	if len(chosen.paths) > 0 {
		s, err := span(shape, chosen.paths)
		if err != nil {
			return unknown(err.Error())
		}
		if !far && v.standsBeyond(s.Ft) {
			s.Ft = 0
		}
		lo, hi = s.Ft, s.Ft
		m.Evidence, m.LotLine = s.Witness(), chosen.kindAt(s.To)
	}
	if len(open) > 0 {
		s, err := span(shape, open)
		if err != nil {
			return unknown(err.Error())
		}
		if far {
			return unknown(chosen.why)
		}
		if v.standsBeyond(s.Ft) {
			s.Ft = 0
		}
		if s.Ft < lo {
			if lo = s.Ft; m.Evidence == nil {
				m.Evidence = s.Witness()
			}
		}
	}
	if lo == hi {
		m.Value = rules.Number(lo)
	} else {
		m.Value = rules.Between(lo, hi, chosen.why)
	}
	return m
}

// standsBeyond says whether the subject stands wholly off its lot, beyond a line that far away: nearer to it than to any other. A
// fence on a lot line may do so by as much as the layers are accurate to.
func (v *view) standsBeyond(ft float64) bool {
	switch {
	case v.subject.assignment == beside:
	case !v.subject.stretch.onLine:
		return false
	default:
		if off, err := measure.Distance(v.subject.shape, v.site.lot.Shape); err != nil || off.Ft == 0 {
			return false
		}
	}
	all, err := measure.DistanceToLines(v.subject.shape, v.boundary().paths)
	return err == nil && ft <= all.Ft
}

// chosenLines are the lot lines a rule names, and those that may be among them.
type chosenLines struct {
	paths []orb.LineString
	kinds []lot.Kind
	open  []orb.LineString // lines of unknown kind
	why   string           // what would tell
}

// kindAt names the kind of the chosen line nearest to a point on one of them.
func (c chosenLines) kindAt(p orb.Point) string {
	if i := measure.NearestLine(p, c.paths); i >= 0 {
		return c.kinds[i].String()
	}
	return lot.Unknown.String()
}

// lines picks the lot lines that a rule names by the LINE words of docs/writing-rules.md.
func (v *view) lines(to, except []string) chosenLines {
	return v.pickLines(&rules.Call{To: to, Except: except})
}

// boundary is all lot lines.
func (v *view) boundary() chosenLines {
	return v.keptLines(wholeBoundary, &rules.Call{To: []string{"lot_line"}})
}

// linesWhere picks the lines a call names; with a `where` those that a lot across which meets it adjoins.
func (v *view) linesWhere(c *rules.Call) chosenLines {
	if c.Where != nil { // it may ask about the subject
		return v.pickLines(c)
	}
	return v.keptLines(c.ID, c)
}

// keptLines are lines picked once for all subjects of a lot, for they depend on its labels and district alone.
func (v *view) keptLines(id int, c *rules.Call) chosenLines {
	key := linesKey{id, v.index, v.zone.table.Code, v.zone.missing}
	for i := range v.site.chosen {
		if kept := &v.site.chosen[i]; kept.key == key {
			v.seen |= kept.seen
			return kept.lines
		}
	}
	before := v.seen
	v.seen = 0
	lines := v.pickLines(c)
	v.site.chosen = append(v.site.chosen, keptLines{key, lines, v.seen})
	v.seen |= before
	return lines
}

// wholeBoundary stands for the call ID of boundary.
const wholeBoundary = -1

type linesKey struct {
	call, reading         int
	district, notDistrict string
}

type keptLines struct {
	key   linesKey
	lines chosenLines
	seen  depends
}

func (v *view) pickLines(c *rules.Call) chosenLines {
	var out chosenLines
	if slices.ContainsFunc(c.To, isWay) {
		v.seen |= onWay
	}
	kinds, roles := v.labels()
	for i := range v.site.lot.Lines {
		line := &v.site.lot.Lines[i]
		kind, role := line.Kind, line.Role
		if i < len(kinds) {
			kind, role = kinds[i], roles[i]
		}
		in, why := v.isAnyLine(line, kind, role, c.To)
		ex, whyNot := v.isAnyLine(line, kind, role, c.Except)
		if c.Where != nil && in != no {
			if meets, missing := v.acrossMeets(line, c.Where); meets < in {
				in, why = meets, missing
			}
		}
		switch {
		case in == no || ex == yes:
		case in == yes && ex == no:
			out.paths, out.kinds = append(out.paths, line.Path), append(out.kinds, shown(kind, role))
		default:
			if why == "" {
				why = whyNot
			}
			out.open, out.why = append(out.open, line.Path), why
		}
	}
	return out
}

// isWay says whether a LINE word means lines towards a public way.
func isWay(word string) bool { return word == "right_of_way" || word == "street" || word == "alley" }

// shown is the kind a report names: what lies across where that matters, else the position.
func shown(kind, role lot.Kind) lot.Kind {
	if kind == lot.Unknown || kind == lot.OpenEdge {
		return role
	}
	return kind
}

func (v *view) isAnyLine(line *lot.Line, kind, role lot.Kind, words []string) (answer, string) {
	best, missing := no, ""
	for _, word := range words {
		a, why := v.isLine(line, kind, role, word)
		if a > best {
			best, missing = a, why
		}
	}
	return best, missing
}

const acrossUnknown = "what lies across a lot line"

// isLine says whether a lot line is what a LINE word means.
func (v *view) isLine(line *lot.Line, kind, role lot.Kind, word string) (answer, string) {
	none := kind == lot.Unknown || kind == lot.OpenEdge
	across := openLine(line, kind)
	street := onStreet(kind)
	switch word {
	case "front", "street_side", "rear", "side", "street", "alley", "right_of_way", "water", "park":
		v.seen |= onLabels
	}
	switch word {
	case "lot_line":
		return truth(!line.Virtual), ""
	case "front":
		return orUnknown(kind == lot.Front, none && role == lot.Unknown), acrossUnknown
	case "street_side":
		return orUnknown(kind == lot.StreetSide, across || none && role == lot.Unknown), acrossUnknown
	case "rear":
		return orUnknown(role == lot.Rear || kind == lot.Rear, none && role == lot.Unknown), acrossUnknown
	case "side":
		return orUnknown(role == lot.Side || kind == lot.Side, none && role == lot.Unknown), acrossUnknown
	case "street":
		return orUnknown(street, across), acrossUnknown
	case "alley":
		return orUnknown(kind == lot.Alley, across), acrossUnknown
	case "right_of_way":
		return orUnknown(street || kind == lot.Alley || kind == lot.Highway, across), acrossUnknown
	case "interior":
		return truth(len(line.Across) > 0), ""
	case "water":
		if !v.town.in.Layers.Water && across {
			return perhaps, "water layer"
		}
		return truth(kind == lot.Water), ""
	case "park":
		if kind == lot.Park || across {
			return orUnknown(kind == lot.Park, across), acrossUnknown
		}
		return v.acrossMayBePark(line)
	case "residential":
		return v.acrossDistrict(line, func(d district) bool { return d.table.Class == "residential" })
	case "homes":
		return v.acrossHomes(line)
	case "district_boundary":
		own := v.zone
		if own.missing != "" {
			return perhaps, own.missing
		}
		return v.acrossDistrict(line, func(d district) bool { return d.table.Code != own.table.Code })
	}
	return no, ""
}

// acrossMayBePark says that nobody knows whether a lot across is a park while its use is not recorded.
func (v *view) acrossMayBePark(line *lot.Line) (answer, string) {
	for _, n := range line.Across {
		for _, p := range v.town.fabric.Lots[n].Parcels {
			if v.town.in.Parcels[p].Use == "" {
				return perhaps, "use of the lot across"
			}
		}
	}
	return no, ""
}

// acrossDistrict asks something of the districts of the lots across a line.
func (v *view) acrossDistrict(line *lot.Line, is func(district) bool) (answer, string) {
	found, missing := no, ""
	for _, n := range line.Across {
		d := v.town.districtOfLot(n)
		switch {
		case d.missing != "":
			if found == no {
				found, missing = perhaps, d.missing
			}
		case is(d):
			return yes, ""
		}
	}
	return found, missing
}

// acrossMeets says whether a lot across a line meets a condition on it, and what is missing where that is open.
func (v *view) acrossMeets(line *lot.Line, where *rules.Condition) (answer, string) {
	best, missing := no, ""
	for _, n := range line.Across {
		switch t := where.Eval(v, neighbourFacts{v, n}); t.State {
		case rules.True:
			return yes, ""
		case rules.Undecided:
			best, missing = perhaps, strings.Join(t.Missing, ", ")
		}
	}
	return best, missing
}

// acrossLines is the value of a district fact across some lines: of the lots there that meet the `where`, a range when they differ.
func (v *view) acrossLines(c *rules.Call) rules.Measured {
	lo, hi := math.Inf(1), math.Inf(-1)
	var missing []string
	kinds, roles := v.labels()
	for i := range v.site.lot.Lines {
		line := &v.site.lot.Lines[i]
		kind, role := line.Kind, line.Role
		if i < len(kinds) {
			kind, role = kinds[i], roles[i]
		}
		in, _ := v.isAnyLine(line, kind, role, c.To)
		ex, _ := v.isAnyLine(line, kind, role, c.Except)
		if in == no || ex == yes {
			continue
		}
		for _, n := range line.Across {
			if c.Where != nil {
				if t := c.Where.Eval(v, neighbourFacts{v, n}); t.State == rules.False {
					continue
				} else if t.State == rules.Undecided {
					missing = append(missing, t.Missing...)
				}
			}
			f := v.town.districtOfLot(n).fact(c.Fact)
			if f.Type != rules.NumberOf {
				return unknown(f.Missing...)
			}
			lo, hi = min(lo, f.Lo), max(hi, f.Hi)
		}
	}
	switch {
	case len(missing) > 0:
		return unknown(missing...)
	case math.IsInf(lo, 1):
		return none(rules.Unit(c.Type))
	}
	return rules.Measured{Value: rules.Between(lo, hi, "which of the lots across"), Unit: rules.Unit(c.Type)}
}

func truth(b bool) answer {
	if b {
		return yes
	}
	return no
}

func orUnknown(is, open bool) answer {
	switch {
	case is:
		return yes
	case open:
		return perhaps
	}
	return no
}

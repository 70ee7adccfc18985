package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

// site is one lot being audited by one worker.
type site struct {
	town     *town
	kernel   *kernel.Kernel
	index    int32
	lot      *lot.Lot
	readings []reading
	yards    []lotYards // by reading, each made when first asked for
	chosen   []keptLines
}

// view is one subject of a site under one reading: what the rules evaluate. A worker reuses one view for all its subjects;
// measures are taken once per subject and reading.
type view struct {
	town    *town
	site    *site
	subject *subject
	index   int // of reading in site.readings
	reading reading
	zone    district
	seen    depends // what the facts and measures asked for so far depended on

	taken    []taken    // by rules.Call.ID
	lacks    []lack     // the same
	covering [][]answer // the same, then by class number; nil until asked for
	rings    []keptRing // of the round ringsOf
	ringsOf  int
	round    int // counts subjects and readings; a taken measure of another round is stale
}

type taken struct {
	round    int
	measured rules.Measured
	seen     depends
}

// newView returns a view for a worker.
func newView(t *town) *view {
	return &view{town: t, taken: make([]taken, len(t.in.Pack.Calls)), lacks: make([]lack, len(t.in.Pack.Calls)),
		covering: make([][]answer, len(t.in.Pack.Calls))}
}

// look points the view at a subject under a reading and a district.
func (v *view) look(s *site, subject *subject, reading int, zone district) {
	v.site, v.subject, v.index, v.reading, v.zone = s, subject, reading, s.readings[reading], zone
	v.seen = 0
	v.round++
}

func (v *view) district() district { return v.zone }

// principal is the principal building of the reading, nil when the lot has none.
func (v *view) principal() *principal {
	if v.reading.principal < 0 {
		return nil
	}
	return &v.town.principals[v.site.index][v.reading.principal]
}

// classOf is the class of a subject under the reading: which of several plausible principal buildings is the one decides.
func (v *view) classOf(i int32, s *subject) string {
	if !s.rival {
		return s.class
	}
	v.seen |= onPrincipal
	if p := v.principal(); p != nil && p.main == i {
		return "principal_building"
	}
	if s.basis == byAttribute {
		return s.class
	}
	return "accessory_building"
}

// labels are the kinds and roles of the lot's lines under the reading.
func (v *view) labels() (kinds, roles []lot.Kind) {
	if r := v.site.lot.Readings; len(r) > 0 {
		return r[v.reading.labelling].Kinds, r[v.reading.labelling].Roles
	}
	return nil, nil
}

// kindOf is the kind of a line of the lot under the reading.
func (v *view) kindOf(i int) lot.Kind {
	v.seen |= onLabels
	if kinds, _ := v.labels(); i < len(kinds) {
		return kinds[i]
	}
	return v.site.lot.Lines[i].Kind
}

// Measure takes a measure once and keeps it with what it depended on.
func (v *view) Measure(c *rules.Call) rules.Measured {
	kept := &v.taken[c.ID]
	if kept.round != v.round {
		before := v.seen
		v.seen = 0
		if c.Table == "" { // what reads a table says so itself, for the table may not be there
			v.seen = onPlace
		}
		m := v.take(c)
		*kept = taken{v.round, m, v.seen}
		v.seen |= before
	}
	v.seen |= kept.seen
	return kept.measured
}

// take is the registry of measures: the names of docs/writing-rules.md and what takes each.
func (v *view) take(c *rules.Call) rules.Measured {
	switch c.Name {
	case "distance":
		return v.distance(c)
	case "farthest":
		return v.farthest(c)
	case "separation":
		return v.separation(c)
	case "behind":
		return v.behind(c)
	case "overlap":
		return v.overlap(c)
	case "intrusion":
		return v.intrusion(c)
	case "corners":
		return v.countCorners(c)
	case "across_lines":
		return v.acrossLines(c)
	case "to_water":
		return v.toWater(c)
	case "flanking", "flanking_sides":
		return v.flanking(c)
	case "outside":
		return v.outside(c)
	case "share":
		return v.share(c)
	case "area":
		return v.area()
	case "length":
		return v.length()
	case "total_area":
		return v.totalArea(c)
	case "union_area":
		return v.unionArea(c)
	case "covered":
		return v.covered(c)
	case "count":
		return v.count(c)
	case "sum":
		return v.sum(c)
	case "least", "greatest":
		return v.extreme(c)
	case "records":
		return v.countRecords(c)
	case "record_value":
		return v.recordValue(c)
	case "adjacent_lots":
		return v.adjacentLots(c)
	case "ring_gap":
		return v.ringGap(c)
	case "enclosed":
		return v.enclosed(c)
	case "ring_clearance":
		return v.ringClearance(c)
	case "ring_least", "ring_greatest":
		return v.ringExtreme(c)
	case "facing":
		return v.facing(c)
	case "nearest":
		return v.nearest(c)
	case "longest":
		return v.longest()
	case "screened":
		return v.screened(c)
	case "along":
		return v.along(c)
	case "beside":
		return v.beside(c)
	case "beyond":
		return v.beyondLines(c)
	case "to_district":
		return v.toDistrict(c)
	case "bearing_to_district":
		return v.bearingToDistrict(c)
	}
	panic("no such measure: " + c.Name) // the pack was checked against the same list
}

// unknown is a measure that could not be taken for want of what.
func unknown(what ...string) rules.Measured { return rules.Measured{Value: rules.Missing(what...)} }

// number is a measured number without evidence.
func number(value float64, unit rules.Unit) rules.Measured {
	return rules.Measured{Value: rules.Number(value), Unit: unit}
}

// none is a measure with nothing to measure to.
func none(unit rules.Unit) rules.Measured { return rules.Measured{None: true, Unit: unit} }

// outline is the subject's geometry; ok is false, and the measure unknown, when it has none.
func (v *view) outline() (g orb.Geometry, missing rules.Measured, ok bool) {
	if v.subject.shape == nil {
		return nil, unknown("place of " + v.subject.id), false
	}
	return v.subject.shape, rules.Measured{}, true
}

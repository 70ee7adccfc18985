package audit

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

const (
	ringSearchFt = 20   // gaps up to this are looked for in an open ring; a wider one is no ring
	ringAroundFt = 10   // barriers of neighbours up to this from the lot may be part of a ring on it
	gateReachFt  = 3    // a gate drawn as a point closes a gap that passes within this of it
	mapGapFt     = 0.05 // ends that a digitiser meant to join
)

// ring is the enclosure round the subject that some barriers make.
type ring struct {
	found    measure.Enclosure
	fences   []orb.LineString // by measure.RingPart.Index, as are the next two
	sources  []*subject       // of the fences
	walls    []*subject       // what the walls belong to
	barriers int
}

// enclose finds the ring of the barriers a call names once per subject and reading: its gap, its least and its greatest height
// are asked of the same ring.
func (v *view) enclose(c *rules.Call, shape orb.Geometry, all bool) (ring, []string, error) {
	where := ""
	if c.Where != nil {
		where = c.Where.Source
	}
	key := fmt.Sprint(c.Barriers, c.To, c.Walls, all, where)
	if v.ringsOf != v.round {
		v.ringsOf, v.rings = v.round, nil
	}
	for _, kept := range v.rings {
		if kept.key == key {
			v.seen |= kept.seen
			return kept.ring, kept.missing, kept.err
		}
	}
	before := v.seen
	v.seen = 0
	r, missing, err := v.findRing(c, shape, all)
	v.rings = append(v.rings, keptRing{key, r, missing, err, v.seen})
	v.seen |= before
	return r, missing, err
}

// keptRing is a ring found for the subject and reading in view.
type keptRing struct {
	key     string
	ring    ring
	missing []string
	err     error
	seen    depends
}

// findRing looks for a ring of the barriers a call names, on the lot and its neighbours; fences are taken whole, not as
// stretches. all takes also those of which a class or condition is open.
func (v *view) findRing(c *rules.Call, shape orb.Geometry, all bool) (ring, []string, error) {
	b := measure.Barriers{GapFt: mapGapFt, SearchFt: ringSearchFt, GateFt: gateReachFt}
	var r ring
	var missing []string
	around := v.site.lot.Shape.Bound().Pad(ringAroundFt)
	seen := map[*Structure]bool{}
	for _, o := range v.others(c, "any", false) {
		if len(c.To) > 0 && !v.town.mayBeOf(v.classOf(o.index, o.subject), c.Barriers) {
			continue // named for another reason
		}
		if !o.subject.bound.Intersects(around) {
			continue
		}
		missing = append(missing, o.missing...)
		if !o.sure && !all || o.subject.src == nil || seen[o.subject.src] {
			continue
		}
		seen[o.subject.src] = true
		switch whole := v.walls(o); {
		case v.town.isA(o.subject.class, "gate"):
			b.Gates = append(b.Gates, whole)
		case isLine(whole):
			for _, line := range linesOf(whole) {
				b.Fences, r.sources = append(b.Fences, line), append(r.sources, o.subject)
			}
		case whole != nil:
			b.Walls, r.walls = append(b.Walls, whole), append(r.walls, o.subject)
		}
	}
	if c.Walls {
		for _, l := range v.lotsFor("any") {
			for _, i := range v.town.onLot[l] {
				if s := &v.town.subjects[i]; s.kind == aStructure && s.shape != nil && s != v.subject && s.bound.Intersects(around) {
					b.Walls, r.walls = append(b.Walls, s.shape), append(r.walls, s)
				}
			}
		}
	}
	r.barriers, r.fences = len(b.Fences)+len(b.Gates)+len(b.Walls), b.Fences
	var err error
	r.found, err = measure.Enclose(v.site.kernel, shape, b)
	return r, missing, err
}

// walls is the shape of a barrier; a principal building comes with the parts that have no class of their own, and without
// an attached carport or deck.
func (v *view) walls(o chosen) orb.Geometry {
	p := v.principal()
	if p == nil || p.main != o.index {
		return o.subject.src.Shape
	}
	v.seen |= onPrincipal
	all := append(orb.MultiPolygon(nil), polygonsOf(o.subject.shape)...)
	for _, i := range p.parts {
		if part := &v.town.subjects[i]; part.partOf == p.main {
			all = append(all, polygonsOf(part.shape)...)
		}
	}
	return all
}

// ringGap is the widest gap that must be bridged to close a ring round the subject: 0 when one is closed.
func (v *view) ringGap(c *rules.Call) rules.Measured {
	shape, m, ok := v.ringSubject()
	if !ok {
		return m
	}
	all, missing, err := v.enclose(c, shape, true)
	if err != nil {
		return notDrawn(err)
	}
	lo, evidence := all.gap()
	hi := lo
	if len(missing) > 0 {
		sure, _, err := v.enclose(c, shape, false)
		if err != nil {
			return notDrawn(err)
		}
		hi, _ = sure.gap()
	}
	m = rules.Measured{Value: rules.Between(lo, hi, missing...), Unit: rules.Feet, Tolerance: v.town.in.Tolerance.Fences}
	if math.IsInf(lo, 1) {
		m.Value, m.Tolerance = rules.Between(all.found.SearchedFt, math.Inf(1)), 0
	}
	if evidence != nil {
		m.Evidence = evidence
	}
	if lo == 0 {
		m.Tolerance = 0 // drawn closed: ends that meet on the map are meant to meet
	}
	return m
}

// gap is the widest gap of the ring and the ring itself, or the gaps that keep it open.
func (r ring) gap() (float64, orb.Geometry) {
	if r.found.Closed {
		return 0, r.found.Ring
	}
	widest, lines := math.Inf(1), orb.MultiLineString(nil)
	for _, g := range r.found.Gaps {
		if len(lines) == 0 || g.Ft > widest {
			widest = g.Ft
		}
		lines = append(lines, g.Witness())
	}
	if len(lines) == 0 {
		return widest, nil
	}
	return widest, lines
}

// ringExtreme is the least or greatest value of a fact along the fences of the ring that encloses the subject.
func (v *view) ringExtreme(c *rules.Call) rules.Measured {
	shape, m, ok := v.ringSubject()
	if !ok {
		return m
	}
	r, missing, err := v.enclose(c, shape, true)
	switch {
	case err != nil:
		return notDrawn(err)
	case !r.found.Closed:
		return none(rules.Unit(c.Type))
	case len(missing) > 0:
		return unknown(missing...)
	}
	sign := 1.0
	if c.Name == "ring_greatest" {
		sign = -1
	}
	lo, hi := math.Inf(1), math.Inf(1) // of sign * fact
	var open []string
	other := ""
	for _, part := range r.found.Parts {
		if part.Kind != measure.Fence {
			continue
		}
		s := r.sources[part.Index]
		f := v.subjectFact(s, c.Fact)
		if f.Type != rules.NumberOf {
			open = append(open, c.Fact+" of "+s.src.ID)
			continue
		}
		a, b := min(sign*f.Lo, sign*f.Hi), max(sign*f.Lo, sign*f.Hi)
		if a < lo {
			lo, other = a, s.src.ID
		}
		hi = min(hi, b)
	}
	switch {
	case len(open) > 0 && sign < 0:
		lo = math.Inf(-1) // the unknown one may be any greater
	case len(open) > 0:
		lo = 0 // or any less
	case math.IsInf(lo, 1):
		return none(rules.Unit(c.Type))
	}
	return rules.Measured{Value: rules.Between(min(sign*lo, sign*hi), max(sign*lo, sign*hi), open...), Unit: rules.Unit(c.Type), OtherID: other,
		Evidence: r.found.Ring}
}

// ringSubject is the subject's outline if it has an area and the barriers are known.
func (v *view) ringSubject() (orb.Geometry, rules.Measured, bool) {
	if !v.town.in.Layers.Fences {
		return nil, unknown("fences layer"), false
	}
	if len(polygonsOf(v.subject.shape)) == 0 {
		return nil, unknown("outline of " + v.subject.id), false
	}
	return v.subject.shape, rules.Measured{}, true
}

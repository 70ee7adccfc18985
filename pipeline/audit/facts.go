package audit

import (
	"math"
	"strings"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
)

// Fact answers a name an expression uses; see docs/writing-rules.md for the list.
func (v *view) Fact(name string) rules.Value {
	prefix, rest, dotted := strings.Cut(name, ".")
	switch {
	case !dotted && v.sharesFact(name):
	case prefix == "lot" && !v.town.lotsDiffer(rest):
	case prefix == "district" || prefix == "audit":
	default:
		v.seen |= onSubject
	}
	if !dotted {
		return v.subjectFact(v.subject, name)
	}
	switch prefix {
	case "lot":
		return v.lotFact(v.site.index, rest)
	case "district":
		return v.district().fact(rest)
	case "principal":
		return v.principalFact(rest)
	case "stretch":
		return v.stretchFact(rest)
	case "audit":
		return rules.Days(float64(v.town.in.Date), float64(v.town.in.Date))
	}
	return rules.Missing(name)
}

// subjectFact is a derived fact or an attribute of a structure, fence, feature or record. For the lot itself an attribute
// is one of its parcels'.
func (v *view) subjectFact(s *subject, name string) rules.Value {
	switch name {
	case "id":
		if s.src != nil && s.src.ID != "" {
			return rules.Text(s.src.ID) // a stretch of fence has that of its fence
		}
		return rules.Text(s.id)
	case "class":
		if s.rival {
			return rules.Text(v.classOf(v.town.indexOf(s), s))
		}
		return rules.Text(s.class)
	case "attached":
		v.seen |= onPlace
		if s.kind == aStructure && len(v.town.principals[max(s.lot, 0)]) > 1 {
			v.seen |= onPrincipal
		}
		return v.attachedFact(s)
	case "footprint_sq_ft":
		v.seen |= onPlace
		if len(polygonsOf(s.shape)) == 0 {
			return rules.Missing("outline of " + s.id)
		}
		return rules.Number(s.areaSqFt())
	case "area_sq_ft":
		if a, _ := s.attribute(name); a.Type == rules.NumberOf && !s.several { // the record tells the area of all of it
			return a
		}
		return v.subjectFact(s, "footprint_sq_ft")
	case "length_ft":
		v.seen |= onPlace
		if a, _ := s.attribute(name); a.Type == rules.NumberOf {
			return a
		}
		if isLine(s.shape) {
			return rules.Number(lengthFt(s.shape))
		}
		return rules.Missing(name)
	}
	if s.kind == aLot {
		return v.lotFact(s.lot, name)
	}
	if a, _ := s.attribute(name); a.Type != rules.Unknown {
		return a
	}
	return rules.Missing(name)
}

// attachedFact is whether the subject is attached to the principal building: for buildings decided with their class, for
// everything else the attribute, else whether it touches the building.
func (v *view) attachedFact(s *subject) rules.Value {
	if a, _ := s.attribute("attached"); a.Type == rules.BoolOf {
		return a
	}
	if s.kind == aStructure {
		if s.attached != perhaps {
			return rules.Bool(s.attached == yes)
		}
		if len(v.town.principals[max(s.lot, 0)]) == 0 && v.town.in.Layers.Buildings {
			return rules.Bool(false) // nothing to be attached to
		}
		return rules.Missing("attached")
	}
	v.seen |= onPrincipal
	gap := math.Inf(1) // to the nearest part of the building: a deck at the wing is at the house
	if p := v.principal(); p != nil && s.shape != nil {
		near, err := measure.Distance(s.shape, p.shape)
		if err != nil {
			return rules.Missing("attached")
		}
		gap = near.Ft
	}
	switch {
	case gap <= touchFt:
		return rules.Bool(true)
	case gap <= math.Hypot(v.town.accuracy(s), v.town.in.Tolerance.Buildings), !v.town.in.Layers.Buildings:
		return rules.Missing("attached") // drawn by another hand, or the house is not drawn
	}
	return rules.Bool(false)
}

// lotFact is a fact of any lot: its measures by the labels of the reading, else an attribute of its parcels.
func (v *view) lotFact(index int32, name string) rules.Value {
	l := &v.town.fabric.Lots[index]
	switch name {
	case "id":
		return rules.Text(l.ID)
	case "area_sq_ft":
		return v.lotArea(index)
	case "width_ft":
		return v.lotWidth(index)
	case "depth_ft":
		return v.byLabels(l, l.DepthFt, "lot depth")
	case "frontage_ft":
		return v.byLabels(l, l.FrontageFt, "front lot line")
	case "type":
		if !typeKnown(l) {
			return rules.Missing("lot type")
		}
		return rules.Text(l.Type.String())
	case "corner":
		return isType(l, lot.Corner, lot.ReversedCorner)
	case "reversed_corner":
		return isType(l, lot.ReversedCorner)
	case "through":
		return isType(l, lot.Through)
	case "street_width_ft":
		return streetWidth(l)
	case "streets":
		return streetCount(l)
	case "abuts_alley":
		return abuts(l, lot.Alley)
	case "abuts_water":
		if !v.town.in.Layers.Water && !l.Abuts(lot.Water) {
			return rules.Missing("water layer")
		}
		return rules.Bool(l.Abuts(lot.Water))
	case "abuts_homes":
		return v.abutsLivedOn(index)
	case "abuts_residential":
		return v.abutsResidential(index)
	case "faces_residential":
		return v.facesResidential(index)
	case "has_principal":
		return v.hasPrincipal(index)
	case "use":
		if use := v.town.in.Parcels[l.Parcels[0]].Use; use != "" {
			return rules.Text(use)
		}
	case "address":
		if a := v.town.in.Parcels[l.Parcels[0]].Address; a != "" {
			return rules.Text(a)
		}
	}
	if a, _ := v.town.lotAttribute(index, name); a.Type != rules.Unknown {
		return a
	}
	return rules.Missing("lot." + name)
}

// lotArea is the measured area; where a recorded one differs by more than half a percent the truth lies between.
func (v *view) lotArea(index int32) rules.Value {
	measured := v.town.fabric.Lots[index].AreaSqFt
	recorded, _ := v.town.lotAttribute(index, "area_sq_ft")
	if recorded.Type != rules.NumberOf || recorded.Lo != recorded.Hi || len(v.town.fabric.Lots[index].Parcels) > 1 {
		return rules.Number(measured)
	}
	if d := recorded.Lo - measured; d > 0.005*measured || -d > 0.005*measured {
		return rules.Between(min(measured, recorded.Lo), max(measured, recorded.Lo), "lot area (recorded and measured differ)")
	}
	return rules.Number(measured)
}

// byLabels is a length that exists only once the front of the lot is known.
func (v *view) byLabels(l *lot.Lot, ft float64, missing string) rules.Value {
	if len(l.Readings) > 1 && v.reading.labelling > 0 || ft == 0 {
		return rules.Missing(missing)
	}
	v.seen |= onLabels
	return rules.Number(ft)
}

// openLine says whether nobody knows what lies across a line. The lines of a landlocked lot are of no known kind, but against lots.
func openLine(line *lot.Line, kind lot.Kind) bool {
	return (kind == lot.Unknown || kind == lot.OpenEdge) && len(line.Across) == 0
}

// hasPrincipal is whether the lot has a principal building. Without a buildings layer nobody knows.
func (v *view) hasPrincipal(index int32) rules.Value {
	if len(v.town.principals[index]) > 0 {
		return rules.Bool(true)
	}
	if !v.town.in.Layers.Buildings {
		return rules.Missing("buildings layer")
	}
	return rules.Bool(false)
}

// abutsResidential is whether a neighbouring lot is in a residential district.
func (v *view) abutsResidential(index int32) rules.Value {
	open := ""
	for _, n := range v.town.neighbours[index] {
		switch d := v.town.districtOfLot(n); {
		case d.missing != "":
			open = d.missing
		case d.table.Class == "residential":
			return rules.Bool(true)
		}
	}
	if open != "" {
		return rules.Missing(open)
	}
	return rules.Bool(false)
}

// principalFact is a fact of the principal building.
func (v *view) principalFact(name string) rules.Value {
	v.seen |= onPrincipal
	p := v.principal()
	if p == nil {
		return rules.Missing("principal building")
	}
	if name == "footprint_sq_ft" {
		return rules.Number(footprint(p.shape))
	}
	f := v.subjectFact(&v.town.subjects[p.main], name)
	if f.Type == rules.Unknown {
		return rules.Missing("principal." + name)
	}
	return f
}

// stretchFact is where a stretch of fence runs.
func (v *view) stretchFact(name string) rules.Value {
	v.seen |= onPlace
	s := v.subject.stretch
	switch name {
	case "yard":
		v.seen |= onLabels | onPrincipal
		yard := s.yard
		if v.index > 0 || isPoint(v.subject.shape) {
			yard = v.yardOfStretch()
		}
		if yard == "" {
			return rules.Missing("yard of the stretch")
		}
		return rules.Text(yard)
	case "on_line":
		return rules.Bool(s.onLine)
	case "line":
		v.seen |= onLabels
		if s.line == "" {
			return rules.Missing("lot line of the stretch")
		}
		return rules.Text(s.line)
	case "beside":
		switch n, ok := v.lotBeside(); {
		case !ok:
			return rules.Missing(acrossUnknown)
		case n < 0:
			return rules.Text("")
		default:
			return rules.Text(v.town.fabric.Lots[n].ID)
		}
	}
	return rules.Missing("stretch." + name)
}

// otherFacts are the facts of another structure, for other.* in a `where`.
type otherFacts struct {
	view  *view
	other *subject
}

func (o otherFacts) Fact(name string) rules.Value { return o.view.subjectFact(o.other, name) }

// neighbourFacts are the facts of an adjacent lot, for neighbour.* in a `where`.
type neighbourFacts struct {
	view *view
	lot  int32
}

func (n neighbourFacts) Fact(name string) rules.Value {
	if rest, ok := strings.CutPrefix(name, "district."); ok {
		return n.view.town.districtOfLot(n.lot).fact(rest)
	}
	return n.view.lotFact(n.lot, name)
}

// recordFacts are the fields of a row of a table, for record.* in a `where`.
type recordFacts struct{ row *Record }

func (r recordFacts) Fact(name string) rules.Value {
	switch name {
	case "id", "number":
		if r.row.ID != "" {
			return rules.Text(r.row.ID)
		}
	case "subject":
		if r.row.Subject != "" {
			return rules.Text(r.row.Subject)
		}
	case "class":
		if r.row.Class != "" {
			return rules.Text(r.row.Class)
		}
	}
	if f, _ := r.row.Attributes.Get(name); f.Type != rules.Unknown {
		return f
	}
	return rules.Missing("record." + name)
}

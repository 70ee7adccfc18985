package audit

import (
	"slices"

	"parcelaudit/rules"
)

// alike remembers, for one worker, what clauses say of every subject of a class, layer and district without looking at the subject
// itself: that a layer tells no materials, or that a clause speaks of another district, is the same for all of them.
type alike struct {
	known map[alikeKey][]told
	at    []told // of the subject at hand, by position among its clauses; nil when it is like no other
}

type alikeKey struct {
	kind, class string
	columns     *Columns // what its layer maps
	district    string
}

// turnTo makes ready for a subject that so many clauses are evaluated on.
func (a *alike) turnTo(s *subject, clauses int) {
	a.at = nil
	if s.rival || s.isNobodys() || len(s.zone.codes) > 1 {
		return
	}
	key := alikeKey{kind: s.kind, class: s.class}
	if s.src != nil {
		key.columns = s.src.Attributes.Columns
	}
	if s.rec != nil {
		key.columns = s.rec.Attributes.Columns
	}
	if len(s.zone.codes) == 1 {
		key.district = s.zone.codes[0]
	}
	if a.at = a.known[key]; a.at == nil {
		if a.known == nil {
			a.known = map[alikeKey][]told{}
		}
		a.at = make([]told, clauses)
		a.known[key] = a.at
	}
}

// said is what clause k said of another subject that is alike, nil when it has to be asked.
func (a *alike) said(k int) (verdict *rules.Verdict, turnsOn string) {
	if a.at == nil || !a.at[k].holds {
		return nil, ""
	}
	return &a.at[k].verdict, a.at[k].turnsOn
}

// keep remembers a verdict that depends on nothing about the subject.
func (a *alike) keep(k int, v *rules.Verdict, turnsOn string, on depends) {
	if a.at != nil && on == 0 {
		a.at[k] = told{*v, turnsOn, true}
	}
}

// sharesFact says whether all subjects of the class and layer share what is known under a bare name: the class, and an attribute
// that the layer does not have.
func (v *view) sharesFact(name string) bool {
	switch name {
	case "class":
		return !v.subject.rival
	case "id", "attached", "footprint_sq_ft", "area_sq_ft", "length_ft":
		return false
	}
	if v.subject.kind == aLot {
		return !v.town.lotsDiffer(name)
	}
	_, mapped := v.subject.attribute(name)
	return !mapped
}

// lotsDiffer says whether lots may differ in a lot.* fact: in all but attributes that no parcels layer has.
func (t *town) lotsDiffer(name string) bool {
	switch name {
	case "id", "area_sq_ft", "width_ft", "depth_ft", "frontage_ft", "type", "corner", "reversed_corner", "through", "street_width_ft", "streets",
		"abuts_alley", "abuts_water", "abuts_homes", "abuts_residential", "faces_residential", "has_principal", "use", "address":
		return true
	}
	return slices.ContainsFunc(t.parcelColumns, func(c *Columns) bool { return c.has(name) })
}

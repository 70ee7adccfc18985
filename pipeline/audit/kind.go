package audit

import (
	"slices"

	"parcelaudit/rules"
)

// kind is what all subjects of a class, layer and district share: their districts, the clauses that can apply, and what those say
// without looking at the subject itself. That a layer tells no materials, or that a clause speaks of another district, is the same
// for all of them.
type kind struct {
	zones   []district
	clauses []*rules.Clause
	told    []told // by position among the clauses; nil when the subject is like no other
}

type kindKey struct {
	kind, class string
	columns     *Columns // what its layer maps
	district    string
}

// kindOf finds the kind of a subject among those the worker has seen.
func (a *auditor) kindOf(s *subject) *kind {
	alone := s.rival || s.isNobodys() || s.several || len(s.zone.codes) > 1
	key := kindKey{kind: s.kind, class: s.class}
	if s.src != nil {
		key.columns = s.src.Attributes.Columns
	}
	if s.rec != nil {
		key.columns = s.rec.Attributes.Columns
	}
	if len(s.zone.codes) == 1 {
		key.district = s.zone.codes[0]
	}
	if k := a.kinds[key]; k != nil && !alone {
		return k
	}
	k := &kind{zones: a.town.districts(s.zone), clauses: a.town.clausesFor(s)}
	if !alone {
		k.told = make([]told, len(k.clauses))
		if a.kinds == nil {
			a.kinds = map[kindKey]*kind{}
		}
		a.kinds[key] = k
	}
	return k
}

// said is what clause i said of another subject of the kind, nil when it has to be asked.
func (k *kind) said(i int) (verdict *rules.Verdict, turnsOn string) {
	if k.told == nil || !k.told[i].holds {
		return nil, ""
	}
	return &k.told[i].verdict, k.told[i].turnsOn
}

// keep remembers a verdict that depends on nothing about the subject.
func (k *kind) keep(i int, v *rules.Verdict, turnsOn string, on depends) {
	if k.told != nil && on == 0 {
		k.told[i] = told{*v, turnsOn, true}
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

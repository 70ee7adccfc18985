package audit

import (
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// chosen is another subject that a call speaks of; sure is false when its class or the `where` leaves it open.
type chosen struct {
	subject *subject
	index   int32
	sure    bool
	missing []string
}

// others lists the subjects a call speaks of: those of its classes that meet its `where`. self says whether the subject itself is
// among them.
func (v *view) others(c *rules.Call, on string, self bool) []chosen {
	var out []chosen
	for _, l := range v.lotsFor(on) {
		for _, i := range v.town.onLot[l] {
			s := &v.town.subjects[i]
			if s.partOf >= 0 || s.kind == aLot || !self && s == v.subject || !self && v.sameThing(s) {
				continue
			}
			if got, ok := v.choose(c, i, s); ok {
				out = append(out, got)
			}
		}
	}
	return out
}

// sameThing says whether s is another piece of the record the subject comes from, such as the next stretch of one fence.
func (v *view) sameThing(s *subject) bool { return s.src != nil && s.src == v.subject.src }

// lotsFor lists the lots that `on` means.
func (v *view) lotsFor(on string) []int32 {
	switch on {
	case "adjacent_lots":
		return v.town.neighbours[v.site.index]
	case "any":
		return append([]int32{v.site.index}, v.town.neighbours[v.site.index]...)
	}
	return []int32{v.site.index}
}

func (v *view) choose(c *rules.Call, i int32, s *subject) (chosen, bool) {
	got := chosen{subject: s, index: i, sure: true}
	switch class := v.classOf(i, s); v.covers(c, s, class) {
	case no:
		return chosen{}, false
	case perhaps:
		got.sure, got.missing = false, []string{"class of " + s.id}
	case yes:
		if class == "accessory_building" && s.mayBeHouse {
			got.sure, got.missing = false, []string{"class of " + s.id}
		}
	}
	if c.Where != nil {
		switch t := c.Where.Eval(v, otherFacts{v, s}); t.State {
		case rules.False:
			return chosen{}, false
		case rules.Undecided:
			got.sure, got.missing = false, append(got.missing, t.Missing...)
		}
	}
	return got, true
}

// covers says whether a call speaks of a subject of a class. Of a subject's own class a worker looks it up once.
func (v *view) covers(c *rules.Call, s *subject, class string) answer {
	if s.rival {
		return covers(c, class)
	}
	known := v.covering[c.ID]
	if known == nil {
		known = make([]answer, len(v.town.classes))
		for i, name := range v.town.classes {
			known[i] = covers(c, name)
		}
		v.covering[c.ID] = known
	}
	return known[s.classNumber]
}

func covers(c *rules.Call, class string) answer {
	switch {
	case c.Covers(class):
		return yes
	case c.MayCover(class):
		return perhaps
	}
	return no
}

// count is the number of things on the lot; a range while a class or a condition is open. Stretches of one fence count once.
func (v *view) count(c *rules.Call) rules.Measured {
	lo, hi := 0, 0
	lacking := v.lackingFor(c, c.Classes)
	missing := lacking
	var evidence orb.Collection
	seen := map[*Structure]bool{}
	counted := v.others(c, c.On, true)
	for n, o := range counted {
		if o.subject.src != nil && (o.subject.kind == aFence || o.subject.several) {
			if seen[o.subject.src] {
				continue
			}
			seen[o.subject.src] = true
		}
		hi++
		switch {
		case o.subject.isPart(): // it may all be the other lot's
			missing = append(missing, "whose building "+o.subject.id+" is")
		case v.mayBeOne(o, counted[:n]):
			missing = append(missing, "whether "+o.subject.id+" is a building of its own")
		case o.sure:
			lo++
		}
		missing = append(missing, o.missing...)
		evidence = append(evidence, o.subject.shape)
	}
	most := float64(hi)
	if len(lacking) > 0 {
		most = math.Inf(1) // there may be any number more
	}
	return rules.Measured{Value: rules.Between(float64(lo), most, missing...), Unit: rules.Count, Evidence: evidence}
}

// mayBeOne says whether a building shares a wall with one counted before that is called the same: the layer may have split it.
func (v *view) mayBeOne(o chosen, before []chosen) bool {
	s := o.subject
	if s.kind != aStructure || !v.town.isA(s.class, "accessory_building") {
		return false
	}
	v.seen |= onPlace
	return slices.ContainsFunc(before, func(b chosen) bool {
		return b.subject.kind == aStructure && b.subject.class == s.class && b.subject.bound.Pad(touchFt).Intersects(s.bound) &&
			sharedEdgeFt(s.shape, b.subject.shape) > touchFt
	})
}

// sum adds a fact over the things on the lot, such as the stalls of all garages.
func (v *view) sum(c *rules.Call) rules.Measured {
	lo, hi := 0.0, 0.0
	missing := v.lackingFor(c, c.Classes)
	if len(missing) > 0 {
		hi = math.Inf(1)
	}
	for _, o := range v.others(c, "lot", true) {
		f := v.subjectFact(o.subject, c.Fact)
		if f.Type != rules.NumberOf {
			return unknown(c.Fact + " of " + o.subject.id)
		}
		if c.Times != "" {
			n := v.subjectFact(o.subject, c.Times)
			if n.Type != rules.NumberOf {
				return unknown(c.Times + " of " + o.subject.id)
			}
			f = product(f, n)
		}
		hi += math.Max(0, f.Hi)
		lo += math.Min(0, f.Lo)
		if o.sure {
			lo += math.Max(0, f.Lo)
			hi += math.Min(0, f.Hi)
		}
		missing = append(append(missing, o.missing...), f.Missing...)
	}
	return rules.Measured{Value: rules.Between(lo, hi, missing...), Unit: rules.Unit(c.Type)}
}

// product multiplies two numbers that may be known as ranges only.
func product(a, b rules.Value) rules.Value {
	ends := []float64{a.Lo * b.Lo, a.Lo * b.Hi, a.Hi * b.Lo, a.Hi * b.Hi}
	return rules.Between(slices.Min(ends), slices.Max(ends), append(slices.Clone(a.Missing), b.Missing...)...)
}

// extreme is the least or greatest of a fact over the things on the lot.
func (v *view) extreme(c *rules.Call) rules.Measured {
	if m, missing := v.layersMissing(c, c.Classes); missing {
		return m
	}
	sign := 1.0
	if c.Name == "greatest" {
		sign = -1
	}
	lo, hi := math.Inf(1), math.Inf(1) // of sign * fact
	var missing []string
	for _, o := range v.others(c, "lot", true) {
		f := v.subjectFact(o.subject, c.Fact)
		if f.Type != rules.NumberOf {
			return unknown(c.Fact + " of " + o.subject.id)
		}
		a, b := min(sign*f.Lo, sign*f.Hi), max(sign*f.Lo, sign*f.Hi)
		lo = min(lo, a)
		if o.sure {
			hi = min(hi, b)
		}
		missing = append(append(missing, o.missing...), f.Missing...)
	}
	switch {
	case math.IsInf(lo, 1):
		return none(rules.Unit(c.Type))
	case math.IsInf(hi, 1):
		return unknown(missing...)
	}
	return rules.Measured{Value: rules.Between(min(sign*lo, sign*hi), max(sign*lo, sign*hi), missing...), Unit: rules.Unit(c.Type)}
}

// separation is the distance to the nearest other structure of some classes.
func (v *view) separation(c *rules.Call) rules.Measured {
	shape, missing, ok := v.outline()
	if !ok {
		return missing
	}
	m := rules.Measured{Unit: rules.Feet}
	lo, hi := math.Inf(1), math.Inf(1)
	var why []string
	lacking := v.lackingFor(c, c.To)
	for _, o := range v.others(c, c.On, false) {
		if o.subject.shape == nil {
			return unknown("place of " + o.subject.id)
		}
		s, err := measure.Distance(shape, v.wholeShape(o))
		if err != nil {
			return unknown(err.Error())
		}
		if s.Ft < lo {
			lo = s.Ft
			if !o.sure {
				why = o.missing
			}
		}
		if o.sure && s.Ft < hi {
			hi = s.Ft
		}
		if s.Ft == lo {
			m.Evidence, m.OtherID, m.Tolerance = s.Witness(), o.subject.id, v.town.between(v.subject, o.subject)
		}
	}
	switch {
	case len(lacking) > 0 && math.IsInf(hi, 1):
		return unknown(lacking...)
	case math.IsInf(lo, 1):
		return none(rules.Feet)
	case len(lacking) > 0: // something that no layer shows may stand nearer
		lo, why = 0, append(why, lacking...)
	}
	m.Value = rules.Between(lo, hi, why...)
	return m
}

// wholeShape is the shape of another structure; a principal building comes with all its parts.
func (v *view) wholeShape(o chosen) orb.Geometry {
	if p := v.principal(); p != nil && p.main == o.index {
		v.seen |= onPrincipal
		return p.shape
	}
	return o.subject.shape
}

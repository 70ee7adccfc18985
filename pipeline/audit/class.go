package audit

import (
	"math"
	"sort"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

const (
	// touchFt joins outlines that a digitiser meant to share.
	touchFt = 0.1
	// leastPrincipalSqFt is the smallest footprint taken for a principal building when no attribute tells: below it a lone
	// building may as well be a shed on a vacant lot. The smallest dwelling of the Wisconsin one- and two-family code is larger.
	leastPrincipalSqFt = 300
	// rivalShare is the share of the largest footprint from which the next one is a plausible principal building too.
	rivalShare = 0.8
	// leastSecondHouseSqFt is the footprint from which a building that no attribute names may be a second principal building,
	// however much larger the first is: sheds and garages of lots with homes stay below it.
	leastSecondHouseSqFt = 1000
	// mostLeanToSqFt is the footprint up to which a part without a class that touches the house may as well be a lean-to, a veranda or
	// a garage at its wall: half of those measured are (docs/classes.md).
	mostLeanToSqFt = 400
)

// principal is one plausible principal building of a lot: the building, and every part and attached structure that
// belongs to it for yards and building lines.
type principal struct {
	main  int32   // index into town.subjects
	parts []int32 // main first
	shape orb.MultiPolygon
	why   string
}

// classify decides the class of every building of one lot, what is attached to what, and which building may be the
// principal one. The numbered steps:
//
//  1. Copies of one structure are one. Classes given by attribute stand.
//  2. Parts without a class that touch are one building, and so are parts that are all called the principal one.
//  3. The principal building is the one an attribute names, else the largest; a rival of similar size is kept as a
//     second reading.
//  4. What touches the principal building is part of it, unless an attribute gives it a class of its own: then it is attached, as
//     is what a porch, carport or breezeway links to it.
//  5. Everything else without a class is an accessory building of unknown kind; its size says which kind is likely. A large one
//     may be another principal building.
func (t *town) classify(lotIndex int32) []principal {
	t.dropDuplicates(lotIndex) // 1
	var buildings []int32
	for _, i := range t.onLot[lotIndex] {
		if t.subjects[i].kind == aStructure && t.subjects[i].partOf < 0 {
			buildings = append(buildings, i)
		}
	}
	groups := t.touching(buildings)            // 2
	principals := t.principalBuildings(groups) // 3
	for p := range principals {
		t.addParts(&principals[p], buildings) // 4
	}
	if len(principals) > 0 {
		t.settleParts(principals[0], buildings)
	}
	for p := range principals {
		t.subjects[principals[p].main].rival = len(principals)+t.mayBeHidden(principals) > 1
	}
	for _, g := range groups { // 5
		if t.subjects[g[0]].class == "" {
			t.unite(g)
		}
	}
	for _, i := range buildings {
		if s := &t.subjects[i]; s.class == "" {
			s.class, s.basis, s.confidence = "accessory_building", bySize+": "+likelyBySize(s.areaSqFt()), 0.6
			if s.areaSqFt() >= leastSecondHouseSqFt {
				s.rival, s.mayBeHouse = true, true
			}
		}
	}
	return principals
}

// unite makes one building of parts that touch, under the name of the largest.
func (t *town) unite(parts []int32) {
	if len(parts) < 2 {
		return
	}
	var all orb.MultiPolygon
	for _, i := range parts {
		all = append(all, polygonsOf(t.subjects[i].shape)...)
	}
	whole, err := kernel.New().UnaryUnion(all)
	if err != nil {
		return // each stays its own
	}
	main := &t.subjects[parts[0]]
	main.shape, main.bound = whole, whole.Bound()
	for _, i := range parts[1:] {
		s := &t.subjects[i]
		s.class, s.basis, s.confidence, s.partOf = "accessory_building", byTouchingAnother, 0.6, parts[0]
	}
}

// touching groups buildings whose outlines touch and which no class tells apart, largest group first; every other building is a
// group of its own.
func (t *town) touching(buildings []int32) [][]int32 {
	group := make([]int, len(buildings))
	for i := range group {
		group[i] = i
	}
	for i, a := range buildings {
		for j := 0; j < i; j++ {
			b := buildings[j]
			if t.alike(a, b) && group[i] != group[j] && t.within(a, b, touchFt) {
				from, to := max(group[i], group[j]), min(group[i], group[j])
				for k := range group {
					if group[k] == from {
						group[k] = to
					}
				}
			}
		}
	}
	members := make([][]int32, len(buildings))
	for i, g := range group {
		members[g] = append(members[g], buildings[i])
	}
	var out [][]int32
	for _, m := range members {
		if len(m) > 0 {
			sort.SliceStable(m, func(i, j int) bool { return t.subjects[m[i]].areaSqFt() > t.subjects[m[j]].areaSqFt() })
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return t.area(out[i]) > t.area(out[j]) })
	return out
}

// alike says whether two buildings may be parts of one: neither has a class, or both are called principal.
func (t *town) alike(a, b int32) bool {
	x, y := t.subjects[a].class, t.subjects[b].class
	return x == "" && y == "" || t.isA(x, "principal_building") && t.isA(y, "principal_building")
}

// principalBuildings lists the plausible principal buildings, most plausible first; none on a lot without a building.
func (t *town) principalBuildings(groups [][]int32) []principal {
	var named, unnamed []principal
	for _, g := range groups {
		s := &t.subjects[g[0]]
		switch {
		case t.isA(s.class, "principal_building"):
			named = append(named, principal{main: g[0], parts: g, why: "principal building " + s.id})
		case s.class == "" && t.wholeArea(g) >= leastPrincipalSqFt:
			unnamed = append(unnamed, principal{main: g[0], parts: g, why: "principal building " + s.id})
		}
	}
	if len(named) > 0 {
		return t.rivals(named, math.Inf(1))
	}
	return t.rivals(unnamed, leastSecondHouseSqFt)
}

// rivals keeps the largest candidate, those of similar size, and those large enough to be a house whatever stands beside them.
func (t *town) rivals(candidates []principal, houseSqFt float64) []principal {
	for i := range candidates {
		if own := t.area(candidates[i].parts); own < houseSqFt && own < rivalShare*t.area(candidates[0].parts) {
			return candidates[:i]
		}
	}
	return candidates
}

// addParts gives a principal building what touches it, and its shape.
func (t *town) addParts(p *principal, buildings []int32) {
	own := p.parts
	p.parts = append([]int32(nil), own...)
	own = t.withLinks(own)
	for _, i := range buildings {
		s := &t.subjects[i]
		if i != p.main && s.class != "" && t.isAttached(i, own) == yes && !t.isA(s.class, "principal_building") {
			p.parts = append(p.parts, i)
		}
	}
	for _, i := range p.parts {
		p.shape = append(p.shape, polygonsOf(t.subjects[i].shape)...)
	}
}

// settleParts writes the first reading into the subjects: the principal building's class, its parts, and what is attached.
func (t *town) settleParts(p principal, buildings []int32) {
	main := &t.subjects[p.main]
	if main.class == "" {
		main.class, main.basis, main.confidence = "principal_building", byLargest, t.principalConfidence(p, buildings)
	}
	for _, i := range p.parts[1:] {
		switch s := &t.subjects[i]; {
		case s.class == "":
			s.class, s.basis, s.confidence, s.partOf = "principal_building", byTouching, partConfidence(s.areaSqFt()), p.main
		case t.isA(s.class, "principal_building"):
			s.partOf = p.main
		}
	}
	parts := t.withLinks(p.parts)
	for _, i := range buildings {
		if i != p.main {
			t.subjects[i].attached = t.isAttached(i, parts)
		}
	}
}

// principalConfidence falls from 0.95 as the next largest building comes near in size.
func (t *town) principalConfidence(p principal, buildings []int32) float64 {
	next := 0.0
	for _, i := range buildings {
		if t.subjects[i].class == "" && i != p.main {
			next = max(next, t.subjects[i].areaSqFt())
		}
	}
	return 0.95 - 0.45*next/max(t.area(p.parts), 1)
}

// partConfidence is how sure it is that what touches a house is part of it, by its size.
func partConfidence(sqFt float64) float64 {
	if sqFt <= mostLeanToSqFt {
		return 0.6
	}
	return 0.8
}

type answer uint8

const (
	no answer = iota
	perhaps
	yes
)

// isAttached decides by attribute, then by class, then by outlines: an edge shared with any part attaches, a shared corner alone, and a
// gap that the layer is not accurate enough to show, do not tell. Parts that are not drawn, for a layer that shows only some buildings, may be what it is attached to.
func (t *town) isAttached(i int32, parts []int32) answer {
	s := &t.subjects[i]
	if v, _ := s.attribute("attached"); v.Type == rules.BoolOf {
		if v.Bool {
			return yes
		}
		return no
	}
	switch {
	case t.isA(s.class, "attached_garage"):
		return yes
	case t.isA(s.class, "detached_garage"):
		return no
	}
	best := no
	if !t.in.Layers.Buildings {
		best = perhaps
	}
	within := max(touchFt, t.in.Pack.Policy.AttachedWithinFt)
	for _, part := range parts {
		switch {
		case part == i:
		case !t.within(i, part, within):
			if t.within(i, part, t.between(s, &t.subjects[part])) {
				best = perhaps
			}
		case within > touchFt || sharedEdgeFt(s.shape, t.subjects[part].shape) > touchFt:
			return yes
		default:
			best = perhaps
		}
	}
	return best
}

// within says whether two subjects are no farther apart than ft.
func (t *town) within(i, j int32, ft float64) bool {
	a, b := &t.subjects[i], &t.subjects[j]
	if !a.bound.Pad(ft).Intersects(b.bound) {
		return false
	}
	span, err := measure.Distance(a.shape, b.shape)
	return err == nil && span.Ft <= ft
}

func (t *town) area(parts []int32) float64 {
	sum := 0.0
	for _, i := range parts {
		sum += t.subjects[i].areaSqFt()
	}
	return sum
}

// wholeArea is the area of some parts, each with what of it stands on other lots.
func (t *town) wholeArea(parts []int32) float64 {
	sum := 0.0
	for _, i := range parts {
		if s := &t.subjects[i]; s.several {
			sum += footprint(s.src.Shape)
		} else {
			sum += s.areaSqFt()
		}
	}
	return sum
}

// likelyBySize names the kind of accessory building a footprint suggests. It is told, never relied on: the class stays open.
func likelyBySize(sqFt float64) string {
	switch {
	case sqFt < 200:
		return "likely a shed"
	case sqFt < leastSecondHouseSqFt:
		return "likely a detached garage"
	}
	return "likely a large outbuilding or another principal building"
}

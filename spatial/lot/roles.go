package lot

import (
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

const (
	rearCos       = 0.7071067 // a rear line faces away from the front within 45 degrees
	rearSlackFt   = 10.0      // rear lines nearer to the front than the farthest by up to this, or a tenth, are rear too
	virtualRearFt = 10.0      // length of the rear line of a lot that has none, and least length of a real one
	jogFt         = 20.0      // a line up to this long between two rear lines is rear
	scrapFt       = 15.0      // a stretch of street shorter than this is no front where there is another
	laneFt        = 30.0      // a right-of-way narrower than this is likelier behind than in front
	tieShare      = 0.1       // frontages within this share of each other do not decide
)

// group is a stretch of street the lot may front on: street lines that follow each other without a corner.
type group struct {
	lines  []int // indices into worker.lines
	length float64
	name   int32
}

// frontage is one choice of front, and where the yard that belongs to it begins.
type frontage struct {
	group  group
	dir    orb.Point // along the front, lot on the left
	middle orb.Point
	pole   float64
	body   orb.LineString
}

// verdict is what a part of a lot turns out to be.
type verdict struct {
	kind     Type
	triangle bool
	readings []Labelling // over the lines of the part, from base on
	front    frontage    // of the first reading
	reason   string
}

// assign labels the lines of one part, worker.lines[base:], whose outer ring is worker.ring.
func (w *worker) assign(base int, area float64) verdict {
	groups := w.dropScraps(w.groups(base))
	if forced := w.forcedFront(base); forced >= 0 {
		return w.readings(base, area, []group{w.asGroup(forced)}, len(groups), "front set by hand")
	}
	if len(groups) == 0 {
		return w.withoutStreet(base, area)
	}
	chosen, why := w.choose(groups)
	v := w.readings(base, area, chosen, len(groups), why)
	if !w.g.hasStreets {
		w.openEdges(base, area, &v)
	}
	return v
}

// groups collects the street lines of a part that follow each other without a corner.
func (w *worker) groups(base int) []group {
	var out []group
	lines := w.lines[base:]
	n := len(lines)
	for k := range lines {
		if !w.isStreet(base + k) {
			continue
		}
		before := (k + n - 1) % n
		joined := n > 1 && len(out) > 0 && k > 0 && w.isStreet(base+before) && !w.parts(base+before)
		if joined {
			g := &out[len(out)-1]
			g.lines = append(g.lines, base+k)
			g.length += lines[k].length
			continue
		}
		out = append(out, group{lines: []int{base + k}, length: lines[k].length, name: lines[k].street})
	}
	// The ring closes: the last group may run on into the first.
	if m := len(out); m > 1 && out[0].lines[0] == base && out[m-1].lines[len(out[m-1].lines)-1] == base+n-1 && !w.parts(base+n-1) {
		out[0].lines = append(out[m-1].lines, out[0].lines...)
		out[0].length += out[m-1].length
		out = out[:m-1]
	}
	return out
}

func (w *worker) isStreet(i int) bool { return w.lines[i].across == acrossStreet && !w.lines[i].doubt }

// parts says whether line i ends in a corner that separates two frontages.
func (w *worker) parts(i int) bool {
	d := &w.lines[i]
	if !d.corner {
		return false
	}
	if !w.opt.SameStreetBend {
		return true
	}
	next := w.next(i)
	a, b := w.g.ways.names[d.street], w.g.ways.names[w.lines[next].street]
	return !a.same(b)
}

// next returns the line after i on the same outer ring.
func (w *worker) next(i int) int {
	if i+1 < len(w.lines) && w.lines[i+1].part == w.lines[i].part && !w.lines[i+1].hole {
		return i + 1
	}
	for i > 0 && w.lines[i-1].part == w.lines[i].part {
		i--
	}
	return i
}

func (w *worker) asGroup(i int) group {
	return group{lines: []int{i}, length: w.lines[i].length, name: w.lines[i].street}
}

// choose orders the groups by plausibility and drops those that policy rules out.
func (w *worker) choose(groups []group) ([]group, string) {
	slices.SortStableFunc(groups, func(a, b group) int {
		if la, lb := w.isLane(a, b), w.isLane(b, a); la != lb {
			if la {
				return 1
			}
			return -1
		}
		if math.Abs(a.length-b.length) > 0.01*max(a.length, b.length) {
			return compare(a.length, b.length)
		}
		if na, nb := w.g.ways.names[a.name].text, w.g.ways.names[b.name].text; na != nb {
			if na < nb {
				return -1
			}
			return 1
		}
		return 0
	})
	if len(groups) == 1 {
		return groups, ""
	}
	switch w.opt.Front {
	case FrontByAddress:
		match := -1
		for i, g := range groups {
			if !w.wanted.same(w.g.ways.names[g.name]) {
				continue
			}
			if match >= 0 { // a loop street
				return groups, "several street lines on " + w.wanted.text
			}
			match = i
		}
		if match >= 0 {
			return groups[match : match+1], "the address is on " + w.g.ways.names[groups[match].name].text
		}
	case FrontNarrowest:
		if groups[0].length < (1-tieShare)*groups[1].length {
			return groups[:1], "the narrowest street line"
		}
	}
	return groups, "the front is not designated"
}

// dropScraps leaves out stretches of street too short for a front, beside others that are not.
func (w *worker) dropScraps(groups []group) []group {
	longest := 0.0
	for _, g := range groups {
		longest = max(longest, g.length)
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.length < scrapFt && g.length < longest/3 })
}

// isLane says whether a lies on a right-of-way so narrow beside b's that it is likelier the back.
func (w *worker) isLane(a, b group) bool {
	width, other := w.lines[a.lines[0]].width, w.lines[b.lines[0]].width
	return width > 0 && width < laneFt && other > 1.3*laneFt
}

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

// roles gives every line of the part a role for one front, and says whether a rear line was found.
func (w *worker) roles(base int, f frontage) ([]Kind, bool) {
	lines := w.lines[base:]
	roles := make([]Kind, len(lines), len(lines)+1)
	back := outward(f.dir)
	back = orb.Point{-back[0], -back[1]}
	for k := range lines {
		roles[k] = Side
		if w.isStreet(base + k) {
			roles[k] = StreetSide
		}
		if lines[k].virtual {
			roles[k] = Unknown
		}
	}
	for _, l := range f.group.lines {
		roles[l-base] = Front
	}
	deepest := 0.0
	for k := range lines {
		if d, ok := w.rearDistance(base, k, roles, back, f); ok {
			deepest = max(deepest, d)
		}
	}
	least, total := deepest-max(rearSlackFt, deepest/10), 0.0
	var rear []int
	for k := range lines {
		if d, ok := w.rearDistance(base, k, roles, back, f); ok && d >= least {
			rear = append(rear, k)
			total += lines[k].length
		}
	}
	if total < virtualRearFt {
		return roles, false
	}
	for _, k := range rear {
		roles[k] = Rear
	}
	n := len(lines)
	for k := range lines {
		if roles[k] == Side && lines[k].length <= jogFt && roles[(k+n-1)%n] == Rear && roles[(k+1)%n] == Rear && n > 3 {
			roles[k] = Rear
		}
	}
	return roles, true
}

// rearDistance returns how far behind the front line k lies, if it may be a rear line: it faces away from the front
// and does not meet it in a corner.
func (w *worker) rearDistance(base, k int, roles []Kind, back orb.Point, f frontage) (float64, bool) {
	d := &w.lines[base+k]
	if roles[k] == Front || d.virtual || dot(outward(d.dir), back) < rearCos {
		return 0, false
	}
	n := len(roles)
	if roles[k] == StreetSide && (d.corner && roles[(k+1)%n] == Front || w.lines[base+(k+n-1)%n].corner && roles[(k+n-1)%n] == Front) {
		return 0, false
	}
	depth := dot(sub(lerp(d.a, d.b, 0.5), f.middle), back)
	return depth, depth > 0
}

// virtualRear adds a line 10 ft long, parallel to the front and as far from it as the lot allows.
func (w *worker) virtualRear(base int, f frontage, roles *[]Kind, before []Labelling) {
	path := w.farChord(f, virtualRearFt)
	if path == nil {
		return
	}
	w.lines = append(w.lines, draft{a: path[0], b: path[1], dir: unit(path[0], path[1]), length: dist(path[0], path[1]),
		across: acrossLot, confidence: 0.6, method: "virtual rear line", part: w.lines[base].part, path: path, virtual: true})
	for len(*roles) < len(w.lines)-base-1 {
		*roles = append(*roles, Unknown)
	}
	*roles = append(*roles, Rear)
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

// typeOf names the part by the streets around it.
func (w *worker) typeOf(base int, f frontage, streets int) Type {
	corners, open := 0, false
	for i := base; i < len(w.lines); i++ {
		d := &w.lines[i]
		if d.virtual {
			continue
		}
		if !w.isStreet(i) {
			open = true
		} else if d.corner && w.parts(i) && w.isStreet(w.next(i)) {
			corners++
		}
	}
	switch {
	case !open && streets > 0:
		return Block
	case streets >= 3:
		return ThreeStreet
	case streets == 2 && corners > 0:
		return Corner
	case streets == 2:
		return Through
	case f.pole > 0:
		return Flag
	}
	switch w.bendOf(f.group) {
	case bulb:
		return CulDeSac
	case bent:
		return Bend
	}
	return Interior
}

type shape uint8

const (
	straight shape = iota
	bent
	bulb
)

// bendOf says how a frontage runs between its ends: the point farthest from the line between them tells.
func (w *worker) bendOf(g group) shape {
	first, last := &w.lines[g.lines[0]], &w.lines[g.lines[len(g.lines)-1]]
	a, b := first.a, last.b
	chord := unit(a, b)
	off, vertices := 0.0, 0
	var far orb.Point
	for _, l := range g.lines {
		path := w.lines[l].path
		vertices += w.lines[l].edges - 1
		for _, p := range path {
			if h := cross(chord, sub(p, a)); math.Abs(h) > math.Abs(off) {
				off, far = h, p
			}
		}
	}
	if math.Abs(off) < bendFt || math.Abs(turn(sub(far, a), sub(b, far))) < bendTurn {
		return straight
	}
	half := dist(a, b) / 2
	if radius := (half*half + off*off) / (2 * off); off > 0 && radius <= bulbFt && vertices >= 3 {
		return bulb
	}
	return bent
}

// describe says in words which front a reading has.
func (w *worker) describe(g group) string {
	if name := w.g.ways.names[g.name].text; name != "" {
		return "front on " + name
	}
	return fmt.Sprintf("front on the %.0f ft street line", g.length)
}

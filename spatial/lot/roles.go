package lot

import (
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
	v := w.assignAs(base, area)
	w.supposed(base, area, &v)
	if name := w.streetInside(); name != "" && w.forcedFront(base) < 0 {
		if v.kind != Landlocked {
			v.readings = append(v.readings, w.withoutFront(base).readings...)
		}
		v.reason = name + " runs through the lot, which may front on it"
	}
	if w.isPath(area) && v.kind != Landlocked && w.forcedFront(base) < 0 {
		v.readings = append(v.readings, w.withoutFront(base).readings...)
		v.reason = "the lot is so narrow that it may be a way"
	}
	for i := range v.readings {
		v.readings[i].pad(len(w.lines) - base)
	}
	return v
}

// assignAs labels the lines for what they are drawn as.
func (w *worker) assignAs(base int, area float64) verdict {
	groups := w.dropScraps(w.join(w.groups(base)))
	if forced := w.forcedFront(base); forced >= 0 {
		return w.readings(base, area, []group{w.asGroup(forced)}, len(groups), "front set by hand")
	}
	if len(groups) == 0 {
		return w.withoutStreet(base, area)
	}
	if alleys, _ := w.access(base); len(groups) == 1 && groups[0].length < scrapFt && len(alleys) > 0 && alleys[0].length > scrapFt {
		// The way the lot is on is an alley but for a few feet.
		return w.readings(base, area, append(alleys, groups...), 1, "the street line is a scrap beside an alley")
	}
	chosen, why := w.choose(groups)
	v := w.readings(base, area, chosen, len(groups), why)
	if !w.g.hasStreets {
		w.openEdges(base, area, &v)
	}
	return v
}

// isPath says whether a part is as long and narrow as a path: 20 times as long as wide, or 4 times and nowhere to stand.
func (w *worker) isPath(area float64) bool {
	width, roundness := 2*area/w.ring.total, w.ring.total*w.ring.total/area
	return width < 20 && roundness > 88 || width < 12 && roundness > 24
}

// join makes one group of stretches of one street that face the same way with a short break between: a jog, a scrap of
// another parcel, the steps of a row of houses.
func (w *worker) join(groups []group) []group {
	for i := 0; i < len(groups); i++ {
		for j := 0; j < len(groups) && len(groups) > 1; j++ {
			if i == j || !w.goesOn(&groups[i], &groups[j]) {
				continue
			}
			groups[i].lines = append(slices.Clip(groups[i].lines), groups[j].lines...)
			groups[i].length += groups[j].length
			groups = slices.Delete(groups, j, j+1)
			i, j = -1, len(groups)
		}
	}
	return groups
}

// goesOn says whether group b carries on group a around the ring.
func (w *worker) goesOn(a, b *group) bool {
	angle, breakFt := 15.0, 60.0
	if a.name != 0 {
		angle, breakFt = 40, 120
	}
	last, first := &w.lines[a.lines[len(a.lines)-1]], &w.lines[b.lines[0]]
	gap := math.Mod(first.start-last.end, w.ring.total)
	if gap < 0 {
		gap += w.ring.total
	}
	u, v := w.along(a), w.along(b)
	if a.name != b.name || gap > breakFt || math.Abs(turn(u, v)) > angle {
		return false
	}
	// Not a step to another street behind: the one begins about where the other ends.
	return math.Abs(cross(u, sub(first.a, last.b))) < breakFt/2
}

// along is the direction of a group from end to end.
func (w *worker) along(g *group) orb.Point {
	return unit(w.lines[g.lines[0]].a, w.lines[g.lines[len(g.lines)-1]].b)
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

func (w *worker) isLot(i int) bool {
	return w.lines[i].across == acrossLot || w.lines[i].across == acrossPark
}

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
	sameRing := func(k int) bool { return w.lines[k].part == w.lines[i].part && !w.lines[k].hole && !w.lines[k].virtual }
	if i+1 < len(w.lines) && sameRing(i+1) {
		return i + 1
	}
	for i > 0 && sameRing(i-1) {
		i--
	}
	return i
}

// before returns the line before i on the same outer ring.
func (w *worker) before(i int) int {
	sameRing := func(k int) bool { return w.lines[k].part == w.lines[i].part && !w.lines[k].hole && !w.lines[k].virtual }
	if i > 0 && sameRing(i-1) {
		return i - 1
	}
	for i+1 < len(w.lines) && sameRing(i+1) {
		i++
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
		if sa, sb := w.isStub(a), w.isStub(b); sa != sb {
			if sa {
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

// isStub says whether a street that ends at the lot makes this frontage: the side of the lot goes straight on past it,
// along a neighbour.
func (w *worker) isStub(g group) bool {
	const straightOn = 20.0
	first, last := g.lines[0], g.lines[len(g.lines)-1]
	before, after := w.before(first), w.next(last)
	return w.isLot(before) && math.Abs(turn(w.lines[before].dir, w.lines[first].dir)) < straightOn ||
		w.isLot(after) && math.Abs(turn(w.lines[last].dir, w.lines[after].dir)) < straightOn
}

// isLane says whether a lies on a right-of-way so narrow beside b's that it is likelier the back.
func (w *worker) isLane(a, b group) bool {
	width, other := w.lines[a.lines[0]].width, w.lines[b.lines[0]].width
	return width > 0 && width < laneFt && other > 1.3*laneFt
}

const (
	straight shape = iota
	bent
	bulb
)

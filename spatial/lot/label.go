package lot

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"
)

// label fills in everything about one lot but what depends on its neighbours' labels.
func (w *worker) label(l *Lot, self int32, overrides []Override) {
	w.lines = w.lines[:0]
	bound := l.Shape.Bound()
	w.eye.settle(bound)
	w.near = w.near[:0]
	touching := pad(bound, w.opt.GapFt+0.1)
	for i := range w.eye.near {
		if n := &w.eye.near[i]; meets(&n.box, &touching) && w.g.chunks[n.chunk].face != self {
			w.near = append(w.near, *n)
		}
	}
	var main verdict
	mainArea := -1.0
	for part, poly := range l.Shape {
		base := len(w.lines)
		for _, hole := range poly[1:] {
			w.outline(hole, self, int32(part), true)
		}
		holes := len(w.lines)
		w.outline(poly[0], self, int32(part), false)
		if len(w.lines) == holes {
			w.lines = w.lines[:base]
			continue
		}
		w.override(holes, overrides)
		area := ringArea(poly[0])
		v := w.assign(holes, area)
		w.addHoles(&v, base, holes)
		l.append(w, base, part, v, area > mainArea)
		if area > mainArea {
			main, mainArea = v, area
			l.measure(w, holes, v)
		}
	}
	l.Type, l.Triangle, l.Reason = main.kind, main.triangle, main.reason
	l.setConfidence()
}

// addHoles puts the lines of holes, worker.lines[base:end], in front of the readings: they are sides.
func (w *worker) addHoles(v *verdict, base, end int) {
	if base == end {
		return
	}
	sides := make([]Kind, end-base)
	for i := range sides {
		sides[i] = Side
	}
	kinds := w.kinds(base, sides, false)
	for i := range v.readings {
		r := &v.readings[i]
		r.Kinds, r.Roles = slices.Concat(kinds, r.Kinds), slices.Concat(sides, r.Roles)
	}
}

// outline draws the lines of one ring.
func (w *worker) outline(r orb.Ring, self int32, part int32, hole bool) {
	w.ring.load(r)
	if len(w.ring.keep) < 3 {
		return
	}
	w.cutRing(self)
	w.judge(self)
	w.settleDoubt()
	w.smooth()
	w.drawnToCentreLine()
	base := len(w.lines)
	w.draw(part, hole)
	for i := base; i < len(w.lines); i++ {
		if w.lines[i].across == acrossStreet {
			w.nameLine(&w.lines[i])
		}
	}
}

// append turns the drafts from base on into lines of the lot. Every reading of the part goes with every reading of the
// parts before.
func (l *Lot) append(w *worker, base, part int, v verdict, isMain bool) {
	before := len(l.Readings)
	first := v.readings[0]
	if l.Lines == nil {
		l.Lines = make([]Line, 0, len(w.lines)-base)
	}
	for i := base; i < len(w.lines); i++ {
		d := &w.lines[i]
		l.Lines = append(l.Lines, Line{Path: d.path, Kind: first.Kinds[i-base], Role: first.Roles[i-base],
			Confidence: d.confidence, Method: d.method, Street: w.g.ways.names[d.street].text, Across: d.lots,
			AcrossWidthFt: d.width, LengthFt: d.length, Part: int32(part), Virtual: d.virtual})
	}
	if before == 0 {
		l.Readings = v.readings
		return
	}
	l.Readings = combine(l.Readings, v.readings, isMain)
}

// mostReadings is how many readings a lot in several parts has at most: beyond, one part at a time varies.
const mostReadings = 24

// combine gives the readings of two parts together, those of the latter first to vary when it is the main one.
func combine(before, part []Labelling, isMain bool) []Labelling {
	join := func(a, b Labelling, varies bool) Labelling {
		main, lesser := a.Why, b.Why
		if isMain {
			main, lesser = lesser, main
		}
		if varies {
			main += "; another part: " + lesser
		}
		return Labelling{Kinds: slices.Concat(a.Kinds, b.Kinds), Roles: slices.Concat(a.Roles, b.Roles), Why: main}
	}
	out := make([]Labelling, 0, len(before)*len(part))
	all := len(before)*len(part) <= mostReadings
	for i, a := range before {
		for k, b := range part {
			if all || i == 0 || k == 0 {
				out = append(out, join(a, b, isMain && i > 0 || !isMain && k > 0))
			}
		}
	}
	return out
}

// measure sets frontage, width, depth and pole from the first reading of a part.
func (l *Lot) measure(w *worker, base int, v verdict) {
	l.FrontageFt, l.WidthFt, l.DepthFt, l.PoleFt, l.BodyFront = 0, 0, 0, v.front.pole, v.front.body
	if len(v.front.group.lines) == 0 {
		return
	}
	for _, i := range v.front.group.lines {
		l.FrontageFt += w.lines[i].length
	}
	if from, to, ok := w.chordAt(v.front, w.opt.WidthAtFt); ok {
		l.WidthFt = to - from
	}
	roles := v.readings[0].Roles
	l.DepthFt = w.depth(base, v.front, roles[len(roles)-(len(w.lines)-base):])
}

// unsureShare is what a label keeps of its confidence when another reading gives the line another kind.
const unsureShare = 0.6

// setConfidence lowers lines that readings disagree about, and makes the lot as sure as its least sure line that
// matters.
func (l *Lot) setConfidence() {
	perimeter := 0.0
	for i := range l.Lines {
		perimeter += l.Lines[i].LengthFt
	}
	l.Confidence = 1
	if len(l.Lines) == 0 {
		l.Confidence = 0
		return
	}
	for i := range l.Lines {
		line := &l.Lines[i]
		if line.Kind == Unknown && line.Confidence > 0.5 && !line.Virtual {
			line.Confidence = 0.5
		}
		for _, r := range l.Readings[1:] {
			if r.Kinds[i] != line.Kind || r.Roles[i] != line.Role {
				line.Confidence *= unsureShare
				break
			}
		}
		if line.LengthFt > perimeter/20 {
			l.Confidence = min(l.Confidence, line.Confidence)
		}
		if l.Reason == "" && line.Confidence < 0.7 && line.LengthFt > perimeter/20 {
			l.Reason = fmt.Sprintf("the %s line is known only from %s", line.Kind, line.Method)
		}
	}
	if len(l.Readings) > 1 || l.Type == Undecided {
		l.Confidence = min(l.Confidence, unsureShare) // however short the line they differ about
	}
	if l.Reason == "" && l.Type == Landlocked {
		l.Reason = "no street touches the lot"
	}
}

// neighbours lists the lots along each line of a ring, from what was found while cutting it.
func (w *worker) neighbours(d *draft) {
	if cap(w.ints)-len(w.ints) < len(w.touches) {
		w.ints = make([]int32, 0, max(slabPoints, len(w.touches)))
	}
	from := len(w.ints)
	for _, t := range w.touches {
		if overlap(d.start, d.end, t.start, t.end, w.ring.total) > w.opt.GapFt {
			w.ints = append(w.ints, t.lot)
		}
	}
	lots := w.ints[from:]
	slices.Sort(lots)
	lots = slices.Compact(lots)
	w.ints = w.ints[:from+len(lots)]
	if len(lots) > 0 {
		d.lots = lots[:len(lots):len(lots)]
	}
}

// overlap is the common length of two stretches of a ring whose places may be a lap apart.
func overlap(a, b, c, d, lap float64) float64 {
	best := 0.0
	for _, shift := range [...]float64{-lap, 0, lap} {
		best = max(best, min(b, d+shift)-max(a, c+shift))
	}
	return best
}

package lot

import (
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// label fills in everything about one lot but what depends on its neighbours' labels.
func (w *worker) label(l *Lot, self int32, overrides []Override) {
	w.lines = w.lines[:0]
	bound := l.Shape.Bound()
	w.near = w.near[:0]
	w.g.tree.Search(pad(bound, w.opt.GapFt+0.1), func(i int) bool {
		w.near = append(w.near, int32(i))
		return true
	})
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

// drawnToCentreLine is for lots that no street or alley touches because their parcels reach to the middle of the street:
// a stretch shared with another lot along which a centre-line runs is the street line, as far as the data can tell. The
// true one lies inside the lot, so confidence is low.
func (w *worker) drawnToCentreLine() {
	const off, parallel, samples = 15.0, 0.94, 3
	ways := w.g.ways
	if len(ways.segs) == 0 || slices.ContainsFunc(w.pieces, func(p piece) bool { return p.across == acrossStreet || p.across == acrossAlley }) {
		return
	}
	for i := range w.pieces {
		p := &w.pieces[i]
		if p.across != acrossLot || p.length() < off {
			continue
		}
		along := 0
		for k := range samples {
			s := ways.nearest(lerp(p.a, p.b, (float64(k)+0.5)/samples), off)
			if s >= 0 && ways.segs[s].kind == acrossStreet && math.Abs(dot(unit(ways.segs[s].a, ways.segs[s].b), p.dir)) > parallel {
				along++
			}
		}
		if 2*along > samples {
			p.across, p.width, p.confidence, p.method = acrossStreet, inf, 0.4, "drawn to a centre-line"
		}
	}
}

// settleDoubt decides about voids of street width that no centre-line confirms. Where a centre-line confirms another
// street line of the lot, the void may be a drain or a railway and the doubt stays. Elsewhere the streets layer is
// missing or stale, and topology decides; confidence falls if there is a layer at all. A faint void is a street only for
// a lot that has no other.
func (w *worker) settleDoubt() {
	n := len(w.pieces)
	confirmed, other := false, false
	for i := range w.pieces {
		if p := &w.pieces[i]; p.across == acrossStreet {
			confirmed = confirmed || !p.doubt
			other = other || !p.faint
		}
	}
	// Doubt does not stop at a digitised vertex.
	for range 2 {
		for i := range w.pieces {
			p, q := &w.pieces[i], &w.pieces[(i+1)%n]
			if p.across == acrossStreet && q.across == acrossStreet && !p.faint && !q.faint && p.doubt != q.doubt &&
				math.Abs(turn(p.dir, q.dir)) < roundTurn/2 {
				p.doubt, q.doubt = false, false
			}
		}
		slices.Reverse(w.pieces)
	}
	for i := range w.pieces {
		p := &w.pieces[i]
		switch {
		case !p.doubt:
		case p.faint && other:
			p.confidence = 0.4
		case confirmed:
			p.confidence = 0.5
		default:
			p.doubt = false
			if p.faint || w.g.hasStreets {
				p.confidence = 0.6
			}
		}
	}
}

// nameLine gives a street line the name of the centre-line that most rays across it meet first. A street named in the
// lot's address wins when a third of the rays meet it before the other side: a service road beside a main road.
func (w *worker) nameLine(d *draft) {
	if !w.g.ways.hasNames() {
		return
	}
	const most = 7
	var names [most * maxCrossings]int32
	var votes [most * maxCrossings]float64
	n := 0
	vote := func(name int32, weight float64) {
		for i := range n {
			if names[i] == name {
				votes[i] += weight
				return
			}
		}
		names[n], votes[n] = name, weight
		n++
	}
	samples := min(most, max(1, int(d.length/20)))
	for k := range samples {
		at := d.start + d.length*(float64(k)+0.5)/float64(samples)
		p, out := w.ring.at(at), outward(w.dirAt(d, at))
		reach := d.width
		if reach == 0 {
			reach = w.opt.StreetFt / 2
		}
		s := w.g.ways.look(add(p, out, -1), out, reach+1)
		for i := range s.n {
			if s.kind[i] != acrossStreet && s.kind[i] != acrossAlley || s.name[i] == 0 {
				continue
			}
			weight := 1.0
			if i > 0 {
				weight = 0.3
			}
			vote(s.name[i], weight)
		}
	}
	best := -1
	for i := range n {
		if w.wanted.same(w.g.ways.names[names[i]]) {
			votes[i] *= 4
		}
		if best < 0 || votes[i] > votes[best] || votes[i] == votes[best] && names[i] < names[best] {
			best = i
		}
	}
	if best >= 0 && votes[best] > 0.3*float64(samples) {
		d.street = names[best]
	}
	if d.street == 0 {
		w.nameByArea(d)
	}
	if d.street == 0 && d.width > 0 {
		middle := d.start + d.length/2
		half := min(d.width/2, clearFt)
		if s := w.g.ways.nearest(add(w.ring.at(middle), outward(w.dirAt(d, middle)), half), half); s >= 0 {
			d.street = w.g.ways.segs[s].name
		}
	}
}

// nameByArea takes the name of the right-of-way area the line lies on.
func (w *worker) nameByArea(d *draft) {
	longest := 0.0
	for k := d.first; k < d.last && k < len(w.pieces); k++ {
		p := &w.pieces[k]
		if p.row < 0 {
			continue
		}
		if name := w.g.faces[p.row].name; name != 0 && p.length() > longest {
			longest, d.street = p.length(), name
		}
	}
}

// dirAt is the direction of the ring at a place of a line.
func (w *worker) dirAt(d *draft, at float64) orb.Point {
	for k := d.first; k < d.last && k < len(w.pieces); k++ {
		if p := &w.pieces[k]; at <= p.end {
			return p.dir
		}
	}
	return d.dir
}

// append turns the drafts from base on into lines of the lot. Readings of the main part vary; of other parts only
// the first is kept.
func (l *Lot) append(w *worker, base, part int, v verdict, isMain bool) {
	before := len(l.Lines)
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
	switch {
	case before == 0:
		l.Readings = v.readings
	case isMain:
		// The readings so far belong to a lesser part: only the first of them counts.
		lesser := l.Readings[0]
		l.Readings = v.readings
		for i := range l.Readings {
			r := &l.Readings[i]
			r.Kinds, r.Roles = slices.Concat(lesser.Kinds, r.Kinds), slices.Concat(lesser.Roles, r.Roles)
		}
	default:
		for i := range l.Readings {
			r := &l.Readings[i]
			r.Kinds, r.Roles = slices.Concat(r.Kinds, first.Kinds), slices.Concat(r.Roles, first.Roles)
		}
	}
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
	if l.Reason == "" && l.Type == Landlocked {
		l.Reason = "no street touches the lot"
	}
}

// byHand is the method of a line labelled by an override.
const byHand = "by hand"

// override applies what was set by hand to the lines from base on, before roles are given.
func (w *worker) override(base int, overrides []Override) {
	for i := range overrides {
		o := &overrides[i]
		best, at := inf, -1
		for k := base; k < len(w.lines); k++ {
			if d := offPath(o.At, w.lines[k].path); d < best {
				best, at = d, k
			}
		}
		if at < 0 {
			continue
		}
		d := &w.lines[at]
		d.method, d.confidence, d.doubt, d.hand = byHand, 1, false, o.Kind
		switch o.Kind {
		case StreetSide:
			d.across = acrossStreet
		case Alley:
			d.across = acrossAlley
		case Water:
			d.across = acrossWater
		case Rail:
			d.across = acrossRail
		case Highway:
			d.across = acrossHighway
		case OpenEdge:
			d.across = acrossOpen
		case Front:
			if d.across != acrossStreet && d.across != acrossAlley {
				d.across = acrossStreet
			}
		case Rear, Side:
			d.across = acrossLot
		}
	}
}

// forcedFront returns the line set by hand to be the front, -1 when there is none.
func (w *worker) forcedFront(base int) int {
	for i := base; i < len(w.lines); i++ {
		if w.lines[i].method == byHand && w.lines[i].hand == Front {
			return i
		}
	}
	return -1
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

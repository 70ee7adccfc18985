package lot

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

const (
	roundTurn  = 65.0  // a vertex that turns more is a corner by itself, less may be one of an arc or chamfer
	wiggleTurn = 2.0   // a vertex that turns less takes no part in an arc
	cornerTurn = 165.0 // a street corner turns no more: beyond are two corners
	hookFt     = 10.0  // a street line shorter than this is the hooked end of another
	wriggleFt  = 25.0  // vertices on a street this near are one corner, whichever way they turn
	filletFt   = 60.0  // vertices of an arc or chamfer on a street are at most this far apart
	chamferFt  = 20.0  // the same between lots
	wobbleTurn = 20.0  // a cut corner turns more at both ends
	sideTurn   = 30.0  // a line between lots ends where it turns more
	hollowTurn = 50.0  // a street line ends where it turns this much away from the lot at one vertex
	bulbFt     = 100.0 // a front on an arc about a centre this near, on the street side, is on a cul-de-sac
	bendTurn   = 12.0  // a front whose chords meet at more than this is on a bend
	bendFt     = 3.0   // and that leaves the line between its ends by this much
	bulbOffFt  = 1.0   // the same on a bulb, where lots are narrow
	shortPiece = 15.0  // unexplained stretches up to this go with their neighbours
)

// slabPoints is how many points of paths one allocation holds.
const slabPoints = 4096

// draft is a lot line in the making: pieces[first:last].
type draft struct {
	first, last int
	across      across
	start, end  float64   // places on the ring
	a, b        orb.Point // ends
	dir         orb.Point // of the chord, the lot on its left
	length      float64
	width       float64 // of what lies across
	confidence  float64
	method      string
	doubt       bool
	maybe       across // what it may be instead, acrossVoid when there is nothing else
	street      int32  // name
	corner      bool   // the next line is a street line too and they meet in a corner
	edges       int    // straight stretches in it
	hole        bool   // on an inner ring
	part        int32
	path        []orb.Point
	virtual     bool
	hand        Kind    // what was set by hand, when method says so
	lots        []int32 // neighbours along it, ascending
}

// bendAt is where a chain of pieces turns.
type bendAt struct {
	place  float64 // on the ring
	angle  float64 // degrees, positive towards the lot
	from   float64 // first and last vertex of the arc
	to     float64
	turned float64 // degrees, without regard to the side
	single bool    // a sharp vertex is in it
}

// smooth gives short unexplained stretches to their neighbours.
func (w *worker) smooth() {
	w.absorb(shortPiece, func(p *piece) bool {
		return p.across == acrossHole || p.across == acrossOpen || p.across == acrossStrip
	})
	w.roundCorners()
}

// roundCorners gives unexplained stretches between two stretches of street to the street, half to each: from a rounded
// or cut corner one looks across the crossing at nothing. Between two alleys one looks slantwise over both, and what is
// seen is as wide as a street.
func (w *worker) roundCorners() {
	w.round(acrossStreet, func(p *piece) bool { return p.across == acrossOpen || p.across == acrossHole })
	w.round(acrossAlley, func(p *piece) bool {
		return p.across == acrossOpen || p.across == acrossHole || p.across == acrossStreet && p.row < 0
	})
}

func (w *worker) round(kind across, unexplained func(*piece) bool) {
	n := len(w.pieces)
	first := slices.IndexFunc(w.pieces, func(p piece) bool { return p.across == kind })
	if first < 0 {
		return
	}
	for i := first; i < first+n; {
		if !unexplained(&w.pieces[i%n]) {
			i++
			continue
		}
		j, length, turned := i, 0.0, math.Abs(turn(w.pieces[(i-1)%n].dir, w.pieces[i%n].dir))
		least := turned
		for ; unexplained(&w.pieces[j%n]); j++ {
			length += w.pieces[j%n].length()
			least = math.Abs(turn(w.pieces[j%n].dir, w.pieces[(j+1)%n].dir))
			turned = max(turned, least)
		}
		before, after := w.pieces[(i-1)%n], w.pieces[j%n]
		// A stretch that goes straight on is no corner: there the alley ends, and the street is one.
		corner := kind == acrossStreet || j == i+1 && least > wobbleTurn && math.Abs(turn(before.dir, w.pieces[i%n].dir)) > wobbleTurn
		if length <= filletFt && turned < roundTurn && before.across == kind && after.across == kind && corner {
			for k := i; k < j; k++ {
				from := &before
				if 2*k >= i+j {
					from = &after
				}
				w.pieces[k%n].take(from)
			}
		}
		i = j
	}
}

// class joins what makes one chain: a strip of ground is still the neighbour's side. A park is a lot with a name of its
// own.
func (p *piece) class() across {
	switch {
	case p.across == acrossLot && p.park:
		return acrossPark
	case p.across == acrossStrip:
		return acrossLot
	}
	return p.across
}

// parts says whether a line ends between two pieces because they are different things, or may be.
func (p *piece) parts(o *piece) bool {
	return p.class() != o.class() || p.doubt != o.doubt || p.maybe != o.maybe && p.across != acrossStreet
}

// draw makes lines of the pieces of a ring and appends them to w.lines.
func (w *worker) draw(part int32, hole bool) {
	n := len(w.pieces)
	if n == 0 {
		return
	}
	w.alignStart()
	base := len(w.lines)
	for i := 0; i < len(w.pieces); {
		j := i + 1
		for j < len(w.pieces) && !w.pieces[j].parts(&w.pieces[i]) {
			j++
		}
		j = w.drawChain(i, j)
		i = j
	}
	for k := base; k < len(w.lines); k++ {
		w.finish(&w.lines[k], part, hole)
	}
	// The last line meets the first.
	if last := &w.lines[len(w.lines)-1]; len(w.lines)-base > 1 {
		first := &w.lines[base]
		if last.across == acrossStreet && first.across == acrossStreet && !last.corner {
			last.corner = turn(w.pieces[last.last-1].dir, w.pieces[first.first].dir) >= 180-w.opt.CornerDeg &&
				turn(last.dir, first.dir) >= 180-w.opt.CornerDeg
		}
	}
}

// alignStart rotates the pieces so that the first begins a chain; on a ring all of one class, at its sharpest corner.
func (w *worker) alignStart() {
	n := len(w.pieces)
	at, sharpest := -1, -1.0
	for i := range n {
		p, q := &w.pieces[(i+n-1)%n], &w.pieces[i]
		if p.parts(q) {
			at = i
			break
		}
		if t := math.Abs(turn(p.dir, q.dir)); t > sharpest {
			sharpest, at = t, i
		}
	}
	rotate(w.pieces, at)
	// Places ascend from here on, past the end of the ring.
	for i := 1; i < n; i++ {
		if w.pieces[i].start < w.pieces[i-1].start {
			w.pieces[i].start += w.ring.total
			w.pieces[i].end += w.ring.total
		}
	}
}

// drawChain splits the chain pieces[i:j] into lines and returns where the next chain starts: cutting a piece in two
// moves it.
func (w *worker) drawChain(i, j int) int {
	street := w.pieces[i].across == acrossStreet
	w.findBends(i, j, street)
	if street {
		w.keepCorners(i, j)
	} else {
		w.keepSharp(sideTurn)
	}
	from := i
	for _, t := range w.turns {
		at := w.cutAt(from, j, t.place)
		if at < 0 {
			j++
			at = -at
		}
		if at <= from || at >= j {
			continue
		}
		corner := street && t.angle > 0
		w.lines = append(w.lines, draft{first: from, last: at, corner: corner})
		from = at
	}
	w.lines = append(w.lines, draft{first: from, last: j})
	return j
}

// findBends gathers the vertices of a chain into bends: a sharp vertex; an arc or chamfer of several that turn the same
// way; on a street also whatever wriggles within a few feet, as a rounded corner does that was digitised by hand.
func (w *worker) findBends(i, j int, street bool) {
	w.turns = w.turns[:0]
	weight := 0.0
	for k := i + 1; k < j; k++ {
		if w.pieces[k].edge == w.pieces[k-1].edge {
			continue
		}
		angle, place := turn(w.pieces[k-1].dir, w.pieces[k].dir), w.pieces[k].start
		if math.Abs(angle) < wiggleTurn {
			continue
		}
		v := bendAt{place: place, angle: angle, from: place, to: place, single: math.Abs(angle) > roundTurn}
		if n := len(w.turns); n > 0 && w.turns[n-1].joins(v, street) {
			t := &w.turns[n-1]
			weight += math.Abs(angle) * place
			t.angle += angle
			t.turned += math.Abs(angle)
			t.single = t.single || v.single
			t.to, t.place = place, weight/t.turned
			continue
		}
		v.turned = math.Abs(angle)
		weight = v.turned * place
		w.turns = append(w.turns, v)
	}
}

// joins says whether vertex v belongs to bend t.
func (t *bendAt) joins(v bendAt, street bool) bool {
	gap, net := v.place-t.to, math.Abs(t.angle+v.angle)
	sameWay := (t.angle > 0) == (v.angle > 0) && !t.single && !v.single
	if !street {
		return sameWay && gap <= chamferFt
	}
	return net <= cornerTurn && (gap <= wriggleFt || sameWay && gap <= filletFt)
}

func (w *worker) keepSharp(limit float64) {
	kept := w.turns[:0]
	for _, t := range w.turns {
		if math.Abs(t.angle) >= limit {
			kept = append(kept, t)
		}
	}
	w.turns = kept
}

// keepCorners keeps the bends where a street line ends: those towards the lot whose chords meet under the corner
// angle, and sharp ones away from it. The weakest goes first, since its neighbours' chords change when it goes.
func (w *worker) keepCorners(i, j int) {
	limit := 180 - w.opt.CornerDeg
	kept := w.turns[:0]
	for _, t := range w.turns {
		if t.angle >= limit-1e-6 || t.angle <= -hollowTurn && t.to-t.from < chamferFt {
			kept = append(kept, t)
		}
	}
	w.turns = kept
	start, end := w.pieces[i].start, w.pieces[j-1].end
	for {
		weakest, at := limit-1e-6, -1
		for k, t := range w.turns {
			if t.angle < 0 {
				continue
			}
			before, after := start, end
			if k > 0 {
				before = w.turns[k-1].place
			}
			if k+1 < len(w.turns) {
				after = w.turns[k+1].place
			}
			p, q, r := w.ring.at(before), w.ring.at(t.place), w.ring.at(after)
			a := turn(sub(q, p), sub(r, q))
			if min(t.place-before, after-t.place) < hookFt {
				a = 0
			}
			if a < weakest {
				weakest, at = a, k
			}
		}
		if at < 0 {
			return
		}
		w.turns = append(w.turns[:at], w.turns[at+1:]...)
	}
}

// cutAt returns the index of the piece of pieces[from:to] that starts at a place; when it cuts a piece in two to make
// one, it returns the index negated.
func (w *worker) cutAt(from, to int, place float64) int {
	const hair = 0.05
	for k := from; k < to; k++ {
		p := w.pieces[k]
		if place <= p.start+hair {
			return k
		}
		if place >= p.end-hair {
			continue
		}
		second := p
		m := lerp(p.a, p.b, (place-p.start)/(p.end-p.start))
		second.start, second.a = place, m
		w.pieces[k].end, w.pieces[k].b = place, m
		w.pieces = append(w.pieces, piece{})
		copy(w.pieces[k+2:], w.pieces[k+1:])
		w.pieces[k+1] = second
		return -(k + 1)
	}
	return to
}

// finish fills in a line from its pieces.
func (w *worker) finish(d *draft, part int32, hole bool) {
	ps := w.pieces[d.first:d.last]
	d.part, d.hole = part, hole
	d.start, d.end = ps[0].start, ps[len(ps)-1].end
	d.a, d.b = ps[0].a, ps[len(ps)-1].b
	d.length = max(d.end-d.start, 1e-9) // a confidence is never the share of nothing
	d.across, d.doubt = ps[0].class(), ps[0].doubt
	d.dir = unit(d.a, d.b)
	if dist(d.a, d.b) < d.length/4 { // nearly closed: a chord says nothing
		d.dir = ps[0].dir
	}
	d.maybe = ps[0].maybe
	bounded, longest := 0.0, -1.0
	for k := range ps {
		p := &ps[k]
		if k == 0 || p.edge != ps[k-1].edge {
			d.edges++
		}
		d.confidence += p.confidence * p.length() / d.length
		if !math.IsInf(p.width, 1) {
			d.width += p.width * p.length()
			bounded += p.length()
		}
		if p.length() > longest {
			longest, d.method, d.maybe = p.length(), p.method, p.maybe
		}
	}
	if bounded > 0 {
		d.width /= bounded
	}
	if cap(w.slab)-len(w.slab) < len(w.ring.pts)+2 {
		w.slab = make([]orb.Point, 0, max(slabPoints, 2*len(w.ring.pts)))
	}
	from := len(w.slab)
	w.slab = w.ring.path(w.slab, d.start, d.end)
	d.path = w.slab[from:len(w.slab):len(w.slab)]
	w.neighbours(d)
}

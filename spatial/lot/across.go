package lot

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// piece is a stretch of one edge with one thing across.
type piece struct {
	edge       int32
	start, end float64   // places on the ring, end > start
	a, b       orb.Point // chord
	dir        orb.Point
	across     across
	row        int32   // face of the right-of-way or water the piece lies on, -1 none
	width      float64 // of what lies across, +Inf when not bounded
	confidence float64
	method     string
	doubt      bool   // a void of street width that no centre-line confirms
	maybe      across // what it may be instead, acrossVoid when there is nothing else
	park       bool   // the lot across is a park
	faint      bool   // a void that is short but leads to a street: a dead end, or a missing parcel
}

func (p *piece) length() float64 { return p.end - p.start }

// Stretches shorter than this come of rounding.
const hairFt = 1e-3

// cover is a stretch of an edge, in feet from its start, along which a face lies.
type cover struct {
	from, to float64
	face     int32
}

// touch is a neighbouring lot along a stretch of the ring.
type touch struct {
	start, end float64
	lot        int32
}

// worker labels lots one after the other, reusing its buffers. Each goroutine has its own.
type worker struct {
	g   *ground
	opt Options
	eye ray

	near    []nearChunk // chunks of others that may touch the lot
	ring    ring
	edges   []edge
	covers  []cover
	pieces  []piece
	spare   []piece
	touches []touch
	lines   []draft
	turns   []bendAt
	last    *piece     // judged before
	wanted  streetName // street of the lot's address
	slab    []orb.Point
	ints    []int32
	found   []int32 // street segments about the lot
}

// cutRing cuts the ring of lot self where what lies across changes: another lot within the gap tolerance, a
// right-of-way, water, or a void.
func (w *worker) cutRing(self int32) {
	w.edges = w.ring.edges(w.edges[:0])
	w.pieces, w.touches = w.pieces[:0], w.touches[:0]
	for k := range w.edges {
		w.cutEdge(k, self)
	}
	w.absorb(w.opt.GapFt, func(p *piece) bool { return p.across == acrossVoid })
}

func (w *worker) cutEdge(k int, self int32) {
	e := &w.edges[k]
	w.coversOf(e)
	from := len(w.pieces)
	w.pieces = append(w.pieces, w.piece(k, 0, e.length))
	scale := (e.end - e.start) / e.length
	for _, c := range w.covers {
		f := w.g.faces[c.face]
		if f.kind == acrossLot {
			w.touches = append(w.touches, touch{e.start + c.from*scale, e.start + c.to*scale, f.owner})
		}
	}
	w.lay(k, from, func(f face) bool { return f.kind == acrossLot })
	w.lay(k, from, func(f face) bool { return f.kind != acrossLot })
	w.tidy(from)
}

// tidy gives pieces shorter than the gap tolerance to the piece beside them on the same edge, pieces[from:]: where the
// corners of neighbours do not quite meet, a street line seems to begin a little late.
func (w *worker) tidy(from int) {
	for i := from; i < len(w.pieces) && len(w.pieces)-from > 1; i++ {
		if w.pieces[i].length() > w.opt.GapFt {
			continue
		}
		to := i - 1
		if i == from || i+1 < len(w.pieces) && w.pieces[i+1].length() > w.pieces[to].length() {
			to = i + 1
		}
		if p, q := &w.pieces[i], &w.pieces[to]; to < i {
			q.end, q.b = p.end, p.b
		} else {
			q.start, q.a = p.start, p.a
		}
		w.pieces = slices.Delete(w.pieces, i, i+1)
		i--
	}
}

// piece makes a void piece of edge k from a to b feet along it.
func (w *worker) piece(k int, a, b float64) piece {
	e := &w.edges[k]
	scale := (e.end - e.start) / e.length
	return piece{edge: int32(k), start: e.start + a*scale, end: e.start + b*scale, a: add(e.a, e.dir, a), b: add(e.a, e.dir, b),
		dir: e.dir, row: -1, width: inf}
}

// lay cuts the void pieces of edge k (from index from on) by the covers whose face is wanted.
func (w *worker) lay(k, from int, wanted func(face) bool) {
	e := &w.edges[k]
	scale := e.length / (e.end - e.start)
	w.spare = append(w.spare[:0], w.pieces[from:]...)
	w.pieces = w.pieces[:from]
	for _, p := range w.spare {
		if p.across != acrossVoid || p.row >= 0 {
			w.pieces = append(w.pieces, p)
			continue
		}
		at, end := (p.start-e.start)*scale, (p.end-e.start)*scale
		for _, c := range w.covers {
			f := w.g.faces[c.face]
			if !wanted(f) || c.to <= at || c.from >= end {
				continue
			}
			if c.from > at+w.opt.GapFt {
				w.pieces = append(w.pieces, w.piece(k, at, c.from))
				at = c.from
			}
			to := min(c.to, end)
			if end-to < w.opt.GapFt {
				to = end
			}
			if to-at < hairFt {
				continue
			}
			w.pieces = append(w.pieces, w.covered(k, at, to, c.face))
			at = to
		}
		if end-at >= hairFt || at == (p.start-e.start)*scale {
			w.pieces = append(w.pieces, w.piece(k, at, end))
		}
	}
}

func (w *worker) covered(k int, a, b float64, id int32) piece {
	p := w.piece(k, a, b)
	if f := w.g.faces[id]; f.kind == acrossLot {
		p.across, p.width, p.confidence, p.method, p.park = acrossLot, 0, 0.98, "shared line", f.park
	} else {
		p.row = id
	}
	return p
}

// coversOf finds the stretches of e along which other faces lie within the gap tolerance, inside or outside, ordered by
// start.
func (w *worker) coversOf(e *edge) {
	w.covers = w.covers[:0]
	tol := w.opt.GapFt + 0.05
	box := pad(boundOf(e.a, e.b), tol)
	for i := range w.near {
		n := &w.near[i]
		if !meets(&n.box, &box) || !nearLine(&n.box, e.a, e.dir, tol) {
			continue
		}
		c := &w.g.chunks[n.chunk]
		corners := w.g.corners[c.from:c.to]
		b := corners[0]
		hb := cross(e.dir, sub(b, e.a))
		for _, q := range corners[1:] {
			a, ha := b, hb
			b, hb = q, cross(e.dir, sub(q, e.a))
			if ha > tol && hb > tol || ha < -tol && hb < -tol {
				continue
			}
			if from, to, ok := alongside(e, a, b, ha, hb, tol); ok {
				w.covers = append(w.covers, cover{from, to, c.face})
			}
		}
	}
	slices.SortFunc(w.covers, func(a, b cover) int {
		if a.from != b.from {
			return compare(a.from, b.from)
		}
		if a.to != b.to {
			return compare(a.to, b.to)
		}
		return int(a.face - b.face)
	})
}

// alongside returns the stretch of e, in feet from its start, to which a-b runs parallel within tol. Its ends lie ha
// and hb off the line of e.
func alongside(e *edge, a, b orb.Point, ha, hb, tol float64) (from, to float64, ok bool) {
	ta, tb := dot(e.dir, sub(a, e.a)), dot(e.dir, sub(b, e.a))
	if ta < 0 && tb < 0 || ta > e.length && tb > e.length {
		return 0, 0, false
	}
	// Neighbours run the other way. A long segment across the edge is the side line of somebody else.
	if run, rise := math.Abs(tb-ta), math.Abs(hb-ha); run < rise && run+rise > 4*tol {
		return 0, 0, false
	}
	if ha != hb {
		lo, hi := clipShare(ha, hb, tol)
		if lo >= hi {
			return 0, 0, false
		}
		ta, tb = ta+(tb-ta)*lo, ta+(tb-ta)*hi
	}
	from, to = max(0, min(ta, tb)), min(e.length, max(ta, tb))
	return from, to, to > from
}

// clipShare returns the share of the way from ha to hb that is within tol of zero.
func clipShare(ha, hb, tol float64) (lo, hi float64) {
	lo, hi = (-tol-ha)/(hb-ha), (tol-ha)/(hb-ha)
	if lo > hi {
		lo, hi = hi, lo
	}
	return max(0, lo), min(1, hi)
}

// absorb gives runs of pieces that noise says are noise and that are shorter than limit to the piece before or after:
// the one they run on into, else the longer one. A run goes round corners: a vertex does not make a short stretch significant.
func (w *worker) absorb(limit float64, noise func(*piece) bool) {
	n := len(w.pieces)
	first := slices.IndexFunc(w.pieces, func(p piece) bool { return !noise(&p) })
	if first < 0 {
		return
	}
	rotate(w.pieces, first)
	for i := 0; i < n; {
		if !noise(&w.pieces[i]) {
			i++
			continue
		}
		j, length := i, 0.0
		for j < n && noise(&w.pieces[j]) {
			length += w.pieces[j].length()
			j++
		}
		if length <= limit {
			from, next := w.pieces[i-1], w.pieces[j%n]
			before, after := math.Abs(turn(from.dir, w.pieces[i].dir)), math.Abs(turn(w.pieces[j-1].dir, next.dir))
			if after < sideTurn && before >= sideTurn || (after < sideTurn) == (before < sideTurn) && next.length() > from.length() {
				from = next
			}
			for ; i < j; i++ {
				w.pieces[i].take(&from)
			}
		}
		i = j
	}
}

// take copies what lies across from another piece.
func (p *piece) take(o *piece) {
	p.across, p.row, p.width, p.confidence, p.method = o.across, o.row, o.width, o.confidence, o.method
	p.doubt, p.faint, p.maybe, p.park = o.doubt, o.faint, o.maybe, o.park
}

package lot

import (
	"math"

	"github.com/paulmach/orb"
)

const (
	stripFt     = 6.0   // a void narrower than this is no alley but a gap between lots
	clearFt     = 75.0  // how far off a centre-line may be when no lot bounds the street on the other side
	widthNoise  = 0.01  // a width is not known better than this
	stubFt      = 3.0   // how far in front of a lot line the width of a way that ends there is taken
	corridorLen = 300.0 // a void this long is a street rather than a missing parcel
	beyondNear  = 35.0  // how far beyond a lot the width of a street is looked at again
	beyondFar   = 90.0
	farFt       = 200.0 // the same from the end of one, such as a bulb
	outFt       = 15.0  // the middle of a street is at least this far from the lots along it
	sightFt     = 450.0 // how far a look along a corridor goes
)

// judge decides what lies across every piece that no lot covers, by rays at right angles to it.
func (w *worker) judge(self int32) {
	w.last = nil
	for i := range w.pieces {
		p := &w.pieces[i]
		if p.across == acrossVoid {
			w.judgePiece(p, self)
			w.last = p
		}
	}
}

// runsOn says whether piece p looks over the same void as the one judged before it, which was a street or alley by its
// shape: pieces of an arc need not each be shown to lie on a street.
func (w *worker) runsOn(p *piece) bool {
	l := w.last
	return l != nil && l.doubt && !l.faint && near(l.b, p.a, 1e-6) && math.Abs(turn(l.dir, p.dir)) < sideTurn &&
		math.Abs(l.width-p.width) < l.width/2
}

// votes gathers what the rays of one piece say.
type votes struct {
	n         int
	inside    int // rays that start inside another lot
	insideLot int32
	bounded   int
	widths    [9]float64
	way       [acrossOpen + 1]int // rays that meet a centre-line of a kind first
	row       [acrossOpen + 1]int
	guessed   int
	named     int   // rays that meet the centre-line of a street with a name first
	strip     int32 // lot across a narrow strip
	beyond    int32 // lot across that was seen last
}

func (w *worker) judgePiece(p *piece, self int32) {
	v := votes{insideLot: -1, strip: -1, beyond: -1}
	n := rays(p.length())
	out := outward(p.dir)
	for k := range n {
		at := lerp(p.a, p.b, (float64(k)+0.5)/float64(n))
		w.cast(&v, p, at, out, self)
	}
	w.decide(p, &v, self)
}

// rays is how many rays a piece of this length gets.
func rays(length float64) int {
	switch {
	case length < 15:
		return 1
	case length < 200:
		return 3
	}
	return 5
}

// cast looks from at in direction out and adds what is seen to the votes.
func (w *worker) cast(v *votes, p *piece, at, out orb.Point, self int32) {
	s := w.eye.look(at, out, w.opt.StreetFt, self)
	v.n++
	if s.inside >= 0 {
		v.inside++
		v.insideLot = w.g.faces[s.inside].owner
		return
	}
	if math.IsInf(s.width, 1) {
		s.width = w.slanted(at, out, self)
	} else if s.width < stripFt {
		v.strip = w.g.faces[s.beyond].owner
	}
	if !math.IsInf(s.width, 1) {
		if s.beyond >= 0 {
			v.beyond = s.beyond
		}
		v.widths[v.bounded] = s.width
		v.bounded++
	}
	row := p.row
	if row < 0 {
		row = s.row
	}
	if row >= 0 {
		f := w.g.faces[row]
		if f.guessed {
			v.guessed++
		} else {
			v.row[f.kind]++
		}
	}
	reach := min(s.width, w.opt.StreetFt)
	if math.IsInf(s.width, 1) {
		reach = clearFt
		if row >= 0 {
			reach = w.opt.StreetFt / 2
		}
	}
	way := w.eye.wayLook(add(at, out, -1), out, reach+1)
	if way.n > 0 {
		v.way[way.kind[0]]++
		if way.kind[0] == acrossStreet && way.name[0] != 0 {
			v.named++
		}
	}
}

// slanted looks left and right of a ray that met nothing: across the mouth of a street that ends at the lot there are
// lots on both sides. It returns the width of the street along the lot, infinite when the ground is open.
func (w *worker) slanted(at, out orb.Point, self int32) float64 {
	const half = math.Sqrt2 / 2
	reach := w.opt.StreetFt
	left := orb.Point{(out[0] - out[1]) * half, (out[0] + out[1]) * half}
	l := w.eye.look(at, left, reach, self)
	if l.beyond < 0 || l.own {
		return inf
	}
	right := orb.Point{(out[0] + out[1]) * half, (out[1] - out[0]) * half}
	r := w.eye.look(at, right, reach, self)
	if r.beyond < 0 || r.own {
		return inf
	}
	// The end of an alley is bounded on both sides close by; the mouth of a street across another is not.
	foot := add(at, out, stubFt)
	along := orb.Point{-out[1], out[0]}
	if across := w.free(foot, along) + w.free(foot, orb.Point{out[1], -out[0]}); across < reach {
		return across
	}
	return min(l.width, r.width) * half
}

// decide turns the votes into what lies across the piece, with confidence and method.
func (w *worker) decide(p *piece, v *votes, self int32) {
	set := func(what across, confidence float64, method string) {
		p.across, p.confidence, p.method = what, confidence, method
	}
	if 2*v.inside >= v.n {
		set(acrossLot, 0.9, "overlapping lot")
		p.width = 0
		w.touches = append(w.touches, touch{p.start, p.end, v.insideLot})
		return
	}
	bounded := 2*v.bounded >= v.n
	if bounded {
		p.width = median(v.widths[:v.bounded])
	}
	row, onRow := most(&v.row)
	way, onWay := most(&v.way)
	named := 2*v.named > v.way[acrossStreet]
	if bounded && !onWay {
		// The centre-line of a dead end stops in the middle of the bulb: no ray need cross it.
		half := min(p.width/2, clearFt)
		if s := w.eye.nearestWay(add(lerp(p.a, p.b, 0.5), outward(p.dir), half), half); s >= 0 {
			way, onWay, named = w.g.ways.segs[s].kind, true, w.g.ways.segs[s].name != 0
		}
	}
	switch {
	case onRow && row != acrossStreet:
		set(row, 0.97, "right-of-way area")
	case onWay && way == acrossWater:
		set(acrossWater, 0.9, "watercourse")
	case onWay && way != acrossStreet:
		set(way, 0.92, "centre-line")
	case p.width < stripFt && !onRow && !onWay:
		set(acrossStrip, 0.6, "across a strip of ground")
		if v.strip >= 0 {
			w.touches = append(w.touches, touch{p.start, p.end, v.strip})
		}
	case onRow || onWay:
		w.decideStreet(p, onRow, onWay, bounded)
		if p.across == acrossAlley && named {
			p.maybe = acrossStreet // an alley has no name, or not often
		}
	case v.guessed > 0:
		w.decideVoid(p, bounded, true)
		if p.across == acrossAlley {
			p.maybe, p.confidence = acrossHole, 0.5 // the pointed end of a parcel taken for a street says nothing of its width
		}
	case w.isInside(p, self):
	case bounded:
		on, long, steady := w.runsOn(p), false, true
		if !on && !w.enclosed(p, v.beyond) {
			long, steady = w.isCorridor(p)
		}
		w.decideVoid(p, true, on || long)
		if p.across == acrossStreet && on {
			p.maybe = w.last.maybe
		} else if p.across == acrossStreet && !steady && !w.g.hasStreets {
			p.maybe = acrossHole
		}
		switch {
		case p.across == acrossHole && w.enclosed(p, v.beyond):
			p.maybe, p.method = acrossVoid, "hole in another lot"
		case p.across == acrossHole && w.leadsOut(p):
			p.maybe = acrossVoid
			p.across, p.method, p.doubt, p.faint = acrossStreet, "void that leads to a street", true, true
		case p.across == acrossAlley && (p.width < laneLeastFt || v.tapers()):
			p.maybe, p.confidence = acrossHole, 0.5
		}
	default:
		set(acrossOpen, 0.7, "nothing across")
	}
}

// tapers says whether what lies across is wide at one end and narrow at the other, as no alley is.
func (v *votes) tapers() bool {
	least, greatest := inf, 0.0
	for _, width := range v.widths[:v.bounded] {
		least, greatest = min(least, width), max(greatest, width)
	}
	return greatest > 2*least+4
}

// decideStreet is for a right-of-way that the layers state.
func (w *worker) decideStreet(p *piece, onRow, onWay, bounded bool) {
	p.across, p.confidence = acrossStreet, 0.9
	switch {
	case onRow && onWay:
		p.confidence, p.method = 0.98, "right-of-way area and centre-line"
	case onRow:
		p.method = "right-of-way area"
	case bounded:
		p.confidence, p.method = 0.97, "void and centre-line"
	default:
		p.confidence, p.method = 0.85, "centre-line"
	}
	if bounded && p.width < w.opt.AlleyFt-widthNoise {
		p.across = acrossAlley
		if onWay {
			p.confidence = 0.7
		}
		p.method += ", narrower than a street"
	}
}

// decideVoid is for a void that nothing but its shape explains.
func (w *worker) decideVoid(p *piece, bounded, long bool) {
	switch {
	case !long:
		p.across, p.confidence, p.method, p.maybe = acrossHole, 0.4, "void without a way out", w.mayBe(p.width)
	case bounded && p.width < w.opt.AlleyFt-widthNoise:
		p.across, p.confidence, p.method = acrossAlley, 0.85, "void, narrower than a street"
	default:
		p.across, p.confidence, p.method, p.doubt = acrossStreet, 0.85, "void", true
	}
}

// most returns the kind with most votes, the lowest on a tie, and whether any was cast.
func most(votes *[acrossOpen + 1]int) (across, bool) {
	best := across(0)
	for k := range votes {
		if votes[k] > votes[best] {
			best = across(k)
		}
	}
	return best, votes[best] > 0
}

func median(v []float64) float64 {
	for i := 1; i < len(v); i++ {
		for j := i; j > 0 && v[j] < v[j-1]; j-- {
			v[j], v[j-1] = v[j-1], v[j]
		}
	}
	return v[len(v)/2]
}

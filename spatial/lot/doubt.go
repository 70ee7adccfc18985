package lot

import (
	"math"
	"slices"
)

// drawnToCentreLine is for parcels that reach to the middle of a street: a stretch shared with another lot along which a
// centre-line runs. Where no other street or alley touches the lot it is the street line, as far as the data can tell; the
// true one lies inside the lot, so confidence is low. Else it may be one: the centre-line of a private way is drawn
// along some lot line or other.
func (w *worker) drawnToCentreLine() {
	const off, parallel, samples, least = 15.0, 0.94, 3, 8.0
	ways := w.g.ways
	reached := slices.ContainsFunc(w.pieces, func(p piece) bool { return p.across == acrossStreet || p.across == acrossAlley })
	if len(ways.segs) == 0 {
		return
	}
	for i := range w.pieces {
		p := &w.pieces[i]
		if p.across != acrossLot || p.length() < least {
			continue
		}
		along := 0
		for k := range samples {
			s := w.eye.nearestWay(lerp(p.a, p.b, (float64(k)+0.5)/samples), off)
			if s >= 0 && ways.segs[s].kind == acrossStreet && math.Abs(dot(unit(ways.segs[s].a, ways.segs[s].b), p.dir)) > parallel {
				along++
			}
		}
		switch {
		case along == 0 || reached && 2*along <= samples:
		case 2*along <= samples:
			p.maybe, p.confidence = acrossStreet, 0.6
		case reached:
			p.maybe, p.confidence = acrossStreet, 0.6
		default:
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

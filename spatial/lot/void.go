package lot

import (
	"math"

	"github.com/paulmach/orb"
)

// isCorridor says whether the void across a piece is long enough for a street or alley, or leads somewhere: a missing
// parcel has lots all round. It looks along the void from its middle, and if that is short, in all directions. It is steady
// when it is seen to go on as wide beyond the piece, which a missing lot at a street, or a park, does not.
func (w *worker) isCorridor(p *piece) (is, steady bool) {
	out := outward(p.dir)
	middle := add(lerp(p.a, p.b, 0.5), out, p.width/2)
	enough := max(corridorLen, 3*p.width)
	if p.width < w.opt.AlleyFt {
		enough = max(60, 4*p.width)
	}
	along := w.freeFor(middle, p.dir, enough)
	if along < enough {
		along += w.freeFor(middle, orb.Point{-p.dir[0], -p.dir[1]}, enough)
	}
	if along >= enough {
		if is, steady = w.keepsWidth(middle, p); is {
			return is, steady
		}
	}
	// A street is seen far but narrow, a missing parcel or a park is not.
	const looks = 32
	far, seen := 0.0, 0.0
	for k := range looks {
		sin, cos := math.Sincos(float64(k) * 2 * math.Pi / looks)
		r := w.freeFor(middle, orb.Point{p.dir[0]*cos - p.dir[1]*sin, p.dir[0]*sin + p.dir[1]*cos}, corridorLen)
		far = max(far, r)
		if seen += r * r * math.Pi / looks; seen >= 0.7*corridorLen*corridorLen {
			return false, false
		}
	}
	return far >= farFt && seen < 0.7*far*far, false
}

// leadsOut says whether the void across a piece ends in the middle of a street: at the end of a look along it there is
// far to see on both sides.
func (w *worker) leadsOut(p *piece) bool {
	out := outward(p.dir)
	middle := add(lerp(p.a, p.b, 0.5), out, p.width/2)
	for _, sign := range [...]float64{1, -1} {
		dir := orb.Point{p.dir[0] * sign, p.dir[1] * sign}
		ahead := w.free(middle, dir)
		if ahead >= sightFt {
			continue // nothing bounds the street there
		}
		end := add(middle, dir, ahead-outFt)
		if w.free(end, out)+w.free(end, orb.Point{-out[0], -out[1]}) >= max(corridorLen, 3*p.width) {
			return true
		}
	}
	return false
}

// keepsWidth says whether the void is no wider beyond the ends of the piece, in two of four places: where parcels are
// missing here and there, what lies between two lots is no street. It is steady where it is not narrower there either,
// or ends.
func (w *worker) keepsWidth(middle orb.Point, p *piece) (keeps, steady bool) {
	out := outward(p.dir)
	most := 1.6*p.width + 20
	half := dist(p.a, p.b) / 2
	alike, same := 0, 0
	for _, t := range [...]float64{-half - beyondFar, -half - beyondNear, half + beyondNear, half + beyondFar} {
		at := add(middle, p.dir, t)
		width := w.freeFor(at, out, most) + w.freeFor(at, orb.Point{-out[0], -out[1]}, most)
		if width < most {
			alike++
		}
		if width < most && width > p.width/2 {
			same++
		}
	}
	return alike >= 2, same >= 2
}

// free is how far one can see over ground that is no lot.
func (w *worker) free(from, dir orb.Point) float64 { return w.freeFor(from, dir, sightFt) }

func (w *worker) freeFor(from, dir orb.Point, reach float64) float64 {
	s := w.eye.look(from, dir, reach, -1)
	if s.inside >= 0 {
		return 0
	}
	return min(s.width, reach)
}

// isInside says whether a piece lies inside another lot, and labels it so: a ray that meets a nearer one first, or ends
// before, does not see it.
func (w *worker) isInside(p *piece, self int32) bool {
	at := add(lerp(p.a, p.b, 0.5), outward(p.dir), w.opt.GapFt)
	found := int32(-1)
	w.g.land.bounds.Search(boundOf(at, at), func(i int) bool {
		if l := w.g.lotOf[i]; l >= 0 && l != self && (found < 0 || l < found) && inShape(at, w.g.lots[l].Shape) {
			found = l
		}
		return true
	})
	if found < 0 {
		return false
	}
	p.across, p.confidence, p.method, p.width = acrossLot, 0.9, "overlapping lot", 0
	w.touches = append(w.touches, touch{p.start, p.end, found})
	return true
}

// enclosed says whether a piece looks into a hole of the lot across, and the hole is no larger than a block may be small:
// a unit on common land, a pump house in a field.
func (w *worker) enclosed(p *piece, beyond int32) bool {
	if beyond < 0 {
		return false
	}
	at := lerp(p.a, p.b, 0.5)
	for _, poly := range w.g.lots[beyond].Shape {
		for _, hole := range poly[1:] {
			if -ringArea(hole) < blockSqFt && inRing(at, hole) {
				return true
			}
		}
	}
	return false
}

package lot

import (
	"github.com/paulmach/orb"
)

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
	n := w.drawn(base)
	for k := range n {
		if roles[k] == Side && lines[k].length <= jogFt && roles[(k+n-1)%n] == Rear && roles[(k+1)%n] == Rear && n > 3 {
			roles[k] = Rear
		}
	}
	return roles, true
}

// drawn is how many lines the ring has, from base on: those that follow were made up.
func (w *worker) drawn(base int) int {
	n := len(w.lines) - base
	for n > 1 && w.lines[base+n-1].virtual {
		n--
	}
	return n
}

// rearDistance returns how far behind the front line k lies, if it may be a rear line: it faces away from the front
// and does not meet it in a corner.
func (w *worker) rearDistance(base, k int, roles []Kind, back orb.Point, f frontage) (float64, bool) {
	d := &w.lines[base+k]
	if roles[k] == Front || d.virtual || dot(outward(d.dir), back) < rearCos {
		return 0, false
	}
	n := w.drawn(base)
	before, after := (k+n-1)%n, (k+1)%n
	meetsFront := d.corner && roles[after] == Front || w.lines[base+before].corner && roles[before] == Front
	if roles[k] == StreetSide && meetsFront {
		return 0, false
	}
	depth := dot(sub(lerp(d.a, d.b, 0.5), f.middle), back)
	return depth, depth > 0
}

const (
	skewRearCos  = 0.342 // without a line within 45 degrees, one within 70 may be meant
	besidesCos   = 0.643 // a second rear line faces away within 50 degrees: 45 and 45 is a common pie
	backHalf     = 0.5   // a second rear line lies in this share of the lot at the back
	backEnd      = 0.9   // or ends in this share
	alikeCos     = 0.25  // lines that face away alike, by the cosine
	leastOfRear  = 0.5   // and is at least this much as long as the rear line, and longer than a scrap
	scrapOfOther = 0.4   // a rear line shorter than this share of another line that faces away may be no more than a jog
)

// otherRear gives the roles in which other lines than those of roles are the rear, nil when no other is plausible. A
// side line that shares no end with the front and lies in the back half of the lot may be one:
//
//  1. where no line faces away within 45 degrees, or the rear is a scrap beside it or lies in the front half, instead;
//  2. where it faces away within 50 degrees and is half as long as the rear, besides.
func (w *worker) otherRear(base int, f frontage, roles []Kind) []Kind {
	lines := w.lines[base:]
	n := w.drawn(base)
	back := outward(f.dir)
	back = orb.Point{-back[0], -back[1]}
	deepest := 0.0
	for _, p := range w.ring.pts {
		deepest = max(deepest, dot(sub(p, f.middle), back))
	}
	depth := func(d *draft) float64 { return dot(sub(lerp(d.a, d.b, 0.5), f.middle), back) }
	inBack := func(d *draft) bool {
		end := max(dot(sub(d.a, f.middle), back), dot(sub(d.b, f.middle), back))
		return depth(d) >= backHalf*deepest || end >= backEnd*deepest && dot(outward(d.dir), back) >= besidesCos
	}
	// On a bulb the chord says little of where the lot lies: its middle does.
	inward := unit(f.middle, w.ring.centre())
	facing := func(d *draft) float64 { return max(dot(outward(d.dir), back), dot(outward(d.dir), inward)) }
	rear, rearFar := 0.0, 0.0
	for k := range n {
		if roles[k] == Rear {
			rear += lines[k].length
			rearFar = max(rearFar, depth(&lines[k]))
		}
	}
	var candidates []int
	longest, best := 0.0, 0.0
	for k := range n {
		d := &lines[k]
		if roles[k] != Side || d.virtual || d.hole || d.length < scrapFt || roles[(k+1)%n] == Front || roles[(k+n-1)%n] == Front ||
			!inBack(d) || facing(d) < skewRearCos {
			continue
		}
		candidates = append(candidates, k)
		best = max(best, dot(outward(d.dir), inward))
	}
	alike := func(d *draft) bool { return dot(outward(d.dir), inward) >= best-alikeCos }
	for _, k := range candidates {
		if alike(&lines[k]) {
			longest = max(longest, lines[k].length)
		}
	}
	instead := rear == 0 || rear < scrapOfOther*longest || rearFar < backHalf*deepest
	out := append(make([]Kind, 0, len(roles)+1), roles...)
	found := false
	for _, k := range candidates {
		d := &lines[k]
		if instead && d.length >= longest/2 && alike(d) || !instead && facing(d) >= besidesCos && d.length >= leastOfRear*rear {
			out[k], found = Rear, true
		}
	}
	if !found {
		return nil
	}
	for k := range n {
		if instead && roles[k] == Rear {
			out[k] = Side
		}
	}
	return out
}

// virtualRear adds a line 10 ft long, parallel to the front and as far from it as the lot allows.
func (w *worker) virtualRear(base int, f frontage, roles *[]Kind) {
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

package lot

import (
	"math"

	"github.com/paulmach/orb"
)

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
	if math.Abs(off) < bulbOffFt || math.Abs(turn(sub(far, a), sub(b, far))) < bendTurn {
		return straight
	}
	half := dist(a, b) / 2
	if radius := (half*half + off*off) / (2 * off); off > 0 && radius <= bulbFt && vertices >= 3 {
		return bulb
	}
	if math.Abs(off) < bendFt {
		return straight
	}
	return bent
}

package lot

import (
	"math"

	"github.com/paulmach/orb"
)

// WidthAt returns the width of the lot at a distance in feet behind its front line, at right angles to the direction in
// which the front runs: the longest stretch inside the lot of the line parallel to the front. On a flag lot the distance
// counts from where the body begins. It is false when the lot has no front or is nowhere so deep.
func (l *Lot) WidthAt(setbackFt float64) (float64, bool) {
	ring, middle, dir, ok := l.frontAxis()
	if !ok {
		return 0, false
	}
	from, to, ok := chord(ring, middle, dir, setbackFt)
	return to - from, ok
}

// WidthBetween returns the least and the greatest width of the lot between two distances behind its front line. It is false where
// WidthAt is false anywhere between them.
func (l *Lot) WidthBetween(fromFt, toFt float64) (least, greatest float64, ok bool) {
	const aside = 1e-6 // ft: the width may jump at a corner of the lot
	ring, middle, dir, ok := l.frontAxis()
	if !ok {
		return 0, 0, false
	}
	at := []float64{fromFt, toFt} // between corners the width changes evenly
	for _, p := range ring {
		if h := cross(dir, sub(p, middle)); h > fromFt+aside && h < toFt-aside {
			at = append(at, h-aside, h+aside)
		}
	}
	least = math.Inf(1)
	for _, depth := range at {
		from, to, ok := chord(ring, middle, dir, depth)
		if !ok {
			return 0, 0, false
		}
		least, greatest = min(least, to-from), max(greatest, to-from)
	}
	return least, greatest, true
}

// frontAxis is the ring of the part with the front, the middle of the front and the direction in which it runs.
func (l *Lot) frontAxis() (ring []orb.Point, middle, dir orb.Point, ok bool) {
	front := l.LinesOf(Front)
	if len(front) == 0 {
		return nil, middle, dir, false
	}
	part := l.Lines[front[0]].Part
	a, b, ok := l.frontChord(part)
	if !ok {
		return nil, middle, dir, false
	}
	ring = l.Shape[part][0]
	return ring[:len(ring)-1], lerp(a, b, 0.5), unit(a, b), true
}

// frontChord returns the ends of the front of one part: of the body on a flag lot, of the longest front line where
// several do not follow each other.
func (l *Lot) frontChord(part int32) (a, b orb.Point, ok bool) {
	if n := len(l.BodyFront); n > 1 {
		return l.BodyFront[0], l.BodyFront[n-1], true
	}
	longest := 0.0
	for _, i := range l.LinesOf(Front) {
		line := &l.Lines[i]
		if line.Part == part && line.LengthFt > longest {
			longest, ok = line.LengthFt, true
			a, b = line.Path[0], line.Path[len(line.Path)-1]
		}
	}
	return a, b, ok
}

package lot

import "github.com/paulmach/orb"

// WidthAt returns the width of the lot at a distance in feet behind its front line, at right angles to the direction in
// which the front runs: the longest stretch inside the lot of the line parallel to the front. On a flag lot the distance
// counts from where the body begins. It is false when the lot has no front or is nowhere so deep.
func (l *Lot) WidthAt(setbackFt float64) (float64, bool) {
	front := l.LinesOf(Front)
	if len(front) == 0 {
		return 0, false
	}
	part := l.Lines[front[0]].Part
	a, b, ok := l.frontChord(part)
	if !ok {
		return 0, false
	}
	ring := l.Shape[part][0]
	from, to, ok := chord(ring[:len(ring)-1], lerp(a, b, 0.5), unit(a, b), setbackFt)
	return to - from, ok
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

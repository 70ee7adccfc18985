package lot

import (
	"math"

	"github.com/paulmach/orb"
)

const (
	poleFt      = 30.0 // a front wider than this is no pole: there is room to build on it
	poleStepFt  = 3.0  // how finely the pole is walked
	poleWidens  = 1.5  // the pole ends where it is this much wider than the front
	bodyTimes   = 1.0  // a flag is at least this many times as large as its pole
	straightPol = 1.15 // at three quarters of its length a pole is at most this much wider: else the lot is a wedge
)

// frontage places the front of a group: the longest of its lines gives the direction. On a flag lot the yard begins
// where the pole opens into the body.
func (w *worker) frontage(g group, area float64) frontage {
	f := frontage{group: g}
	w.face(&f)
	first, last := &w.lines[g.lines[0]], &w.lines[g.lines[len(g.lines)-1]]
	if width := dist(first.a, last.b); width <= poleFt && area > 4*width*width {
		w.findPole(&f, first.start, last.end, width, area)
	}
	return f
}

// face sets the direction and the middle of a front from its lines.
func (w *worker) face(f *frontage) {
	g := &f.group
	first, last := &w.lines[g.lines[0]], &w.lines[g.lines[len(g.lines)-1]]
	f.dir = unit(first.a, last.b)
	f.middle = lerp(first.a, last.b, 0.5)
	if len(g.lines) > 1 && dist(first.a, last.b) < g.length/2 {
		longest := first
		for _, l := range g.lines {
			if w.lines[l].length > longest.length {
				longest = &w.lines[l]
			}
		}
		f.dir, f.middle = longest.dir, lerp(longest.a, longest.b, 0.5)
	}
	if f.dir == (orb.Point{}) {
		f.dir = first.dir
	}
}

// findPole walks the two sides of the lot away from the front, until one is far from the other.
func (w *worker) findPole(f *frontage, start, end, width, area float64) {
	total := w.ring.total - (end - start)
	limit := poleWidens*width + 2
	ahead := w.ring.path(nil, end, end+total/2)
	behind := w.ring.path(nil, end+total/2, end+total)
	length, on, other := w.poleEnd(end, +1, behind, limit, total/2)
	if l, p, q := w.poleEnd(start, -1, ahead, limit, total/2); l < length {
		length, on, other = l, q, p
	}
	if length < max(20, width) || bodyTimes*length*width > area-length*width {
		return
	}
	threeQuarters := offPath(w.ring.at(end+0.75*length), behind)
	if back := offPath(w.ring.at(start-0.75*length), ahead); back < threeQuarters {
		threeQuarters = back
	}
	if threeQuarters > straightPol*width+1 {
		return
	}
	for i := range w.lines {
		d := &w.lines[i]
		beside := overlap(d.start, d.end, end, end+length, w.ring.total) + overlap(d.start, d.end, start-length, start, w.ring.total)
		if !d.hole && !d.virtual && d.part == w.lines[f.group.lines[0]].part && w.isStreet(i) && beside > scrapFt {
			return // an arm along a second street is no mere access
		}
	}
	f.pole = length
	f.dir, f.middle = unit(other, on), lerp(other, on, 0.5)
	f.body = orb.LineString{other, on}
}

// poleEnd walks from place s in a direction until the opposite side is farther than limit. It returns the distance
// walked back to where the sides were last together, the point there and the nearest point of the opposite side.
func (w *worker) poleEnd(s, sign float64, opposite []orb.Point, limit, most float64) (float64, orb.Point, orb.Point) {
	for walked := poleStepFt; walked < most; walked += poleStepFt {
		if within(limit, w.ring.at(s+sign*walked), opposite) {
			continue
		}
		// Back to the last vertex that is still in the pole: the corner where the body begins, if there is one.
		corner := walked
		for _, v := range w.ring.keep {
			d := math.Mod(sign*(w.ring.walk[v]-s), w.ring.total)
			if d < 0 {
				d += w.ring.total
			}
			if d <= walked && d > walked-limit && within(limit, w.ring.pts[v], opposite) {
				corner = min(corner, d)
			}
		}
		p := w.ring.at(s + sign*corner)
		return corner, p, nearestOn(p, opposite)
	}
	return inf, orb.Point{}, orb.Point{}
}

func nearestOn(p orb.Point, path []orb.Point) orb.Point {
	best, at := inf, p
	for i := 1; i < len(path); i++ {
		a, d := path[i-1], sub(path[i], path[i-1])
		t := 0.0
		if l2 := dot(d, d); l2 > 0 {
			t = min(1, max(0, dot(sub(p, a), d)/l2))
		}
		q := add(a, d, t)
		if off := dist(p, q); off < best {
			best, at = off, q
		}
	}
	return at
}

// chordAt returns the longest stretch inside the ring of the line parallel to the front at depth feet behind it, in
// feet along the front's direction from its middle.
func (w *worker) chordAt(f frontage, depth float64) (from, to float64, ok bool) {
	return chord(w.ring.pts, f.middle, f.dir, depth)
}

// chord cuts a ring by the line through middle in direction dir, moved depth feet to its left, and returns the longest
// stretch inside.
func chord(ring []orb.Point, middle, dir orb.Point, depth float64) (from, to float64, ok bool) {
	var buf [16]float64
	cuts := buf[:0]
	n := len(ring)
	for i := range n {
		a, b := sub(ring[i], middle), sub(ring[(i+1)%n], middle)
		ha, hb := cross(dir, a)-depth, cross(dir, b)-depth
		if (ha > 0) == (hb > 0) {
			continue
		}
		cuts = append(cuts, dot(dir, lerp(a, b, ha/(ha-hb))))
	}
	for i := 1; i < len(cuts); i++ {
		for j := i; j > 0 && cuts[j] < cuts[j-1]; j-- {
			cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
		}
	}
	for i := 0; i+1 < len(cuts); i += 2 {
		if !ok || cuts[i+1]-cuts[i] > to-from {
			from, to, ok = cuts[i], cuts[i+1], true
		}
	}
	return from, to, ok
}

// farChord returns the chord of the given length farthest from the front, the lot on its left; nil when the lot is
// nowhere so wide.
func (w *worker) farChord(f frontage, length float64) orb.LineString {
	far := 0.0
	for _, p := range w.ring.pts {
		far = max(far, cross(f.dir, sub(p, f.middle)))
	}
	// From the far end inwards to the first chord long enough, then by halves.
	const steps = 64
	hi := far
	for k := 1; k < steps; k++ {
		lo := far * (1 - float64(k)/steps)
		if from, to, ok := w.chordAt(f, lo); !ok || to-from < length {
			hi = lo
			continue
		}
		for range 40 {
			mid := (lo + hi) / 2
			if from, to, ok := w.chordAt(f, mid); ok && to-from >= length {
				lo = mid
			} else {
				hi = mid
			}
		}
		from, to, _ := w.chordAt(f, lo)
		at := add(f.middle, orb.Point{-f.dir[1], f.dir[0]}, lo)
		centre := (from + to) / 2
		return orb.LineString{add(at, f.dir, centre+length/2), add(at, f.dir, centre-length/2)}
	}
	return nil
}

// depth is the mean run from the front to the rear lines, at right angles to the front; 0 when nothing is met.
func (w *worker) depth(base int, f frontage, roles []Kind) float64 {
	const samples = 9
	sum, n := 0.0, 0
	width := 0.0
	for _, l := range f.group.lines {
		width += w.lines[l].length
	}
	if f.pole > 0 {
		width = dist(f.body[0], f.body[1])
	}
	left := orb.Point{-f.dir[1], f.dir[0]}
	for k := range samples {
		p := add(f.middle, f.dir, width*((float64(k)+0.5)/samples-0.5))
		best := 0.0
		for i, role := range roles {
			if role != Rear {
				continue
			}
			path := w.lines[base+i].path
			for j := 1; j < len(path); j++ {
				a, b := sub(path[j-1], p), sub(path[j], p)
				ca, cb := dot(a, f.dir), dot(b, f.dir)
				if (ca > 0) != (cb > 0) {
					best = max(best, dot(lerp(a, b, ca/(ca-cb)), left))
				}
			}
		}
		if best > 0 {
			sum += best
			n++
		}
	}
	if n > 0 {
		return sum / float64(n)
	}
	for i, role := range roles { // the rear is not straight behind the front
		if role == Rear {
			d := &w.lines[base+i]
			return max(0, dot(sub(lerp(d.a, d.b, 0.5), f.middle), left))
		}
	}
	return 0
}

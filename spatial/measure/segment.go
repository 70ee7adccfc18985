package measure

import "github.com/paulmach/orb"

// pointToSegment is the squared distance from p to the segment ab, and the nearest point of the segment.
func pointToSegment(p, a, b orb.Point) (float64, orb.Point) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	px, py := p[0]-a[0], p[1]-a[1]
	t, length2 := dx*px+dy*py, dx*dx+dy*dy
	if t <= 0 || length2 == 0 {
		return px*px + py*py, a
	}
	if t >= length2 {
		return dist2(p, b), b
	}
	t /= length2
	q := orb.Point{a[0] + t*dx, a[1] + t*dy}
	return dist2(p, q), q
}

func dist2(p, q orb.Point) float64 {
	dx, dy := q[0]-p[0], q[1]-p[1]
	return dx*dx + dy*dy
}

// cross is twice the area of the triangle abc, positive when c lies to the left of ab.
func cross(a, b, c orb.Point) float64 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// crossing is the point where two segments cross properly. Segments that merely touch are left to pointToSegment.
func crossing(a, b, c, d orb.Point) (orb.Point, bool) {
	c1, c2 := cross(c, d, a), cross(c, d, b)
	if !(c1 > 0 && c2 < 0) && !(c1 < 0 && c2 > 0) {
		return orb.Point{}, false
	}
	c3, c4 := cross(a, b, c), cross(a, b, d)
	if !(c3 > 0 && c4 < 0) && !(c3 < 0 && c4 > 0) {
		return orb.Point{}, false
	}
	t := c1 / (c1 - c2)
	return orb.Point{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1])}, true
}

// nearest keeps the closest pair of points seen so far: p on the first shape, q on the second.
type nearest struct {
	d2   float64
	p, q orb.Point
}

func (n *nearest) take(d2 float64, p, q orb.Point) {
	if d2 < n.d2 {
		n.d2, n.p, n.q = d2, p, q
	}
}

// shapes looks at every pair of segments whose boxes are closer than the best pair so far. Apart from a crossing, the closest
// pair has a vertex of one of them; each segment looks after its first vertex only, the next segment after the next.
func (n *nearest) shapes(s, t *shape) {
	for i := range s.chains {
		for j := range t.chains {
			n.chains(&s.chains[i], &t.chains[j])
		}
	}
}

func (n *nearest) chains(s, t *chain) {
	if apart(&s.bound, &t.bound, n.d2) {
		return
	}
	for i := range s.points {
		a, b := piece(s.points, i)
		box := segmentBox(a, b)
		if apart(&box, &t.bound, n.d2) {
			continue
		}
		for j := range t.points {
			c, d := piece(t.points, j)
			if other := segmentBox(c, d); !apart(&box, &other, n.d2) {
				n.segments(a, b, c, d)
			}
		}
	}
}

func (n *nearest) segments(a, b, c, d orb.Point) {
	if p, ok := crossing(a, b, c, d); ok {
		n.d2, n.p, n.q = 0, p, p
		return
	}
	d2, q := pointToSegment(a, c, d)
	n.take(d2, a, q)
	d2, q = pointToSegment(c, a, b)
	n.take(d2, q, c)
}

// piece is the segment of a chain that starts at vertex i; at the last vertex one of length 0.
func piece(chain []orb.Point, i int) (a, b orb.Point) {
	return chain[i], chain[min(i+1, len(chain)-1)]
}

func segmentBox(a, b orb.Point) orb.Bound {
	if a[0] > b[0] {
		a[0], b[0] = b[0], a[0]
	}
	if a[1] > b[1] {
		a[1], b[1] = b[1], a[1]
	}
	return orb.Bound{Min: a, Max: b}
}

// apart says whether the squared distance between two boxes is at least d2.
func apart(a, b *orb.Bound, d2 float64) bool {
	dx := b.Min[0] - a.Max[0]
	if dx < 0 {
		if dx = a.Min[0] - b.Max[0]; dx < 0 {
			dx = 0
		}
	}
	dy := b.Min[1] - a.Max[1]
	if dy < 0 {
		if dy = a.Min[1] - b.Max[1]; dy < 0 {
			dy = 0
		}
	}
	return dx*dx+dy*dy >= d2
}

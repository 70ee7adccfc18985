package lot

import (
	"math"

	"github.com/paulmach/orb"
)

// Vertices nearer than this to the chord of their neighbours do not bend a lot line: digitising noise, not shape.
const wobbleFt = 0.35

// Edges shorter than this have no direction of their own.
const nickFt = 0.75

// ring is one boundary ring of a lot with the lot on its left. Places on it are given by the distance walked from the
// first vertex.
type ring struct {
	pts   []orb.Point // not closed: the last vertex differs from the first
	walk  []float64   // distance from pts[0] to each vertex
	total float64     // length of the ring
	keep  []int       // vertices that bend the ring, ascending
}

// edge is a straight stretch of a ring between two kept vertices.
type edge struct {
	a, b       orb.Point
	dir        orb.Point // unit vector from a to b; the lot is on its left
	length     float64   // of the chord
	start, end float64   // places on the ring
}

// load sets the ring from closed or open vertices, drops repeated ones, and finds the vertices that bend it.
func (r *ring) load(closed orb.Ring) {
	r.pts, r.walk, r.keep, r.total = r.pts[:0], r.walk[:0], r.keep[:0], 0
	for _, p := range closed {
		if n := len(r.pts); n > 0 && near(r.pts[n-1], p, 1e-6) {
			continue
		}
		r.pts = append(r.pts, p)
	}
	for len(r.pts) > 1 && near(r.pts[0], r.pts[len(r.pts)-1], 1e-6) {
		r.pts = r.pts[:len(r.pts)-1]
	}
	for i, p := range r.pts {
		r.walk = append(r.walk, r.total)
		r.total += dist(p, r.pts[(i+1)%len(r.pts)])
	}
	r.bend()
}

// bend finds the vertices that matter: those that Douglas and Peucker keep, started from two vertices far apart so
// that neither the first vertex of the ring nor its direction has a say, less the ends of tiny edges.
func (r *ring) bend() {
	n := len(r.pts)
	if n < 3 {
		return
	}
	if r.allBend() {
		for i := range n {
			r.keep = append(r.keep, i)
		}
		return
	}
	i := r.farthest(r.centre())
	j := r.farthest(r.pts[i])
	if i > j {
		i, j = j, i
	}
	r.keep = append(r.keep, i)
	r.split(i, j)
	r.keep = append(r.keep, j)
	r.split(j, i+n)
	r.dropNicks()
	// Ascending from the smallest index.
	for k := range r.keep {
		r.keep[k] %= n
	}
	first := 0
	for k := range r.keep {
		if r.keep[k] < r.keep[first] {
			first = k
		}
	}
	rotate(r.keep, first)
}

func (r *ring) allBend() bool {
	n := len(r.pts)
	if n > 12 {
		return false
	}
	for i := range n {
		p, q, s := r.pts[(i+n-1)%n], r.pts[i], r.pts[(i+1)%n]
		if offLine(q, p, s) <= wobbleFt || dist(p, q) <= nickFt {
			return false
		}
	}
	return true
}

func (r *ring) centre() orb.Point {
	var c orb.Point
	for i, p := range r.pts {
		q := r.pts[(i+1)%len(r.pts)]
		w := dist(p, q) / 2 / r.total
		c[0] += (p[0] + q[0]) * w
		c[1] += (p[1] + q[1]) * w
	}
	return c
}

func (r *ring) farthest(from orb.Point) int {
	best, at := -1.0, 0
	for i, p := range r.pts {
		if d := dist(p, from); d > best {
			best, at = d, i
		}
	}
	return at
}

// split appends the kept vertices strictly between i and j (j may run past the end), in order.
func (r *ring) split(i, j int) {
	n := len(r.pts)
	a, b := r.pts[i%n], r.pts[j%n]
	worst, at := wobbleFt, -1
	for k := i + 1; k < j; k++ {
		if d := offLine(r.pts[k%n], a, b); d > worst {
			worst, at = d, k
		}
	}
	if at < 0 {
		return
	}
	r.split(i, at)
	r.keep = append(r.keep, at)
	r.split(at, j)
}

// dropNicks removes one end of every edge shorter than nickFt, the one that bends the ring less.
func (r *ring) dropNicks() {
	n := len(r.pts)
	for k := 0; k < len(r.keep) && len(r.keep) > 3; k++ {
		m := len(r.keep)
		p, a := r.pts[r.keep[(k+m-1)%m]%n], r.pts[r.keep[k]%n]
		b, q := r.pts[r.keep[(k+1)%m]%n], r.pts[r.keep[(k+2)%m]%n]
		if dist(a, b) > nickFt {
			continue
		}
		drop := k
		if offLine(b, a, q) < offLine(a, p, b) {
			drop = (k + 1) % m
		}
		r.keep = append(r.keep[:drop], r.keep[drop+1:]...)
		k--
	}
}

// edges appends the straight stretches of the ring in order, the first one starting at the first kept vertex.
func (r *ring) edges(out []edge) []edge {
	m := len(r.keep)
	for k := range m {
		i, j := r.keep[k], r.keep[(k+1)%m]
		e := edge{a: r.pts[i], b: r.pts[j], start: r.walk[i], end: r.walk[j]}
		if e.end <= e.start {
			e.end += r.total
		}
		e.length = dist(e.a, e.b)
		if e.length == 0 {
			continue
		}
		e.dir = orb.Point{(e.b[0] - e.a[0]) / e.length, (e.b[1] - e.a[1]) / e.length}
		out = append(out, e)
	}
	return out
}

// at returns the point at place s, which may run past the end of the ring.
func (r *ring) at(s float64) orb.Point {
	s = r.wrap(s)
	i := r.before(s)
	a, b := r.pts[i], r.pts[(i+1)%len(r.pts)]
	end := r.total
	if i+1 < len(r.pts) {
		end = r.walk[i+1]
	}
	span := end - r.walk[i]
	if span <= 0 {
		return a
	}
	return lerp(a, b, (s-r.walk[i])/span)
}

// path appends the boundary from place s to place e, both points included.
func (r *ring) path(out []orb.Point, s, e float64) []orb.Point {
	const hair = 1e-6
	out = append(out, r.at(s))
	n := len(r.pts)
	lap := math.Floor(s/r.total) * r.total
	i := r.before(r.wrap(s)) + 1
	for {
		if i >= n {
			i, lap = i-n, lap+r.total
		}
		w := r.walk[i] + lap
		if w >= e-hair {
			break
		}
		if w > s+hair {
			out = append(out, r.pts[i])
		}
		i++
	}
	return append(out, r.at(e))
}

func (r *ring) wrap(s float64) float64 {
	s = math.Mod(s, r.total)
	if s < 0 {
		s += r.total
	}
	return s
}

// before returns the last vertex at or before place s, 0 <= s < total.
func (r *ring) before(s float64) int {
	lo, hi := 0, len(r.walk)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; r.walk[mid] <= s {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func rotate[T any](s []T, k int) {
	if k == 0 {
		return
	}
	reverse(s[:k])
	reverse(s[k:])
	reverse(s)
}

func reverse[T any](s []T) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

package join

import (
	"math"

	"github.com/paulmach/orb"
)

// outline is one prepared polygon: its edges, filed by the horizontal bands they cross, so that a question about a
// small place looks at a few edges even where a zoning district has thousands.
type outline struct {
	polygon orb.MultiPolygon
	bound   orb.Bound
	edges   []segment
	bands   [][]int32 // edges that cross each band, nil when there are too few edges to be worth it
	height  float64   // of a band
}

type segment struct{ a, b orb.Point }

// edgesPerBand is how many edges of its own a band gets on average.
const edgesPerBand = 4

func newOutline(m orb.MultiPolygon) outline {
	o := outline{polygon: m, bound: m.Bound()}
	n := 0
	for _, p := range m {
		for _, ring := range p {
			n += max(len(ring)-1, 0)
		}
	}
	o.edges = make([]segment, 0, n)
	for _, p := range m {
		for _, ring := range p {
			for i := 1; i < len(ring); i++ {
				o.edges = append(o.edges, segment{ring[i-1], ring[i]})
			}
		}
	}
	count := n / edgesPerBand
	o.height = (o.bound.Max[1] - o.bound.Min[1]) / float64(count)
	if count < 8 || !(o.height > 0) {
		return o
	}
	o.bands = make([][]int32, count)
	for i, e := range o.edges {
		first, last := o.span(min(e.a[1], e.b[1]), max(e.a[1], e.b[1]))
		for b := first; b <= last; b++ {
			o.bands[b] = append(o.bands[b], int32(i))
		}
	}
	return o
}

// span returns the first and last band between two heights.
func (o *outline) span(low, high float64) (first, last int) { return o.band(low), o.band(high) }

// band returns the band a height lies in, the nearest one when it lies in none.
func (o *outline) band(y float64) int {
	return int(min(max((y-o.bound.Min[1])/o.height, 0), float64(len(o.bands)-1)))
}

// near calls fn for the edges that may reach heights low to high, each once, until it returns false.
func (o *outline) near(low, high float64, fn func(e *segment) bool) {
	if o.bands == nil {
		for i := range o.edges {
			if !fn(&o.edges[i]) {
				return
			}
		}
		return
	}
	first, last := o.span(low, high)
	for b := first; b <= last; b++ {
		for _, i := range o.bands[b] {
			e := &o.edges[i]
			if b > first && o.band(min(e.a[1], e.b[1])) < b {
				continue // seen in a band below
			}
			if !fn(e) {
				return
			}
		}
	}
}

// contains reports whether q is inside, by counting edges to its left.
func (o *outline) contains(q orb.Point) bool {
	if !o.bound.Contains(q) {
		return false
	}
	in := false
	o.near(q[1], q[1], func(e *segment) bool {
		if e.leftOf(q) {
			in = !in
		}
		return true
	})
	return in
}

// leftOf reports whether the edge crosses the horizontal ray from q to the west.
func (e *segment) leftOf(q orb.Point) bool {
	a, b := e.a, e.b
	if (a[1] > q[1]) == (b[1] > q[1]) {
		return false
	}
	return a[0]+(q[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) < q[0]
}

// meets reports whether the edge comes into the box or touches it.
func (e *segment) meets(box orb.Bound) bool {
	a, b := e.a, e.b
	if max(a[0], b[0]) < box.Min[0] || min(a[0], b[0]) > box.Max[0] ||
		max(a[1], b[1]) < box.Min[1] || min(a[1], b[1]) > box.Max[1] {
		return false
	}
	// The line through a and b misses the box when all four corners are on one side of it.
	dx, dy := b[0]-a[0], b[1]-a[1]
	left, right := 0, 0
	for _, c := range [4]orb.Point{box.Min, {box.Max[0], box.Min[1]}, box.Max, {box.Min[0], box.Max[1]}} {
		switch det := dx*(c[1]-a[1]) - dy*(c[0]-a[0]); {
		case det > 0:
			left++
		case det < 0:
			right++
		}
	}
	return left < 4 && right < 4
}

// clear reports whether no edge comes into box: then all of the box is inside, or all of it outside.
func (o *outline) clear(box orb.Bound) bool {
	met := false
	o.near(box.Min[1], box.Max[1], func(e *segment) bool {
		met = e.meets(box)
		return !met
	})
	return !met
}

// overlap returns the area the outline has in common with p, whose bound and area are given.
func (o *outline) overlap(p orb.MultiPolygon, bound orb.Bound, size float64) float64 {
	if o.clear(bound) {
		if o.contains(bound.Min) {
			return size
		}
		return 0
	}
	return math.Min(o.slabs(p, bound), size)
}

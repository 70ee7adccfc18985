package repair

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// cleanPolygon cleans each ring of p by itself; nil when the shell is lost.
func cleanPolygon(p orb.Polygon, r *Report) orb.Polygon {
	if len(p) == 0 || len(p[0]) == 0 {
		r.found(EmptyPart)
		return nil
	}
	for _, ring := range p {
		if !finite(ring) {
			r.found(NotFinite)
			r.because("a ring has coordinates that are not finite; its polygon is dropped")
			return nil
		}
	}
	out := make(orb.Polygon, 0, len(p))
	for i, ring := range p {
		clean := cleanRing(ring, r)
		switch {
		case clean != nil:
			out = append(out, clean)
		case i == 0:
			return nil
		}
	}
	shell := signedArea(out[0])
	for _, hole := range out[1:] {
		if (signedArea(hole) > 0) == (shell > 0) {
			r.found(WrongWinding)
		}
	}
	return out
}

// cleanRing closes a ring and drops repeated points and spikes. It returns the ring itself when there is nothing to
// do, and nil when nothing with an area remains.
func cleanRing(ring orb.Ring, r *Report) orb.Ring {
	n := len(ring)
	if n == 0 {
		r.found(EmptyPart)
		return nil
	}
	open, same := ring[:n-1], true
	if ring[0] != ring[n-1] {
		r.found(Unclosed)
		open, same = ring, false
	}
	repeats, spikes := flaws(open)
	if repeats {
		r.found(DuplicateVertex)
	}
	if spikes {
		r.found(Spike)
	}
	if repeats || spikes {
		open, same = withoutFlaws(open), false
	}
	switch {
	case len(open) < 3 || len(open) == 3 && signedArea(open) == 0:
		r.found(CollapsedRing)
		return nil
	case same:
		return ring
	}
	return append(slices.Clone(open), open[0])
}

// flaws reports whether any point of an open ring is repeated at once, or lies between two equal points.
func flaws(open []orb.Point) (repeats, spikes bool) {
	n := len(open)
	for i, p := range open {
		next := open[(i+1)%n]
		repeats = repeats || p == next && n > 1
		spikes = spikes || n > 2 && p == open[(i+2)%n] && p != next
	}
	return repeats, spikes
}

// withoutFlaws drops repeated points and tips of spikes until there are none.
func withoutFlaws(open []orb.Point) []orb.Point {
	var kept []orb.Point
	for _, p := range open {
		switch n := len(kept); {
		case n > 0 && kept[n-1] == p:
		case n > 1 && kept[n-2] == p:
			kept = kept[:n-1]
		default:
			kept = append(kept, p)
		}
	}
	for n := len(kept); n > 2; n = len(kept) { // the same across the seam
		switch {
		case kept[0] == kept[n-1], kept[0] == kept[n-2]:
			kept = kept[:n-1]
		case kept[1] == kept[n-1]:
			kept = kept[1:]
		default:
			return kept
		}
	}
	return kept
}

func finite(points []orb.Point) bool {
	for _, p := range points {
		if math.IsNaN(p[0]-p[0]) || math.IsNaN(p[1]-p[1]) { // Inf-Inf is NaN
			return false
		}
	}
	return true
}

// signedArea returns the area inside a ring, closed or not, positive when it runs counter-clockwise. It works from the
// first point so that large coordinates do not cost precision.
func signedArea(ring []orb.Point) float64 {
	if len(ring) < 3 {
		return 0
	}
	sum, o := 0.0, ring[0]
	for i := 1; i+1 < len(ring); i++ {
		a, b := ring[i], ring[i+1]
		sum += (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
	}
	return sum / 2
}

// area returns the area of the shell less that of the holes.
func area(p orb.Polygon) float64 {
	sum := math.Abs(signedArea(p[0]))
	for _, hole := range p[1:] {
		sum -= math.Abs(signedArea(hole))
	}
	return sum
}

func perimeter(ring orb.Ring) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		sum += math.Hypot(ring[i][0]-ring[i-1][0], ring[i][1]-ring[i-1][1])
	}
	return sum
}

// wind returns p with a counter-clockwise shell and clockwise holes, sharing the rings that are so already.
func wind(p orb.Polygon) orb.Polygon {
	out := make(orb.Polygon, len(p))
	for i, ring := range p {
		if (signedArea(ring) > 0) != (i == 0) {
			ring = slices.Clone(ring)
			slices.Reverse(ring)
		}
		out[i] = ring
	}
	return out
}

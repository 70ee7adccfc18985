package measure

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// bridge closes the gap between a vertex of one chain and the nearest point of another. gate says that a gate stands in it.
type bridge struct {
	p, q    orb.Point
	width   float64 // ft, on the grid
	chain   int     // that q lies on
	segment int     // of that chain, before feet are added
	gate    bool
}

// findBridges returns the bridges up to a width, narrowest first. The ends of one chain may also be bridged to its own
// segments, all but the last two at that end.
func findBridges(chains []barrierChain, pool orb.Geometry, width float64) ([]bridge, error) {
	var out []bridge
	add := func(b bridge) error {
		if b.width > width {
			return nil
		}
		through, err := StretchWithin(orb.LineString{b.p, b.q}, pool)
		if err == nil && TotalLength(through) == 0 {
			out = append(out, b)
		}
		return err
	}
	for i, from := range chains {
		for v, p := range from.points {
			for j, to := range chains {
				if i == j {
					continue
				}
				if err := add(bridgeTo(p, to.points, 1, len(to.points), j)); err != nil {
					return nil, err
				}
			}
			for s := range from.ownSegments(v) {
				if err := add(bridgeTo(p, from.points, s, s+1, i)); err != nil {
					return nil, err
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b bridge) int { return cmp.Compare(a.width, b.width) })
	return once(out), nil
}

// once drops a bridge that another one crosses the other way.
func once(bridges []bridge) []bridge {
	type ends struct{ p, q orb.Point }
	seen := map[ends]bool{}
	kept := bridges[:0]
	for _, b := range bridges {
		if b.width > Grid && seen[ends{b.q, b.p}] {
			continue
		}
		seen[ends{b.p, b.q}] = true
		kept = append(kept, b)
	}
	return kept
}

// ownSegments yields the segments, named by their last vertex, that an end of an open chain may be bridged to.
func (c barrierChain) ownSegments(v int) func(func(int) bool) {
	first, last := 1, len(c.points)-1
	switch {
	case c.points[0] == c.points[last]:
		first = last + 1 // closed: it has no ends
	case v == 0:
		first = 3
	case v == last:
		last -= 2
	default:
		first = last + 1
	}
	return func(yield func(int) bool) {
		for s := first; s <= last; s++ {
			if !yield(s) {
				return
			}
		}
	}
}

// bridgeTo is the shortest bridge from p to the segments of a chain that end at vertices first to before last.
func bridgeTo(p orb.Point, chain []orb.Point, first, last, index int) bridge {
	best, b := math.Inf(1), bridge{p: p, chain: index}
	for s := first; s < last; s++ {
		if d2, q := pointToSegment(p, chain[s-1], chain[s]); d2 < best {
			best, b.q, b.segment = d2, q, s
		}
	}
	b.width = Round(math.Sqrt(best))
	if b.width <= Grid {
		b.q = p // they touch: the other chain gets this very vertex
	}
	return b
}

// withFeet gives each chain a vertex wherever a bridge ends on it.
func withFeet(chains []barrierChain, bridges []bridge) []barrierChain {
	feet := make([][]bridge, len(chains))
	for _, b := range bridges {
		feet[b.chain] = append(feet[b.chain], b)
	}
	out := make([]barrierChain, len(chains))
	for i, c := range chains {
		out[i] = barrierChain{[]orb.Point{c.points[0]}, c.part}
		for s := 1; s < len(c.points); s++ {
			a, b := c.points[s-1], c.points[s]
			var on []orb.Point
			for _, f := range feet[i] {
				if f.segment == s {
					on = append(on, f.q)
				}
			}
			slices.SortStableFunc(on, func(p, q orb.Point) int { return cmp.Compare(along(a, b, p), along(a, b, q)) })
			out[i].points = slices.Compact(append(append(out[i].points, on...), b))
		}
	}
	return out
}

// chooseGates marks, for each gate point, the narrowest bridge that passes within reach of it with the gate between its ends. A
// gate drawn on a fence beside a gap stands at the end of the bridge and does not close it.
func chooseGates(bridges []bridge, gates []orb.Point, reachFt float64) {
	for _, g := range gates {
		for i := range bridges {
			if b := &bridges[i]; b.width > Grid && b.holds(g, reachFt) {
				b.gate = true
				break
			}
		}
	}
}

func (b *bridge) holds(gate orb.Point, reachFt float64) bool {
	const jamb = 0.05 // of the width at each end
	t := along(b.p, b.q, gate) / dist2(b.p, b.q)
	d2, _ := pointToSegment(gate, b.p, b.q)
	return t >= jamb && t <= 1-jamb && d2 <= reachFt*reachFt
}

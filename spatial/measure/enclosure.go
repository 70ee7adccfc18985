package measure

import (
	"fmt"
	"math"
	"sort"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// Barriers is what may keep people from a pool. Which fences are high enough, and whether a hedge or a carport counts, is
// decided by who fills it in.
type Barriers struct {
	Fences []orb.LineString
	Gates  []orb.Geometry // Point in a gap, or LineString across it
	Walls  []orb.Geometry // building or pool wall outlines (polygons), or walls as lines

	GapFt    float64 // a gap up to this is closed
	SearchFt float64 // gaps up to this are looked for when the ring is open; 0 looks for none
	GateFt   float64 // a gate point closes the narrowest gap, up to SearchFt wide, that passes within this of it
}

// Enclosure says whether barriers enclose a pool.
type Enclosure struct {
	Closed bool
	// Ring is the ground enclosed with the pool, its holes left out; when open, the ground that would be enclosed if Gaps
	// were closed, nil when nothing up to SearchFt would do.
	Ring    orb.Polygon
	Bridged []Span // gaps in the ring that were closed, because they are within GapFt or have a gate
	Gaps    []Span // when open: the gaps in the ring that prevent closure
	Parts   []RingPart
	// SearchedFt is how wide gaps were looked for: SearchFt, or less where so many barriers stand about that the ways between
	// them can not all be tried.
	SearchedFt float64
}

// RingPart is a barrier that forms part of the ring.
type RingPart struct {
	Kind  BarrierKind
	Index int // in Fences, Gates or Walls
}

// BarrierKind tells the three kinds of Barriers apart.
type BarrierKind uint8

const (
	Fence BarrierKind = iota
	Gate
	Wall
)

// Percent is how much of the ring's outer edge is barrier: 100 when closed, 0 when there is no ring.
func (e Enclosure) Percent() float64 {
	if e.Closed {
		return 100
	}
	if len(e.Ring) == 0 {
		return 0
	}
	whole := lineLength(orb.LineString(e.Ring[0]))
	barrier := whole
	for _, gap := range e.Gaps {
		barrier -= gap.Ft
	}
	return Round(100 * barrier / whole)
}

// Enclose looks for a ring of barriers around the pool. In the words of the law: a bounded face of the noded union of fence
// stretches, gates and walls that holds the whole pool.
//
//  1. Take the barriers apart into chains.
//  2. Find every bridge: the shortest way from a vertex of one chain to another chain, up to the widest gap of interest,
//     unless it leads through the pool.
//  3. Give both chains a vertex where a bridge ends, so that noding is exact.
//  4. Let each gate point choose its bridge.
//  5. With the chains, the gates' bridges and those within GapFt: is the pool in a face? Then it is enclosed.
//  6. Else find the least width of bridge with which it would be.
//
// The look is widened step by step, since wide bridges are many and cross each other.
func Enclose(k *kernel.Kernel, pool orb.Geometry, b Barriers) (Enclosure, error) {
	var buf chainBuffer
	if _, err := takeArea("pool", pool, &buf); err != nil {
		return Enclosure{}, err
	}
	chains, gatePoints, err := b.chains() // 1
	if err != nil || len(chains) == 0 {
		return Enclosure{SearchedFt: b.SearchFt}, err
	}
	gapFt := Round(max(b.GapFt, Grid))
	most := max(gapFt, b.SearchFt)
	for reach := min(most, firstLookFt); ; reach = min(most, 2*reach) {
		r := ringSearch{kernel: k, pool: pool}
		r.bridges, err = findBridges(chains, pool, reach) // 2
		if err != nil {
			return Enclosure{}, err
		}
		if len(r.bridges) > mostBridges {
			r.bridges, reach = narrower(r.bridges, mostBridges)
			most = reach
		}
		r.chains = withFeet(chains, r.bridges)       // 3
		chooseGates(r.bridges, gatePoints, b.GateFt) // 4
		e, err := r.enclose(gapFt)
		e.SearchedFt = reach
		if err != nil || e.Ring != nil || reach >= most {
			return e, err
		}
	}
}

const (
	firstLookFt = 25   // wider than any gate, so that a gate in a gap is seen at once
	mostBridges = 1500 // noding more that cross each other takes longer than anyone waits
)

// narrower keeps the bridges narrower than the one at a position, and says how wide that is.
func narrower(bridges []bridge, at int) ([]bridge, float64) {
	width := bridges[at].width
	n := sort.Search(at, func(i int) bool { return bridges[i].width >= width })
	return bridges[:n], width
}

// enclose are steps 5 and 6.
func (r *ringSearch) enclose(gapFt float64) (Enclosure, error) {
	ring, err := r.face(gapFt) // 5
	if err != nil || ring != nil {
		return r.result(ring, gapFt, gapFt), err
	}
	i, err := r.leastWidth(gapFt) // 6
	if err != nil || i < 0 {
		return Enclosure{}, err
	}
	ring, err = r.face(r.bridges[i].width)
	return r.result(ring, gapFt, r.bridges[i].width), err
}

// barrierChain is one chain and the barrier it came from.
type barrierChain struct {
	points []orb.Point
	part   RingPart
}

func (b Barriers) chains() (chains []barrierChain, gates []orb.Point, err error) {
	add := func(g orb.Geometry, part RingPart, what string) error {
		var buf chainBuffer
		s, err := takeApart(what, g, &buf)
		if err != nil {
			return err
		}
		for _, c := range s.chains {
			if len(c.points) == 1 {
				gates = append(gates, c.points[0])
				continue
			}
			chains = append(chains, barrierChain{c.points, part})
		}
		return nil
	}
	for i, g := range b.Fences {
		if err := add(g, RingPart{Fence, i}, "fence"); err != nil {
			return nil, nil, err
		}
	}
	for i, g := range b.Gates {
		if err := add(g, RingPart{Gate, i}, "gate"); err != nil {
			return nil, nil, err
		}
	}
	for i, g := range b.Walls {
		if err := add(g, RingPart{Wall, i}, "wall"); err != nil {
			return nil, nil, err
		}
	}
	return chains, gates, nil
}

// ringSearch asks for the face around the pool with more and more bridges.
type ringSearch struct {
	kernel  *kernel.Kernel
	pool    orb.Geometry
	chains  []barrierChain
	bridges []bridge // by width
}

// face is the face that holds the pool when bridges up to a width count, nil when there is none.
func (r *ringSearch) face(width float64) (orb.Polygon, error) {
	var lines orb.MultiLineString
	for _, c := range r.chains {
		lines = append(lines, c.points)
	}
	for _, b := range r.bridges {
		if (b.gate || b.width <= width) && b.p != b.q {
			lines = append(lines, orb.LineString{b.p, b.q})
		}
	}
	faces, err := r.kernel.Faces(lines)
	if err != nil {
		return nil, fmt.Errorf("enclose: %w", err)
	}
	for _, face := range faces {
		reach, err := ReachBeyond(r.pool, face)
		if err != nil {
			return nil, err
		}
		if reach.Ft == 0 && !holeInPool(face, r.pool) {
			return face, nil
		}
	}
	return nil, nil
}

// holeInPool says whether the face leaves out something inside the pool, so that it does not hold all of it.
func holeInPool(face orb.Polygon, pool orb.Geometry) bool {
	var buf chainBuffer
	s, _ := takeArea("pool", pool, &buf)
	for _, hole := range face[1:] {
		for i := 1; i < len(hole); i++ {
			mid := at(hole[i-1], hole[i], 0.5)
			if s.contains(mid) && s.nearestTo(mid).d2 > Grid*Grid {
				return true
			}
		}
	}
	return false
}

// leastWidth is the index of the narrowest bridge that, with all narrower ones, encloses the pool; -1 when not even all do.
// More bridges never open a ring, for none leads through the pool.
func (r *ringSearch) leastWidth(above float64) (int, error) {
	first := sort.Search(len(r.bridges), func(i int) bool { return r.bridges[i].width > above })
	if first == len(r.bridges) {
		return -1, nil
	}
	if all, err := r.face(r.bridges[len(r.bridges)-1].width); all == nil { // most pools have no ring at all
		return -1, err
	}
	var failed error
	n := sort.Search(len(r.bridges)-first, func(i int) bool {
		face, err := r.face(r.bridges[first+i].width)
		if err != nil {
			failed = err
		}
		return face != nil
	})
	if failed != nil || first+n == len(r.bridges) {
		return -1, failed
	}
	return first + n, nil
}

// result describes a ring found with the bridges up to the width drawn, of which those up to closedUpTo are no gaps.
func (r *ringSearch) result(ring orb.Polygon, closedUpTo, drawn float64) Enclosure {
	if ring == nil {
		return Enclosure{}
	}
	e := Enclosure{Closed: drawn <= closedUpTo, Ring: ring}
	var buf chainBuffer
	s, _ := takeApart("ring", ring, &buf)
	for _, b := range r.bridges {
		if b.width <= Grid || !b.gate && b.width > drawn || !s.hasEdge(b.p, b.q) || r.alongBarrier(b) {
			continue
		}
		span := Span{b.width, b.p, b.q}
		if b.gate || b.width <= closedUpTo {
			e.Bridged = append(e.Bridged, span)
		} else {
			e.Gaps = append(e.Gaps, span)
		}
	}
	for _, c := range r.chains {
		if n := len(e.Parts); n > 0 && e.Parts[n-1] == c.part {
			continue
		}
		if s.follows(c.points) {
			e.Parts = append(e.Parts, c.part)
		}
	}
	return e
}

// alongBarrier says whether a bridge runs along a barrier, as one from a far vertex of a fence back along the fence does: it
// closes nothing.
func (r *ringSearch) alongBarrier(b bridge) bool {
	for _, c := range r.chains {
		own := shape{chains: []chain{{points: c.points}}}
		if own.hasEdge(b.p, b.q) {
			return true
		}
	}
	return false
}

// hasEdge says whether the outline runs along pq.
func (s *shape) hasEdge(p, q orb.Point) bool {
	return s.nearestTo(at(p, q, 0.5)).d2 <= Grid*Grid && s.nearestTo(at(p, q, 0.25)).d2 <= Grid*Grid
}

// follows says whether some segment of the outline lies on the chain.
func (s *shape) follows(points []orb.Point) bool {
	c := shape{chains: []chain{{points: points}}}
	found := false
	s.segments(func(a, b orb.Point) bool {
		found = dist2(a, b) > Grid*Grid && math.Sqrt(c.nearestTo(at(a, b, 0.5)).d2) <= Grid && c.hasEdge(a, b)
		return !found
	})
	return found
}

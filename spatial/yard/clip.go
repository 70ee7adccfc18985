package yard

import (
	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// edge is a straight edge of a region: the line at a depth from an axis. The region lies on its near side, towards the axis,
// or on its far side.
type edge struct {
	axis    measure.Axis
	depthFt float64
	near    bool
}

// straightEdges are the edges that decide, between them, which part of a structure lies in the region. It is false when that is
// not so simple: the structure reaches off the lot or into the building left out, has holes or several parts, or meets the
// curved end of a strip or two strips of which the region is the union.
func (r *Region) straightEdges(structure orb.Geometry) ([]edge, bool, error) {
	if onlyPolygon(structure) == nil || r.slab != nil {
		return nil, false, nil
	}
	off, err := measure.ReachBeyond(structure, r.yards.ground.Lot)
	if err != nil || off.Ft > 0 {
		return nil, false, err
	}
	if len(r.cut) > 0 {
		gap, err := measure.Distance(structure, r.cut)
		if err != nil || gap.Ft == 0 {
			return nil, false, err
		}
	}
	within, ok, err := r.edgesOfIn(structure)
	if err != nil || !ok {
		return nil, false, err
	}
	for _, s := range r.out {
		edges, ok, err := s.edges(structure, false)
		if err != nil || !ok {
			return nil, false, err
		}
		within = append(within, edges...)
	}
	return within, true, nil
}

func (r *Region) edgesOfIn(structure orb.Geometry) ([]edge, bool, error) {
	if r.in == nil {
		return nil, true, nil
	}
	var all []edge
	for _, s := range r.in {
		far, err := measure.FarthestFromLines(structure, s.lines)
		if err != nil || far.Exact() <= s.depthFt {
			return nil, err == nil, err // wholly within this strip
		}
		edges, ok, err := s.edges(structure, true)
		if err != nil || !ok {
			return nil, false, err
		}
		all = append(all, edges...)
	}
	return all, len(all) == 1, nil
}

// edges are the straight edges of a strip that a structure meets: one for each line it is nearer to than the depth. It is
// false when such a line is not straight, or the structure reaches past its ends or behind it, where the strip is round.
func (s *strip) edges(structure orb.Geometry, near bool) ([]edge, bool, error) {
	var met []edge
	for i, line := range s.lines {
		to, err := measure.DistanceToLines(structure, []orb.LineString{line})
		if err != nil {
			return nil, false, err
		}
		if to.Exact() >= s.depthFt {
			continue
		}
		axis := s.axis(i)
		if axis == nil {
			return nil, false, nil
		}
		e, err := axis.Extent(structure)
		if err != nil {
			return nil, false, err
		}
		if e.AlongMin < 0 || e.AlongMax > axis.Along(line[len(line)-1]) || e.AcrossMin < -measure.Grid {
			return nil, false, nil
		}
		met = append(met, edge{*axis, s.depthFt, near})
	}
	return met, true, nil
}

// onlyPolygon is the outline of a structure that is one polygon without holes, else nil.
func onlyPolygon(g orb.Geometry) orb.Ring {
	if p := kernel.Polygons(g); len(p) == 1 && len(p[0]) == 1 && len(p[0][0]) > 3 {
		return p[0][0]
	}
	return nil
}

// clipAll keeps what lies on the right side of every edge. It is false when an edge cuts a ring more than twice, since the
// parts would then hang together by a thread.
func clipAll(ring orb.Ring, edges []edge) (orb.MultiPolygon, bool) {
	for _, e := range edges {
		var ok bool
		if ring, ok = e.clip(ring); !ok {
			return nil, false
		}
		if len(ring) < 4 {
			return nil, true
		}
	}
	return orb.MultiPolygon{{ring}}, true
}

func (e edge) clip(ring orb.Ring) (orb.Ring, bool) {
	inside := func(p orb.Point) float64 { // ft inside the edge
		if e.near {
			return e.depthFt - e.axis.Across(p)
		}
		return e.axis.Across(p) - e.depthFt
	}
	var kept orb.Ring
	crossings := 0
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		da, db := inside(a), inside(b)
		if da >= 0 {
			kept = append(kept, a)
		}
		if (da >= 0) != (db >= 0) {
			crossings++
			t := da / (da - db)
			if q := (orb.Point{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1])}); q != a && q != b {
				kept = append(kept, q)
			} else if da < 0 && q == a {
				kept = append(kept, q)
			}
		}
	}
	if len(kept) > 0 {
		kept = append(kept, kept[0])
	}
	return kept, crossings <= 2
}

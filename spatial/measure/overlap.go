package measure

import (
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// OverlapArea is the ground in square feet that a structure and a region share, and its shape. Sharing an edge is not
// overlap. Both must be valid areas. GEOS is asked only when the outlines meet.
func OverlapArea(k *kernel.Kernel, structure, region orb.Geometry) (float64, orb.MultiPolygon, error) {
	var bufS, bufR chainBuffer
	s, err := takeArea("structure", structure, &bufS)
	if err != nil {
		return 0, nil, err
	}
	r, err := takeArea("region", region, &bufR)
	if err != nil {
		return 0, nil, err
	}
	if !s.bound.Intersects(r.bound) {
		return 0, nil, nil
	}
	if len(s.chains) == 1 && len(r.chains) == 1 && !s.meets(&r) {
		switch {
		case r.contains(s.chains[0].points[0]):
			return Round(area(structure)), kernel.Polygons(structure), nil
		case s.contains(r.chains[0].points[0]):
			return Round(area(region)), kernel.Polygons(region), nil
		}
		return 0, nil, nil
	}
	shared, err := k.Intersection(structure, region)
	if err != nil {
		return 0, nil, fmt.Errorf("overlap area: %w", err)
	}
	return sized(shared)
}

// meets says whether two outlines touch or cross.
func (s *shape) meets(t *shape) bool {
	n := nearest{d2: Grid * Grid}
	n.shapes(s, t)
	return n.d2 < Grid*Grid
}

// sized keeps the polygons of an overlay when they amount to anything.
func sized(g orb.Geometry) (float64, orb.MultiPolygon, error) {
	polygons := kernel.Polygons(g)
	sqft := Round(multiArea(polygons))
	if sqft == 0 {
		return 0, nil, nil
	}
	return sqft, polygons, nil
}

// UnionArea is the ground in square feet that areas cover together, counting ground covered twice once, and its shape.
// No areas cover 0.
func UnionArea(k *kernel.Kernel, areas []orb.Geometry) (float64, orb.MultiPolygon, error) {
	var all orb.MultiPolygon
	for _, a := range areas {
		var buf chainBuffer
		if _, err := takeArea("structure", a, &buf); err != nil {
			return 0, nil, err
		}
		all = append(all, polygonsOf(a)...)
	}
	switch len(all) {
	case 0:
		return 0, nil, nil
	case 1:
		return Round(multiArea(all)), all, nil
	}
	if disjoint(all) {
		return sized(all)
	}
	union, err := k.UnaryUnion(all)
	if err != nil {
		return 0, nil, fmt.Errorf("union area: %w", err)
	}
	return sized(union)
}

// disjoint says whether no two polygons can share ground, by their boxes.
func disjoint(all orb.MultiPolygon) bool {
	if len(all) > 16 {
		return false
	}
	var boxes [16]orb.Bound
	for i, p := range all {
		boxes[i] = p.Bound()
		for j := range i {
			if boxes[i].Intersects(boxes[j]) {
				return false
			}
		}
	}
	return true
}

func polygonsOf(g orb.Geometry) orb.MultiPolygon {
	switch g := g.(type) {
	case orb.Ring:
		return orb.MultiPolygon{{g}}
	case orb.Bound:
		return orb.MultiPolygon{g.ToPolygon()}
	}
	return kernel.Polygons(g)
}

// Share is how much of a region structures cover.
type Share struct {
	Percent    float64
	SqFt       float64 // covered, ground covered twice counted once
	RegionSqFt float64
	Covered    orb.MultiPolygon
}

// ShareOf is the percentage of a region that structures cover together. A region without area is an error: its share is not
// a number.
func ShareOf(k *kernel.Kernel, region orb.Geometry, structures []orb.Geometry) (Share, error) {
	of, err := Area(region)
	if err != nil {
		return Share{}, fmt.Errorf("share of region: %w", err)
	}
	if of == 0 {
		return Share{}, fmt.Errorf("share of region: %w", &InputError{"region", "has no area"})
	}
	var parts []orb.Geometry
	for _, s := range structures {
		sqft, shared, err := OverlapArea(k, s, region)
		if err != nil {
			return Share{}, err
		}
		if sqft > 0 {
			parts = append(parts, shared)
		}
	}
	return ShareOfParts(k, of, parts)
}

// ShareOfParts is the percentage of a region of some square feet that parts of it cover together.
func ShareOfParts(k *kernel.Kernel, of float64, parts []orb.Geometry) (Share, error) {
	sqft, covered, err := UnionArea(k, parts)
	if err != nil {
		return Share{}, err
	}
	return Share{Percent: Round(100 * sqft / of), SqFt: sqft, RegionSqFt: of, Covered: covered}, nil
}

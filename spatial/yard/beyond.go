package yard

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Beyond is the part of a structure that lies off the lot across some of its lines: in the street across a street line, on the
// neighbour's land across a side line. ClearFt is the distance to those lines, negative by the depth beyond them, whatever
// kind of geometry the structure is; SqFt and Shape are those of an area.
func (y *Yards) Beyond(structure orb.Geometry, lines []orb.LineString) (Part, error) {
	if len(y.ground.Lot) == 0 {
		return Part{}, &MissingError{missingLot}
	}
	if len(lines) == 0 {
		return Part{}, &MissingError{"lot line"}
	}
	to, err := measure.SignedDistance(structure, lines, y.ground.Lot)
	if err != nil || to.Ft >= 0 || len(kernel.Polygons(structure)) == 0 {
		return Part{ClearFt: to.Ft}, err
	}
	off, err := y.kernel.Difference(structure, y.ground.Lot)
	if err != nil {
		return Part{}, err
	}
	part := Part{ClearFt: to.Ft}
	outline := rings(y.ground.Lot)
	for _, p := range tidy(off) {
		a, err := measure.DistanceToLines(p, lines)
		if err != nil {
			return Part{}, err
		}
		b, err := measure.DistanceToLines(p, outline)
		if err != nil {
			return Part{}, err
		}
		if a.Ft <= b.Ft {
			sqft, err := measure.Area(p)
			if err != nil {
				return Part{}, err
			}
			part.SqFt, part.Shape = part.SqFt+sqft, append(part.Shape, p)
		}
	}
	return part, nil
}

// ClearOf is ClearFt for any geometry, points included: how far it stays clear of the region, negative by the depth inside it.
// A condenser or a lamp mapped as a point has no area to overlap with; it is in the yard when this is negative.
func (r *Region) ClearOf(g orb.Geometry) (float64, error) {
	switch g := g.(type) {
	case orb.Point:
		return r.pointClear(g)
	case orb.MultiPoint:
		clear := math.Inf(1)
		for _, p := range g {
			c, err := r.pointClear(p)
			if err != nil {
				return 0, err
			}
			clear = min(clear, c)
		}
		if len(g) == 0 {
			return 0, &measure.InputError{What: "structure", Problem: "is empty"}
		}
		return clear, nil
	case orb.LineString, orb.MultiLineString:
		s, err := r.Stretch(g)
		return s.ClearFt, err
	}
	part, err := r.Overlap(g)
	return part.ClearFt, err
}

func (r *Region) pointClear(p orb.Point) (float64, error) {
	clear, err := r.clear(p)
	if err != nil || clear >= 0 {
		return clear, err
	}
	off, err := measure.Distance(p, r.yards.ground.Lot)
	if err != nil || off.Ft == 0 {
		return clear, err
	}
	return off.Ft, nil
}

// Body is the part of a lot to the left of a line across it: the body of a flag lot without its pole, given the line where the
// body begins, and that line carried on over the full width of the body. Yards of a flag lot are drawn on its body, and its front
// yard is as wide as the lot, not as the pole.
func Body(k *kernel.Kernel, lot orb.MultiPolygon, begins orb.LineString) (body orb.MultiPolygon, front orb.LineString, err error) {
	if len(lot) == 0 {
		return nil, nil, &MissingError{missingLot}
	}
	axis, err := measure.NewAxis(begins)
	if err != nil {
		return nil, nil, err
	}
	lines := orb.MultiLineString(rings(lot))
	lines = append(lines, carriedOn(begins, 0.01))
	faces, err := k.Faces(lines)
	if err != nil {
		return nil, nil, fmt.Errorf("cut the pole off: %w", err)
	}
	mid := (axis.Along(begins[0]) + axis.Along(begins[len(begins)-1])) / 2
	probe := axis.At(mid, 0.01)
	for _, face := range faces {
		in, err := measure.Distance(probe, face)
		if err != nil {
			return nil, nil, err
		}
		if in.Ft == 0 {
			e, err := axis.Extent(face)
			return orb.MultiPolygon{face}, orb.LineString{axis.At(e.AlongMin, 0), axis.At(e.AlongMax, 0)}, err
		}
	}
	return nil, nil, &measure.InputError{What: "line where the body begins", Problem: "does not cut the lot"}
}

// carriedOn lengthens a line a little at both ends, so that it surely reaches the lot lines it was cut at.
func carriedOn(line orb.LineString, ft float64) orb.LineString {
	n := len(line)
	beyond := func(from, to orb.Point) orb.Point {
		d := math.Hypot(to[0]-from[0], to[1]-from[1])
		if d == 0 {
			return to
		}
		return orb.Point{to[0] + ft*(to[0]-from[0])/d, to[1] + ft*(to[1]-from[1])/d}
	}
	out := append(orb.LineString{beyond(line[1], line[0])}, line...)
	return append(out, beyond(line[n-2], line[n-1]))
}

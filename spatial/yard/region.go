package yard

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Region is a part of a lot that a rule speaks of, drawn when its shape is first needed.
type Region struct {
	Name  string
	yards *Yards
	in    []*strip // the region is the union of these on the lot; nil when it is not that simple
	slab  *slab    // and, with in, between two perpendiculars
	draw  func() (orb.MultiPolygon, error)

	drawn   bool
	shape   orb.MultiPolygon
	err     error
	borders []orb.LineString
}

// strip is the points closer to some lines than a depth, on the lot and off it.
type strip struct {
	lines   []orb.LineString
	depthFt float64
	drawn   orb.Geometry
}

// quadSegs makes the round end of a strip fall short of the true circle by at most 0.008 % of the depth. Straight edges are
// exact.
const quadSegs = 64

func (s *strip) draw(k *kernel.Kernel) (orb.Geometry, error) {
	if s.drawn != nil || s.depthFt <= 0 {
		return s.drawn, nil
	}
	var err error
	s.drawn, err = k.Buffer(multiLine(s.lines), s.depthFt, kernel.Buffer{QuadSegs: quadSegs})
	return s.drawn, err
}

func (y *Yards) strips(in ...*strip) *Region {
	return &Region{in: in, draw: func() (orb.MultiPolygon, error) {
		var all orb.MultiPolygon
		for _, s := range in {
			band, err := s.draw(y.kernel)
			if err != nil {
				return nil, err
			}
			if band == nil {
				continue
			}
			part, err := y.kernel.Intersection(y.ground.Lot, band)
			if err != nil {
				return nil, err
			}
			all = append(all, tidy(part)...)
		}
		if len(all) < 2 {
			return all, nil
		}
		union, err := y.kernel.UnaryUnion(all)
		return tidy(union), err
	}}
}

// without is the lot less some regions.
func (y *Yards) without(regions ...*Region) *Region {
	whole := &Region{yards: y, draw: func() (orb.MultiPolygon, error) { return y.ground.Lot, nil }}
	return y.less(whole, regions...)
}

// less is a region less others.
func (y *Yards) less(from *Region, regions ...*Region) *Region {
	return &Region{draw: func() (orb.MultiPolygon, error) {
		rest, err := from.Shape()
		if err != nil {
			return nil, err
		}
		for _, r := range regions {
			cuts, err := r.cutters()
			if err != nil {
				return nil, err
			}
			for _, cut := range cuts {
				if len(rest) == 0 {
					return nil, nil
				}
				left, err := y.kernel.Difference(rest, cut)
				if err != nil {
					return nil, err
				}
				rest = tidy(left)
			}
		}
		return rest, nil
	}}
}

// cutters are what takes the region out of another. Strips cut where they run off the lot, so that no hair of ground is left
// along the lot line.
func (r *Region) cutters() ([]orb.Geometry, error) {
	if r.in == nil || r.slab != nil {
		shape, err := r.Shape()
		if err != nil || len(shape) == 0 {
			return nil, err
		}
		return []orb.Geometry{shape}, nil
	}
	var cuts []orb.Geometry
	for _, s := range r.in {
		band, err := s.draw(r.yards.kernel)
		if err != nil {
			return nil, err
		}
		if band != nil {
			cuts = append(cuts, band)
		}
	}
	return cuts, nil
}

// hairFt is the mean width in feet below which a polygon is the rounding of an overlay and no ground.
const hairFt = 1e-5

// tidy keeps the polygons of an overlay that are ground.
func tidy(g orb.Geometry) orb.MultiPolygon {
	var kept orb.MultiPolygon
	for _, p := range kernel.Polygons(g) {
		sqft, errA := measure.Area(p)
		ft, errL := measure.Length(p)
		if errA == nil && errL == nil && sqft > hairFt*ft {
			kept = append(kept, p)
		}
	}
	return kept
}

// Shape is the region's polygons, none when the region is empty: a principal building on the front line leaves no front yard.
func (r *Region) Shape() (orb.MultiPolygon, error) {
	if !r.drawn {
		r.shape, r.err = r.draw()
		if r.err != nil {
			r.err = fmt.Errorf("draw %s: %w", r.Name, r.err)
		}
		r.drawn = true
	}
	return r.shape, r.err
}

// SqFt is the region's area in square feet, 0 when it is empty.
func (r *Region) SqFt() (float64, error) {
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return 0, err
	}
	return measure.Area(shape)
}

// inner returns the outline of the region without what it shares with the outline of the lot: the edges that move when a
// yard is measured a little differently.
func (r *Region) inner() ([]orb.LineString, error) {
	shape, err := r.Shape()
	if err != nil || r.borders != nil {
		return r.borders, err
	}
	outline := rings(r.yards.ground.Lot)
	for _, ring := range rings(shape) {
		rest, err := measure.StretchAway(ring, outline, borderFt)
		if err != nil {
			return nil, err
		}
		r.borders = append(r.borders, rest...)
	}
	return r.borders, nil
}

// borderFt is how near to the lot's outline, in feet, an edge made by an overlay counts as part of it.
const borderFt = 1e-4

func rings(m orb.MultiPolygon) []orb.LineString {
	var out []orb.LineString
	for _, p := range m {
		for _, ring := range p {
			out = append(out, orb.LineString(ring))
		}
	}
	return out
}

func multiLine(lines []orb.LineString) orb.MultiLineString {
	return slices.Clone(orb.MultiLineString(lines))
}

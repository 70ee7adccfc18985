package yard

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Region is a part of a lot that a rule speaks of: what lies within some strips, outside others, and off the principal
// building. Its shape is drawn when it is first needed, which for most structures is never.
type Region struct {
	Name  string
	yards *Yards
	in    []*strip // within one of these; nil: anywhere on the lot
	out   []*strip // and outside each of these
	slab  *slab    // and between two perpendiculars, when set
	cut   orb.MultiPolygon

	drawn bool
	shape orb.MultiPolygon
	err   error
}

// strip is the points closer to some lines than a depth, on the lot and off it.
type strip struct {
	lines   []orb.LineString
	depthFt float64
	axes    []*measure.Axis // of the lines that are straight, nil for the others; made when first needed
	band    orb.Geometry    // drawn when first needed
}

// straightFt is the bow in feet up to which a line is taken for straight.
const straightFt = 0.001

// axis is that of a line, nil when the line is not straight.
func (s *strip) axis(i int) *measure.Axis {
	if s.axes == nil {
		s.axes = make([]*measure.Axis, len(s.lines))
		for j, line := range s.lines {
			if axis, err := measure.NewAxis(line); err == nil && axis.Bow <= straightFt {
				s.axes[j] = &axis
			}
		}
	}
	return s.axes[i]
}

// quadSegs makes the round end of a drawn strip fall short of the true circle by at most 0.008 % of the depth. Straight edges
// are exact.
const quadSegs = 64

// draw returns the strip's ground, nil when it has no depth.
func (s *strip) draw(k *kernel.Kernel) (orb.Geometry, error) {
	if s.band != nil || s.depthFt <= 0 {
		return s.band, nil
	}
	var err error
	s.band, err = k.Buffer(slices.Clone(orb.MultiLineString(s.lines)), s.depthFt, kernel.Buffer{QuadSegs: quadSegs})
	return s.band, err
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

func (r *Region) draw() (orb.MultiPolygon, error) {
	shape, err := r.drawIn()
	if err == nil && r.slab != nil {
		shape, err = r.slab.cut(r.yards.kernel, shape)
	}
	if err != nil {
		return nil, err
	}
	// Strips cut where they run off the lot, so that no hair of ground is left along the lot line.
	for _, s := range r.out {
		band, err := s.draw(r.yards.kernel)
		if err == nil && band != nil {
			shape, err = r.cutOut(shape, band)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(r.cut) > 0 {
		return r.cutOut(shape, r.cut)
	}
	return shape, nil
}

func (r *Region) drawIn() (orb.MultiPolygon, error) {
	if r.in == nil {
		return r.yards.ground.Lot, nil
	}
	var all orb.MultiPolygon
	for _, s := range r.in {
		part, err := r.drawStrip(s)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	if len(all) < 2 {
		return all, nil
	}
	union, err := r.yards.kernel.UnaryUnion(all)
	return tidy(union), err
}

// drawStrip draws the ground of the lot in a strip; its parts along several lines may overlap.
func (r *Region) drawStrip(s *strip) (orb.MultiPolygon, error) {
	if s.depthFt <= 0 {
		return nil, nil
	}
	var all orb.MultiPolygon
	for i := range s.lines {
		shape, ok := r.drawStraight(s, i)
		if !ok {
			return r.drawRound(s)
		}
		all = append(all, shape...)
	}
	return all, nil
}

// drawRound draws the strip with GEOS, whatever the shape of its lines.
func (r *Region) drawRound(s *strip) (orb.MultiPolygon, error) {
	band, err := s.draw(r.yards.kernel)
	if err != nil {
		return nil, err
	}
	part, err := r.yards.kernel.Intersection(r.yards.ground.Lot, band)
	return tidy(part), err
}

// drawStraight draws the strip along one of its lines, if that is straight, by clipping the lot at the far edge. It is false when that
// is not the whole truth: the lot lies behind the line somewhere, or reaches past an end of the line where the strip is round.
func (r *Region) drawStraight(s *strip, i int) (orb.MultiPolygon, bool) {
	lot := onlyPolygon(r.yards.ground.Lot)
	axis := s.axis(i)
	if lot == nil || axis == nil {
		return nil, false
	}
	shape, ok := clipAll(lot, []edge{{*axis, s.depthFt, true}})
	if !ok || len(shape) == 0 {
		return nil, false
	}
	line := s.lines[i]
	e, err := axis.Extent(shape)
	if err != nil || e.AcrossMin < -measure.Grid || e.AlongMin < -measure.Grid || e.AlongMax > axis.Along(line[len(line)-1])+measure.Grid {
		return nil, false
	}
	return shape, true
}

func (r *Region) cutOut(from orb.MultiPolygon, cut orb.Geometry) (orb.MultiPolygon, error) {
	if len(from) == 0 {
		return nil, nil
	}
	rest, err := r.yards.kernel.Difference(from, cut)
	return tidy(rest), err
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

func rings(m orb.MultiPolygon) []orb.LineString {
	var out []orb.LineString
	for _, p := range m {
		for _, ring := range p {
			out = append(out, orb.LineString(ring))
		}
	}
	return out
}

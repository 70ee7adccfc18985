package yard

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Stretch is how much of a fence lies in a region.
type Stretch struct {
	Ft      float64
	ClearFt float64 // as in Part
	Lines   []orb.LineString
}

// Stretch is the part of a fence (LineString or MultiLineString) that lies in the region. A fence along a lot line is in the
// yard it borders, up to Ground.OffLotFt off the lot; a fence along the edge between two yards is in the one farther from the
// street or rear line.
func (r *Region) Stretch(fence orb.Geometry) (Stretch, error) {
	lines := kernel.Lines(fence)
	if len(lines) == 0 {
		return Stretch{}, &measure.InputError{What: "fence", Problem: "is not a line"}
	}
	clear, err := r.clear(fence)
	if err != nil || clear >= 0 {
		return Stretch{ClearFt: clear}, err
	}
	var out Stretch
	for _, line := range lines {
		found, err := r.stretches(line)
		if err != nil {
			return Stretch{}, err
		}
		out.Lines = append(out.Lines, found...)
	}
	out.Ft = measure.TotalLength(out.Lines)
	out.ClearFt, err = r.stretchClear(fence, out.Lines)
	return out, err
}

func (r *Region) stretchClear(fence orb.Geometry, found []orb.LineString) (float64, error) {
	if len(found) > 0 {
		clear, err := r.clear(orb.MultiLineString(found))
		return min(clear, 0), err
	}
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return math.Inf(1), err
	}
	gap, err := measure.Distance(fence, shape)
	return gap.Ft, err
}

// stretches takes from a fence what is off the lot, outside the strips the region is within, inside those it is outside of,
// beside the slab, and in the building left out.
func (r *Region) stretches(line orb.LineString) ([]orb.LineString, error) {
	pieces, err := r.yards.fenceOnLot(line)
	if err != nil {
		return nil, err
	}
	if r.in != nil {
		if pieces, err = within(pieces, r.in); err != nil {
			return nil, err
		}
	}
	for _, s := range r.out {
		if _, pieces, err = s.divide(pieces); err != nil {
			return nil, err
		}
	}
	if r.slab != nil {
		pieces = r.slab.divide(pieces)
	}
	if len(r.cut) == 0 {
		return pieces, nil
	}
	var kept []orb.LineString
	for _, piece := range pieces {
		off, err := measure.StretchOutside(piece, r.cut)
		if err != nil {
			return nil, err
		}
		kept = append(kept, off...)
	}
	return kept, nil
}

// within is what lies in one strip or another.
func within(pieces []orb.LineString, strips []*strip) (found []orb.LineString, err error) {
	for _, s := range strips {
		var in []orb.LineString
		if in, pieces, err = s.divide(pieces); err != nil {
			return nil, err
		}
		found = append(found, in...)
	}
	return found, nil
}

// divide tells the stretches in a strip from the others. Exactly at the depth is out.
func (s *strip) divide(pieces []orb.LineString) (in, out []orb.LineString, err error) {
	depth := s.depthFt - measure.Grid
	if depth <= 0 {
		return nil, pieces, nil
	}
	for _, piece := range pieces {
		near, away, err := measure.SplitNear(piece, s.lines, depth)
		if err != nil {
			return nil, nil, err
		}
		in, out = append(in, near...), append(out, away...)
	}
	return in, out, nil
}

// fenceOnLot is the stretches of a fence on the lot or at most OffLotFt off it. The last answer is kept: a fence is asked of one yard
// after another.
func (y *Yards) fenceOnLot(line orb.LineString) ([]orb.LineString, error) {
	if len(line) > 0 && len(line) == y.lastFence.points && &line[0] == y.lastFence.first {
		return y.lastFence.onLot, nil
	}
	found, outside, err := measure.SplitWithin(line, y.ground.Lot)
	if err != nil {
		return nil, err
	}
	for _, piece := range outside {
		if y.ground.OffLotFt <= 0 {
			break
		}
		near, err := measure.StretchNear(piece, rings(y.ground.Lot), y.ground.OffLotFt)
		if err != nil {
			return nil, err
		}
		found = append(found, near...)
	}
	y.lastFence = fenceOnLot{&line[0], len(line), found}
	return found, nil
}

// fenceOnLot is what a line, known by where its points are kept, has on the lot.
type fenceOnLot struct {
	first  *orb.Point
	points int
	onLot  []orb.LineString
}

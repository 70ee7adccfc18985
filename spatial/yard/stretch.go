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
	if r.in != nil {
		clear, err := r.clear(fence)
		if err != nil || clear >= 0 {
			return Stretch{ClearFt: clear}, err
		}
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
	var err error
	out.ClearFt, err = r.stretchClear(fence, out.Lines)
	return out, err
}

func (r *Region) stretchClear(fence orb.Geometry, found []orb.LineString) (float64, error) {
	if len(found) > 0 {
		if r.in != nil {
			return r.clear(multiLine(found))
		}
		return r.depth(multiLine(found))
	}
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return math.Inf(1), err
	}
	gap, err := measure.Distance(fence, shape)
	return gap.Ft, err
}

func (r *Region) stretches(line orb.LineString) ([]orb.LineString, error) {
	if r.in == nil || r.slab != nil {
		return r.stretchesInShape(line)
	}
	onLot, err := r.fenceOnLot(line)
	if err != nil {
		return nil, err
	}
	var found []orb.LineString
	rest := onLot
	for _, s := range r.in {
		var left []orb.LineString
		for _, piece := range rest {
			in, err := measure.StretchNear(piece, s.lines, s.depthFt-measure.Grid)
			if err != nil {
				return nil, err
			}
			out, err := measure.StretchAway(piece, s.lines, s.depthFt-measure.Grid)
			if err != nil {
				return nil, err
			}
			found, left = append(found, in...), append(left, out...)
		}
		rest = left
	}
	return found, nil
}

// fenceOnLot is the stretches of a fence on the lot or at most OffLotFt off it.
func (r *Region) fenceOnLot(line orb.LineString) ([]orb.LineString, error) {
	lot := r.yards.ground.Lot
	found, err := measure.StretchWithin(line, lot)
	if err != nil {
		return nil, err
	}
	near, err := r.offLot(line, rings(lot))
	return append(found, near...), err
}

// offLot is the stretches of a fence off the lot that run beside some of its outline, at most OffLotFt away.
func (r *Region) offLot(line orb.LineString, outline []orb.LineString) ([]orb.LineString, error) {
	if r.yards.ground.OffLotFt <= 0 || len(outline) == 0 {
		return nil, nil
	}
	outside, err := measure.StretchOutside(line, r.yards.ground.Lot)
	if err != nil {
		return nil, err
	}
	var near []orb.LineString
	for _, piece := range outside {
		found, err := measure.StretchBeside(piece, outline, r.yards.ground.OffLotFt)
		if err != nil {
			return nil, err
		}
		near = append(near, found...)
	}
	return near, nil
}

// stretchesInShape is the stretches of a fence in the drawn region, or just off the lot beside it.
func (r *Region) stretchesInShape(line orb.LineString) ([]orb.LineString, error) {
	shape, err := r.Shape()
	if err != nil || len(shape) == 0 {
		return nil, err
	}
	found, err := measure.StretchWithin(line, shape)
	if err != nil {
		return nil, err
	}
	var shared []orb.LineString
	lot := rings(r.yards.ground.Lot)
	for _, ring := range rings(shape) {
		part, err := measure.StretchNear(ring, lot, borderFt)
		if err != nil {
			return nil, err
		}
		shared = append(shared, part...)
	}
	near, err := r.offLot(line, shared)
	return append(found, near...), err
}

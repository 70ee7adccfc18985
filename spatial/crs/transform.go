package crs

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/paulmach/orb"
	"github.com/twpayne/go-proj/v11"
)

// Transformer moves points from one CRS to another by one fixed operation. It is not safe for concurrent use:
// make one per goroutine.
type Transformer struct {
	op        *proj.PJ // nil when both CRS are the same
	name      string
	accuracy  float64 // metres, negative when unknown
	ballpark  bool
	direction proj.Direction
}

// PointError says that a point has no place in the target CRS. Its coordinates are left not finite.
type PointError struct {
	Index int // of the first such point
	Count int // how many there are
}

func (e *PointError) Error() string {
	if e.Count == 1 {
		return fmt.Sprintf("point %d has no place in the target CRS", e.Index)
	}
	return fmt.Sprintf("%d points have no place in the target CRS, the first is point %d", e.Count, e.Index)
}

// NewTransformer prepares the best operation PROJ has, without the network, for the ground both CRS are made for.
func NewTransformer(from, to CRS) (*Transformer, error) {
	if from.IsZero() || to.IsZero() {
		return nil, errors.New("transform: no CRS given")
	}
	if from.Equal(to) {
		return &Transformer{name: "none (same CRS)"}, nil
	}
	t, err := newTransformer(from, to)
	if err != nil {
		return nil, fmt.Errorf("transform from %s to %s: %w", from, to, err)
	}
	return t, nil
}

func newTransformer(from, to CRS) (*Transformer, error) {
	offline()
	ctx := proj.NewContext()
	source, err := ctx.New(from.projjson)
	if err != nil {
		return nil, err
	}
	target, err := ctx.New(to.projjson)
	if err != nil {
		return nil, err
	}
	ground := from.area.intersect(to.area)
	var of *proj.Area
	if ground.known() {
		of = proj.NewArea(ground.west, ground.south, ground.east, ground.north)
	}
	op, err := ctx.NewCRSToCRSFromPJ(source, target, of, "")
	if err != nil {
		return nil, errors.New("no operation known")
	}
	if op, err = op.NormalizeForVisualization(); err != nil {
		return nil, err
	}
	info := op.Info()
	return &Transformer{op: op, name: info.Description, accuracy: info.Accuracy, ballpark: op.HasBallparkTransformation(), direction: proj.DirectionFwd}, nil
}

// Points transforms p in place. Where some points have no place in the target CRS the others are still transformed
// and the error is a *PointError. Points that are not finite to begin with count as having no place.
func (t *Transformer) Points(p []orb.Point) error {
	if t.op != nil && len(p) > 0 {
		flat := unsafe.Slice(&p[0][0], 2*len(p)) // an orb.Point is [2]float64
		// The count of points done is not an error here: PROJ reports failed points in their coordinates.
		_ = t.op.TransFlatCoords(t.direction, flat, 2, -1, -1)
	}
	bad := PointError{}
	for i, q := range p {
		if !finite(q) {
			if bad.Count == 0 {
				bad.Index = i
			}
			bad.Count++
		}
	}
	if bad.Count > 0 {
		return &bad
	}
	return nil
}

func finite(p orb.Point) bool {
	return !math.IsNaN(p[0]-p[0]) && !math.IsNaN(p[1]-p[1]) // Inf-Inf is NaN
}

// Description names the operation and its accuracy, for the manifest.
func (t *Transformer) Description() string {
	switch {
	case t.op == nil:
		return t.name
	case t.ballpark:
		return t.name + ", ballpark: accuracy unknown"
	case t.accuracy < 0:
		return t.name + ", accuracy not stated"
	}
	return fmt.Sprintf("%s, accuracy %g m", t.name, t.accuracy)
}

// intersect returns the common part of two areas of use; an unknown one gives the other, and so does one that has
// nothing in common with the other or crosses the antimeridian.
func (a area) intersect(b area) area {
	if !a.known() || a.west > a.east {
		return b
	}
	if !b.known() || b.west > b.east {
		return a
	}
	c := area{max(a.west, b.west), max(a.south, b.south), min(a.east, b.east), min(a.north, b.north)}
	if c.west > c.east || c.south > c.north {
		return a
	}
	return c
}

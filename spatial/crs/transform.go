package crs

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/paulmach/orb"
	"github.com/twpayne/go-proj/v11"
)

// Transformer moves points from one CRS to another by one fixed operation. It is not safe for concurrent use:
// make one per goroutine.
type Transformer struct {
	steps []step // none when both CRS are the same
}

// step is one PROJ operation: out of a projection, from one datum to another, or into a projection.
type step struct {
	op       *proj.PJ
	info     proj.PJInfo
	ballpark bool
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

// NewTransformer prepares the transformation from one CRS to another: out of the one projection, by the best datum
// shift that PROJ has without the network for the ground both CRS are made for, and into the other projection.
func NewTransformer(from, to CRS) (*Transformer, error) {
	t := &Transformer{}
	if from.IsZero() || to.IsZero() {
		return nil, errors.New("transform: no CRS given")
	}
	if from.Equal(to) {
		return t, nil
	}
	offline()
	ctx := hold(proj.NewContext())
	var err error
	add := func(source, target string, ground area) {
		if err == nil && source != target {
			var s step
			s, err = newStep(ctx, source, target, ground)
			t.steps = append(t.steps, s)
		}
	}
	add(from.projjson, from.geodetic, area{})
	add(from.datum, to.datum, from.area.intersect(to.area))
	add(to.geodetic, to.projjson, area{})
	if err != nil {
		return nil, fmt.Errorf("transform from %s to %s: %w", from, to, err)
	}
	return t, nil
}

func newStep(ctx *proj.Context, source, target string, ground area) (step, error) {
	from, err := ctx.New(source)
	if err != nil {
		return step{}, err
	}
	hold(from)
	to, err := ctx.New(target)
	if err != nil {
		return step{}, err
	}
	hold(to)
	var place *proj.Area
	if ground.known() {
		place = hold(proj.NewArea(ground.west, ground.south, ground.east, ground.north))
	}
	op, err := ctx.NewCRSToCRSFromPJ(from, to, place, "")
	if err != nil {
		return step{}, errors.New("PROJ knows no operation")
	}
	hold(op)
	if op, err = op.NormalizeForVisualization(); err != nil {
		return step{}, err
	}
	hold(op)
	if ground.local() {
		op = oneOperation(op, ground.centre())
	}
	return step{op: op, info: op.Info(), ballpark: op.HasBallparkTransformation()}, nil
}

// oneOperation returns the one of PROJ's alternative datum shifts that it uses at a place, so that a town is not torn
// where the areas of two shifts meet.
func oneOperation(op *proj.PJ, place orb.Point) *proj.PJ {
	if _, err := op.Forward(proj.NewCoord(place[0], place[1], 0, 0)); err != nil {
		return op
	}
	used, err := op.GetLastUsedOperation()
	if err != nil {
		return op
	}
	return hold(used)
}

// Points transforms p in place. Where some points have no place in the target CRS the others are still transformed
// and the error is a *PointError. Points that are not finite to begin with count as having no place.
func (t *Transformer) Points(p []orb.Point) error {
	if len(p) == 0 {
		return nil
	}
	flat := unsafe.Slice(&p[0][0], 2*len(p)) // an orb.Point is [2]float64
	for _, s := range t.steps {
		// The number of points done is not an error here: PROJ marks failed points in their coordinates.
		_ = s.op.ForwardFlatCoords(flat, 2, -1, -1)
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

// Description names the operations and their accuracy, for the manifest.
func (t *Transformer) Description() string {
	if len(t.steps) == 0 {
		return "none, it is the same CRS"
	}
	var names []string
	for _, s := range t.steps {
		names = append(names, s.info.Description)
	}
	text := strings.Join(names, ", then ")
	if metres, known := t.Accuracy(); known {
		return fmt.Sprintf("%s; accurate to %g m", text, metres)
	}
	return text + "; accuracy unknown"
}

// Accuracy returns the stated accuracy of the datum shift in metres, 0 when there is none; known is false when PROJ
// states none, or had to ignore the shift, which may be wrong by a hundred metres.
func (t *Transformer) Accuracy() (metres float64, known bool) {
	for _, s := range t.steps {
		if s.ballpark || s.info.Accuracy < 0 {
			return 0, false
		}
		metres += s.info.Accuracy
	}
	return metres, true
}

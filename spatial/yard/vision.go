package yard

import (
	"errors"
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/measure"
)

// ErrNoCorner says that two lines do not meet at a corner of the lot.
var ErrNoCorner = errors.New("the lines do not meet at a corner")

// Corner is where two street or alley lines of a lot, made straight and carried on, meet. With a rounded corner that is a
// point in the street.
type Corner struct {
	Apex orb.Point
	A, B orb.Point // unit vectors from the apex along each line
	Deg  float64   // angle between them
}

// filletFt is the longest rounded or cut-off corner, from the end of one line to the end of the other along a straight line.
const filletFt = 60

// NewCorner finds the corner of two lines, the longer straight run of each giving its direction. It is ErrNoCorner when the
// lines' nearest ends are more than 60 ft apart, or the lines run within 10 degrees of one course.
func NewCorner(a, b orb.LineString) (Corner, error) {
	axisA, err := measure.NewAxis(a)
	if err != nil {
		return Corner{}, err
	}
	axisB, err := measure.NewAxis(b)
	if err != nil {
		return Corner{}, err
	}
	endA, endB, gap := nearestEnds(a, b)
	sine := axisA.Dir[0]*axisB.Dir[1] - axisA.Dir[1]*axisB.Dir[0]
	if gap > filletFt || math.Abs(sine) < math.Sin(10*math.Pi/180) {
		return Corner{}, ErrNoCorner
	}
	t := axisB.Across(axisA.Origin) / sine
	apex := axisA.At(t, 0)
	if math.Hypot(apex[0]-endA[0], apex[1]-endA[1]) > 2*filletFt || math.Hypot(apex[0]-endB[0], apex[1]-endB[1]) > 2*filletFt {
		return Corner{}, ErrNoCorner
	}
	c := Corner{Apex: apex, A: away(axisA, apex, a), B: away(axisB, apex, b)}
	c.Deg = math.Acos(max(-1, min(1, c.A[0]*c.B[0]+c.A[1]*c.B[1]))) * 180 / math.Pi
	return c, nil
}

func nearestEnds(a, b orb.LineString) (endA, endB orb.Point, gap float64) {
	gap = math.Inf(1)
	for _, p := range [2]orb.Point{a[0], a[len(a)-1]} {
		for _, q := range [2]orb.Point{b[0], b[len(b)-1]} {
			if d := math.Hypot(p[0]-q[0], p[1]-q[1]); d < gap {
				endA, endB, gap = p, q, d
			}
		}
	}
	return endA, endB, gap
}

// away is the direction along an axis from the apex to where its line runs.
func away(axis measure.Axis, apex orb.Point, line orb.LineString) orb.Point {
	from, sum := axis.Along(apex), 0.0
	for _, p := range line {
		sum += axis.Along(p) - from
	}
	if sum < 0 {
		return orb.Point{-axis.Dir[0], -axis.Dir[1]}
	}
	return axis.Dir
}

// Triangle is the vision triangle with legs of the given length in feet along each line from the apex.
func (c Corner) Triangle(legAFt, legBFt float64) orb.Polygon {
	p := orb.Point{c.Apex[0] + legAFt*c.A[0], c.Apex[1] + legAFt*c.A[1]}
	q := orb.Point{c.Apex[0] + legBFt*c.B[0], c.Apex[1] + legBFt*c.B[1]}
	ring := orb.Ring{c.Apex, p, q, c.Apex}
	if c.A[0]*c.B[1]-c.A[1]*c.B[0] < 0 {
		ring = orb.Ring{c.Apex, q, p, c.Apex}
	}
	return orb.Polygon{ring}
}

// Corners finds the corners among some street and alley lines of a lot, in their order.
func Corners(lines []orb.LineString) ([]Corner, error) {
	var out []Corner
	for i := range lines {
		for j := i + 1; j < len(lines); j++ {
			c, err := NewCorner(lines[i], lines[j])
			switch {
			case errors.Is(err, ErrNoCorner):
			case err != nil:
				return nil, err
			default:
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// Intrusion is how far something reaches into a vision triangle.
type Intrusion struct {
	SqFt    float64 // ground of an area inside it
	Ft      float64 // length of a line inside it
	ClearFt float64 // distance to the triangle; negative by the depth behind its long side when SqFt or Ft is not 0
	Shape   orb.Geometry
}

// IntoTriangle measures a structure, fence or tree against a vision triangle. Touching is no intrusion. A point inside has no
// SqFt and no Ft; its ClearFt is negative. The long side is the one that moves when the corner is off.
func (y *Yards) IntoTriangle(thing orb.Geometry, triangle orb.Polygon) (Intrusion, error) {
	gap, err := measure.Distance(thing, triangle)
	if err != nil || gap.Ft > 0 {
		return Intrusion{ClearFt: gap.Ft}, err
	}
	var in Intrusion
	switch g := thing.(type) {
	case orb.Point, orb.MultiPoint:
		in.Shape = g
	case orb.LineString:
		in.Shape, in.Ft, err = linesInside(orb.MultiLineString{g}, triangle)
	case orb.MultiLineString:
		in.Shape, in.Ft, err = linesInside(g, triangle)
	default:
		var shape orb.MultiPolygon
		if in.SqFt, shape, err = measure.OverlapArea(y.kernel, thing, triangle); in.SqFt > 0 {
			in.Shape = shape
		}
	}
	if err != nil || in.Shape == nil {
		return in, err
	}
	ring := triangle[0]
	far, err := measure.FarthestFromLines(in.Shape, []orb.LineString{{ring[1], ring[2]}})
	in.ClearFt = -far.Ft
	return in, err
}

// linesInside is the stretches inside an area; stretches along its outline are taken off again by their length.
func linesInside(lines orb.MultiLineString, triangle orb.Polygon) (orb.Geometry, float64, error) {
	var found orb.MultiLineString
	outline := []orb.LineString{orb.LineString(triangle[0])}
	for _, line := range lines {
		in, err := measure.StretchWithin(line, triangle)
		if err != nil {
			return nil, 0, err
		}
		for _, piece := range in {
			off, err := measure.StretchAway(piece, outline, measure.Grid)
			if err != nil {
				return nil, 0, err
			}
			found = append(found, off...)
		}
	}
	if len(found) == 0 {
		return nil, 0, nil
	}
	return found, measure.TotalLength(found), nil
}

package measure

import (
	"math"

	"github.com/paulmach/orb"
)

// Axis is a lot line made straight and carried on without end in both directions. Positions along it grow in its direction;
// positions across it are positive on the side of the lot.
type Axis struct {
	Origin orb.Point
	Dir    orb.Point // unit vector; the lot lies to its left
	Bow    float64   // ft: how far the line strays from its axis; 0 for a straight line
}

const (
	straightShare = 0.5   // of a line must run straight for that run, and not the chord of the whole, to give its direction
	jaggedFt      = 0.1   // digitising may stray this far from a straight run
	cleanFt       = 0.001 // a run this straight is preferred when it is most of the jagged one: it ends where an arc begins
	cleanShare    = 0.8
)

// NewAxis makes the axis of a line that runs with its lot on the left, as lot lines do. When a straight run makes up half the
// line it gives the direction, so that a rounded corner at the end does not turn it; a curved line is replaced by its chord.
func NewAxis(line orb.LineString) (Axis, error) {
	var buf chainBuffer
	if _, err := takeApart("line", line, &buf); err != nil {
		return Axis{}, err
	}
	whole := lineLength(line)
	if whole == 0 {
		return Axis{}, &InputError{"line", "has no length"}
	}
	a, b, run := straightRun(line, jaggedFt)
	if p, q, clean := straightRun(line, cleanFt); clean >= cleanShare*run {
		a, b = p, q
	}
	if run < straightShare*whole {
		a, b = line[0], line[len(line)-1]
	}
	chord := math.Sqrt(dist2(a, b))
	if chord == 0 {
		return Axis{}, &InputError{"line", "ends where it begins"}
	}
	axis := Axis{Origin: a, Dir: orb.Point{(b[0] - a[0]) / chord, (b[1] - a[1]) / chord}}
	for _, p := range line {
		axis.Bow = max(axis.Bow, math.Abs(axis.Across(p)))
	}
	axis.Bow = Round(axis.Bow)
	return axis, nil
}

// straightRun is the longest chord of a line whose vertices between all lie within strayFt of it.
func straightRun(line orb.LineString, strayFt float64) (from, to orb.Point, ft float64) {
	left := lineLength(line)
	for i := 0; i+1 < len(line) && left > ft; i++ {
		for j := i + 1; j < len(line) && straight(line[i:j+1], strayFt); j++ {
			if chord := math.Sqrt(dist2(line[i], line[j])); chord > ft {
				from, to, ft = line[i], line[j], chord
			}
		}
		left -= math.Sqrt(dist2(line[i], line[i+1]))
	}
	return from, to, ft
}

func straight(line orb.LineString, strayFt float64) bool {
	last := len(line) - 1
	for _, p := range line[1:last] {
		if d2, _ := pointToSegment(p, line[0], line[last]); d2 > strayFt*strayFt {
			return false
		}
	}
	return true
}

func minus(p, q orb.Point) orb.Point { return orb.Point{p[0] - q[0], p[1] - q[1]} }

func lineLength(line orb.LineString) (sum float64) {
	for i := 1; i < len(line); i++ {
		sum += math.Sqrt(dist2(line[i-1], line[i]))
	}
	return sum
}

// Along is the position of p along the axis in feet, unrounded.
func (a Axis) Along(p orb.Point) float64 {
	return (p[0]-a.Origin[0])*a.Dir[0] + (p[1]-a.Origin[1])*a.Dir[1]
}

// Across is the distance of p from the axis in feet, unrounded, positive on the side of the lot.
func (a Axis) Across(p orb.Point) float64 {
	return a.Dir[0]*(p[1]-a.Origin[1]) - a.Dir[1]*(p[0]-a.Origin[0])
}

// At is the point at a position along and across the axis.
func (a Axis) At(along, across float64) orb.Point {
	return orb.Point{
		a.Origin[0] + along*a.Dir[0] - across*a.Dir[1],
		a.Origin[1] + along*a.Dir[1] + across*a.Dir[0],
	}
}

// Extent is where a geometry lies relative to an axis: the least and greatest positions of its points, unrounded, in feet.
type Extent struct {
	AlongMin, AlongMax   float64
	AcrossMin, AcrossMax float64
	Nearest, Farthest    orb.Point // points at AcrossMin and AcrossMax
}

// Extent projects a geometry onto the axis. Straight edges take their extremes at vertices, so it is exact.
func (a Axis) Extent(g orb.Geometry) (Extent, error) {
	var buf chainBuffer
	s, err := takeApart("geometry", g, &buf)
	if err != nil {
		return Extent{}, err
	}
	inf := math.Inf(1)
	e := Extent{AlongMin: inf, AlongMax: -inf, AcrossMin: inf, AcrossMax: -inf}
	for _, c := range s.chains {
		for _, p := range c.points {
			u, v := a.Along(p), a.Across(p)
			e.AlongMin, e.AlongMax = min(e.AlongMin, u), max(e.AlongMax, u)
			if v < e.AcrossMin {
				e.AcrossMin, e.Nearest = v, p
			}
			if v > e.AcrossMax {
				e.AcrossMax, e.Farthest = v, p
			}
		}
	}
	return e, nil
}

// DistanceToAxis is the distance in feet from the line, carried on without end, to the nearest point of a structure: negative
// when some of it lies beyond the line, by the depth of the farthest point beyond.
func DistanceToAxis(structure orb.Geometry, a Axis) (Span, error) {
	e, err := a.Extent(structure)
	if err != nil {
		return Span{}, err
	}
	return Span{Round(e.AcrossMin), e.Nearest, a.At(a.Along(e.Nearest), 0)}, nil
}

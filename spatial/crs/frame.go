package crs

import (
	"math"

	"github.com/paulmach/orb"
)

// Frame is a local plane in international ground feet over a working CRS:
//
//	frame = (working - origin) * ground feet per unit
//
// Ground feet are feet on the ellipsoid, true at the centre of the data whatever the projection. A town at 1,000 ft
// above it has ground 0.005 ft in 100 longer; heights are not in the data, so that is left.
//
// The zero value is not usable; see NewFrame and Local.
type Frame struct {
	origin      orb.Point
	feetPerUnit float64
	scaleError  float64
}

// Local returns the frame that changes nothing: coordinates are ground feet already. It is for tests and drawings.
func Local() Frame { return Frame{feetPerUnit: 1} }

// Origin returns the working coordinate of the frame's (0, 0).
func (f Frame) Origin() orb.Point { return f.origin }

// FeetPerUnit returns the international ground feet in one unit of the working CRS, at the centre of the data.
func (f Frame) FeetPerUnit() float64 { return f.feetPerUnit }

// ScaleError returns by how much, relatively, a length near the edge of the data may differ from ground length:
// 1e-4 is 0.01 ft in 100. It is 0 for Local.
func (f Frame) ScaleError() float64 { return f.scaleError }

// ToFrame turns working coordinates into frame feet, in place.
func (f Frame) ToFrame(p []orb.Point) {
	for i := range p {
		p[i][0] = (p[i][0] - f.origin[0]) * f.feetPerUnit
		p[i][1] = (p[i][1] - f.origin[1]) * f.feetPerUnit
	}
}

// FromFrame turns frame feet into working coordinates, in place.
func (f Frame) FromFrame(p []orb.Point) {
	for i := range p {
		p[i][0] = p[i][0]/f.feetPerUnit + f.origin[0]
		p[i][1] = p[i][1]/f.feetPerUnit + f.origin[1]
	}
}

// originStep is what the origin is a multiple of, in working units, so that frames are easy to recognise.
const originStep = 1000

// NewFrame lays a frame over bound, which is in the working CRS. The working CRS must be projected.
func NewFrame(working CRS, bound orb.Bound) (Frame, error) {
	s, err := newScale(working)
	if err != nil {
		return Frame{}, err
	}
	centre := bound.Center()
	at, err := s.at(centre)
	if err != nil {
		return Frame{}, err
	}
	f := Frame{
		origin:      orb.Point{floor(centre[0]), floor(centre[1])},
		feetPerUnit: at.mean() / foot,
	}
	for _, corner := range corners(bound) {
		there, err := s.at(corner)
		if err != nil {
			return Frame{}, err
		}
		f.scaleError = max(f.scaleError, there.deviation(at.mean()))
	}
	return f, nil
}

func floor(v float64) float64 { return math.Floor(v/originStep) * originStep }

func corners(b orb.Bound) [4]orb.Point {
	return [4]orb.Point{b.Min, {b.Max[0], b.Min[1]}, b.Max, {b.Min[0], b.Max[1]}}
}

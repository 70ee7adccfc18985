package crs

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
	"github.com/twpayne/go-proj/v11"
)

// scale measures what one unit of a projected CRS is on the ground. It goes by geodesics on the ellipsoid and not
// by the projection's own formulas, so it holds for every projection, Web Mercator included.
type scale struct {
	crs   CRS
	toLon *Transformer // to longitude and latitude
	angle float64      // radians per unit of the geographic CRS underneath
	globe *proj.PJ
}

// factors are metres on the ground per unit of the plane, in four directions 45 degrees apart from the x axis.
type factors [4]float64

func (f factors) mean() float64 { return (f[0] + f[1] + f[2] + f[3]) / 4 }

// deviation returns the largest relative difference of any direction from a reference scale.
func (f factors) deviation(reference float64) float64 {
	worst := 0.0
	for _, v := range f {
		worst = max(worst, math.Abs(v/reference-1))
	}
	return worst
}

func newScale(c CRS) (*scale, error) {
	if c.IsZero() || c.geographic {
		return nil, fmt.Errorf("%s is not a projected CRS", c)
	}
	geodetic, err := c.Geodetic()
	if err != nil {
		return nil, err
	}
	toLon, err := NewTransformer(c, geodetic)
	if err != nil {
		return nil, err
	}
	globe := fmt.Sprintf("+proj=longlat +a=%.10f +rf=%.10f", c.semiMajor, c.invFlat)
	if c.invFlat == 0 {
		globe = fmt.Sprintf("+proj=longlat +R=%.10f", c.semiMajor)
	}
	ctx := hold(proj.NewContext())
	pj, err := ctx.New(globe)
	if err != nil {
		return nil, err
	}
	return &scale{crs: c, toLon: toLon, angle: geodetic.unitSI, globe: hold(pj)}, nil
}

// probe is half the length of the lines measured, in metres: long enough that rounding is below 1e-12, short enough
// that the scale's own curvature is below 1e-9.
const probe = 200

// at measures the scale at a point of the plane.
func (s *scale) at(p orb.Point) (factors, error) {
	d := probe / s.crs.unitSI
	h := d * math.Sqrt2 / 2
	ends := []orb.Point{
		{p[0] - d, p[1]}, {p[0] + d, p[1]},
		{p[0] - h, p[1] - h}, {p[0] + h, p[1] + h},
		{p[0], p[1] - d}, {p[0], p[1] + d},
		{p[0] + h, p[1] - h}, {p[0] - h, p[1] + h},
	}
	if err := s.toLon.Points(ends); err != nil {
		return factors{}, fmt.Errorf("%g, %g has no place in %s", p[0], p[1], s.crs)
	}
	var f factors
	for i := range f {
		f[i] = s.distance(ends[2*i], ends[2*i+1]) / (2 * d)
	}
	return f, nil
}

// distance returns the metres between two geographic points along the ellipsoid.
func (s *scale) distance(a, b orb.Point) float64 {
	rad := func(p orb.Point) proj.Coord { return proj.NewCoord(p[0]*s.angle, p[1]*s.angle, 0, 0) }
	return s.globe.LPDist(rad(a), rad(b))
}

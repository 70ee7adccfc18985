package crs

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// ExtentError says that a layer can not lie where its CRS would put it.
type ExtentError struct {
	CRS    CRS
	Bound  orb.Bound // in the units of CRS
	Likely string    // what the coordinates look like instead, "" when nothing fits
}

func (e *ExtentError) Error() string {
	digits := 0
	if looksLikeDegrees(e.Bound) {
		digits = 4
	}
	text := fmt.Sprintf("coordinates from (%.*f, %.*f) to (%.*f, %.*f) can not be %s",
		digits, e.Bound.Min[0], digits, e.Bound.Min[1], digits, e.Bound.Max[0], digits, e.Bound.Max[1], e.CRS)
	if e.Likely != "" {
		text += "; they look like " + e.Likely
	}
	return text
}

// Plausible returns an *ExtentError when no part of bound, the extent of a layer, can lie in the area the CRS is made
// for: degrees taken for feet, metres for feet, longitude and latitude swapped, another zone. An empty bound is
// plausible: a layer without features is no evidence.
func Plausible(c CRS, bound orb.Bound) error {
	if bound.IsEmpty() || c.fits(bound) {
		return nil
	}
	return &ExtentError{CRS: c, Bound: bound, Likely: c.likely(bound)}
}

const (
	margin    = 1.0 // degrees a layer may lie outside the area of use: neighbours do use each other's zones
	southmost = -60 // degrees of latitude between which people own land
	northmost = 84
)

// fits reports whether bound may lie in the area of use of c.
func (c CRS) fits(bound orb.Bound) bool {
	if !c.geographic && looksLikeDegrees(bound) {
		return false
	}
	box, ok := c.degrees(bound)
	if !ok {
		return false
	}
	use := c.area
	if !use.known() {
		use = area{-180, southmost, 180, northmost}
	}
	south, north := max(use.south-margin, southmost), min(use.north+margin, northmost)
	if box.Max[1] < south || box.Min[1] > north {
		return false
	}
	if use.west > use.east { // across the antimeridian
		return box.Max[0] >= use.west-margin || box.Min[0] <= use.east+margin
	}
	return box.Max[0] >= use.west-margin && box.Min[0] <= use.east+margin
}

// degrees returns the box in longitude and latitude around those corners of bound that have a place.
func (c CRS) degrees(bound orb.Bound) (orb.Bound, bool) {
	geodetic, err := c.Geodetic()
	if err != nil {
		return orb.Bound{}, false
	}
	t, err := NewTransformer(c, geodetic)
	if err != nil {
		return orb.Bound{}, false
	}
	p := corners(bound)
	points := append(p[:], bound.Center())
	_ = t.Points(points) // points without a place are left out below
	perUnit := geodetic.unitSI * 180 / math.Pi
	var placed orb.MultiPoint
	for _, q := range points {
		if q = (orb.Point{q[0] * perUnit, q[1] * perUnit}); finite(q) && math.Abs(q[0]) <= 360 && math.Abs(q[1]) <= 90 {
			placed = append(placed, q)
		}
	}
	return placed.Bound(), len(placed) > 0
}

func looksLikeDegrees(b orb.Bound) bool {
	return b.Min[0] >= -180 && b.Max[0] <= 180 && b.Min[1] >= -90 && b.Max[1] <= 90
}

// likely names the most likely truth about coordinates that do not fit c.
func (c CRS) likely(bound orb.Bound) string {
	swapped := orb.Bound{Min: orb.Point{bound.Min[1], bound.Min[0]}, Max: orb.Point{bound.Max[1], bound.Max[0]}}
	switch {
	case c.geographic && c.fits(swapped):
		return "latitude before longitude"
	case c.geographic:
		return "a projected CRS, in feet or metres"
	case looksLikeDegrees(bound):
		return "degrees: longitude and latitude (EPSG:4326)"
	case c.isWebMercator(bound):
		return "Web Mercator (EPSG:3857)"
	case c.fits(scaled(bound, 1/foot)):
		return "metres, where this CRS is in " + c.unit
	case c.fits(scaled(bound, foot)):
		return "feet, where this CRS is in " + c.unit
	case c.fits(swapped):
		return "northing before easting"
	}
	return c.utm(bound)
}

// utm names the UTM zone of the area of use of c when bound can be in it, "" when not.
func (c CRS) utm(bound orb.Bound) string {
	if !c.area.local() || c.area.centre()[1] < 0 {
		return ""
	}
	zone := int(math.Floor((c.area.centre()[0]+180)/6)) + 1
	code := fmt.Sprintf("EPSG:%d", 26900+zone) // NAD83
	if zone > 23 {
		code = fmt.Sprintf("EPSG:%d", 32600+zone) // WGS 84
	}
	utm, err := Parse(code)
	if err != nil {
		return ""
	}
	if utm.area = c.area; !utm.fits(bound) {
		return ""
	}
	return fmt.Sprintf("metres of UTM zone %d (%s)", zone, code)
}

func scaled(b orb.Bound, by float64) orb.Bound {
	return orb.Bound{Min: orb.Point{b.Min[0] * by, b.Min[1] * by}, Max: orb.Point{b.Max[0] * by, b.Max[1] * by}}
}

// isWebMercator reports whether bound, read as Web Mercator, lies in the area of use of c.
func (c CRS) isWebMercator(bound orb.Bound) bool {
	mercator, err := Parse("EPSG:3857")
	if err != nil || !c.area.known() {
		return false
	}
	mercator.area = c.area
	return mercator.fits(bound)
}

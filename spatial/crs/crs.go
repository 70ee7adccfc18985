package crs

import (
	"encoding/json"
	"math"
)

// CRS is a horizontal coordinate reference system, an immutable value. The zero value is no CRS at all: its name
// is empty and no transformation accepts it.
type CRS struct {
	name       string
	code       string
	projjson   string
	geodetic   string // PROJJSON of the geographic CRS underneath; projjson itself for a geographic one
	datum      string // the same as the EPSG register has it: PROJJSON of the CRS datum shifts start from
	method     string // projection method, "" for a geographic CRS
	unit       string
	unitSI     float64 // metres (projected) or radians (geographic) per unit
	semiMajor  float64 // metres
	invFlat    float64 // 0 for a sphere
	area       area
	geographic bool
}

// IsZero reports whether c is no CRS.
func (c CRS) IsZero() bool { return c.projjson == "" }

// Name returns the name the definition gives: "NAD83 / Massachusetts Mainland (ftUS)".
func (c CRS) Name() string { return c.name }

// Code returns "EPSG:2249", or "" when the definition is not that of a registered CRS.
func (c CRS) Code() string { return c.code }

// String returns the name, with the code where there is one.
func (c CRS) String() string {
	switch {
	case c.IsZero():
		return "no CRS"
	case c.code == "":
		return c.name
	}
	return c.name + " (" + c.code + ")"
}

// PROJJSON returns the definition as one line of PROJJSON, the form GeoParquet wants.
func (c CRS) PROJJSON() json.RawMessage { return json.RawMessage(c.projjson) }

// Geographic reports whether coordinates are degrees (or another angle) rather than lengths.
func (c CRS) Geographic() bool { return c.geographic }

// Geodetic returns the geographic CRS under a projected one, for the same ground, and c itself when it is geographic.
func (c CRS) Geodetic() (CRS, error) {
	if c.geographic {
		return c, nil
	}
	g, err := Parse(c.geodetic)
	g.area = c.area
	return g, err
}

// Unit returns the name of the coordinate unit: "US survey foot", "metre", "degree".
func (c CRS) Unit() string { return c.unit }

// UnitFeet returns international feet per coordinate unit, NaN for a geographic CRS.
func (c CRS) UnitFeet() float64 {
	switch {
	case c.geographic || c.IsZero():
		return math.NaN()
	case math.Abs(c.unitSI-usSurveyFoot) < 1e-9:
		return usSurveyFoot / foot // whatever digits the definition had room for
	}
	return c.unitSI / foot
}

const (
	foot         = 0.3048        // metres per international foot
	usSurveyFoot = 1200.0 / 3937 // metres per US survey foot
)

// WebMercator reports whether c is a Web Mercator, whose lengths are not ground lengths anywhere but the equator.
func (c CRS) WebMercator() bool {
	return c.method == "Popular Visualisation Pseudo Mercator"
}

// Equal reports whether both are the same CRS, by code or by definition.
func (c CRS) Equal(o CRS) bool {
	return c.projjson == o.projjson || c.code != "" && c.code == o.code
}

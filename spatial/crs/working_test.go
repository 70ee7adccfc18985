package crs

import (
	"errors"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

func boundAt(t *testing.T, c CRS, lon, lat, size float64) orb.Bound {
	t.Helper()
	return orb.MultiPoint(transform(t, parse(t, "EPSG:4326"), c, orb.Point{lon, lat}, orb.Point{lon + size, lat + size})).Bound()
}

func TestWorking(t *testing.T) {
	cases := []struct {
		name, code string
		lon, lat   float64
		size       float64
		own        bool
		reason     string
	}{
		{"state plane is kept", "EPSG:2249", -71.1, 42.37, 0.02, true, "own CRS"},
		{"county system is kept", "EPSG:8193", -89.4, 43.07, 0.02, true, "own CRS"},
		{"old datum is kept", "EPSG:32054", -89.4, 43.07, 0.02, true, "own CRS"},
		{"UTM is kept", "EPSG:26916", -87.9, 43.0, 0.02, true, "own CRS"},
		{"Lambert-93 is kept though its scale is not 1", "EPSG:2154", -1.68, 48.11, 0.02, true, "own CRS"},
		{"degrees are not a plane", "EPSG:4326", -71.1, 42.37, 0.02, false, "degrees"},
		{"Web Mercator lies about lengths", "EPSG:3857", -71.1, 42.37, 0.02, false, "Web Mercator"},
		{"equal-area systems distort shapes", "EPSG:5070", -75, 40, 0.02, false, "distorts shapes"},
		{"UTM far outside its zone", "EPSG:26910", -87.9, 43.0, 0.2, false, "varies too much"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			given := parse(t, c.code)
			got, reason, err := Working(given, boundAt(t, given, c.lon, c.lat, c.size))
			if err != nil {
				t.Fatal(err)
			}
			if got.Equal(given) != c.own || !strings.Contains(reason, c.reason) {
				t.Errorf("got %s, %q", got, reason)
			}
			if got.Geographic() || got.Code() != "" && !c.own {
				t.Errorf("got %s", got)
			}
			parse(t, string(got.PROJJSON()))
		})
	}
}

func TestWorkingNeedsACRSAndAnExtent(t *testing.T) {
	if _, _, err := Working(CRS{}, orb.Bound{Max: orb.Point{1, 1}}); err == nil {
		t.Error("no CRS: no error")
	}
	empty := orb.MultiPoint{}.Bound()
	if _, _, err := Working(parse(t, "EPSG:4326"), empty); err == nil {
		t.Error("no extent: no error")
	}
}

func TestPlausible(t *testing.T) {
	degrees := orb.Bound{Min: orb.Point{-71.13, 42.35}, Max: orb.Point{-71.08, 42.39}}
	feet := orb.Bound{Min: orb.Point{755000, 2950000}, Max: orb.Point{766000, 2968000}}
	metres := scaled(feet, 0.3048)
	mercator := orb.Bound{Min: orb.Point{-7918000, 5213000}, Max: orb.Point{-7912000, 5219000}}
	dane := orb.Bound{Min: orb.Point{2120000, 380000}, Max: orb.Point{2140000, 400000}}
	swap := func(b orb.Bound) orb.Bound {
		return orb.Bound{Min: orb.Point{b.Min[1], b.Min[0]}, Max: orb.Point{b.Max[1], b.Max[0]}}
	}
	cases := []struct {
		name, code string
		bound      orb.Bound
		likely     string // "" when it is plausible
	}{
		{"feet in feet", "EPSG:2249", feet, ""},
		{"metres in metres", "EPSG:26986", metres, ""},
		{"degrees in degrees", "EPSG:4326", degrees, ""},
		{"Web Mercator as such", "EPSG:3857", mercator, ""},
		{"no features", "EPSG:2249", orb.MultiPoint{}.Bound(), ""},
		{"feet with a stray point at 0, 0", "EPSG:2249", feet.Extend(orb.Point{0, 0}), ""},
		{"degrees called feet", "EPSG:2249", degrees, "degrees"},
		{"degrees called Web Mercator", "EPSG:3857", degrees, "degrees"},
		{"metres called feet", "EPSG:2249", metres, "metres"},
		{"metres called feet in Wisconsin", "EPSG:2289", scaled(dane, 0.3048), "metres"},
		{"feet called metres", "EPSG:26986", feet, "feet"},
		{"feet called degrees", "EPSG:4326", feet, "projected"},
		{"latitude first", "EPSG:4326", swap(degrees), "latitude before longitude"},
		{"UTM called state plane", "EPSG:2289", orb.Bound{Min: orb.Point{264002, 4735020}, Max: orb.Point{264403, 4735410}}, "UTM zone 16 (EPSG:26916)"},
		{"northing first", "EPSG:2249", swap(feet), "northing before easting"},
		{"Web Mercator called state plane", "EPSG:2249", mercator, "Web Mercator"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := Plausible(parse(t, c.code), c.bound)
			var wrong *ExtentError
			switch {
			case c.likely == "" && err != nil:
				t.Errorf("got %v", err)
			case c.likely != "" && !errors.As(err, &wrong):
				t.Errorf("got %v, want an ExtentError", err)
			case c.likely != "" && !strings.Contains(wrong.Likely, c.likely):
				t.Errorf("got %q, want something about %q", err, c.likely)
			}
		})
	}
}

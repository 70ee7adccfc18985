package crs

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
)

// lines are 100 international feet long on the ground. The far end comes from the geod program (geodesics on the
// ellipsoid of the datum), the plane coordinates from cs2cs; Web Mercator takes the degrees as they are.
var lines = []struct {
	name, code, geodetic string
	lonLat0, lonLat1     orb.Point
	plane0, plane1       orb.Point
	mercator0, mercator1 orb.Point
}{
	{"Cambridge, state plane feet", "EPSG:2249", "EPSG:4269",
		orb.Point{-71.1100, 42.3760}, orb.Point{-71.109777281317, 42.376219141669},
		orb.Point{761546.314943, 2962284.878178}, orb.Point{761606.128696, 2962365.013436},
		orb.Point{-7915928.990310, 5217469.888122}, orb.Point{-7915904.197379, 5217502.910372}},
	{"Los Angeles, state plane feet", "EPSG:2229", "EPSG:4269",
		orb.Point{-118.2500, 34.0500}, orb.Point{-118.249675947400, 34.049947568219},
		orb.Point{6485936.669756, 1840672.317856}, orb.Point{6486034.784168, 1840652.992981},
		orb.Point{-13163529.786305, 4035517.782085}, orb.Point{-13163493.712934, 4035510.737631}},
	{"Madison, Dane county system", "EPSG:8193", "EPSG:4152",
		orb.Point{-89.4000, 43.0700}, orb.Point{-89.400351655867, 43.069906162127},
		orb.Point{816938.415883, 481121.074443}, orb.Point{816844.452256, 481086.846293},
		orb.Point{-9951962.476919, 5322632.637346}, orb.Point{-9952001.623071, 5322618.337974}},
	{"Madison, state plane feet", "EPSG:2289", "EPSG:4269",
		orb.Point{-89.4000, 43.0700}, orb.Point{-89.399922193923, 43.070268366504},
		orb.Point{2128821.527998, 390558.600870}, orb.Point{2128841.613763, 390656.557519},
		orb.Point{-9951962.476919, 5322632.637346}, orb.Point{-9951953.815586, 5322673.532175}},
	{"Milwaukee on the old datum", "EPSG:32054", "EPSG:4267",
		orb.Point{-87.9500, 43.0300}, orb.Point{-87.949635613222, 43.030061718607},
		orb.Point{2548088.607167, 382135.954058}, orb.Point{2548185.457060, 382160.836313},
		orb.Point{-9790549.215268, 5316539.268200}, orb.Point{-9790508.651918, 5316548.666996}},
	{"Milwaukee, state-wide metres", "EPSG:3070", "EPSG:4269",
		orb.Point{-87.9500, 43.0300}, orb.Point{-87.950323878486, 43.030137181505},
		orb.Point{687013.315738, 286185.529043}, orb.Point{686986.556542, 286200.119111},
		orb.Point{-9790549.215268, 5316539.268200}, orb.Point{-9790585.269257, 5316560.158850}},
	{"Dallas, state plane feet", "EPSG:2276", "EPSG:4269",
		orb.Point{-96.8700, 32.7400}, orb.Point{-96.870111225327, 32.739741732387},
		orb.Point{2469649.285208, 6956045.463289}, orb.Point{2469616.549018, 6955950.985520},
		orb.Point{-10783519.073144, 3860843.944344}, orb.Point{-10783531.454691, 3860809.764062}},
	{"Rennes, metres", "EPSG:2154", "EPSG:4171",
		orb.Point{-1.6800, 48.1100}, orb.Point{-1.679964325993, 48.110273076183},
		orb.Point{351895.901593, 6789166.410039}, orb.Point{351900.349520, 6789196.546462},
		orb.Point{-187016.744533, 6125174.464399}, orb.Point{-187012.773320, 6125219.991825}},
	{"Prague, southing and westing axes", "EPSG:5514", "EPSG:4156",
		orb.Point{14.4000, 50.1000}, orb.Point{14.400301275391, 50.100193786094},
		orb.Point{-744215.096543, -1041500.076857}, orb.Point{-744190.804741, -1041481.671412},
		orb.Point{1603000.667423, 6463612.124258}, orb.Point{1603034.205246, 6463645.754666}},
	{"Mayville, international feet", "EPSG:2253", "EPSG:4269",
		orb.Point{-83.3300, 43.3400}, orb.Point{-83.329629831167, 43.340047639606},
		orb.Point{13399133.596064, 672256.284273}, orb.Point{13399231.849512, 672274.859189},
		orb.Point{-9276253.167803, 5363867.337514}, orb.Point{-9276211.960797, 5363874.629229}},
}

func TestHundredFeetOnTheGroundAreHundredFeetInTheFrame(t *testing.T) {
	for _, l := range lines {
		forms := []struct {
			name, code string
			ends       []orb.Point
		}{
			{"in its own system", l.code, []orb.Point{l.plane0, l.plane1}},
			{"in degrees", l.geodetic, []orb.Point{l.lonLat0, l.lonLat1}},
			{"in Web Mercator", "EPSG:3857", []orb.Point{l.mercator0, l.mercator1}},
		}
		for _, f := range forms {
			t.Run(l.name+" "+f.name, func(t *testing.T) {
				tolerance := 1e-4 // feet in 100; coordinates above are rounded to 1e-6 of a unit
				if f.code == "EPSG:3857" && (l.geodetic == "EPSG:4267" || l.geodetic == "EPSG:4156") {
					tolerance = 0.02 // the same degrees on another ellipsoid, Bessel's being 1.2e-4 smaller
				}
				if got := frameLength(t, parse(t, f.code), f.ends); math.Abs(got-100) > tolerance {
					t.Errorf("got %.6f ft, want 100", got)
				}
			})
		}
	}
}

// frameLength takes a line through the whole way of the data: own CRS, working CRS, frame.
func frameLength(t *testing.T, c CRS, ends []orb.Point) float64 {
	t.Helper()
	bound := orb.MultiPoint(ends).Bound()
	working, _, err := Working(c, bound)
	if err != nil {
		t.Fatal(err)
	}
	p := transform(t, c, working, ends...)
	frame, err := NewFrame(working, orb.MultiPoint(p).Bound())
	if err != nil {
		t.Fatal(err)
	}
	frame.ToFrame(p)
	return math.Hypot(p[1][0]-p[0][0], p[1][1]-p[0][1])
}

func TestFrameScaleHoldsOverACounty(t *testing.T) {
	// Dane county, Wisconsin, 42 by 32 miles, in the state plane system and in fitted degrees.
	county := orb.MultiPoint{{-89.84, 42.84}, {-89.00, 43.30}}
	for _, code := range []string{"EPSG:2289", "EPSG:8193", "EPSG:4326", "EPSG:3857"} {
		t.Run(code, func(t *testing.T) {
			c := parse(t, code)
			bound := orb.MultiPoint(transform(t, parse(t, "EPSG:4326"), c, county...)).Bound()
			working, _, err := Working(c, bound)
			if err != nil {
				t.Fatal(err)
			}
			box := orb.MultiPoint(transform(t, c, working, bound.Min, bound.Max)).Bound()
			frame, err := NewFrame(working, box)
			if err != nil {
				t.Fatal(err)
			}
			if e := frame.ScaleError(); e > 1e-4 {
				t.Errorf("scale error %g in %s, want at most 0.01 ft in 100", e, working)
			}
		})
	}
}

func TestFrameRoundTrip(t *testing.T) {
	c := parse(t, "EPSG:2229")
	frame, err := NewFrame(c, orb.Bound{Min: orb.Point{6485000, 1840000}, Max: orb.Point{6487000, 1842000}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := frame.Origin(), (orb.Point{6486000, 1841000}); got != want {
		t.Errorf("origin %v, want %v", got, want)
	}
	given := orb.Point{6485123.456, 1840987.654}
	p := []orb.Point{given}
	frame.ToFrame(p)
	frame.FromFrame(p)
	if math.Hypot(p[0][0]-given[0], p[0][1]-given[1]) > 1e-8 {
		t.Errorf("there and back gives %v, want %v", p[0], given)
	}
}

func TestLocalFrameChangesNothing(t *testing.T) {
	p := []orb.Point{{12.5, -7}}
	Local().ToFrame(p)
	Local().FromFrame(p)
	if p[0] != (orb.Point{12.5, -7}) {
		t.Errorf("got %v", p[0])
	}
}

func TestFrameNeedsAProjectedCRS(t *testing.T) {
	for _, c := range []CRS{{}, parse(t, "EPSG:4326")} {
		if _, err := NewFrame(c, orb.Bound{Max: orb.Point{1, 1}}); err == nil {
			t.Errorf("a frame over %s, want an error", c)
		}
	}
}

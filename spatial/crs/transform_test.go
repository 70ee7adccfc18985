package crs

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

// The values come from cs2cs of PROJ 9.1.1, which takes and gives latitude first for EPSG:4326.
func TestTransformerAgreesWithCs2cs(t *testing.T) {
	cases := []struct {
		name, from, to string
		given, want    orb.Point
		tolerance      float64
	}{
		{"longitude comes first, whatever EPSG says", "EPSG:4326", "EPSG:2249", orb.Point{-71.11, 42.376}, orb.Point{761546.314943, 2962284.878178}, 1e-5},
		{"the same from CRS84", "OGC:CRS84", "EPSG:2249", orb.Point{-71.11, 42.376}, orb.Point{761546.314943, 2962284.878178}, 1e-5},
		{"easting comes first where EPSG says northing", "EPSG:4156", "EPSG:5514", orb.Point{14.4, 50.1}, orb.Point{-744215.096543, -1041500.076857}, 1e-5},
		{"old datum", "EPSG:4326", "EPSG:32054", orb.Point{-89, 43}, orb.Point{2267529.04077548, 366066.94669578}, 1e-5},
		{"Web Mercator", "EPSG:4326", "EPSG:3857", orb.Point{-71.11, 42.376}, orb.Point{-7915928.990310, 5217469.888122}, 1e-5},
		{"datum shift stated in the definition", "EPSG:4326", "+proj=utm +zone=33 +ellps=bessel +towgs84=589,76,480,0,0,0,0", orb.Point{14.4, 50.1}, orb.Point{457167.851672, 5549431.240784}, 1e-4},
		{"the same CRS", "EPSG:2249", "EPSG:2249", orb.Point{1, 2}, orb.Point{1, 2}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			from, to := parse(t, c.from), parse(t, c.to)
			got := transform(t, from, to, c.given)[0]
			if math.Hypot(got[0]-c.want[0], got[1]-c.want[1]) > c.tolerance {
				t.Errorf("got %v, want %v", got, c.want)
			}
			back := transform(t, to, from, got)[0]
			if math.Hypot(back[0]-c.given[0], back[1]-c.given[1]) > 1e-8 {
				t.Errorf("back again is %v, want %v", back, c.given)
			}
		})
	}
}

// Layers of one town come as .prj, as EPSG code and as GeoJSON. PROJ alone would put them three feet apart, by taking
// Esri's shift between WGS 84 and NAD83 for the one and none for the other.
func TestLayersOfOneTownMeetHoweverTheyNameTheirCRS(t *testing.T) {
	town := orb.Point{-71.11, 42.376}
	var first orb.Point
	for i, degrees := range []string{"EPSG:4326", "OGC:CRS84", "EPSG:4979", "urn:ogc:def:crs:OGC:1.3:CRS84", "+proj=longlat +datum=WGS84"} {
		for _, plane := range []string{"EPSG:2249", esriCambridge} {
			got := transform(t, parse(t, degrees), parse(t, plane), town)[0]
			if i == 0 && plane == "EPSG:2249" {
				first = got
			}
			if d := math.Hypot(got[0]-first[0], got[1]-first[1]); d > 0.001 {
				t.Errorf("%s to %s is %.3f ft off", degrees, short(plane), d)
			}
		}
	}
}

func TestPointsWithoutAPlaceAreReportedAndTheOthersTransformed(t *testing.T) {
	tr, err := NewTransformer(parse(t, "EPSG:4326"), parse(t, "EPSG:2249"))
	if err != nil {
		t.Fatal(err)
	}
	p := []orb.Point{{-71.11, 42.376}, {500, 100}, {-71.11, 42.376}, {math.NaN(), 42}, {math.Inf(1), 42}}
	err = tr.Points(p)
	var bad *PointError
	if !errors.As(err, &bad) || bad.Index != 1 || bad.Count != 3 {
		t.Errorf("got %v, want point 1 and two more", err)
	}
	if p[0] != p[2] || math.Abs(p[0][0]-761546.314943) > 1e-5 {
		t.Errorf("good points became %v and %v", p[0], p[2])
	}
	for _, i := range []int{1, 3, 4} {
		if finite(p[i]) {
			t.Errorf("point %d became %v", i, p[i])
		}
	}
}

func TestNotFinitePointsAreReportedEvenWithoutATransformation(t *testing.T) {
	c := parse(t, "EPSG:2249")
	tr, err := NewTransformer(c, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Points([]orb.Point{{1, 2}, {math.NaN(), 0}}); err == nil {
		t.Error("no error")
	}
	if err := tr.Points(nil); err != nil {
		t.Error(err)
	}
}

func TestTransformerSaysWhichOperationItUses(t *testing.T) {
	cases := []struct {
		from, to, want string
		known          bool
	}{
		{"EPSG:32054", "EPSG:4326", "NAD27 to WGS 84 (4)", true},
		{"EPSG:8193", "EPSG:4326", "NAD83(HARN) to WGS 84 (3)", true},
		{"EPSG:2249", "EPSG:2249", "none", true},
		{"+proj=lcc +lat_1=40 +lat_2=41 +lon_0=-90 +ellps=clrk66", "EPSG:4326", "accuracy unknown", false},
	}
	for _, c := range cases {
		tr, err := NewTransformer(parse(t, c.from), parse(t, c.to))
		if err != nil {
			t.Fatal(err)
		}
		metres, known := tr.Accuracy()
		if !strings.Contains(tr.Description(), c.want) || known != c.known || known && !(metres >= 0 && metres <= 10) {
			t.Errorf("%s to %s: %q, %v m, known %v", c.from, c.to, tr.Description(), metres, known)
		}
	}
}

func TestTransformerNeedsTwoCRS(t *testing.T) {
	if _, err := NewTransformer(CRS{}, parse(t, "EPSG:2249")); err == nil {
		t.Error("no error")
	}
}

func BenchmarkPoints100000(b *testing.B) {
	tr, err := NewTransformer(parse(b, "EPSG:4326"), parse(b, "EPSG:2249"))
	if err != nil {
		b.Fatal(err)
	}
	p := make([]orb.Point, 100_000)
	for b.Loop() {
		for i := range p {
			p[i] = orb.Point{-71.11, 42.376}
		}
		if err := tr.Points(p); err != nil {
			b.Fatal(err)
		}
	}
}

package measure

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/paulmach/orb"
)

func box(x0, y0, x1, y1 float64) orb.Polygon {
	return orb.Polygon{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}
}

// turn rotates about the origin by deg and then moves by dx, dy.
func turn(g orb.Geometry, deg, dx, dy float64) orb.Geometry {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	move := func(p orb.Point) orb.Point { return orb.Point{cos*p[0] - sin*p[1] + dx, sin*p[0] + cos*p[1] + dy} }
	switch g := orb.Clone(g).(type) {
	case orb.Point:
		return move(g)
	case orb.LineString:
		for i := range g {
			g[i] = move(g[i])
		}
		return g
	case orb.Polygon:
		for _, ring := range g {
			for i := range ring {
				ring[i] = move(ring[i])
			}
		}
		return g
	}
	panic("turn: unexpected type")
}

func wantFt(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %.12f ft, want %.12f within %g", what, got, want, within)
	}
}

func TestDistanceHasTheClosedForm(t *testing.T) {
	donut := orb.Polygon{box(0, 0, 30, 30)[0], box(10, 10, 20, 20)[0]}
	tests := []struct {
		name string
		a, b orb.Geometry
		want float64
	}{
		{"two boxes side by side", box(0, 0, 10, 10), box(13, 2, 20, 8), 3},
		{"two boxes corner to corner", box(0, 0, 10, 10), box(13, 14, 20, 20), 5},
		{"boxes sharing an edge", box(0, 0, 10, 10), box(10, 0, 20, 10), 0},
		{"boxes sharing a corner", box(0, 0, 10, 10), box(10, 10, 20, 20), 0},
		{"boxes crossing like a plus sign", box(0, 4, 10, 6), box(4, 0, 6, 10), 0},
		{"a box within a box", box(0, 0, 10, 10), box(4, 4, 5, 5), 0},
		{"a box around a box", box(4, 4, 5, 5), box(0, 0, 10, 10), 0},
		{"a shed in the court of a ring-shaped house", donut, box(13, 14, 15, 15), 3},
		{"a point within a box", box(0, 0, 10, 10), orb.Point{5, 5}, 0},
		{"a point in the court", donut, orb.Point{15, 12}, 2},
		{"a point off a line", orb.LineString{{0, 0}, {10, 0}}, orb.Point{-3, 4}, 5},
		{"a fence within a lot", orb.LineString{{1, 1}, {2, 2}}, box(0, 0, 10, 10), 0},
		{"a second part that is nearer", orb.MultiPolygon{box(0, 0, 1, 1), box(8, 0, 9, 1)}, box(11, 0, 12, 1), 2},
		{"parallel fences", orb.LineString{{0, 0}, {10, 0}}, orb.LineString{{4, 2}, {20, 2}}, 2},
		{"a line crossing a fence of two pieces", orb.MultiLineString{{{0, 0}, {1, 0}}, {{5, 0}, {9, 0}}}, orb.LineString{{7, -1}, {7, 1}}, 0},
		{"points", orb.MultiPoint{{0, 0}, {6, 0}}, orb.Point{9, 4}, 5},
		{"bounds", orb.Bound{Min: orb.Point{0, 0}, Max: orb.Point{1, 1}}, box(1, 3, 2, 4), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, pair := range [][2]orb.Geometry{{tt.a, tt.b}, {tt.b, tt.a}} {
				span, err := Distance(pair[0], pair[1])
				if err != nil {
					t.Fatal(err)
				}
				if span.Ft != tt.want {
					t.Errorf("distance %v, want %v exactly", span.Ft, tt.want)
				}
				wantFt(t, "witness", span.Exact(), tt.want, 1e-9)
			}
		})
	}
}

func TestThreeFeetStayThreeFeetHoweverTheLotIsTurned(t *testing.T) {
	line, shed := orb.LineString{{0, 0}, {0, 120}}, box(3, 40, 15, 52)
	for deg := 0.0; deg < 360; deg += 7.3 {
		got, err := DistanceToLines(turn(shed, deg, 5000, -3000), []orb.LineString{turn(line, deg, 5000, -3000).(orb.LineString)})
		if err != nil || got.Ft != 3 {
			t.Fatalf("turned by %v: %v ft, %v; want 3 exactly", deg, got.Ft, err)
		}
	}
}

func TestNothingToMeasureIsAnErrorAndNeverZero(t *testing.T) {
	shed, nan := box(0, 0, 1, 1), math.NaN()
	bad := map[string]orb.Geometry{
		"nil": nil, "empty polygon": orb.Polygon{}, "polygon with an empty ring": orb.Polygon{{}},
		"typed nil": orb.MultiPolygon(nil), "empty line": orb.LineString{}, "no points": orb.MultiPoint{},
		"not a number": orb.Point{nan, 0}, "infinite": orb.LineString{{0, 0}, {math.Inf(1), 0}},
		"collection": orb.Collection{shed}, "empty bound": orb.Bound{Min: orb.Point{1, 1}, Max: orb.Point{-1, -1}},
	}
	for name, g := range bad {
		t.Run(name, func(t *testing.T) {
			var input *InputError
			if _, err := Distance(shed, g); !errors.As(err, &input) {
				t.Errorf("second: error %v", err)
			}
			if _, err := Distance(g, shed); !errors.As(err, &input) {
				t.Errorf("first: error %v", err)
			}
		})
	}
	if _, err := DistanceToLines(shed, nil); err == nil {
		t.Error("no lines: no error")
	}
	for _, g := range orb.AllGeometries {
		_, _ = Distance(g, shed) // must not panic
		_, _ = Distance(shed, g)
	}
}

// star is a random simple polygon around a centre.
func star(r *rand.Rand, cx, cy, size float64) orb.Polygon {
	n := 3 + r.Intn(9)
	var ring orb.Ring
	for i := range n {
		a := (float64(i) + 0.8*r.Float64()) / float64(n) * 2 * math.Pi
		d := size * (0.3 + 0.7*r.Float64())
		ring = append(ring, orb.Point{cx + d*math.Cos(a), cy + d*math.Sin(a)})
	}
	return orb.Polygon{append(ring, ring[0])}
}

// sample puts points along every segment, step feet apart at most.
func sample(line []orb.Point, step float64) []orb.Point {
	var out []orb.Point
	for i := 1; i < len(line); i++ {
		n := int(math.Sqrt(dist2(line[i-1], line[i]))/step) + 1
		for j := 0; j <= n; j++ {
			out = append(out, at(line[i-1], line[i], float64(j)/float64(n)))
		}
	}
	return out
}

func TestDistanceAgreesWithDenseSampling(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	const step = 0.1
	for range 300 {
		a, b := star(r, 0, 0, 10), star(r, 30*r.Float64(), 10*r.Float64(), 8)
		got, err := Distance(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if got.Ft == 0 {
			continue // checked by the overlap tests
		}
		best := math.Inf(1)
		for _, p := range sample(a[0], step) {
			for _, q := range sample(b[0], step) {
				best = min(best, math.Sqrt(dist2(p, q)))
			}
		}
		if got.Ft > best+1e-6 || got.Ft < best-2*step {
			t.Errorf("distance %v, by sampling %v\n%v\n%v", got.Ft, best, a, b)
		}
	}
}

func TestDistanceIsSymmetricAndDoesNotDependOnWhereThingsAre(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 300 {
		a, b := star(r, 0, 0, 10), star(r, 25*r.Float64(), 10*r.Float64(), 8)
		deg, dx, dy := 360*r.Float64(), 1e4*r.Float64(), -1e4*r.Float64()
		ab, _ := Distance(a, b)
		ba, _ := Distance(b, a)
		moved, _ := Distance(turn(a, deg, dx, dy), turn(b, deg, dx, dy))
		wantFt(t, "reversed", ba.Ft, ab.Ft, 1e-6)
		wantFt(t, "moved", moved.Ft, ab.Ft, 1e-6)
	}
}

func TestSignedDistanceIsNegativeByTheDepthOutside(t *testing.T) {
	lot := box(0, 0, 50, 100)
	side := []orb.LineString{{{50, 0}, {50, 100}}}
	rear := []orb.LineString{{{50, 100}, {0, 100}}}
	tests := []struct {
		name  string
		shed  orb.Geometry
		lines []orb.LineString
		want  float64
	}{
		{"well inside", box(30, 40, 40, 50), side, 10},
		{"touching the line", box(40, 40, 50, 50), side, 0},
		{"across the line by 0.3 ft", box(40, 40, 50.3, 50), side, -0.3},
		{"wholly beyond the line", box(52, 40, 60, 50), side, -10},
		{"across the side line is no matter for the rear line", box(40, 40, 55, 50), rear, 50},
		{"across the corner counts for the line it is nearest to", box(40, 90, 52, 101), side, -math.Sqrt(5)},
		{"a fence running out", orb.LineString{{45, 10}, {54, 10}}, side, -4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, deg := range []float64{0, 33} {
				lines := []orb.LineString{turn(tt.lines[0], deg, 7, 9).(orb.LineString)}
				got, err := SignedDistance(turn(tt.shed, deg, 7, 9), lines, turn(lot, deg, 7, 9))
				if err != nil {
					t.Fatal(err)
				}
				wantFt(t, "signed distance", got.Ft, tt.want, 1e-6)
			}
		})
	}
}

func TestFarthestAgreesWithDenseSampling(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	const step = 0.05
	for range 200 {
		a, b := star(r, 0, 0, 10), star(r, 12*r.Float64(), 10*r.Float64(), 8)
		far, err := FarthestFromLines(a, []orb.LineString{orb.LineString(b[0])})
		if err != nil {
			t.Fatal(err)
		}
		reach, err := ReachBeyond(a, b)
		if err != nil {
			t.Fatal(err)
		}
		var buf chainBuffer
		area, _ := takeApart("b", b, &buf)
		var bestFar, bestReach float64
		for _, p := range sample(a[0], step) {
			d := math.Sqrt(area.nearestTo(p).d2)
			bestFar = max(bestFar, d)
			if !area.contains(p) {
				bestReach = max(bestReach, d)
			}
		}
		if far.Ft < bestFar-1e-6 || far.Ft > bestFar+step {
			t.Errorf("farthest %v, by sampling %v", far.Ft, bestFar)
		}
		if reach.Ft < bestReach-1e-6 || reach.Ft > bestReach+step {
			t.Errorf("reach %v, by sampling %v", reach.Ft, bestReach)
		}
	}
}

func TestAStructureInsideDoesNotReachBeyond(t *testing.T) {
	got, err := ReachBeyond(box(0, 10, 10, 20), box(0, 0, 50, 100)) // shares the lot line
	if err != nil || got.Ft != 0 {
		t.Errorf("reach %v, %v", got.Ft, err)
	}
	if _, err := ReachBeyond(box(0, 0, 1, 1), orb.LineString{{0, 0}, {1, 1}}); err == nil {
		t.Error("a line is not an area, but no error")
	}
}

// One structure of 7 vertices against the 4 side and rear lines of a lot with 12 vertices.
func BenchmarkDistanceToLines(b *testing.B) {
	var shed orb.Geometry = orb.Polygon{{{30, 60}, {42, 60}, {42, 66}, {38, 66}, {38, 72}, {30, 72}, {30, 60}}}
	lines := []orb.LineString{{{60, 0}, {60, 40}, {60.2, 80}, {60, 120}}, {{60, 120}, {30, 120}, {0, 120}},
		{{0, 120}, {0, 80}, {-0.2, 40}, {0, 0}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DistanceToLines(shed, lines); err != nil {
			b.Fatal(err)
		}
	}
}

// Two structures of 5 and 7 vertices.
func BenchmarkDistance(b *testing.B) {
	var shed, house orb.Geometry = box(0, 0, 12, 10), orb.Polygon{{{30, 60}, {42, 60}, {42, 66}, {38, 66}, {38, 72}, {30, 72}, {30, 60}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Distance(shed, house); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTheNearestLineIsTheFirstOfThoseEquallyNear(t *testing.T) {
	south, east, far := orb.LineString{{0, 0}, {10, 0}}, orb.LineString{{10, 0}, {10, 10}}, orb.LineString{{0, 90}, {10, 90}}
	for _, c := range []struct {
		name  string
		p     orb.Point
		lines []orb.LineString
		want  int
	}{
		{"a point on a line", orb.Point{10, 5}, []orb.LineString{far, south, east}, 2},
		{"a point beside a line", orb.Point{4, -2}, []orb.LineString{far, east, south}, 2},
		{"the corner of two lines", orb.Point{10, 0}, []orb.LineString{far, east, south}, 1},
		{"a billionth of a foot decides nothing", orb.Point{10, 1e-9}, []orb.LineString{south, east}, 0},
		{"an empty line is nowhere", orb.Point{0, 0}, []orb.LineString{{}, far}, 1},
		{"no lines", orb.Point{0, 0}, nil, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := NearestLine(c.p, c.lines); got != c.want {
				t.Errorf("got line %d, want %d", got, c.want)
			}
		})
	}
}

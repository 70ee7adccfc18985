package yard

import (
	"errors"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

func box(x0, y0, x1, y1 float64) orb.Polygon {
	return orb.Polygon{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}
}

func feet(v float64) *float64 { return &v }

// move turns everything by deg about the origin and shifts it.
type move struct{ deg, dx, dy float64 }

func (m move) point(p orb.Point) orb.Point {
	sin, cos := math.Sincos(m.deg * math.Pi / 180)
	return orb.Point{cos*p[0] - sin*p[1] + m.dx, sin*p[0] + cos*p[1] + m.dy}
}

func (m move) points(ps []orb.Point) []orb.Point {
	out := make([]orb.Point, len(ps))
	for i, p := range ps {
		out[i] = m.point(p)
	}
	return out
}

func (m move) polygon(p orb.Polygon) orb.Polygon {
	out := make(orb.Polygon, len(p))
	for i, r := range p {
		out[i] = m.points(r)
	}
	return out
}

func (m move) lines(ls ...orb.LineString) []orb.LineString {
	out := make([]orb.LineString, len(ls))
	for i, l := range ls {
		out[i] = m.points(l)
	}
	return out
}

var moves = []move{{}, {90, 0, 0}, {27.3, 4000, -2500}, {201, -90, 1e5}}

// The lot is 60 x 120, front at y = 0, house x 15-45, y 30-60; a corner lot has its side street at x = 60.
func town(m move, corner bool) *Yards {
	g := Ground{
		Lot:       orb.MultiPolygon{m.polygon(box(0, 0, 60, 120))},
		Front:     m.lines(orb.LineString{{0, 0}, {60, 0}}),
		Rear:      m.lines(orb.LineString{{60, 120}, {0, 120}}),
		Side:      m.lines(orb.LineString{{60, 0}, {60, 120}}, orb.LineString{{0, 120}, {0, 0}}),
		Principal: m.polygon(box(15, 30, 45, 60)),
		Required:  Depths{Front: feet(25), Rear: feet(20), Side: feet(8)},
	}
	if corner {
		g.Side, g.Streets, g.Required.Street = g.Side[1:], g.Side[:1], feet(12)
	}
	return New(kernel.New(), g)
}

func wantNear(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-5 {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestYardsOfARectangleHaveTheClosedForm(t *testing.T) {
	tests := []struct {
		name   string
		corner bool
		draw   func(*Yards) (*Region, error)
		want   float64
	}{
		{"lot", false, (*Yards).Lot, 7200},
		{"required front yard", false, (*Yards).RequiredFront, 60 * 25},
		{"required rear yard", false, (*Yards).RequiredRear, 60 * 20},
		{"required side yards", false, (*Yards).RequiredSide, 2 * 8 * 120},
		{"required street yard", true, (*Yards).RequiredStreet, 12 * 120},
		{"required yards together", false, (*Yards).RequiredYards, 7200 - 44*75},
		{"buildable area", false, (*Yards).Buildable, 44 * 75},
		{"buildable area of a corner lot", true, (*Yards).Buildable, 40 * 75},
		{"front yard", false, (*Yards).Front, 60 * 30},
		{"rear yard", false, (*Yards).Rear, 60 * 60},
		{"side yard", false, (*Yards).Side, 2 * 15 * 30},
		{"side and rear yard", false, (*Yards).SideAndRear, 60*90 - 900},
		{"street yard of an interior lot", false, (*Yards).Street, 60 * 30},
		{"street yard of a corner lot", true, (*Yards).Street, 60*30 + 15*90},
		{"strip before the house", false, (*Yards).PrincipalStrip, 30 * 30},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				r, err := tt.draw(town(m, tt.corner))
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.SqFt()
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "area", got, tt.want)
			}
		})
	}
}

func TestOverlapSaysHowMuchAndHowFar(t *testing.T) {
	tests := []struct {
		name  string
		draw  func(*Yards) (*Region, error)
		shed  orb.Polygon
		sqft  float64
		clear float64
	}{
		{"front wall exactly on the required line", (*Yards).RequiredFront, box(2, 25, 14, 35), 0, 0},
		{"a hundredth of a foot over it", (*Yards).RequiredFront, box(2, 24.99, 14, 35), 0.12, -0.01},
		{"well behind it", (*Yards).RequiredFront, box(2, 70, 14, 80), 0, 45},
		{"wholly in the required rear yard", (*Yards).RequiredRear, box(5, 105, 15, 115), 100, -15},
		{"partly in a side yard strip", (*Yards).RequiredSide, box(3, 70, 13, 80), 50, -5},
		{"one foot ahead of the house", (*Yards).Front, box(2, 29, 12, 39), 10, -1},
		{"beside the house", (*Yards).Side, box(2, 40, 12, 50), 100, -13},
		{"behind the house", (*Yards).Side, box(2, 70, 12, 80), 0, 10},
		{"touching the side yard from behind", (*Yards).Side, box(2, 60, 12, 70), 0, 0},
		{"two feet into the side yard", (*Yards).Side, box(2, 58, 12, 70), 20, -2},
		{"in the buildable area", (*Yards).Buildable, box(20, 70, 30, 80), 100, -22},
		{"straight ahead of the house", (*Yards).PrincipalStrip, box(20, 5, 30, 15), 100, -15},
		{"beside the strip", (*Yards).PrincipalStrip, box(0, 5, 10, 15), 0, 5},
		{"half a foot into the strip", (*Yards).PrincipalStrip, box(5.5, 5, 15.5, 15), 5, -0.5},
		{"behind the strip", (*Yards).PrincipalStrip, box(20, 70, 30, 80), 0, 40},
		{"partly off the lot across the front line", (*Yards).RequiredFront, box(10, -5, 20, 5), 50, -25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				r, err := tt.draw(town(m, false))
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Overlap(m.polygon(tt.shed))
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "overlap", got.SqFt, tt.sqft)
				wantNear(t, "clear", got.ClearFt, tt.clear)
				if (got.SqFt > 0) != (len(got.Shape) > 0) {
					t.Errorf("%v sq ft with evidence %v", got.SqFt, got.Shape)
				}
				if tt.sqft == 0 && (got.SqFt != 0 || got.ClearFt < 0) {
					t.Errorf("turned by %v: %v sq ft, clear %v; want exactly none", m.deg, got.SqFt, got.ClearFt)
				}
			}
		})
	}
}

func TestExcessIsThePartOutsideOnTheLot(t *testing.T) {
	tests := []struct {
		name  string
		draw  func(*Yards) (*Region, error)
		shed  orb.Polygon
		sqft  float64
		clear float64
	}{
		{"wholly in the rear yard", (*Yards).Rear, box(2, 70, 12, 80), 0, 10},
		{"front wall on the rear line of the house", (*Yards).Rear, box(2, 60, 12, 70), 0, 0},
		{"a foot forward of it", (*Yards).Rear, box(2, 59, 12, 70), 10, -1},
		{"wholly forward", (*Yards).Rear, box(2, 40, 12, 50), 100, -20},
		{"in the rear yard and across the rear lot line", (*Yards).Rear, box(2, 110, 12, 125), 0, 50},
		{"in the buildable area", (*Yards).Buildable, box(20, 70, 30, 80), 0, 12},
		{"a foot out of the buildable area", (*Yards).Buildable, box(7, 70, 17, 80), 10, -1},
		{"in side and rear yard", (*Yards).SideAndRear, box(2, 50, 12, 70), 0, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				r, err := tt.draw(town(m, false))
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Excess(m.polygon(tt.shed))
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "excess", got.SqFt, tt.sqft)
				wantNear(t, "clear", got.ClearFt, tt.clear)
			}
		})
	}
	r, _ := town(move{}, false).Rear()
	var input *measure.InputError
	if _, err := r.Excess(box(200, 0, 210, 10)); !errors.As(err, &input) {
		t.Errorf("a structure off the lot: %v, want an InputError", err)
	}
}

func TestStretchIsTheFenceInTheYard(t *testing.T) {
	tests := []struct {
		name   string
		corner bool
		slack  float64
		draw   func(*Yards) (*Region, error)
		fence  orb.LineString
		ft     float64
		clear  float64
	}{
		{"along the side line from street to rear", false, 0, (*Yards).Front, orb.LineString{{0, 0}, {0, 120}}, 30, -30},
		{"along the side line, the side yard's part", false, 0, (*Yards).Side, orb.LineString{{0, 0}, {0, 120}}, 30, -15},
		{"along the front lot line", false, 0, (*Yards).Front, orb.LineString{{0, 0}, {60, 0}}, 60, -30},
		{"along the front line of the house", false, 0, (*Yards).Front, orb.LineString{{0, 30}, {60, 30}}, 0, 0},
		{"in the rear", false, 0, (*Yards).Front, orb.LineString{{0, 100}, {60, 100}}, 0, 70},
		{"three inches off the lot", false, 0.5, (*Yards).Front, orb.LineString{{-0.25, 0}, {-0.25, 120}}, math.Sqrt(900 - 0.0625), -29.75},
		{"three inches off the lot beside the house", false, 0.5, (*Yards).Side, orb.LineString{{-0.25, 0}, {-0.25, 120}}, 120 - math.Sqrt(900-0.0625) - math.Sqrt(3600-0.0625), -15.25},
		{"three inches off the lot, no slack", false, 0, (*Yards).Front, orb.LineString{{-0.25, 0}, {-0.25, 120}}, 0, 0.25},
		{"round the corner of a corner lot", true, 0, (*Yards).Street, orb.LineString{{60, 120}, {60, 0}, {0, 0}}, 180, -30},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range moves {
				y := town(m, tt.corner)
				y.ground.OffLotFt = tt.slack
				r, err := tt.draw(y)
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Stretch(m.lines(tt.fence)[0])
				if err != nil {
					t.Fatal(err)
				}
				wantNear(t, "stretch", got.Ft, tt.ft)
				if !tt.corner {
					wantNear(t, "clear", got.ClearFt, tt.clear)
				}
			}
		})
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	whole := town(move{}, true).ground
	tests := []struct {
		want string
		drop func(*Ground)
		draw func(*Yards) (*Region, error)
	}{
		{"lot shape", func(g *Ground) { g.Lot = nil }, (*Yards).RequiredFront},
		{"front lot line", func(g *Ground) { g.Front = nil }, (*Yards).RequiredFront},
		{"front lot line", func(g *Ground) { g.Front = nil }, (*Yards).Side},
		{"rear lot line", func(g *Ground) { g.Rear = nil }, (*Yards).Side},
		{"required front yard depth", func(g *Ground) { g.Required.Front = nil }, (*Yards).RequiredFront},
		{"required street yard depth", func(g *Ground) { g.Required.Street = nil }, (*Yards).Buildable},
		{"principal building", func(g *Ground) { g.Principal = nil }, (*Yards).Front},
		{"principal building", func(g *Ground) { g.Principal = orb.MultiPolygon{} }, (*Yards).PrincipalStrip},
		{"street line", func(g *Ground) { g.Streets = nil }, (*Yards).RequiredStreet},
		{"single front lot line", func(g *Ground) { g.Front = append(g.Front, g.Streets...) }, (*Yards).PrincipalStrip},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			g := whole
			tt.drop(&g)
			y := New(kernel.New(), g)
			for range 2 { // the second time from memory
				r, err := tt.draw(y)
				var missing *MissingError
				if r != nil || !errors.As(err, &missing) || missing.What != tt.want {
					t.Errorf("%v, %v; want missing %s", r, err, tt.want)
				}
				if err != nil && !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %q does not name it", err)
				}
			}
		})
	}
}

func TestAZeroDepthRequiresNothing(t *testing.T) {
	y := town(move{}, false)
	y.ground.Required.Side = feet(0)
	r, err := y.RequiredSide()
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Overlap(box(0, 70, 10, 80))
	if err != nil || got.SqFt != 0 || got.ClearFt != 0 {
		t.Errorf("%+v, %v; want no overlap, clear 0", got, err)
	}
	if sqft, err := r.SqFt(); sqft != 0 || err != nil {
		t.Errorf("area %v, %v", sqft, err)
	}
}

func TestADepthThatIsNoLengthIsRefused(t *testing.T) {
	for _, depth := range []float64{-1, math.NaN(), math.Inf(1)} {
		y := town(move{}, false)
		y.ground.Required.Rear = feet(depth)
		var input *measure.InputError
		if _, err := y.RequiredRear(); !errors.As(err, &input) {
			t.Errorf("a depth of %v: %v, want an InputError", depth, err)
		}
		if _, err := y.Within("shore", y.ground.Rear, depth); !errors.As(err, &input) {
			t.Errorf("a shore strip of %v: %v, want an InputError", depth, err)
		}
	}
}

// The oracle asks of every point of a grid the question of the definition, by its own arithmetic.
func TestOddLotsAgreeWithAGridOfPoints(t *testing.T) {
	pie := orb.Ring{{0, 0}, {20, -4}, {40, 0}, {75, 110}, {-30, 120}, {0, 0}}
	g := Ground{
		Lot:       orb.MultiPolygon{{pie}},
		Front:     []orb.LineString{{{0, 0}, {20, -4}, {40, 0}}},
		Rear:      []orb.LineString{{{75, 110}, {-30, 120}}},
		Side:      []orb.LineString{{{40, 0}, {75, 110}}, {{-30, 120}, {0, 0}}},
		Principal: orb.Polygon{{{5, 35}, {30, 28}, {38, 55}, {24, 60}, {22, 50}, {9, 52}, {5, 35}}},
		Required:  Depths{Front: feet(25), Rear: feet(30), Side: feet(6)},
	}
	y := New(kernel.New(), g)
	to := func(p orb.Point, lines []orb.LineString) float64 {
		best := math.Inf(1)
		for _, l := range lines {
			for i := 1; i < len(l); i++ {
				for s := 0.0; s <= 1; s += 1.0 / 512 {
					q := orb.Point{l[i-1][0] + s*(l[i][0]-l[i-1][0]), l[i-1][1] + s*(l[i][1]-l[i-1][1])}
					best = min(best, math.Hypot(p[0]-q[0], p[1]-q[1]))
				}
			}
		}
		return best
	}
	house := g.Principal.(orb.Polygon)
	nearestOf := func(lines []orb.LineString) float64 {
		best := math.Inf(1)
		for _, p := range house[0] {
			best = min(best, to(p, lines))
		}
		return best
	}
	front, rear := nearestOf(g.Front), nearestOf(g.Rear)
	tests := []struct {
		name string
		draw func(*Yards) (*Region, error)
		in   func(p orb.Point) bool
	}{
		{"required front", (*Yards).RequiredFront, func(p orb.Point) bool { return to(p, g.Front) < 25 }},
		{"front", (*Yards).Front, func(p orb.Point) bool { return to(p, g.Front) < front }},
		{"rear", (*Yards).Rear, func(p orb.Point) bool { return to(p, g.Rear) < rear }},
		{"side", (*Yards).Side, func(p orb.Point) bool {
			return to(p, g.Front) >= front && to(p, g.Rear) >= rear && !inside(p, house[0])
		}},
		{"buildable", (*Yards).Buildable, func(p orb.Point) bool {
			return to(p, g.Front) >= 25 && to(p, g.Rear) >= 30 && to(p, g.Side) >= 6
		}},
	}
	r := rand.New(rand.NewSource(9))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			region, err := tt.draw(y)
			if err != nil {
				t.Fatal(err)
			}
			got, err := region.SqFt()
			if err != nil {
				t.Fatal(err)
			}
			const step = 0.75
			var sum float64
			for x := -31 + r.Float64(); x < 76; x += step {
				for yy := -5 + r.Float64(); yy < 121; yy += step {
					if p := (orb.Point{x, yy}); inside(p, pie) && tt.in(p) {
						sum += step * step
					}
				}
			}
			if math.Abs(got-sum) > 40 {
				t.Errorf("area %v, by grid %v", got, sum)
			}
		})
	}
}

func inside(p orb.Point, ring orb.Ring) bool {
	in := false
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1])+a[0] {
			in = !in
		}
	}
	return in
}

package audit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// suburb is twelve blocks of eight lots on which nothing is wrong: house, garage and on every third lot a shed, each with room to
// spare.
func suburb(t *testing.T) *Input {
	t.Helper()
	in := village(t)
	in.Parcels, in.Structures, in.Streets = nil, nil, nil
	in.Tolerance = Tolerance{Parcels: 0.5, Buildings: 1}
	height := Attributes{Columns: NewColumns("height_ft"), Values: []rules.Value{rules.Number(12)}}
	add := func(id, class string, x, y, w, d float64) {
		b := building(id, class, x, y, w, d)
		b.Attributes = height
		in.Structures = append(in.Structures, b)
	}
	for block := range 12 {
		ox, oy := float64(block%4)*400, float64(block/4)*320
		for i := range 8 {
			x, y, up := ox+float64(i%4)*80, oy+float64(i/4)*120, 1.0
			if i >= 4 {
				y, up = oy+240, -1
			}
			low := func(from, depth float64) float64 { return min(y+up*from, y+up*(from+depth)) }
			id := fmt.Sprintf("%d-%d", block, i)
			in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: id, Shape: box(x, low(0, 120), 80, 120), Use: "home"}, District: "R-1"})
			add("h"+id, "principal_building", x+12, low(32, 30), 40, 30)
			add("g"+id, "detached_garage", x+52, low(88, 24), 22, 24)
			if i%3 == 0 {
				add("s"+id, "shed", x+8, low(100, 10), 10, 10)
			}
		}
		in.Streets = append(in.Streets, lot.Street{Name: fmt.Sprint("Street ", block/4), Line: orb.LineString{{ox - 40, oy - 40}, {ox + 360, oy - 40}}},
			lot.Street{Name: fmt.Sprint("Avenue ", block%4), Line: orb.LineString{{ox - 40, oy - 40}, {ox - 40, oy + 280}}})
	}
	for column := range 4 { // the street north of the last row
		x := float64(column) * 400
		in.Streets = append(in.Streets, lot.Street{Name: "Street 3", Line: orb.LineString{{x - 40, 920}, {x + 360, 920}}})
	}
	return in
}

// moved changes the outline of every building by f.
func moved(in *Input, f func(i int, p orb.Point, c orb.Point) orb.Point) *Input {
	for i := range in.Structures {
		g := in.Structures[i].Shape.(orb.Polygon)
		c := g.Bound().Center()
		ring := make(orb.Ring, len(g[0]))
		for j, p := range g[0] {
			ring[j] = f(i, p, c)
		}
		in.Structures[i].Shape = orb.Polygon{ring}
	}
	return in
}

// TestFaultsInTheFootprintsDoNotBecomeViolations puts known faults into a suburb where nothing is wrong and counts, of the clauses
// that a position decides, the limits that look broken and the violations reported. The numbers stand in docs/faults.md.
func TestFaultsInTheFootprintsDoNotBecomeViolations(t *testing.T) {
	shift := func(dx, dy float64) func(*Input) *Input {
		return func(in *Input) *Input {
			return moved(in, func(_ int, p, _ orb.Point) orb.Point { return orb.Point{p[0] + dx, p[1] + dy} })
		}
	}
	for _, c := range []struct {
		name               string
		fault              func(*Input) *Input
		broken, violations int
	}{
		{"none", func(in *Input) *Input { return in }, 0, 0},
		{"all shifted 3 ft east", shift(3, 0), 0, 0},
		{"all shifted 10 ft east", shift(10, 0), 168, 0},
		{"all shifted 10 ft north-east", shift(7.1, 7.1), 180, 0},
		{"all turned by 10 degrees", func(in *Input) *Input {
			return moved(in, func(_ int, p, c orb.Point) orb.Point {
				s, k := math.Sincos(10 * math.Pi / 180)
				x, y := p[0]-c[0], p[1]-c[1]
				return orb.Point{c[0] + k*x - s*y, c[1] + s*x + k*y}
			})
		}, 0, 0},
		{"one in ten missing", func(in *Input) *Input {
			var kept []Structure
			for i, s := range in.Structures {
				if i%10 != 4 {
					kept = append(kept, s)
				}
			}
			in.Structures = kept
			return in
		}, 0, 0},
		{"one in ten twice", func(in *Input) *Input {
			for i := 0; i < 224; i += 10 {
				s := in.Structures[i]
				s.ID += " again"
				in.Structures = append(in.Structures, s)
			}
			return in
		}, 0, 0},
		{"every house split in two", func(in *Input) *Input {
			for i, s := range in.Structures {
				if strings.HasPrefix(s.ID, "h") {
					b := s.Shape.Bound()
					middle := (b.Min[0] + b.Max[0]) / 2
					in.Structures[i].Shape = box(b.Min[0], b.Min[1], middle-b.Min[0], b.Max[1]-b.Min[1])[0]
					s.ID, s.Shape = s.ID+" east", box(middle, b.Min[1], b.Max[0]-middle, b.Max[1]-b.Min[1])[0]
					in.Structures = append(in.Structures, s)
				}
			}
			return in
		}, 0, 0},
		{"no class anywhere", func(in *Input) *Input {
			for i := range in.Structures {
				in.Structures[i].Class = ""
			}
			return in
		}, 0, 0},
	} {
		r := run(t, c.fault(suburb(t)))
		broken, violations := 0, 0
		for _, f := range r.Findings {
			if f.Outcome == rules.Violation || f.Outcome == rules.WithinTolerance && f.Margin != nil && *f.Margin < 0 {
				broken++
			}
			if f.Outcome == rules.Violation {
				violations++
			}
		}
		t.Logf("%-30s %4d limits look broken, %d violations, %d issues", c.name, broken, violations, len(r.Issues))
		if broken != c.broken || violations != c.violations {
			t.Errorf("%s: %d broken, %d violations; want %d and %d", c.name, broken, violations, c.broken, c.violations)
		}
	}
}

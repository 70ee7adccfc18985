package audit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/join"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
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

// splitGarages draws every garage as three that share walls.
func splitGarages(in *Input) *Input {
	for i, s := range in.Structures {
		if strings.HasPrefix(s.ID, "g") {
			b := s.Shape.Bound()
			third := (b.Max[0] - b.Min[0]) / 3
			for n := range 3 {
				piece := s
				piece.ID, piece.Shape = fmt.Sprint(s.ID, n), box(b.Min[0]+float64(n)*third, b.Min[1], third, b.Max[1]-b.Min[1])[0]
				if n == 0 {
					in.Structures[i] = piece
				} else {
					in.Structures = append(in.Structures, piece)
				}
			}
		}
	}
	return in
}

// plainBreaches is what a check without any of these precautions reports: each building is on the lot under most of it, and an accessory
// one nearer than 3 ft to its border, over it, or nearer than 10 ft to the house breaks a limit, as the third garage of a lot does.
func plainBreaches(t *testing.T, in *Input) int {
	t.Helper()
	lots := map[int]*struct {
		houses, others []orb.MultiPolygon
		garages        int
	}{}
	breaches := 0
	for _, s := range in.Structures {
		shape := polygonsOf(s.Shape)
		own, most := -1, 0.0
		for i := range in.Parcels {
			if sqFt := join.OverlapArea(shape, in.Parcels[i].Shape); sqFt > most {
				own, most = i, sqFt
			}
		}
		if own < 0 {
			continue
		}
		if lots[own] == nil {
			lots[own] = &struct {
				houses, others []orb.MultiPolygon
				garages        int
			}{}
		}
		on := lots[own]
		if s.Class == "principal_building" || s.Class == "" && footprint(shape) >= 1000 {
			on.houses = append(on.houses, shape)
			continue
		}
		on.others = append(on.others, shape)
		if on.garages += map[bool]int{true: 1}[s.Class == "detached_garage"]; s.Class == "detached_garage" && on.garages == 3 {
			breaches++
		}
		if to, err := measure.DistanceToLines(shape, outlines(in.Parcels[own].Shape)); err != nil || to.Ft < 3 || most < footprint(shape)-1e-6 {
			breaches++
		}
	}
	for _, on := range lots {
		for _, other := range on.others {
			for _, house := range on.houses {
				if apart, err := measure.Distance(other, house); err != nil || apart.Ft < 10 {
					breaches++
				}
			}
		}
	}
	return breaches
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
		{"all shifted 5 ft east", shift(5, 0), 144, 0},
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
		{"every garage split in three", splitGarages, 0, 0},
		{"every garage split in three, without a class", func(in *Input) *Input {
			in = splitGarages(in)
			for i := range in.Structures {
				if strings.HasPrefix(in.Structures[i].ID, "g") {
					in.Structures[i].Class = ""
				}
			}
			return in
		}, 0, 0},
		{"every garage drawn as part of the house", func(in *Input) *Input {
			var kept []Structure
			for _, s := range in.Structures {
				if !strings.HasPrefix(s.ID, "g") {
					kept = append(kept, s)
					continue
				}
				house := &kept[len(kept)-1] // each garage comes after its house
				h, g := house.Shape.Bound(), s.Shape.Bound()
				low, high := min(h.Max[1], g.Max[1]), max(h.Min[1], g.Min[1])
				house.Shape = orb.MultiPolygon{h.ToPolygon(), g.ToPolygon(), box(g.Min[0], low, 4, high-low)[0]} // joined by a covered way
			}
			in.Structures = kept
			return in
		}, 0, 0},
		{"every shed drawn as part of the neighbour's garage", func(in *Input) *Input {
			var kept []Structure
			for _, s := range in.Structures {
				joined := false
				for j := range kept {
					k, b := &kept[j], s.Shape.Bound()
					if gap := b.Min[0] - k.Shape.Bound().Max[0]; s.ID[0] == 's' && k.ID[0] == 'g' && gap > 0 && gap < 20 && b.Intersects(k.Shape.Bound().Pad(20)) {
						k.Shape, joined = k.Shape.Bound().Union(b).ToPolygon(), true
					}
				}
				if !joined {
					kept = append(kept, s)
				}
			}
			in.Structures = kept
			return in
		}, 0, 0},
		{"no class anywhere", func(in *Input) *Input {
			for i := range in.Structures {
				in.Structures[i].Class = ""
			}
			return in
		}, 0, 0},
	} {
		in := c.fault(suburb(t))
		plain := plainBreaches(t, in)
		r := run(t, in)
		broken, violations := 0, 0
		for _, f := range r.Findings {
			if f.Outcome == rules.Violation || f.Outcome == rules.WithinTolerance && f.Margin != nil && *f.Margin < 0 {
				broken++
			}
			if f.Outcome == rules.Violation {
				violations++
			}
		}
		t.Logf("%-30s %4d by a plain check, %4d limits look broken, %d violations, %d issues", c.name, plain, broken, violations, len(r.Issues))
		if broken != c.broken || violations != c.violations {
			t.Errorf("%s: %d broken, %d violations; want %d and %d", c.name, broken, violations, c.broken, c.violations)
		}
	}
}

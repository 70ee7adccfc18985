package lot

import (
	"context"
	"fmt"
	"testing"

	"github.com/paulmach/orb"
)

// plat is a regular subdivision: blocks of two rows of lots, streets all round each block, lots facing north and south.
type plat struct {
	columns, rows int // blocks
	perRow        int // lots in each of the two rows of a block
	width, depth  float64
	street, alley float64
	withStreets   bool
}

// input draws the plat. Parcel ids are column-row-side-number.
func (p plat) input() Input {
	var in Input
	blockW, blockD := float64(p.perRow)*p.width, 2*p.depth+p.alley
	stepX, stepY := blockW+p.street, blockD+p.street
	for c := range p.columns {
		for r := range p.rows {
			x, y := float64(c)*stepX, float64(r)*stepY
			for i := range p.perRow {
				lx := x + float64(i)*p.width
				in.Parcels = append(in.Parcels,
					Parcel{ID: fmt.Sprintf("%d-%d-s-%d", c, r, i), Shape: rect(lx, y, lx+p.width, y+p.depth)},
					Parcel{ID: fmt.Sprintf("%d-%d-n-%d", c, r, i), Shape: rect(lx, y+p.depth+p.alley, lx+p.width, y+blockD)})
			}
			if p.withStreets && p.alley > 0 {
				m := y + p.depth + p.alley/2
				in.Streets = append(in.Streets, Street{Alley: true, Line: orb.LineString{{x - p.street/2, m}, {x + blockW + p.street/2, m}}})
			}
		}
	}
	if !p.withStreets {
		return in
	}
	w, h := float64(p.columns)*stepX, float64(p.rows)*stepY
	for c := range p.columns + 1 {
		x := float64(c)*stepX - p.street/2
		in.Streets = append(in.Streets, Street{Name: fmt.Sprintf("Avenue %d", c), Line: orb.LineString{{x, -p.street / 2}, {x, h - p.street/2}}})
	}
	for r := range p.rows + 1 {
		y := float64(r)*stepY - p.street/2
		in.Streets = append(in.Streets, Street{Name: fmt.Sprintf("Street %d", r), Line: orb.LineString{{-p.street / 2, y}, {w - p.street/2, y}}})
	}
	return in
}

func rect(x0, y0, x1, y1 float64) orb.MultiPolygon {
	return orb.MultiPolygon{{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}}
}

func build(t testing.TB, in Input, opt Options) *Fabric {
	t.Helper()
	f, err := Build(context.Background(), in, opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// kindAt returns the kind of the line of lot l nearest to p.
func kindAt(l *Lot, p orb.Point) (Kind, *Line) {
	best, at := inf, -1
	for i := range l.Lines {
		if d := offPath(p, l.Lines[i].Path); d < best && !l.Lines[i].Virtual {
			best, at = d, i
		}
	}
	if at < 0 {
		return Unknown, &Line{}
	}
	return l.Lines[at].Kind, &l.Lines[at]
}

func TestAPlatIsLabelledAsDrawn(t *testing.T) {
	for _, c := range []struct {
		name string
		plat plat
	}{
		{"with a streets layer", plat{3, 3, 6, 50, 120, 60, 0, true}},
		{"without a streets layer", plat{3, 3, 6, 50, 120, 60, 0, false}},
		{"with an alley and a streets layer", plat{3, 3, 6, 50, 120, 60, 16, true}},
		{"with an alley and no streets layer", plat{3, 3, 6, 50, 120, 60, 16, false}},
		{"with small lots and wide streets", plat{3, 3, 8, 25, 100, 100, 0, false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := c.plat.input()
			f := build(t, in, Options{})
			if len(f.Lots) != len(in.Parcels) {
				t.Fatalf("%d lots of %d parcels", len(f.Lots), len(in.Parcels))
			}
			for i := range f.Lots {
				c.plat.check(t, &f.Lots[i])
			}
		})
	}
}

// check compares a lot of the middle block, whose surroundings are complete, with the drawing.
func (p plat) check(t *testing.T, l *Lot) {
	var c, r, i int
	var side rune
	if _, err := fmt.Sscanf(l.ID, "%d-%d-%c-%d", &c, &r, &side, &i); err != nil {
		t.Fatal(err)
	}
	if !p.withStreets && (c != 1 || r != 1) {
		return
	}
	b := l.Shape.Bound()
	south, north := orb.Point{b.Center()[0], b.Min[1]}, orb.Point{b.Center()[0], b.Max[1]}
	west, east := orb.Point{b.Min[0], b.Center()[1]}, orb.Point{b.Max[0], b.Center()[1]}
	want := map[orb.Point]Kind{south: Front, north: Rear, west: Side, east: Side}
	if side == 'n' {
		want[south], want[north] = Rear, Front
	}
	if p.alley > 0 {
		for at, k := range want {
			if k == Rear {
				want[at] = Alley
			}
		}
	}
	typ := Interior
	if i == 0 || i == p.perRow-1 {
		typ = Corner
		at := west
		if i > 0 {
			at = east
		}
		want[at] = StreetSide
	}
	if l.Type != typ {
		t.Errorf("lot %s is %v, want %v (%s)", l.ID, l.Type, typ, l.Reason)
	}
	if len(l.Lines) != 4 {
		t.Errorf("lot %s has %d lines", l.ID, len(l.Lines))
	}
	for at, k := range want {
		if got, line := kindAt(l, at); got != k {
			t.Errorf("lot %s at %v is %v, want %v (%s %.2f, role %v)", l.ID, at, got, k, line.Method, line.Confidence, line.Role)
		}
	}
}

func TestAStreetFarAcrossOpenGroundIsNotTheLotsStreet(t *testing.T) {
	for _, c := range []struct {
		name   string
		away   float64 // ft from the back of the lots to the right-of-way behind them
		street bool
	}{
		{"at the line", 0, true},
		{"behind a verge", 12, true},
		{"behind a lot that is not in the data", 80, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Input{Streets: []Street{
				{Name: "Front St", Area: rect(-300, -50, 450, 0)},
				{Name: "Back St", Area: rect(-300, 100+c.away, 450, 140+c.away)},
			}}
			for i := range 3 {
				x := float64(i) * 50
				in.Parcels = append(in.Parcels, Parcel{ID: fmt.Sprint(i), Shape: rect(x, 0, x+50, 100)})
			}
			f := build(t, in, Options{})
			kind, line := kindAt(&f.Lots[1], orb.Point{75, 100})
			if street := kind == Front || kind == StreetSide; street != c.street || !street && kind != OpenEdge {
				t.Errorf("the back line is %v by %q", kind, line.Method)
			}
		})
	}
}

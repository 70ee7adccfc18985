package yard

import (
	"math"
	"math/rand"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// oddLot is a random lot of 4 to 8 corners about 100 ft across, front and rear lines chosen at random, with a house in it.
func oddLot(r *rand.Rand) Ground {
	n := 4 + r.Intn(5)
	cx, cy := 3000*r.Float64(), -3000*r.Float64()
	var ring orb.Ring
	for i := range n {
		a := (float64(i) + 0.6*r.Float64()) / float64(n) * 2 * math.Pi
		d := 45 + 25*r.Float64()
		ring = append(ring, orb.Point{cx + d*math.Cos(a), cy + d*math.Sin(a)})
	}
	ring = append(ring, ring[0])
	g := Ground{
		Lot:       orb.MultiPolygon{{ring}},
		Front:     []orb.LineString{{ring[0], ring[1]}},
		Principal: move{360 * r.Float64(), cx, cy}.polygon(box(-12, -9, 12, 9)),
		Required:  Depths{Front: feet(5 + 25*r.Float64()), Rear: feet(5 + 25*r.Float64()), Side: feet(3 + 6*r.Float64())},
	}
	rear := 2 + r.Intn(n-2)
	for i := 1; i < n; i++ {
		line := orb.LineString{ring[i], ring[i+1]}
		if i == rear || i == n-1 && g.Rear == nil {
			g.Rear = append(g.Rear, line)
		} else {
			g.Side = append(g.Side, line)
		}
	}
	return g
}

func TestEveryFootOfAStructureIsInOrOutAndYardsFillTheLot(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	k := kernel.New()
	draws := []func(*Yards) (*Region, error){
		(*Yards).RequiredFront, (*Yards).RequiredRear, (*Yards).RequiredSide, (*Yards).RequiredYards, (*Yards).Buildable,
		(*Yards).Front, (*Yards).Rear, (*Yards).Side, (*Yards).SideAndRear, (*Yards).PrincipalStrip,
	}
	for range 150 {
		g := oddLot(r)
		y := New(k, g)
		c := g.Lot[0][0].Bound().Center()
		shed := move{360 * r.Float64(), c[0] + 70*r.Float64() - 35, c[1] + 70*r.Float64() - 35}.polygon(box(-6, -4, 6, 4))
		lot, _ := y.Lot()
		onLot, err := lot.Overlap(shed)
		if err != nil {
			t.Fatal(err)
		}
		for i, draw := range draws {
			region, err := draw(y)
			if err != nil {
				t.Fatal(err)
			}
			in, err := region.Overlap(shed)
			if err != nil {
				t.Fatal(err)
			}
			if (in.SqFt > 0) != (in.ClearFt < 0) && in.SqFt > 1e-3 {
				t.Errorf("%s: %v sq ft but clear by %v", region.Name, in.SqFt, in.ClearFt)
			}
			if shape, err := region.Shape(); err != nil {
				t.Fatal(err)
			} else if len(shape) > 0 { // the clipped answer against the drawn region
				drawn, _, err := measure.OverlapArea(k, shed, shape)
				if err != nil || math.Abs(drawn-in.SqFt) > 1e-3 {
					t.Errorf("%s: %v sq ft clipped, %v drawn, %v", region.Name, in.SqFt, drawn, err)
				}
			}
			if onLot.SqFt == 0 {
				continue
			}
			out, err := region.Excess(shed)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(in.SqFt+out.SqFt-onLot.SqFt) > 1e-3 {
				t.Errorf("%s (%d): %v in and %v out of %v sq ft", region.Name, i, in.SqFt, out.SqFt, onLot.SqFt)
			}
		}
		front, _ := y.Front()
		rear, _ := y.Rear()
		side, _ := y.Side()
		shapes := []orb.Geometry{g.Principal}
		for _, region := range []*Region{front, rear, side} {
			shape, err := region.Shape()
			if err != nil {
				t.Fatal(err)
			}
			if len(shape) > 0 {
				shapes = append(shapes, shape)
			}
		}
		whole, _, err := measure.UnionArea(k, shapes)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := lot.SqFt()
		if math.Abs(whole-want) > 0.01 {
			t.Errorf("yards and house cover %v of %v sq ft", whole, want)
		}
	}
}

func TestMovingAnEdgeByItsClearanceChangesTheAnswer(t *testing.T) {
	r := rand.New(rand.NewSource(12))
	k := kernel.New()
	for range 60 {
		g := oddLot(r)
		c := g.Lot[0][0].Bound().Center()
		shed := move{360 * r.Float64(), c[0] + 30*r.Float64() - 15, c[1] + 30*r.Float64() - 15}.polygon(box(-6, -4, 6, 4))
		overlap := func(depth float64) Part {
			g.Required.Front = feet(depth)
			region, err := New(k, g).RequiredFront()
			if err != nil {
				t.Fatal(err)
			}
			part, err := region.Overlap(shed)
			if err != nil {
				t.Fatal(err)
			}
			return part
		}
		edge := 25 + overlap(25).ClearFt
		if edge < 1 {
			continue
		}
		if less, more := overlap(edge-0.02), overlap(edge+0.02); less.SqFt != 0 || more.SqFt == 0 && more.ClearFt >= 0 {
			t.Errorf("edge at %v: %v sq ft a little before, %v a little after", edge, less.SqFt, more.SqFt)
		}
	}
}

// A lot with its yards, and three structures: one clear of everything, one against the rear, one in the front yard.
func BenchmarkLot(b *testing.B) {
	sheds := []orb.Geometry{box(25, 75, 35, 85), box(2, 105, 14, 115), box(2, 10, 10, 18)}
	k := kernel.New()
	g := town(move{}, false).ground
	ask := func(b *testing.B, sheds []orb.Geometry, draws ...func(*Yards) (*Region, error)) {
		b.ReportAllocs()
		for b.Loop() {
			y := New(k, g)
			for _, draw := range draws {
				region, err := draw(y)
				if err != nil {
					b.Fatal(err)
				}
				for _, s := range sheds {
					if _, err := region.Overlap(s); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	b.Run("one structure clear of three required yards", func(b *testing.B) {
		ask(b, sheds[:1], (*Yards).RequiredFront, (*Yards).RequiredRear, (*Yards).RequiredSide)
	})
	b.Run("three structures against five yards, two of them drawn", func(b *testing.B) {
		ask(b, sheds, (*Yards).RequiredFront, (*Yards).RequiredRear, (*Yards).RequiredSide, (*Yards).Front, (*Yards).Rear)
	})
	b.Run("three structures against the side yard", func(b *testing.B) { ask(b, sheds, (*Yards).Side) })
}

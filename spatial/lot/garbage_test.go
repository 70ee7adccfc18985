package lot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
)

// Shapes that repair should have made valid, but did not: the fabric must still come out, with lines that make sense.
func TestGarbageShapesBreakNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for round := range 60 {
		var in Input
		for i := range 40 {
			in.Parcels = append(in.Parcels, Parcel{ID: fmt.Sprint(i), Shape: scribble(random), MergeKey: fmt.Sprint(random.IntN(60))})
		}
		for range 6 {
			s := Street{Name: fmt.Sprint("Street ", random.IntN(3)), Kind: []string{"street", "alley", "rail", "path"}[random.IntN(4)]}
			if random.IntN(2) == 0 {
				s.Area = scribble(random)
			} else {
				s.Line = orb.LineString(scribble(random)[0][0])
			}
			in.Streets = append(in.Streets, s)
		}
		in.Overrides = []Override{{ParcelID: "3", At: orb.Point{100, 100}, Kind: Front}, {ParcelID: "none", Kind: Rear}}
		f := build(t, in, Options{Workers: 2, Front: FrontPolicy(round % 4), Rear: RearPolicy(round % 2), SameStreetBend: round%3 == 0})
		for i := range f.Lots {
			l := &f.Lots[i]
			if len(l.Readings) == 0 && len(l.Lines) > 0 {
				t.Fatalf("round %d lot %s has lines but no reading", round, l.ID)
			}
			for k, line := range l.Lines {
				if !(line.Confidence >= 0 && line.Confidence <= 1) || len(line.Path) < 2 {
					t.Fatalf("round %d lot %s line %d: confidence %v, %d points", round, l.ID, k, line.Confidence, len(line.Path))
				}
			}
			for _, r := range l.Readings {
				if len(r.Kinds) != len(l.Lines) || len(r.Roles) != len(l.Lines) {
					t.Fatalf("round %d lot %s: a reading of %d kinds for %d lines", round, l.ID, len(r.Kinds), len(l.Lines))
				}
			}
		}
	}
}

// scribble is a ring of random points, often crossing itself, with spikes and repeated points, now and then with a hole.
func scribble(random *rand.Rand) orb.MultiPolygon {
	x, y := 1000*random.Float64(), 1000*random.Float64()
	loop := func(size float64) orb.Ring {
		var r orb.Ring
		for range 3 + random.IntN(8) {
			p := orb.Point{x + size*random.Float64(), y + size*random.Float64()}
			r = append(r, p)
			if random.IntN(5) == 0 {
				r = append(r, p)
			}
			if random.IntN(6) == 0 {
				r = append(r, orb.Point{x, p[1]}, p)
			}
		}
		return append(r, r[0])
	}
	poly := orb.Polygon{loop(200)}
	if random.IntN(4) == 0 {
		poly = append(poly, loop(50))
	}
	shape := orb.MultiPolygon{poly}
	if random.IntN(6) == 0 {
		shape = append(shape, orb.Polygon{loop(100)})
	}
	return shape
}

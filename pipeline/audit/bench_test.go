package audit

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// grid is n x n blocks of ten lots in two rows; each lot has a house, a garage and every other one a fence on its lines.
func grid(b *testing.B, n int) *Input {
	b.Helper()
	pack, err := rules.Load(os.DirFS("../../rules/testdata/packs"), "example")
	if err != nil {
		b.Fatal(err)
	}
	in := &Input{Pack: pack, Districts: pack.Districts, Layers: Layers{Buildings: true, Fences: true, Zoning: true, Streets: true}, Tables: map[string]*Table{},
		Tolerance: Tolerance{Parcels: 0.5, Buildings: 1, Fences: 1}}
	for row := range n {
		for column := range n {
			x, y := float64(column)*460, float64(row)*360
			for i := range 10 {
				lx, ly := x+float64(i%5)*80, y+float64(i/5)*150
				id := fmt.Sprintf("%d-%d-%d", row, column, i)
				house, garage := 30.0, 115.0
				if i >= 5 {
					house, garage = 90, 12
				}
				in.Parcels = append(in.Parcels, Parcel{Parcel: lot.Parcel{ID: id, Shape: box(lx, ly, 80, 150), Use: "home"}, District: "R-1"})
				in.Structures = append(in.Structures, building("h"+id, "principal_building", lx+15, ly+house, 40, 30), building("g"+id, "detached_garage", lx+3, ly+garage, 22, 22))
				if i%2 == 0 {
					in.Fences = append(in.Fences, Structure{ID: "f" + id, Layer: "fences", Shape: orb.LineString{{lx, ly + 20}, {lx, ly + 140}}})
				}
			}
			in.Streets = append(in.Streets, lot.Street{Name: fmt.Sprint(row, " Street"), Line: orb.LineString{{x - 30, y - 30}, {x + 430, y - 30}}},
				lot.Street{Name: fmt.Sprint(column, " Avenue"), Line: orb.LineString{{x - 30, y - 30}, {x - 30, y + 330}}})
		}
	}
	return in
}

// BenchmarkRun audits 4,000 and 40,000 lots, each with two buildings and half a fence, under the ten clauses of the example pack on
// one worker. Time per lot should not grow with the town. live-B/lot is what the result keeps in memory beside the input.
func BenchmarkRun(b *testing.B) {
	for _, blocks := range []int{20, 63} {
		in := grid(b, blocks)
		lots := float64(len(in.Parcels))
		b.Run(fmt.Sprint(len(in.Parcels), " lots"), func(b *testing.B) {
			b.ReportAllocs()
			before := liveBytes()
			var r *Result
			for b.Loop() {
				var err error
				if r, err = Run(context.Background(), in, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/lots, "us/lot")
			b.ReportMetric(float64(r.Pairs)/lots, "pairs/lot")
			b.ReportMetric((liveBytes()-before)/lots, "live-B/lot")
			runtime.KeepAlive(r)
		})
	}
}

func liveBytes() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// BenchmarkPacks audits 360 lots, each with a house and a garage of which heights, materials and permits are not known, and half a
// fence, under each embedded pack on one worker: us/structure is the cost of a pack's rules, the lots' own cost included.
func BenchmarkPacks(b *testing.B) {
	for _, name := range rules.Names() {
		pack, err := rules.Embedded(name)
		if err != nil {
			b.Fatal(err)
		}
		in := grid(b, 6)
		in.Pack = pack
		b.Run(name, func(b *testing.B) {
			var r *Result
			for b.Loop() {
				if r, err = Run(context.Background(), in, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			per := float64(b.Elapsed().Microseconds()) / float64(b.N)
			b.ReportMetric(per/float64(len(in.Structures)+len(in.Fences)), "us/structure")
			b.ReportMetric(1000*per/float64(r.Pairs), "ns/pair")
		})
	}
}

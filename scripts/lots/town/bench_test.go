package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"parcelaudit/fixtures/gen/county"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/yard"
)

// What a lot costs: fabric, labels, and the required yards with one structure set against them, as a clause asks for
// them. One worker, so that time is processor time, and the least of all runs for every lot, which a busy machine does not
// change. The median is of lots; what is done for all of them at once (stacked parcels, rights-of-way, the index) is shared
// out evenly. On the county's lots it must be the same for any number.
func BenchmarkLot(b *testing.B) {
	b.Run("real", func(b *testing.B) {
		if _, err := os.Stat(shared); err != nil {
			b.Skip("the shared data are not here")
		}
		for _, c := range realTowns() {
			if c.name != "cambridge-ma" && c.name != "barre-city-vt" && c.name != "cockrell-hill-tx" {
				continue
			}
			b.Run(c.name, func(b *testing.B) { bench(b, c.flags) })
		}
	})
	b.Run("county", func(b *testing.B) {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			for _, streets := range []bool{true, false} {
				b.Run(fmt.Sprintf("lots=%d/streets=%v", n, streets), func(b *testing.B) {
					if testing.Short() && n > 10_000 {
						b.Skip("a large county takes minutes")
					}
					bench(b, countyOf(b, n, streets))
				})
			}
		}
	})
}

// countyOf writes a county of n lots and returns where.
func countyOf(b *testing.B, n int, streets bool) flags {
	dir := b.TempDir()
	if err := county.Write(dir, n, 1); err != nil {
		b.Fatal(err)
	}
	f := flags{parcels: filepath.Join(dir, "parcels.shp"), id: "PARCELID", address: "SITEADRESS"}
	if streets {
		f.streets, f.name, f.class = filepath.Join(dir, "streets.shp"), "NAME", "FCLASS"
	}
	return f
}

func bench(b *testing.B, f flags) {
	in, _, err := read(f)
	if err != nil {
		b.Fatal(err)
	}
	n := len(in.Parcels)
	took, labels, yards, even := make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n), longest
	for i := range n {
		labels[i], yards[i] = longest, longest
	}
	lots := 0
	b.ResetTimer()
	for b.Loop() {
		sum := time.Duration(0)
		start := time.Now()
		fabric, err := lot.Build(context.Background(), in, lot.Options{Workers: 1, Took: func(lot int, d time.Duration) {
			took[lot] = d
			sum += d
		}})
		if err != nil {
			b.Fatal(err)
		}
		lots = len(fabric.Lots)
		even = min(even, (time.Since(start)-sum)/time.Duration(lots))
		for i, d := range yardTimes(fabric) {
			labels[i], yards[i] = min(labels[i], took[i]), min(yards[i], d)
		}
	}
	labels, yards = labels[:lots], yards[:lots]
	cost, sum := make([]time.Duration, lots), time.Duration(0)
	for i := range cost {
		cost[i] = even + labels[i] + yards[i]
		sum += even + labels[i]
	}
	b.ReportMetric(micro(even), "shared-µs")
	b.ReportMetric(micro(median(labels)), "labels-µs")
	b.ReportMetric(micro(median(yards)), "yards-µs")
	b.ReportMetric(micro(median(cost)), "median-lot-µs")
	b.ReportMetric(micro(sum)/float64(lots), "mean-fabric-µs")
	b.ReportMetric(0, "ns/op")
}

const longest = time.Hour

// yardTimes is how long each lot took to have its required yards, of the usual depths, asked about one shed.
func yardTimes(f *lot.Fabric) []time.Duration {
	k := kernel.New()
	front, side, rear, street := 25.0, 8.0, 25.0, 15.0
	depths := yard.Depths{Front: &front, Side: &side, Rear: &rear, Street: &street}
	out := make([]time.Duration, len(f.Lots))
	for i := range f.Lots {
		l := &f.Lots[i]
		c := l.Shape.Bound().Center()
		shed := orb.Polygon{{{c[0], c[1]}, {c[0] + 10, c[1]}, {c[0] + 10, c[1] + 8}, {c[0], c[1] + 8}, {c[0], c[1]}}}
		start := time.Now()
		y := yard.New(k, groundOf(l, depths))
		for _, draw := range []func(*yard.Yards) (*yard.Region, error){(*yard.Yards).RequiredFront, (*yard.Yards).RequiredRear, (*yard.Yards).RequiredSide} {
			if region, err := draw(y); err == nil { // a lot without a rear line has no rear yard
				_, _ = region.Overlap(shed)
			}
		}
		out[i] = time.Since(start)
	}
	return out
}

// groundOf is what the audit draws the yards of a lot on.
func groundOf(l *lot.Lot, depths yard.Depths) yard.Ground {
	g := yard.Ground{Lot: l.Shape, Required: depths}
	for i := range l.Lines {
		switch path := l.Lines[i].Path; l.Lines[i].Role {
		case lot.Front:
			g.Front = append(g.Front, path)
		case lot.StreetSide:
			g.Streets = append(g.Streets, path)
		case lot.Rear:
			g.Rear = append(g.Rear, path)
		case lot.Side:
			g.Side = append(g.Side, path)
		}
	}
	return g
}

func micro(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func median(v []time.Duration) time.Duration {
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

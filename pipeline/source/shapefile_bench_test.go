package source

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"parcelaudit/fixtures/gen/shpwrite"

	"github.com/paulmach/orb"
)

// benchLots writes n lots of 12 vertices with 20 attributes: 8 texts, 12 numbers.
func benchLots(tb testing.TB, path string, n int) {
	tb.Helper()
	var fields []shpwrite.Field
	for i := range 20 {
		if i%5 < 2 {
			fields = append(fields, shpwrite.Text(fmt.Sprintf("TEXT_%d", i), 24))
		} else {
			fields = append(fields, shpwrite.Number(fmt.Sprintf("NUM_%d", i), 12, i%3))
		}
	}
	w, err := shpwrite.Create(path, shpwrite.Polygons, "", fields)
	if err != nil {
		tb.Fatal(err)
	}
	values := make([]string, len(fields))
	for i := range n {
		ring := make(orb.Ring, 13)
		x, y := 6_500_000+float64(i%300)*60, 1_800_000+float64(i/300)*130
		for k := range ring {
			sin, cos := math.Sincos(float64(k%12) * math.Pi / 6)
			ring[k] = orb.Point{x + 25*cos, y + 55*sin}
		}
		for k, f := range fields {
			values[k] = strconv.FormatFloat(float64(i*k)/7, 'f', f.Decimals, 64)
			if f.Type == 'C' {
				values[k] = "LOT " + strconv.Itoa(i*k)
			}
		}
		if err := w.Write(orb.Polygon{ring}, values...); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
}

// Workload: 20,000 lots of 12 vertices with 20 attributes, all read, then only 3 read.
func BenchmarkShapefile(b *testing.B) {
	const lots = 20_000
	path := filepath.Join(b.TempDir(), "lots.shp")
	benchLots(b, path, lots)
	for name, fields := range map[string][]string{"all 20 fields": nil, "3 of 20 fields": {"TEXT_0", "NUM_3", "NUM_19"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				layer, err := Open(path, Options{})
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for f, err := range layer.Features(b.Context(), fields) {
					if err != nil || f.Geometry == nil || f.Values[1].Kind == Null {
						b.Fatal(err, f)
					}
					n++
				}
				if layer.Close(); n != lots {
					b.Fatalf("%d lots read", n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lots, "ns/lot")
		})
	}
}

package lot

import (
	"context"
	"fmt"
	"syscall"
	"testing"
)

// The cost of a lot must not depend on how many there are. Lots are 50 by 120 ft in blocks of 20 with streets of 60 ft.
func BenchmarkFabric(b *testing.B) {
	for _, size := range []int{10, 32} {
		for _, streets := range []bool{true, false} {
			p := plat{columns: size, rows: 5 * size, perRow: 10, width: 50, depth: 120, street: 60, withStreets: streets}
			in := p.input()
			b.Run(fmt.Sprintf("lots=%d/streets=%v", len(in.Parcels), streets), func(b *testing.B) {
				b.ReportAllocs()
				before := cpu()
				for b.Loop() {
					if _, err := Build(context.Background(), in, Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((cpu()-before)/float64(b.N)/float64(len(in.Parcels)), "core-µs/lot")
			})
		}
	}
}

// cpu is the processor time of this process in microseconds, on all cores: what a busy machine does not change.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec)*1e6 + float64(u.Utime.Usec+u.Stime.Usec)
}

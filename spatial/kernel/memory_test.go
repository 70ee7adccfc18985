package kernel

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/paulmach/orb"
)

func circle(n int) orb.Polygon {
	ring := make(orb.Ring, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n-1))
		ring[i] = orb.Point{1000 * cos, 1000 * sin}
	}
	ring[n-1] = ring[0]
	return orb.Polygon{ring}
}

// Without forced collections 30,000 polygons of 1,000 points stay alive together: more than 700 MB.
func TestMemoryStaysBounded(t *testing.T) {
	k := New()
	p := circle(1000)
	before, most := resident(t), int64(0)
	for i := range 30_000 {
		if reason, ok := k.Valid(p); !ok {
			t.Fatal(reason)
		}
		if i%100 == 0 {
			most = max(most, resident(t)-before)
		}
	}
	t.Logf("the process grew by at most %d MB", most>>20)
	if most > 4*MemoryLimit {
		t.Errorf("the process grew by %d MB", most>>20)
	}
}

func TestManySmallGeometriesStayBounded(t *testing.T) {
	k := New()
	p := circle(5)
	before, most := resident(t), int64(0)
	for i := range 200_000 {
		if _, ok := k.Valid(p); !ok {
			t.Fatal("not valid")
		}
		if i%1000 == 0 {
			most = max(most, resident(t)-before)
		}
	}
	t.Logf("the process grew by at most %d MB", most>>20)
	if most > 4*MemoryLimit {
		t.Errorf("the process grew by %d MB", most>>20)
	}
}

func TestCollectLooksAfresh(t *testing.T) {
	k := New()
	if _, err := k.Buffer(circle(100), 10, Buffer{}); err != nil {
		t.Fatal(err)
	}
	if k.memory.allocated == 0 {
		t.Error("nothing was counted")
	}
	k.Collect()
	if k.memory.allocated != 0 {
		t.Errorf("%d bytes are still counted", k.memory.allocated)
	}
}

// resident returns the bytes of memory the process occupies.
func resident(t *testing.T) int64 {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	var size, pages int64
	if _, err := fmt.Fscan(bytes.NewReader(raw), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

func BenchmarkIntersection(b *testing.B) {
	k := New()
	x, y := geometry(b, square), geometry(b, shifted)
	for b.Loop() {
		if _, err := k.Intersection(x, y); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkThereAndBack(b *testing.B) {
	for _, n := range []int{5, 30, 300} {
		b.Run(fmt.Sprint(n, " points"), func(b *testing.B) {
			k := New()
			p := circle(n)
			for b.Loop() {
				in, err := k.in(p)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := k.out(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

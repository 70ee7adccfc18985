package index

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/paulmach/orb"
)

func box(x0, y0, x1, y1 float64) orb.Bound {
	return orb.Bound{Min: orb.Point{x0, y0}, Max: orb.Point{x1, y1}}
}

func randomBoxes(n int) []orb.Bound {
	rng := rand.New(rand.NewPCG(1, 2))
	size := 60 * math.Sqrt(float64(n))
	boxes := make([]orb.Bound, n)
	for i := range boxes {
		x, y := rng.Float64()*size, rng.Float64()*size
		boxes[i] = box(x, y, x+rng.Float64()*120, y+rng.Float64()*120)
	}
	return boxes
}

func TestQueryAgreesWithLookingAtEveryBox(t *testing.T) {
	for _, n := range []int{0, 1, 5, 63, 64, 65, 1000, 5000} {
		boxes := randomBoxes(n)
		x := Build(boxes)
		if x.Len() != n {
			t.Errorf("%d boxes: Len is %d", n, x.Len())
		}
		var buf []int32
		for _, q := range append(randomBoxes(200), box(-1e9, -1e9, 1e9, 1e9), box(50, 50, 50, 50)) {
			var want []int32
			for i, b := range boxes {
				if b.Intersects(q) {
					want = append(want, int32(i))
				}
			}
			if buf = x.Query(q, buf); !slices.Equal(buf, want) {
				t.Fatalf("%d boxes, query %v: got %v, want %v", n, q, buf, want)
			}
		}
	}
}

func TestTouchingCounts(t *testing.T) {
	x := Build([]orb.Bound{box(0, 0, 10, 10), box(10, 0, 20, 10), box(20.001, 0, 30, 10)})
	if got := x.Query(box(10, 10, 20, 20), nil); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("got %v", got)
	}
}

func TestUnusableBoxesAreNeverFound(t *testing.T) {
	nan := math.NaN()
	x := Build([]orb.Bound{box(nan, 0, 1, 1), box(0, 0, nan, 1), box(0, 0, 1, nan), box(nan, nan, nan, nan),
		orb.MultiPoint{}.Bound(), box(0, 0, 1, 1), box(5, 5, 4, 4)})
	if got := x.Query(box(-10, -10, 10, 10), nil); !slices.Equal(got, []int32{5}) || x.Len() != 1 {
		t.Errorf("got %v of %d", got, x.Len())
	}
	for _, q := range []orb.Bound{box(nan, nan, nan, nan), box(nan, 0, 1, 1), box(1, 1, 0, 0)} {
		if got := x.Query(q, nil); len(got) != 0 {
			t.Errorf("query %v: got %v", q, got)
		}
	}
}

func TestInfiniteBoxesAreBoxes(t *testing.T) {
	inf := math.Inf(1)
	x := Build([]orb.Bound{box(-inf, -inf, inf, inf), box(0, 0, 1, 1)})
	if got := x.Query(box(5, 5, 6, 6), nil); !slices.Equal(got, []int32{0}) {
		t.Errorf("got %v", got)
	}
	if got := x.Query(box(-inf, -inf, inf, inf), nil); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("got %v", got)
	}
}

func TestZeroValueIsEmpty(t *testing.T) {
	var x Index
	if got := x.Query(box(0, 0, 1, 1), nil); len(got) != 0 || x.Len() != 0 {
		t.Errorf("got %v", got)
	}
}

func TestSearchStopsWhenToldTo(t *testing.T) {
	x := Build(randomBoxes(1000))
	n := 0
	x.Search(box(-1e9, -1e9, 1e9, 1e9), func(int) bool { n++; return n < 3 })
	if n != 3 {
		t.Errorf("called %d times", n)
	}
}

func TestConcurrentReads(t *testing.T) {
	boxes := randomBoxes(2000)
	x := Build(boxes)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var buf []int32
			for i, b := range boxes {
				if buf = x.Query(b, buf); !slices.Contains(buf, int32(i)) {
					t.Errorf("box %d does not find itself", i)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkBuild300000(b *testing.B) {
	boxes := randomBoxes(300_000)
	for b.Loop() {
		Build(boxes)
	}
}

func BenchmarkQueryIn300000(b *testing.B) {
	boxes := randomBoxes(300_000)
	x := Build(boxes)
	var buf []int32
	i := 0
	for b.Loop() {
		buf = x.Query(boxes[i%len(boxes)], buf)
		i++
	}
}

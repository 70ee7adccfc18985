package lot

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// twins are parcels with exactly one outline, such as the units of a tower: the first of them stands for all when outlines are
// compared, so that a tower of a thousand units is compared once and not with itself.
type twins struct {
	first []int32           // by parcel
	later map[int32][]int32 // of a first, where there are any, ascending
}

func (t *twins) isFirst(i int) bool { return t.first[i] == int32(i) }

func (l *land) twins() *twins {
	t := &twins{first: make([]int32, len(l.shapes)), later: map[int32][]int32{}}
	seen := make(map[size]int32, len(l.shapes))
	for i := range l.shapes {
		t.first[i] = int32(i)
		if len(l.shapes[i]) == 0 {
			continue
		}
		f, known := seen[l.sizes[i]]
		switch {
		case !known:
			seen[l.sizes[i]] = int32(i)
		case l.shapes[f].Equal(l.shapes[i]):
			t.first[i], t.later[f] = f, append(t.later[f], int32(i))
		}
	}
	return t
}

// stackedUnder returns the later parcels with the same outline, within half a foot, as a parcel that is the first of its twins.
func (l *land) stackedUnder(i int, t *twins) []int32 {
	const eps = 0.5
	out := slices.Clone(t.later[int32(i)])
	s := &l.sizes[i]
	l.bounds.Search(pad(boundOf(s.bound.Min, s.bound.Min), eps), func(j int) bool {
		o := &l.sizes[j]
		if j > i && t.isFirst(j) && near(o.bound.Min, s.bound.Min, eps) && near(o.bound.Max, s.bound.Max, eps) &&
			math.Abs(o.area-s.area) < eps*s.perimeter && sameOutline(l.shapes[i], l.shapes[j], eps) {
			out = append(append(out, int32(j)), t.later[int32(j)]...)
		}
		return true
	})
	slices.Sort(out)
	return out
}

// sameOutline says whether every vertex of each shape is within eps of the other's outline.
func sameOutline(a, b orb.MultiPolygon, eps float64) bool {
	return len(a) == len(b) && hugs(a, b, eps) && hugs(b, a, eps)
}

func hugs(a, b orb.MultiPolygon, eps float64) bool {
	for i, poly := range a {
		if len(poly) != len(b[i]) {
			return false
		}
		for j, r := range poly {
			for _, p := range r {
				if !within(eps, p, b[i][j]) {
					return false
				}
			}
		}
	}
	return true
}

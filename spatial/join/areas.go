package join

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/index"
)

// Areas are polygons prepared to be asked what lies on them, each known by its position in the slice given to
// NewAreas. The zero value has no polygons.
type Areas struct {
	items []outline
	index *index.Index
}

// NewAreas prepares polygons. It keeps them and they must not change. An empty polygon keeps its position and is
// never found.
func NewAreas(polygons []orb.MultiPolygon) *Areas {
	a := &Areas{items: make([]outline, len(polygons))}
	bounds := make([]orb.Bound, len(polygons))
	for i, p := range polygons {
		a.items[i] = newOutline(p)
		bounds[i] = a.items[i].bound
	}
	a.index = index.Build(bounds)
	return a
}

// Overlap is the common part of something and one of the Areas.
type Overlap struct {
	Index int     // of the area
	Area  float64 // square feet in common
	Share float64 // of the thing asked about: 1 when all of it lies in the area
}

// Polygon appends to buf[:0] the overlap of p with every area it shares ground with, the largest first, equal ones by
// lower index, and returns it. Touching is not overlapping. An empty p overlaps nothing.
func (a *Areas) Polygon(p orb.MultiPolygon, buf []Overlap) []Overlap {
	buf = buf[:0]
	bound := p.Bound()
	size := area(p)
	if a.index == nil || !(size > 0) {
		return buf
	}
	var near [16]int32
	for _, i := range a.index.Query(bound, near[:0]) {
		if common := a.items[i].overlap(p, bound, size); common > noise*size {
			buf = append(buf, Overlap{Index: int(i), Area: common, Share: common / size})
		}
	}
	slices.SortStableFunc(buf, func(x, y Overlap) int {
		return cmp.Compare(math.Round(y.Area/rounding), math.Round(x.Area/rounding))
	})
	return buf
}

const (
	noise    = 1e-9 // share below which an overlap is rounding
	rounding = 1e-6 // square feet within which two overlaps are equal
)

// At appends to buf[:0] the areas that hold q, ascending, and returns it. A point on a border may be in one, in both
// or in neither of the neighbours.
func (a *Areas) At(q orb.Point, buf []int32) []int32 {
	if a.index == nil {
		return buf[:0]
	}
	buf = a.index.Query(orb.Bound{Min: q, Max: q}, buf)
	return slices.DeleteFunc(buf, func(i int32) bool { return !a.items[i].contains(q) })
}

// OverlapArea returns the square feet two polygons have in common.
func OverlapArea(a, b orb.MultiPolygon) float64 {
	bound := a.Bound()
	if len(a) == 0 || len(b) == 0 || !bound.Intersects(b.Bound()) {
		return 0
	}
	o := newOutline(b)
	return o.overlap(a, bound, area(a))
}

// area returns the area of shells less that of holes.
func area(m orb.MultiPolygon) float64 {
	sum := 0.0
	for _, p := range m {
		for i, ring := range p {
			if a := ringArea(ring); i == 0 {
				sum += a
			} else {
				sum -= a
			}
		}
	}
	return sum
}

func ringArea(ring orb.Ring) float64 {
	if len(ring) < 3 {
		return 0
	}
	sum, o := 0.0, ring[0]
	for i := 1; i+1 < len(ring); i++ {
		p, q := ring[i], ring[i+1]
		sum += (p[0]-o[0])*(q[1]-o[1]) - (p[1]-o[1])*(q[0]-o[0])
	}
	return math.Abs(sum) / 2
}

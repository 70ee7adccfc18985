package kernel

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
)

// FuzzOperations gives every operation whatever it is drawn: broken rings, empty parts, NaN. The process must survive,
// and a result must be finite.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 0, 10, 0, 10, 10, 0, 10, 0, 0}, []byte{5, 5, 15, 5, 15, 15, 5, 15, 5, 5})
	f.Add([]byte{0, 0, 10, 10, 10, 0, 0, 10, 0, 0}, []byte{255, 254, 255, 255, 255, 254})
	f.Add([]byte{0, 0, 10, 0, 255, 253, 0, 0}, []byte{})
	k := New()
	f.Fuzz(func(t *testing.T, first, second []byte) {
		a, b := drawn(first), drawn(second)
		lines := orb.MultiLineString{}
		for _, p := range a {
			for _, ring := range p {
				lines = append(lines, orb.LineString(ring))
			}
		}
		check := func(g orb.Geometry, err error) {
			if g != nil && (err != nil || !g.Bound().IsEmpty() && math.IsNaN(areaOf(g))) {
				t.Errorf("got %v with %v", g, err)
			}
		}
		k.Valid(a)
		check(k.MakeValid(a))
		check(k.Intersection(a, b))
		check(k.Union(a, b))
		check(k.Difference(a, b))
		check(k.UnaryUnion(a))
		check(k.UnaryUnion(lines))
		check(k.Buffer(a, -1, Buffer{}))
		check(k.Buffer(lines, 2, Buffer{Cap: FlatCap, Join: MitreJoin}))
		check(k.ConvexHull(a))
		check(k.MinimumRotatedRectangle(a))
		faces, err := k.Faces(lines)
		check(geometryOrNil(faces), err)
		_, _ = k.Node(lines)
	})
}

func geometryOrNil(m orb.MultiPolygon) orb.Geometry {
	if len(m) == 0 {
		return nil
	}
	return m
}

// drawn reads pairs of bytes as points; 255, 255 begins a new ring, 255, 254 a new polygon, 255, 253 is NaN.
func drawn(data []byte) orb.MultiPolygon {
	m := orb.MultiPolygon{{{}}}
	for ; len(data) > 1; data = data[2:] {
		p := &m[len(m)-1]
		switch {
		case data[0] == 255 && data[1] == 255:
			*p = append(*p, orb.Ring{})
		case data[0] == 255 && data[1] == 254:
			m = append(m, orb.Polygon{{}})
		default:
			q := orb.Point{float64(data[0]), float64(data[1])}
			if data[0] == 255 && data[1] == 253 {
				q = orb.Point{math.NaN(), math.Inf(1)}
			}
			r := &(*p)[len(*p)-1]
			*r = append(*r, q)
		}
	}
	return m
}

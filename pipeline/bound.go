package pipeline

import "github.com/paulmach/orb"

// The zero Bound of orb is a point at the origin; here it stands for no extent at all, which no layer of more than one
// point at exactly (0, 0) has.

func noBound(b orb.Bound) bool { return b == orb.Bound{} }

func unionBound(a, b orb.Bound) orb.Bound {
	switch {
	case noBound(a):
		return b
	case noBound(b):
		return a
	}
	return a.Union(b)
}

func finiteBound(b orb.Bound) bool {
	for _, v := range [...]float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]} {
		if v-v != 0 {
			return false
		}
	}
	return true
}

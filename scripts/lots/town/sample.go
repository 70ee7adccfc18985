package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"

	"parcelaudit/spatial/lot"
)

// stratum is a class of lots that a sample must not miss.
type stratum struct {
	kind lot.Type
	band string
}

func stratumOf(l *lot.Lot) stratum {
	switch {
	case l.Confidence >= 0.8:
		return stratum{l.Type, "a: 0.8 or more"}
	case l.Confidence >= 0.5:
		return stratum{l.Type, "b: 0.5 to 0.8"}
	}
	return stratum{l.Type, "c: under 0.5"}
}

// sample picks n lots: one of every stratum, the rest by the square roots of what the strata hold, so that the plain lots
// do not crowd out the others. A town's rate of anything is therefore the strata's rates weighted by their lots.
// Within a stratum the order is that of a hash of seed and first parcel, so that a lot whose label changes moves alone
// and the rest of the sheet stays as it was.
func sample(fabric *lot.Fabric, n int, seed uint64) []int {
	members := map[stratum][]int{}
	for i := range fabric.Lots {
		s := stratumOf(&fabric.Lots[i])
		members[s] = append(members[s], i)
	}
	strata := slices.SortedFunc(maps.Keys(members), func(a, b stratum) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.band, b.band))
	})
	n = min(n, len(fabric.Lots))
	take := shares(strata, members, n)
	var pick []int
	for k, s := range strata {
		of := members[s]
		slices.SortFunc(of, func(a, b int) int {
			return cmp.Or(cmp.Compare(rank(fabric, a, seed), rank(fabric, b, seed)), a-b)
		})
		pick = append(pick, of[:take[k]]...)
		fmt.Printf("  %s, confidence %s: %d of %d lots drawn\n", s.kind, s.band[3:], take[k], len(of))
	}
	return pick
}

// shares is how many lots each stratum gives to a sample of n.
func shares(strata []stratum, members map[stratum][]int, n int) []int {
	take := make([]int, len(strata))
	left, total := n, 0.0
	for k := range strata {
		if left > 0 {
			take[k]++
			left--
		}
		total += math.Sqrt(float64(len(members[strata[k]])))
	}
	for ; left > 0; left-- {
		best, want := -1, 0.0
		for k, s := range strata {
			if room := len(members[s]) - take[k]; room > 0 {
				if w := float64(n)*math.Sqrt(float64(len(members[s])))/total - float64(take[k]); best < 0 || w > want {
					best, want = k, w
				}
			}
		}
		take[best]++
	}
	return take
}

func rank(fabric *lot.Fabric, i int, seed uint64) uint64 {
	h := fnv.New64a()
	var b [12]byte
	binary.LittleEndian.PutUint64(b[:8], seed)
	binary.LittleEndian.PutUint32(b[8:], uint32(fabric.Lots[i].Parcels[0]))
	h.Write(b[:])
	// FNV leaves neighbouring numbers in neighbouring places; mixing spreads them.
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

package rules

import (
	"hash/fnv"
	"slices"

	"github.com/google/cel-go/common/types"
)

// unknownOf is the CEL unknown that carries what is missing. Each name has its own id, so that merging unknowns never
// shares a list of names.
func unknownOf(missing []string) *types.Unknown {
	var u *types.Unknown
	for _, name := range missing {
		h := fnv.New64a()
		h.Write([]byte(name))
		u = types.MergeUnknowns(types.NewUnknown(int64(h.Sum64()), types.NewAttributeTrail(name)), u)
	}
	if u == nil {
		return types.NewUnknown(0, nil)
	}
	return u
}

// missingOf returns the names an unknown carries, sorted.
func missingOf(u *types.Unknown) []string {
	var names []string
	for _, id := range u.IDs() {
		trails, _ := u.GetAttributeTrails(id)
		for _, t := range trails {
			if t.Variable() != "" {
				names = append(names, t.Variable())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// merge returns the union of two sorted lists of names. It never writes into either.
func merge(a, b []string) []string {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0 || slices.Equal(a, b):
		return a
	}
	names := append(slices.Clone(a), b...)
	slices.Sort(names)
	return slices.Compact(names)
}

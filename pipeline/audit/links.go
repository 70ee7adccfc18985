package audit

import "slices"

// linkClasses are the classes of what joins a building to another that stands apart.
var linkClasses = [...]string{"porch", "carport", "breezeway"}

// withLinks are the parts of a building and the porches, carports and breezeways attached to them, from either layer: a garage that
// touches one of these is attached by it, however wide the gap between the walls.
func (t *town) withLinks(parts []int32) []int32 {
	out := slices.Clone(parts)
	for _, i := range t.onLot[t.subjects[parts[0]].lot] {
		s := &t.subjects[i]
		if s.partOf < 0 && t.isLink(s) && !slices.Contains(parts, i) && t.isAttached(i, parts) == yes {
			out = append(out, i)
		}
	}
	return out
}

func (t *town) isLink(s *subject) bool {
	return (s.kind == aStructure || s.kind == aFeature) && s.class != "" && len(polygonsOf(s.shape)) > 0 &&
		slices.ContainsFunc(linkClasses[:], func(class string) bool { return t.isA(s.class, class) })
}

package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/measure"
)

// sameFenceFt is how near one another two lines may be one fence: as near as their layer can tell.
func (t *town) sameFenceFt(s *subject) float64 { return max(leastOnLineFt, t.between(s, s)) }

// dropSameFences finds the stretches of fence on a lot that another record draws too, as both neighbours do with the fence between
// them: all of it runs as near to the other as their layer can tell, in the same yard, and nothing known of the two differs. The
// shorter of the two, or the later of equals, is no subject of its own.
func (t *town) dropSameFences(lotIndex int32) {
	var fences []int32
	for _, i := range t.onLot[lotIndex] {
		if t.subjects[i].kind == aFence {
			fences = append(fences, i)
		}
	}
	for n, i := range fences {
		s := &t.subjects[i]
		for m, j := range fences {
			other := &t.subjects[j]
			if other.partOf < 0 && t.runsAlong(s, other) && (m < n || !t.runsAlong(other, s)) {
				s.partOf, s.assignment = j, duplicate
				break
			}
		}
	}
}

// runsAlong says whether a stretch of fence is the same as a part of a stretch from another record.
func (t *town) runsAlong(s, other *subject) bool {
	near := t.sameFenceFt(s)
	if s.src == other.src || s.class != other.class || s.stretch.yard != other.stretch.yard ||
		!liesIn(s.bound, other.bound.Pad(near)) {
		return false
	}
	path, isLine := other.shape.(orb.LineString)
	if _, too := s.shape.(orb.LineString); !isLine || !too || !agree(s.src.Attributes, other.src.Attributes) {
		return false
	}
	span, err := measure.FarthestFromLines(s.shape, []orb.LineString{path})
	return err == nil && span.Ft <= near
}

func liesIn(a, b orb.Bound) bool { return b.Contains(a.Min) && b.Contains(a.Max) }

// agree says whether two records may be about one thing: nothing that both know differs.
func agree(a, b Attributes) bool {
	for i, name := range a.Columns.Names() {
		x := a.Values[i]
		y, _ := b.Get(name)
		if x.Type != rules.Unknown && y.Type != rules.Unknown &&
			(x.Type != y.Type || x.Lo != y.Lo || x.Hi != y.Hi || x.Text != y.Text || x.Bool != y.Bool) {
			return false
		}
	}
	return true
}

package baseline

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
)

// How well two findings of one clause on one parcel fit as the same: where it stands counts most, then the id of the
// subject, then what else was involved. Standing on the same spot under another id beats the same id elsewhere, for
// record numbers are what changes when a layer is exported again.
const (
	overlapWeight = 4 // plus the overlap itself, 0..1
	subjectWeight = 2
	detailWeight  = 1 // the same lot line and the same other structure
)

// leastOverlap is the share (intersection over union of the two boxes) from which two subjects stand on the same spot.
// It is low because a structure that doubled in length and width is still the structure.
const leastOverlap = 0.2

// pad in degrees, about a foot: a box along one line, such as a fence, must have some area to overlap in.
const pad = 3e-6

// pairUp says for each entry of is which entry of was it continues, -1 for none. Both are of one clause and one parcel.
// No entry of was is used twice. The best fitting pairs are taken first; ties go by position, so the answer is the same
// every time.
func pairUp(was, is []Entry) []int {
	type pair struct {
		was, is int
		fit     float64
	}
	var pairs []pair
	for i := range is {
		for w := range was {
			if fit := fits(&was[w], &is[i]); fit > 0 {
				pairs = append(pairs, pair{w, i, fit})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.fit, a.fit) })
	from := slices.Repeat([]int{-1}, len(is))
	used := make([]bool, len(was))
	for _, p := range pairs {
		if from[p.is] < 0 && !used[p.was] {
			from[p.is], used[p.was] = p.was, true
		}
	}
	return from
}

// fits returns how well two findings fit as the same, 0 when they can not be.
func fits(was, is *Entry) float64 {
	if was.SubjectType != is.SubjectType {
		return 0
	}
	fit := 0.0
	if share := overlap(was.Bound, is.Bound); share >= leastOverlap {
		fit += overlapWeight + share
	}
	if was.SubjectID == is.SubjectID && is.SubjectID != "" {
		fit += subjectWeight
	}
	if fit == 0 {
		return 0
	}
	if was.LotLine == is.LotLine && was.OtherID == is.OtherID {
		fit += detailWeight
	}
	return fit
}

// overlap is the intersection over the union of two boxes, 0 when either is missing.
func overlap(a, b *orb.Bound) float64 {
	if a == nil || b == nil {
		return 0
	}
	p, q := a.Pad(pad), b.Pad(pad)
	width := min(p.Max[0], q.Max[0]) - max(p.Min[0], q.Min[0])
	height := min(p.Max[1], q.Max[1]) - max(p.Min[1], q.Min[1])
	if width <= 0 || height <= 0 {
		return 0
	}
	common := width * height
	return common / (boxArea(p) + boxArea(q) - common)
}

func boxArea(b orb.Bound) float64 { return (b.Max[0] - b.Min[0]) * (b.Max[1] - b.Min[1]) }

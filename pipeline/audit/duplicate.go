package audit

import (
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/join"
)

const (
	duplicate      = "duplicate" // an assignment: the layer has this structure twice
	duplicateShare = 0.95        // of the larger one under both
	duplicateFt    = 2           // by which the boxes of two copies may differ
)

// dropDuplicates finds the structures and features of a lot that their layer holds twice: nearly the same outline. The copy that
// comes later is no subject of its own, so that nothing is counted or covered twice.
func (t *town) dropDuplicates(lotIndex int32) {
	on := t.onLot[lotIndex]
	for n, i := range on {
		s := &t.subjects[i]
		if s.kind != aStructure && s.kind != aFeature {
			continue
		}
		for _, j := range on[:n] {
			first := &t.subjects[j]
			if first.partOf < 0 && first.kind == s.kind && nearlySame(first, s) {
				s.partOf, s.assignment = j, duplicate
				break
			}
		}
	}
}

// nearlySame says whether two polygons are copies of one another.
func nearlySame(a, b *subject) bool {
	if !nearBox(a.bound, b.bound) {
		return false
	}
	p, q := polygonsOf(a.shape), polygonsOf(b.shape)
	if len(p) == 0 || len(q) == 0 {
		return false
	}
	return join.OverlapArea(p, q) >= duplicateShare*max(a.areaSqFt(), b.areaSqFt())
}

func nearBox(a, b orb.Bound) bool {
	for k := range 2 {
		if d := a.Min[k] - b.Min[k]; d > duplicateFt || d < -duplicateFt {
			return false
		}
		if d := a.Max[k] - b.Max[k]; d > duplicateFt || d < -duplicateFt {
			return false
		}
	}
	return true
}

// noteDuplicates makes an issue of each copy.
func (t *town) noteDuplicates() {
	for i := range t.subjects {
		if s := &t.subjects[i]; s.assignment == duplicate {
			as := "has nearly the same outline as"
			if s.kind == aFence {
				as = "runs along the same line as"
			}
			t.issues = append(t.issues, Issue{Kind: "duplicate-structure", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row,
				What: fmt.Sprintf("%s %s %s", s.id, as, t.subjects[s.partOf].id), Done: "listed, not audited or counted again", Geometry: s.shape})
		}
	}
}

package audit

import (
	"fmt"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/join"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// leastEncroachedSqFt is the least area said of a neighbouring lot.
const leastEncroachedSqFt = 0.5

// encroachments makes an issue of every structure and polygon feature of a lot that reaches out of it by more than the layers may be
// off: how far, and how many square feet lie on which other lot and on none. Its geometry is the part outside. A wall that stands over
// a shared line by less, as party walls do, is misaligned and no issue.
func (t *town) encroachments(k *kernel.Kernel, lotIndex int32) []Issue {
	var out []Issue
	for _, i := range t.onLot[lotIndex] {
		s := &t.subjects[i]
		if s.several || s.assignment != straddles && s.assignment != mostly || len(polygonsOf(s.shape)) == 0 {
			continue
		}
		own := &t.fabric.Lots[lotIndex]
		reach, err := measure.ReachBeyond(s.shape, own.Shape)
		if err != nil || reach.Ft <= max(straddleFt, t.against(s)) {
			continue
		}
		onOwn := t.onLotSqFt(s)
		if onOwn < ownShare*s.areaSqFt() {
			out = append(out, t.onSeveralLots(s, "audited on lot "+own.ID+", which holds most of it, as if it were all there"))
			continue
		}
		out = append(out, Issue{Kind: "encroachment", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row,
			What: fmt.Sprintf("%s %s reaches %.1f ft out of lot %s: %s", s.kind, s.id, reach.Ft, own.ID, t.outsideParts(s, onOwn)),
			Done: "audited on lot " + own.ID, Geometry: partOutside(k, s.shape, own.Shape)})
	}
	return out
}

// onLotSqFt is how much of a footprint lies on its own lot.
func (t *town) onLotSqFt(s *subject) float64 {
	return join.OverlapArea(polygonsOf(s.shape), t.fabric.Lots[s.lot].Shape)
}

// partOutside is what of a footprint lies off a lot, slivers left out; all of it where that can not be told.
func partOutside(k *kernel.Kernel, shape orb.Geometry, own orb.MultiPolygon) orb.Geometry {
	rest, err := k.Difference(shape, own)
	if err != nil {
		return shape
	}
	out := withoutSlivers(rest)
	switch len(out) {
	case 0:
		return shape
	case 1:
		return out[0]
	}
	return out
}

// outsideParts tells where the part of a footprint off its own lot lies, in square feet.
func (t *town) outsideParts(s *subject, onOwn float64) string {
	rest := s.areaSqFt() - onOwn
	var parts []string
	for _, n := range ascending(t.fabric.Near(s.bound, nil)) {
		if n == s.lot {
			continue
		}
		if sqFt := join.OverlapArea(polygonsOf(s.shape), t.fabric.Lots[n].Shape); sqFt >= leastEncroachedSqFt {
			parts, rest = append(parts, fmt.Sprintf("%.0f sq ft on lot %s", sqFt, t.fabric.Lots[n].ID)), rest-sqFt
		}
	}
	if rest >= leastEncroachedSqFt || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%.0f sq ft on no lot (a right-of-way or ground without a parcel)", max(0, rest)))
	}
	return strings.Join(parts, ", ")
}

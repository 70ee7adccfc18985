package audit

import (
	"fmt"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/join"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

const (
	// ownShare is the share of a footprint that its lot must hold for the rest to be an encroachment: of a double house or a row of
	// houses drawn as one outline no lot holds so much, and none of them encroaches.
	ownShare = 2.0 / 3
	// leastEncroachedSqFt is the least area said of a neighbouring lot.
	leastEncroachedSqFt = 0.5
)

// encroachments makes an issue of every structure and polygon feature of a lot that reaches out of it by more than the layers may be
// off: how far, and how many square feet lie on which other lot and on none. Its geometry is the part outside. A wall that stands over
// a shared line by less, as party walls do, is misaligned and no issue.
func (t *town) encroachments(k *kernel.Kernel, lotIndex int32) []Issue {
	var out []Issue
	for _, i := range t.onLot[lotIndex] {
		s := &t.subjects[i]
		if s.assignment != straddles && s.assignment != mostly {
			continue
		}
		polygons := polygonsOf(s.shape)
		if len(polygons) == 0 {
			continue
		}
		own := &t.fabric.Lots[lotIndex]
		reach, err := measure.ReachBeyond(s.shape, own.Shape)
		if err != nil || reach.Ft <= max(straddleFt, t.against(s)) {
			continue
		}
		onOwn := join.OverlapArea(polygons, own.Shape)
		issue := Issue{Kind: "encroachment", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row,
			What: fmt.Sprintf("%s %s reaches %.1f ft out of lot %s: %s", s.kind, s.id, reach.Ft, own.ID, t.outsideParts(s, onOwn)),
			Done: "audited on lot " + own.ID, Geometry: partOutside(k, s.shape, own.Shape)}
		if onOwn < ownShare*s.areaSqFt() {
			issue.Kind = "structure-on-several-lots"
			issue.What = fmt.Sprintf("%s %s has %.0f sq ft on lot %s, %s", s.kind, s.id, onOwn, own.ID, t.outsideParts(s, onOwn))
			issue.Done = "audited on lot " + own.ID + ", which holds most of it, as if it were all there"
			issue.Geometry = s.shape
		}
		out = append(out, issue)
	}
	return out
}

// partOutside is what of a footprint lies off a lot, slivers left out; all of it where that can not be told.
func partOutside(k *kernel.Kernel, shape orb.Geometry, own orb.MultiPolygon) orb.Geometry {
	rest, err := k.Difference(shape, own)
	if err != nil {
		return shape
	}
	var out orb.MultiPolygon
	for _, p := range kernel.Polygons(rest) {
		if footprint(p) >= leastEncroachedSqFt {
			out = append(out, p)
		}
	}
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

package audit

import (
	"context"
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

const (
	// ownShare is the share of a footprint that its lot must hold for the rest to be an encroachment: of a double house or a row of
	// houses drawn as one outline no lot holds so much, and none of them encroaches.
	ownShare = 2.0 / 3
	// mostEncroachedFt is the greatest depth of an encroachment. Nobody builds so far over the line by mistake: what reaches farther
	// stands on several lots.
	mostEncroachedFt = 10
	// leastPartShare is the share of a footprint below which what lies on another lot is no part of its own.
	leastPartShare = 0.05
)

// shared is a building or polygon feature that stands on several lots, cut at their lines: the part on the lot that holds most of it
// first. The first keeps the id; the others are numbered from 2.
type shared []subject

// divide cuts what stands on several lots at their lines, so that each house of a row drawn as one outline is its lot's. Whose a part on
// another lot is nobody knows: where most of the building stands the owner may own all of it. Nor does anybody know that it is one
// building, and not two drawn as one somewhere near the line. What a part breaks is therefore undecided, and the building one issue. The buildings of a shifted block are left alone: they stand across lines because they are shifted.
func (t *town) divide(ctx context.Context, workers int) error {
	parts := make([]shared, len(t.subjects))
	err := inParallel(ctx, len(t.subjects), workers, kernel.New, func(k *kernel.Kernel, i int) (err error) {
		parts[i], err = t.partsOf(k, &t.subjects[i])
		return err
	})
	if err != nil {
		return err
	}
	all := make([]subject, 0, len(t.subjects))
	for i := range t.subjects {
		if parts[i] == nil {
			all = append(all, t.subjects[i])
			continue
		}
		t.issues = append(t.issues, t.onSeveralLots(&t.subjects[i], "audited on each of these lots by the part on it"))
		all = append(all, parts[i]...)
	}
	if len(all) > len(t.subjects) {
		t.subjects = all
		t.fileByLot()
	}
	return nil
}

// partsOf cuts one subject; nil when it stands on one lot.
func (t *town) partsOf(k *kernel.Kernel, s *subject) (shared, error) {
	if s.kind != aStructure && s.kind != aFeature || s.assignment != straddles && s.assignment != mostly || t.shifts[s.lot] > 0 {
		return nil, nil
	}
	own := t.fabric.Lots[s.lot].Shape
	rest, err := k.Difference(s.shape, own)
	if err != nil {
		return nil, nil // it stays whole, and encroachments tells of it
	}
	total := s.areaSqFt()
	several := total-footprint(rest) < ownShare*total
	out := shared{*s}
	for _, n := range ascending(t.fabric.Near(s.bound, nil)) {
		if n == s.lot {
			continue
		}
		on, err := k.Intersection(rest, t.fabric.Lots[n].Shape)
		if err != nil {
			continue
		}
		part := *s
		part.shape = withoutSlivers(on)
		if part.areaSqFt() < leastPartShare*total {
			continue
		}
		reach, err := measure.ReachBeyond(part.shape, own)
		if err != nil || reach.Ft <= max(straddleFt, t.against(s)) {
			continue
		}
		several = several || reach.Ft > mostEncroachedFt
		part.id = fmt.Sprintf("%s/%d", s.id, len(out)+1)
		part.lot, part.otherLot, part.assignment, part.bound = n, s.lot, aPart, part.shape.Bound()
		out = append(out, part)
	}
	if !several || len(out) < 2 {
		return nil, nil
	}
	main := &out[0]
	for i := range out {
		out[i].several, out[i].mostOn = true, s.lot
		if i == 0 {
			continue
		}
		left, err := k.Difference(main.shape, out[i].shape)
		if err != nil {
			return nil, nil
		}
		main.shape = withoutSlivers(left)
		t.giveZone(&out[i], t.zoneAreas)
	}
	if main.areaSqFt() == 0 {
		return nil, nil
	}
	main.bound, main.assignment = main.shape.Bound(), straddles
	t.giveZone(main, t.zoneAreas)
	return out, nil
}

// onSeveralLots is the issue of what stands on several lots.
func (t *town) onSeveralLots(s *subject, done string) Issue {
	own := &t.fabric.Lots[s.lot]
	onOwn := t.onLotSqFt(s)
	return Issue{Kind: "structure-on-several-lots", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row, Geometry: s.shape, Done: done,
		What: fmt.Sprintf("%s %s has %.0f sq ft on lot %s, %s", s.kind, s.id, onOwn, own.ID, t.outsideParts(s, onOwn))}
}

// withoutSlivers are the polygons of g, those too small to be said left out.
func withoutSlivers(g orb.Geometry) orb.MultiPolygon {
	var out orb.MultiPolygon
	for _, p := range kernel.Polygons(g) {
		if footprint(p) >= leastEncroachedSqFt {
			out = append(out, p)
		}
	}
	return out
}

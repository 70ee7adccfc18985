package audit

import (
	"context"
	"fmt"
	"slices"

	"parcelaudit/spatial/join"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

// survey builds the town: steps 1 to 4 of Run.
func survey(ctx context.Context, in *Input, workers int) (*town, error) {
	t := &town{in: in}
	in.Lots.Workers = workers
	parcels := make([]lot.Parcel, len(in.Parcels))
	for i := range in.Parcels {
		parcels[i] = in.Parcels[i].Parcel
	}
	var err error
	t.fabric, err = lot.Build(ctx, lot.Input{Parcels: parcels, Streets: in.Streets, Waters: in.Water, Overrides: in.Overrides}, in.Lots) // 1
	if err != nil {
		return nil, err
	}
	t.noteLots()
	t.listWays()
	t.listNeighbours()
	t.listRecords()
	t.listColumns()
	if err := t.join(ctx, workers); err != nil { // 2
		return nil, err
	}
	t.fileByLot()
	if err := t.findShifts(ctx, workers); err != nil {
		return nil, err
	}
	if err := t.divide(ctx, workers); err != nil {
		return nil, err
	}
	t.principals = make([][]principal, len(t.fabric.Lots))
	encroaching := make([][]Issue, len(t.fabric.Lots))
	err = inParallel(ctx, len(t.fabric.Lots), workers, kernel.New, func(k *kernel.Kernel, i int) error { // 3
		t.principals[i] = t.classify(int32(i))
		encroaching[i] = t.encroachments(k, int32(i))
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.issues = append(t.issues, slices.Concat(encroaching...)...)
	if err := t.cutAtYards(ctx, workers); err != nil { // 4
		return nil, err
	}
	err = inParallel(ctx, len(t.fabric.Lots), workers, bare, func(_ struct{}, i int) error {
		t.dropSameFences(int32(i))
		return nil
	})
	t.noteDuplicates()
	t.numberClasses()
	return t, err
}

// noteLots makes issues of what the fabric set aside.
func (t *town) noteLots() {
	for _, i := range t.fabric.Issues {
		p := &t.in.Parcels[i.Parcel]
		t.issues = append(t.issues, Issue{Kind: i.Kind, Layer: "parcels", RecordID: p.ID, Row: p.Row, What: i.What, Done: i.Done, Geometry: i.At})
	}
}

// join makes the subjects, in the order of the input, and gives each its lot and district.
func (t *town) join(ctx context.Context, workers int) error {
	shapes := make([]orbMultiPolygon, len(t.fabric.Lots))
	for i := range t.fabric.Lots {
		shapes[i] = t.fabric.Lots[i].Shape
	}
	t.areas = join.NewAreas(shapes)
	zoneShapes := make([]orbMultiPolygon, len(t.in.Zones))
	for i := range t.in.Zones {
		zoneShapes[i] = t.in.Zones[i].Shape
	}
	zones := join.NewAreas(zoneShapes)
	t.zoneAreas = zones

	t.zones = make([]zoning, len(t.fabric.Lots))
	err := inParallel(ctx, len(t.fabric.Lots), workers, bare, func(_ struct{}, i int) error {
		if code := t.parcelOf(int32(i)).District; code != "" {
			t.zones[i].codes = []string{code}
		} else if len(t.in.Zones) > 0 {
			t.zones[i], _ = t.zoneOf(t.fabric.Lots[i].Shape, zones, nil)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := t.joinStructures(ctx, workers, t.areas, zones); err != nil {
		return err
	}
	t.joinRecords()
	t.joinLots()
	return nil
}

// joinStructures makes subjects of buildings, features and fences.
func (t *town) joinStructures(ctx context.Context, workers int, lots, zones *join.Areas) error {
	var all []*Structure
	for _, list := range [][]Structure{t.in.Structures, t.in.Features, t.in.Fences} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	pieces := make([][]subject, len(all))
	err := inParallel(ctx, len(all), workers, bare, func(_ struct{}, i int) error {
		s := t.newSubject(all[i])
		if s.kind == aFence && linesOf(s.shape) != nil {
			pieces[i] = t.fencePieces(s, lots)
		} else {
			t.assign(&s, lots, nil)
			pieces[i] = []subject{s}
		}
		for j := range pieces[i] {
			t.giveZone(&pieces[i][j], zones)
		}
		return nil
	})
	if err != nil {
		return err
	}
	total := 0
	for _, p := range pieces {
		total += len(p)
	}
	t.subjects = make([]subject, 0, total+len(t.fabric.Lots))
	for _, p := range pieces {
		for i := range p {
			switch {
			case p[i].lot < 0:
				t.noteUnassigned(&p[i])
			case p[i].assignment == beside:
				t.noteBeside(&p[i])
			}
		}
		t.subjects = append(t.subjects, p...)
	}
	return nil
}

// newSubject makes a subject of a record, not yet on a lot. A line of the features layer that is called a barrier is a fence like those
// of the fences layer.
func (t *town) newSubject(src *Structure) subject {
	s := subject{id: src.ID, src: src, kind: aStructure, shape: src.Shape, class: src.Class, lot: -1, otherLot: -1, partOf: -1, attached: perhaps}
	switch src.Layer {
	case "fences":
		s.kind = aFence
		if s.class == "" {
			s.class, s.basis, s.confidence = "fence", byLayer, 0.9
		}
	case "features":
		if s.kind = aFeature; linesOf(src.Shape) != nil && t.isA(src.Class, "barrier") {
			s.kind = aFence
		}
	}
	if src.Class != "" {
		s.basis, s.confidence = byAttribute, 1
	}
	if s.shape != nil {
		s.bound = s.shape.Bound()
	}
	return s
}

// giveZone finds the district of a subject: its lot's when that lies in one district only, else what lies under the subject.
func (t *town) giveZone(s *subject, zones *join.Areas) {
	if s.lot < 0 {
		return
	}
	s.zone = &t.zones[s.lot]
	if s.zone.several && s.shape != nil && len(t.in.Zones) > 0 {
		if under, _ := t.zoneOf(s.shape, zones, nil); len(under.codes) > 0 {
			s.zone = &under
		}
	}
}

// joinRecords makes subjects of the rows of the table `uses`, which have no geometry.
func (t *town) joinRecords() {
	uses := t.in.Tables["uses"]
	if uses == nil {
		return
	}
	lotOf := t.lotsByParcelID()
	for i := range uses.Rows {
		row := &uses.Rows[i]
		at, known := lotOf[row.ParcelID]
		if !known {
			t.issues = append(t.issues, Issue{Kind: "record-without-parcel", Layer: "uses", RecordID: row.ID, Row: row.Row,
				What: fmt.Sprintf("parcel %q of this row is not in the parcels layer", row.ParcelID), Done: "not audited"})
			continue
		}
		id := row.ID
		if id == "" {
			id = fmt.Sprintf("uses row %d", row.Row)
		}
		t.subjects = append(t.subjects, subject{id: id, kind: aRecord, rec: row, lot: at, otherLot: -1, partOf: -1, class: row.Class,
			basis: byRecord, confidence: 1, zone: &t.zones[at]})
	}
}

func (t *town) lotsByParcelID() map[string]int32 {
	lotOf := make(map[string]int32, len(t.in.Parcels))
	for i := range t.fabric.Lots {
		for _, id := range t.fabric.Lots[i].ParcelIDs {
			if _, taken := lotOf[id]; !taken {
				lotOf[id] = int32(i)
			}
		}
	}
	return lotOf
}

// joinLots makes every lot a subject too: some clauses are about the lot itself.
func (t *town) joinLots() {
	for i := range t.fabric.Lots {
		l := &t.fabric.Lots[i]
		t.subjects = append(t.subjects, subject{id: l.ID, kind: aLot, lot: int32(i), otherLot: -1, partOf: -1, class: "lot", basis: byLot,
			confidence: 1, shape: l.Shape, bound: l.Shape.Bound(), zone: &t.zones[i]})
	}
}

// fileByLot lists the subjects of each lot, ascending.
func (t *town) fileByLot() {
	t.onLot = make([][]int32, len(t.fabric.Lots))
	for i := range t.subjects {
		if at := t.subjects[i].lot; at >= 0 {
			t.onLot[at] = append(t.onLot[at], int32(i))
		}
	}
}

// indexOf is the position of a subject of the town.
func (t *town) indexOf(s *subject) int32 {
	for _, i := range t.onLot[s.lot] {
		if &t.subjects[i] == s {
			return i
		}
	}
	panic("not a subject of its lot: " + s.id)
}

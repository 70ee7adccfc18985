package audit

import (
	"cmp"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// finding makes the report's row of a verdict.
func (t *town) finding(c *rules.Clause, s *subject, v *rules.Verdict, turnsOn string) Finding {
	l := &t.fabric.Lots[s.lot]
	f := Finding{
		Clause: c, Outcome: v.Outcome,
		LotID: l.ID, ParcelID: t.parcelUnder(s), Address: t.parcelOf(s.lot).Address, District: s.zone.names(),
		SubjectType: s.kind, SubjectID: s.id, SubjectClass: s.class, ClassBasis: s.basis,
		LotLine: v.Measured.LotLine, Yard: v.Measured.Yard, Op: v.Op.String(), Unit: string(v.Unit),
		Tolerance: v.Measured.Tolerance, OtherID: v.Measured.OtherID, Message: v.Message(c), Reason: v.Reason,
		DependsOn: turnsOn, RecordID: cmp.Or(v.RecordID, v.Measured.RecordID), Geometry: s.shape,
	}
	if v.Outcome == rules.Indeterminate {
		if f.missing = v.Missing; f.DependsOn == "" {
			f.DependsOn = strings.Join(v.Missing, ", ")
		}
	}
	if f.Yard == "" {
		f.Yard = s.stretch.yard
	}
	if s.otherLot >= 0 && f.OtherID == "" {
		f.OtherID = t.fabric.Lots[s.otherLot].ID
	}
	if v.HasMeasured && v.Measured.Exact() {
		f.Measured = copied(v.Measured.Lo)
	}
	if v.Op != 0 && v.Required.Exact() {
		f.Required = copied(v.Required.Lo)
	}
	if v.HasMargin {
		f.Margin = copied(v.Margin)
	}
	if v.Measured.Tolerance > 0 || v.Measured.Evidence != nil { // measured on the ground, however accurate the layers are
		f.ClearFt = clearFt(v)
	}
	f.Evidence, _ = v.Measured.Evidence.(orb.Geometry)
	if s.src != nil {
		f.source = s.src.ID
	}
	return f
}

func copied(number float64) *float64 { return &number }

// clearFt is by how many feet what was measured would have to be off for the verdict to change; nil when that can not be told.
func clearFt(v *rules.Verdict) *float64 {
	switch {
	case v.Measured.Clearance != nil && !math.IsInf(*v.Measured.Clearance, 0):
		ft := math.Abs(*v.Measured.Clearance)
		return &ft
	case v.HasMargin && v.Unit.IsLength():
		ft := math.Abs(v.Unit.In(rules.Feet, v.Margin))
		return &ft
	}
	return nil
}

// parcelUnder is the parcel a finding is filed under: the one the record names when it is part of the lot, else the first.
func (t *town) parcelUnder(s *subject) string {
	l := &t.fabric.Lots[s.lot]
	if s.src != nil && s.src.ParcelID != "" {
		for _, id := range l.ParcelIDs {
			if id == s.src.ParcelID {
				return id
			}
		}
	}
	return l.ParcelIDs[0]
}

// structureRows lists every structure, feature and stretch of fence with the number of its outcomes.
func (t *town) structureRows(outcomes [][7]int32) []StructureRow {
	rows := make([]StructureRow, 0, len(t.subjects)-len(t.fabric.Lots))
	for i := range t.subjects {
		s := &t.subjects[i]
		if s.kind == aLot || s.kind == aRecord {
			continue
		}
		row := StructureRow{ID: s.id, Type: s.kind, Class: s.class, ClassBasis: s.basis, ClassConfidence: s.confidence,
			Assignment: s.assignment, District: s.zone.names(), Geometry: s.shape, AreaSqFt: s.areaSqFt(), Yard: s.stretch.yard, LotLine: s.stretch.line}
		if isLine(s.shape) {
			row.LengthFt = lengthFt(s.shape)
		}
		if s.lot >= 0 {
			row.LotID, row.ParcelID = t.fabric.Lots[s.lot].ID, t.parcelUnder(s)
			for o, n := range outcomes[i] {
				row.Outcomes[o] = int(n)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// lotLineRows lists every lot line.
func (t *town) lotLineRows() []LotLineRow {
	total := 0
	for i := range t.fabric.Lots {
		total += len(t.fabric.Lots[i].Lines)
	}
	rows := make([]LotLineRow, 0, total)
	for i := range t.fabric.Lots {
		l := &t.fabric.Lots[i]
		for _, line := range l.Lines {
			rows = append(rows, LotLineRow{LotID: l.ID, ParcelID: l.ParcelIDs[0], Kind: line.Kind.String(), Method: line.Method, Street: line.Street,
				LotType: l.Type.String(), Confidence: line.Confidence, LengthFt: line.LengthFt, Geometry: line.Path})
		}
	}
	return rows
}

// byPlace orders issues by layer, record and kind.
func byPlace(a, b Issue) int {
	return cmp.Or(cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Kind, b.Kind))
}

package report

import (
	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

// finding is a finding with its identity across runs.
type finding struct {
	*audit.Finding
	baseline.Identity
}

// findingColumns are the columns of the contract, in its order.
func findingColumns(run Run) []column[finding] {
	return []column[finding]{
		{name: "finding_id", required: true, of: func(f *finding) value { return str(f.FindingID) }},
		{name: "status", repeats: true, of: func(f *finding) value { return str(f.Status) }},
		{name: "outcome", required: true, repeats: true, of: func(f *finding) value { return str(f.Outcome.String()) }},
		{name: "severity", repeats: true, of: func(f *finding) value { return str(f.Clause.Severity) }},
		{name: "clause_id", required: true, repeats: true, of: func(f *finding) value { return str(f.Clause.ID) }},
		{name: "citation", repeats: true, of: func(f *finding) value { return str(f.Clause.Cites) }},
		{name: "title", repeats: true, of: func(f *finding) value { return str(f.Clause.Title) }},
		{name: "pack", required: true, repeats: true, of: func(*finding) value { return str(run.Pack.Name) }},
		{name: "parcel_id", of: func(f *finding) value { return str(f.ParcelID) }},
		{name: "lot_id", of: func(f *finding) value { return str(f.LotID) }},
		{name: "address", of: func(f *finding) value { return str(f.Address) }},
		{name: "district", repeats: true, of: func(f *finding) value { return str(f.District) }},
		{name: "subject_type", required: true, repeats: true, of: func(f *finding) value { return str(f.SubjectType) }},
		{name: "subject_id", of: func(f *finding) value { return str(f.SubjectID) }},
		{name: "subject_class", repeats: true, of: func(f *finding) value { return str(f.SubjectClass) }},
		{name: "class_basis", repeats: true, of: func(f *finding) value { return str(f.ClassBasis) }},
		{name: "lot_line", repeats: true, of: func(f *finding) value { return str(f.LotLine) }},
		{name: "yard", repeats: true, of: func(f *finding) value { return str(f.Yard) }},
		{name: "measured", kind: number, of: func(f *finding) value { return optional(f.Measured) }},
		{name: "op", repeats: true, of: func(f *finding) value { return str(f.Op) }},
		{name: "required", kind: number, of: func(f *finding) value { return optional(f.Required) }},
		{name: "unit", repeats: true, of: func(f *finding) value { return str(f.Unit) }},
		{name: "margin", kind: number, of: func(f *finding) value { return optional(f.Margin) }},
		{name: "tolerance", kind: number, of: func(f *finding) value { return toleranceOf(f) }},
		{name: "other_id", of: func(f *finding) value { return str(f.OtherID) }},
		{name: "message", of: func(f *finding) value { return str(f.Message) }},
		{name: "reason", of: func(f *finding) value { return str(f.Reason) }},
		{name: "depends_on", repeats: true, of: func(f *finding) value { return str(f.DependsOn) }},
		{name: "record_id", of: func(f *finding) value { return str(f.RecordID) }},
		{name: "first_seen", repeats: true, of: func(f *finding) value { return str(f.FirstSeen) }},
		{name: "run_id", required: true, repeats: true, of: func(*finding) value { return str(run.ID) }},
	}
}

// toleranceOf is null where nothing was measured: 0 would claim a perfect map.
func toleranceOf(f *finding) value {
	if f.Measured == nil {
		return value{}
	}
	return num(f.Tolerance)
}

func findingLayer(name string, run Run) *layer[finding] {
	return &layer[finding]{
		name: name, columns: findingColumns(run), forms: []form{areas, lines, points},
		geometry: func(f *finding) orb.Geometry { return f.Geometry },
		evidence: func(f *finding) orb.Geometry { return f.Evidence },
	}
}

// evidenceLayer shows what proves each number: GeoJSON's stand-in for the second geometry column of violations.parquet.
func evidenceLayer(run Run) *layer[finding] {
	wanted := map[string]bool{"finding_id": true, "status": true, "outcome": true, "severity": true, "clause_id": true,
		"parcel_id": true, "subject_id": true, "measured": true, "op": true, "required": true, "unit": true, "margin": true}
	l := &layer[finding]{
		name: "evidence", forms: []form{lines, areas, points},
		geometry: func(f *finding) orb.Geometry { return f.Evidence },
	}
	for _, c := range findingColumns(run) {
		if wanted[c.name] {
			l.columns = append(l.columns, c)
		}
	}
	return l
}

func structureLayer() *layer[audit.StructureRow] {
	type row = audit.StructureRow
	l := &layer[row]{
		name: "structures", forms: []form{areas, lines, points},
		geometry: func(r *row) orb.Geometry { return r.Geometry },
		columns: []column[row]{
			{name: "structure_id", required: true, of: func(r *row) value { return str(r.ID) }},
			{name: "type", required: true, repeats: true, of: func(r *row) value { return str(r.Type) }},
			{name: "class", repeats: true, of: func(r *row) value { return str(r.Class) }},
			{name: "class_basis", repeats: true, of: func(r *row) value { return str(r.ClassBasis) }},
			{name: "class_confidence", kind: number, of: func(r *row) value { return num(r.ClassConfidence) }},
			{name: "parcel_id", of: func(r *row) value { return str(r.ParcelID) }},
			{name: "lot_id", of: func(r *row) value { return str(r.LotID) }},
			{name: "district", repeats: true, of: func(r *row) value { return str(r.District) }},
			{name: "assignment", repeats: true, of: func(r *row) value { return str(r.Assignment) }},
			{name: "area_sq_ft", kind: number, of: func(r *row) value { return num(r.AreaSqFt) }},
			{name: "length_ft", kind: number, of: func(r *row) value { return num(r.LengthFt) }},
			{name: "yard", repeats: true, of: func(r *row) value { return str(r.Yard) }},
			{name: "lot_line", repeats: true, of: func(r *row) value { return str(r.LotLine) }},
			{name: "worst", repeats: true, of: func(r *row) value { return str(worst(r.Outcomes)) }},
		},
	}
	for _, o := range rules.Outcomes() {
		l.columns = append(l.columns, column[row]{
			name: "n_" + snake(o.String()), kind: count,
			of: func(r *row) value { return whole(r.Outcomes[o]) },
		})
	}
	return l
}

// worst is the outcome a structure is coloured by: the first of violation, within-tolerance, indeterminate, exempt and
// compliant that it has; "not-applicable" when no clause reached it.
func worst(outcomes [7]int) string {
	for _, o := range []rules.Outcome{rules.Violation, rules.WithinTolerance, rules.Indeterminate, rules.Exempt, rules.Compliant} {
		if outcomes[o] > 0 {
			return o.String()
		}
	}
	return rules.NotApplicable.String()
}

func lotLineLayer() *layer[audit.LotLineRow] {
	type row = audit.LotLineRow
	return &layer[row]{
		name: "lot_lines", forms: []form{lines},
		geometry: func(r *row) orb.Geometry { return r.Geometry },
		columns: []column[row]{
			{name: "lot_id", required: true, of: func(r *row) value { return str(r.LotID) }},
			{name: "parcel_id", of: func(r *row) value { return str(r.ParcelID) }},
			{name: "kind", required: true, repeats: true, of: func(r *row) value { return str(r.Kind) }},
			{name: "confidence", kind: number, of: func(r *row) value { return num(r.Confidence) }},
			{name: "method", repeats: true, of: func(r *row) value { return str(r.Method) }},
			{name: "street", repeats: true, of: func(r *row) value { return str(r.Street) }},
			{name: "lot_type", repeats: true, of: func(r *row) value { return str(r.LotType) }},
			{name: "length_ft", kind: number, of: func(r *row) value { return num(r.LengthFt) }},
		},
	}
}

func issueLayer() *layer[audit.Issue] {
	type row = audit.Issue
	return &layer[row]{
		name: "issues", forms: []form{points}, pins: true,
		geometry: func(r *row) orb.Geometry { return r.Geometry },
		columns: []column[row]{
			{name: "kind", required: true, repeats: true, of: func(r *row) value { return str(r.Kind) }},
			{name: "layer", repeats: true, of: func(r *row) value { return str(r.Layer) }},
			{name: "record_id", of: func(r *row) value { return str(r.RecordID) }},
			{name: "record_row", kind: count, of: func(r *row) value { return value{number: float64(r.Row), known: r.Row > 0} }},
			{name: "what", of: func(r *row) value { return str(r.What) }},
			{name: "done", of: func(r *row) value { return str(r.Done) }},
		},
	}
}

func yardLayer() *layer[audit.YardRow] {
	type row = audit.YardRow
	return &layer[row]{
		name: "yards", forms: []form{areas},
		geometry: func(r *row) orb.Geometry { return r.Geometry },
		columns: []column[row]{
			{name: "lot_id", required: true, of: func(r *row) value { return str(r.LotID) }},
			{name: "parcel_id", of: func(r *row) value { return str(r.ParcelID) }},
			{name: "kind", required: true, repeats: true, of: func(r *row) value { return str(r.Kind) }},
			{name: "depth_ft", kind: number, of: func(r *row) value { return optional(r.DepthFt) }},
			{name: "area_sq_ft", kind: number, of: func(r *row) value { return optional(r.AreaSqFt) }},
			{name: "district", repeats: true, of: func(r *row) value { return str(r.District) }},
			{name: "reading", of: func(r *row) value { return str(r.Reading) }},
			{name: "other_readings", kind: count, of: func(r *row) value { return whole(r.OtherReadings) }},
			{name: "confidence", kind: number, of: func(r *row) value { return num(r.Confidence) }},
			{name: "reason", of: func(r *row) value { return str(r.Reason) }},
		},
	}
}

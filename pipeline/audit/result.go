package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// Finding is one (clause, subject) pair with its outcome. Geometry is in frame feet (see spatial/crs.Frame).
type Finding struct {
	Clause       *rules.Clause
	Outcome      rules.Outcome
	LotID        string
	ParcelID     string // first parcel of the lot, or the parcel the subject stands on
	Address      string
	District     string // code as it stands in the zoning layer
	SubjectType  string // "structure", "fence", "feature", "lot", "record"
	SubjectID    string
	SubjectClass string
	ClassBasis   string // how the class was decided: "attribute", "largest on lot", "size" ...
	LotLine      string // kind of the lot line measured to, "" when none
	Yard         string // yard the subject or its offending part lies in, "" when none
	Measured     *float64
	Op           string
	Required     *float64
	Unit         string
	Margin       *float64 // measured against required, positive when met, in Unit
	Tolerance    float64  // ft: positional accuracy of what was measured, 0 when nothing was
	ClearFt      *float64 // ft by which what was measured would have to be off for the verdict to change; nil when no position decides it
	OtherID      string   // the other structure, lot or record involved
	Message      string
	Reason       string       // why it is indeterminate, exempt or within tolerance
	DependsOn    string       // the label, class or district on which an indeterminate verdict turns
	RecordID     string       // variance, permit or agreement applied
	Geometry     orb.Geometry // the subject
	Evidence     orb.Geometry // what proves the number, nil when nothing was measured

	source  string   // id of the record the subject comes from
	subject int32    // index into town.subjects
	missing []string // of an indeterminate one
}

// StructureRow is one structure, fence stretch or site feature of the audit.
type StructureRow struct {
	ID, Type, Class, ClassBasis string
	ClassConfidence             float64
	ParcelID, LotID, District   string
	Assignment                  string // how it came to its lot: docs/formats.md lists the words
	AreaSqFt, LengthFt          float64
	Yard, LotLine               string // of a stretch of fence: the yard it runs in, and the kind of the lot line it runs on; "" where unknown or inside
	Outcomes                    [7]int // by rules.Outcome
	Geometry                    orb.Geometry
}

// LotLineRow is one lot line.
type LotLineRow struct {
	LotID, ParcelID, Kind, Method, Street, LotType string
	Confidence, LengthFt                           float64
	Geometry                                       orb.Geometry
}

// Issue is a data problem: what, where, and what was done about it.
type Issue struct {
	Kind     string // stable kebab-case: "stacked-parcel", "null-geometry", "repaired-polygon"
	Layer    string // "parcels", "buildings" ...
	RecordID string // id of the record as the layer names it
	Row      int    // record number in the file, 0 when it is not about one record
	What     string // one sentence
	Done     string // one sentence: what was done about it
	Geometry orb.Geometry
}

// ClauseCount is the account of one clause over the whole run: it adds up.
type ClauseCount struct {
	Clause   *rules.Clause
	Applied  int    // subjects the clause was evaluated on
	Outcomes [7]int // by rules.Outcome; their sum is Applied
	Missing  map[string]int
}

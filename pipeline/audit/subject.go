package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// Types of subject, as reports name them.
const (
	aStructure = "structure"
	aFence     = "fence"
	aFeature   = "feature"
	aLot       = "lot"
	aRecord    = "record"
)

// How a class was decided, as reports name it.
const (
	byAttribute       = "attribute"          // the layer says so
	byLayer           = "layer"              // everything in the fences layer is a fence
	byLargest         = "largest on the lot" // no attribute: the largest building is the principal one
	byTouching        = "touches the principal building"
	byTouchingAnother = "touches another building"
	bySize            = "size" // no attribute: a smaller, detached building
	byRecord          = "record"
	byLot             = "lot"
)

// subject is one thing clauses are evaluated on: a structure, a stretch of fence, a feature, a lot or a record.
type subject struct {
	id          string
	kind        string
	src         *Structure // nil for lots and records
	rec         *Record    // set for records
	lot         int32      // -1 when it stands on no lot
	otherLot    int32      // the lot that shares the line it stands on, -1 when none
	shape       orb.Geometry
	bound       orb.Bound
	class       string // a class of the tree; a class with sub-classes means that the sub-class is not known
	classNumber int32  // in town.classes
	basis       string
	confidence  float64 // 0..1 of the class
	partOf      int32   // >= 0: part of that building, and no subject of its own
	attached    answer  // to the principal building
	rival       bool    // one of several plausible principal buildings of its lot
	mayBeHouse  bool    // too large for an accessory building, though another one is taken for the principal building
	several     bool    // what stands on its lot of a building or feature that stands on several
	mostOn      int32   // then the lot that holds most of it
	assignment  string
	zone        *zoning // nil on no lot
	stretch     stretch
}

// stretch is where a piece of fence runs.
type stretch struct {
	yard   string // "front", "side", "rear", "street"; "" unknown
	onLine bool   // within the fence tolerance of a lot line
	line   string // kind of that line
}

// attribute returns a mapped attribute of the subject, and whether its layer maps such an attribute at all.
func (s *subject) attribute(name string) (rules.Value, bool) {
	switch {
	case s.rec != nil:
		return s.rec.Attributes.Get(name)
	case s.src != nil:
		return s.src.Attributes.Get(name)
	}
	return rules.Value{}, false
}

// isNobodys says whether the subject is a fence or wall that stands wholly off the lots and whose record does not say whose it is.
func (s *subject) isNobodys() bool {
	return s.kind == aFence && s.assignment == beside && s.src.ParcelID == ""
}

// isPart says whether the subject is the part of something that stands mostly on another lot.
func (s *subject) isPart() bool { return s.several && s.lot != s.mostOn }

// areaSqFt is the footprint of a polygon, 0 for anything else.
func (s *subject) areaSqFt() float64 { return footprint(s.shape) }

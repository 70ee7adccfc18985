package repair

import "slices"

// Kinds of defect, as they appear in Report.Kinds and in issues.
const (
	NotAnArea        = "not-an-area"        // a point or line where a polygon was expected
	EmptyPart        = "empty-part"         // a part, ring or line without points
	NotFinite        = "not-finite"         // NaN or infinite coordinates; the part is dropped
	Unclosed         = "unclosed-ring"      // last point differs from the first
	DuplicateVertex  = "duplicate-vertex"   // the same point twice in a row
	Spike            = "spike"              // out and back along the same line
	CollapsedRing    = "collapsed-ring"     // fewer than three distinct points, or no area
	WrongWinding     = "wrong-winding"      // a hole wound like its shell
	SelfIntersection = "self-intersection"  // a ring crosses or overlaps itself or another
	HoleOutside      = "hole-outside-shell" // a hole not inside its polygon
	OverlappingParts = "overlapping-parts"  // parts, each sound, that overlap, share an edge or lie in one another
	Sliver           = "sliver"             // a part thinner than sliverWidth that repair would have made
	Unrepairable     = "unrepairable"       // nothing usable is left
	ZeroLength       = "zero-length-line"   // a line without length
	DuplicateLine    = "duplicate-line"     // the same line twice
)

// Report says what was wrong with one geometry and what repairing it did. The zero value means nothing was wrong.
// Reversing rings so that shells run counter-clockwise is not a change: half of all formats ask for the opposite.
type Report struct {
	Changed     bool     // the geometry returned covers other points, or has other vertices, than the one given
	Kinds       []string // defects found, sorted, each once
	AreaBefore  float64  // square feet enclosed by the rings as given: shells less holes, each by its own outline
	AreaAfter   float64  // square feet of the result
	TypeChanged bool     // nothing with area is left, or one polygon became several
	Reason      string   // one sentence in detail, where there is more to say than the kinds; may hold coordinates
}

func (r *Report) found(kind string) {
	r.Changed = true
	if i, ok := slices.BinarySearch(r.Kinds, kind); !ok {
		r.Kinds = slices.Insert(r.Kinds, i, kind)
	}
}

func (r *Report) because(reason string) {
	if r.Reason == "" {
		r.Reason = reason
	}
}

package rules

// Call is a measure of the registry with its parameters. Two equal calls of a pack are one *Call, so that what was
// measured can be kept by ID. Which fields a measure uses is in docs/writing-rules.md; the others are zero.
type Call struct {
	Name      string     // "distance", "overlap", "count" ...
	ID        int        // position in Pack.Calls
	To        []string   // lot lines (distance, farthest, screened) or classes (separation, facing, nearest)
	Except    []string   // lot lines left out
	With      []string   // regions (overlap), yards (beside)
	Of        []string   // regions (outside, share)
	Classes   []string   // classes (share, total_area, count, sum, least, greatest); empty = every class
	Districts []string   // district classes (to_district, bearing_to_district)
	Barriers  []string   // classes (ring_gap, ring_least, ring_greatest, screened)
	On        string     // separation, facing, nearest, count: "lot" (default), "adjacent_lots" or "any"
	Line      string     // building line (behind)
	Fact      string     // fact, without "other." (sum, least, greatest, nearest, ring_least, ring_greatest)
	Times     string     // fact each of them is multiplied with, "" = none (sum)
	Table     string     // records, record_value
	Field     string     // field of the table, without "record." (record_value)
	Pick      string     // record_value: "latest", "earliest", "least" or "greatest"; flanking: "average" or "least"
	By        string     // record_value: the field that orders, without "record."
	Leg       float64    // ft: leg of the vision triangle, 0 where none is used
	WithinFt  float64    // ft: how far from the line a barrier may stand (screened), how far off a building (flanking)
	Walls     bool       // ring: building walls close it too
	Rail      bool       // a railway line makes corners too (corners, intrusion)
	Across    *Condition // of the lots across the lines (screened)
	Where     *Condition
	Type      string // of the result: a unit, or "text", "bool", "date" for record_value; "" = overlap, outside, intrusion

	covers map[string]bool // every class To, Classes or Barriers name, sub-classes included; nil = all
	above  map[string]bool // classes that have one of those among their sub-classes
}

// Covers reports whether a structure of this class is among those the call speaks of. Sub-classes are included; a
// call that names no class covers all.
func (c *Call) Covers(class string) bool { return c.covers == nil || c.covers[class] }

// MayCover reports whether a structure known only by this class may turn out to be one that the call covers: one of its
// sub-classes is.
func (c *Call) MayCover(class string) bool { return c.Covers(class) || c.above[class] }

package rules

// Call is a measure of the registry with its parameters. Two equal calls of a pack are one *Call, so that what was
// measured can be kept by ID. Which fields a measure uses is in docs/writing-rules.md; the others are zero.
type Call struct {
	Name     string   // "distance", "overlap", "count" ...
	ID       int      // position in Pack.Calls
	To       []string // lot lines (distance, farthest) or classes (separation)
	Except   []string // lot lines left out
	With     []string // regions (overlap)
	Of       []string // regions (outside)
	Classes  []string // classes (share, total_area, count, sum, least, greatest); empty = every class
	Barriers []string // classes (ring_gap, ring_least)
	From     string   // distance: "outline" (default) or "water_line"
	On       string   // separation, count: "lot" (default), "adjacent_lots" or "any"
	Line     string   // building line (behind)
	Region   string   // region (share)
	Fact     string   // fact, without "other." (sum, least, greatest, ring_least)
	Table    string   // records, record_value
	Field    string   // field of the table, without "record." (record_value)
	Pick     string   // record_value: "latest", "earliest", "least" or "greatest"
	By       string   // record_value: the field that orders, without "record."
	Leg      float64  // ft: leg of the vision triangle, 0 where none is used
	Walls    bool     // ring: building walls close it too
	Where    *Condition
	Type     string // of the result: a unit, or "text", "bool", "date" for record_value; "" = overlap, outside, intrusion

	covers map[string]bool // every class To, Classes or Barriers name, sub-classes included; nil = all
}

// Covers reports whether a structure of this class is among those the call speaks of. Sub-classes are included; a
// call that names no class covers all.
func (c *Call) Covers(class string) bool { return c.covers == nil || c.covers[class] }

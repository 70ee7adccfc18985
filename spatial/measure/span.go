package measure

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// Grid is the step, in feet (and square feet), that every reported number is rounded to. No survey is that good, but a shed drawn
// exactly three feet from a line must measure exactly 3 however the lot is rotated, and projecting a coordinate leaves an
// error of about a billionth of a foot.
const Grid = 1e-6

// Round puts a number on the grid.
func Round(v float64) float64 {
	const steps = 1e6 // in a foot; dividing by a whole number keeps 3 ft exactly 3
	return math.Round(v*steps) / steps
}

// Span is a distance in feet and the two points it was measured between: From on the first thing, To on the second.
type Span struct {
	Ft       float64 // on the grid; negative where the function says so
	From, To orb.Point
}

// Witness is the measured line, the proof of the number.
func (s Span) Witness() orb.LineString { return orb.LineString{s.From, s.To} }

// Exact is the unrounded, unsigned length of the witness in feet, for those who construct with it.
func (s Span) Exact() float64 { return math.Hypot(s.To[0]-s.From[0], s.To[1]-s.From[1]) }

// InputError says which geometry could not be measured and why. Nothing measurable is never distance 0.
type InputError struct {
	What    string // "structure", "lot lines" ...
	Problem string // "is empty", "has a coordinate that is not a number" ...
}

func (e *InputError) Error() string { return fmt.Sprintf("%s %s", e.What, e.Problem) }

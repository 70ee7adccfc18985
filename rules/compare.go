package rules

import "math"

// level is how well a requirement is met. close means that positional accuracy leaves it open, whichever side of the
// limit was measured.
type level uint8

const (
	unmet level = iota
	near
	met
)

// answer is what one requirement says: a level, or a range of them where something is unknown.
type answer struct {
	lo, hi      level
	none        bool     // nothing to measure to: the requirement says nothing
	mayBeNone   bool     // as none, but that is not known; lo and hi hold when it is not so
	missing     []string // what decides between lo and hi
	noneMissing []string // what decides whether it is none
	measured    Measured // in unit
	hasMeasured bool
	op          Op
	required    Value    // in unit
	from        []string // names the limit was read from
	unit        Unit
	margin      float64
	hasMargin   bool
	alternative int
	reason      string // of none
}

// undecided makes the answer open, naming what is missing.
func (a *answer) undecided(missing []string) { a.lo, a.hi, a.missing = unmet, met, missing }

// compare fills in what measured against required gives. Both are ranges in a.unit; measured against the limit at the
// worst and the best end gives the range of levels.
func (a *answer) compare() {
	m, r := a.measured.Value, a.required
	if m.Type != NumberOf || r.Type != NumberOf {
		var missing []string
		if m.Type != NumberOf {
			missing = m.Missing
		}
		if r.Type != NumberOf {
			missing = merge(missing, r.Missing)
		}
		a.undecided(missing)
		return
	}
	if m.Lo == m.Hi && r.Lo == r.Hi {
		a.margin, a.hasMargin = a.op.margin(m.Lo, r.Lo), true
		a.lo = a.level(m.Lo, r.Lo)
		a.hi = a.lo
		return
	}
	a.lo, a.hi = a.ends(m, r)
	if a.lo != a.hi {
		a.missing = merge(narrowing(m), narrowing(r))
	}
}

// ends returns the levels at the worst and the best end of two ranges.
func (a *answer) ends(m, r Value) (lo, hi level) {
	worstM, worstR, bestM, bestR := m.Lo, r.Hi, m.Hi, r.Lo
	switch a.op {
	case AtMost, LessThan:
		worstM, worstR, bestM, bestR = m.Hi, r.Lo, m.Lo, r.Hi
	case Equals:
		if m.Hi >= r.Lo-a.unit.epsilon() && m.Lo <= r.Hi+a.unit.epsilon() { // they may be equal, and may not
			return unmet, met
		}
		worstM, worstR = max(m.Lo, r.Lo), min(m.Hi, r.Hi) // the nearest ends
		bestM, bestR = worstM, worstR
	}
	worst, best := a.op.holds(worstM, worstR, a.unit.epsilon()), a.op.holds(bestM, bestR, a.unit.epsilon())
	if worst != best && a.measured.Clearance != nil {
		return unmet, met // one clearance does not say how far each end is from the limit
	}
	return a.level(worstM, worstR), a.level(bestM, bestR)
}

// level says how well a number meets a limit, both in a.unit.
func (a *answer) level(number, limit float64) level {
	if t := a.measured.Tolerance; t > 0 {
		clearance := math.Inf(1)
		switch {
		case a.measured.Clearance != nil:
			clearance = *a.measured.Clearance
		case a.unit.IsLength():
			clearance = a.unit.In(Feet, math.Abs(number-limit))
		}
		if clearance < t {
			return near
		}
	}
	if a.op.holds(number, limit, a.unit.epsilon()) {
		return met
	}
	return unmet
}

// narrowing names what would narrow a range.
func narrowing(v Value) []string {
	if v.Lo == v.Hi {
		return nil
	}
	return v.Missing
}

// epsilon is how far two numbers in the unit may lie apart and still be the same.
func (u Unit) epsilon() float64 {
	switch u { // the common ones without a map
	case Feet:
		return 0.0005
	case Count, DayUnit:
		return 0
	}
	return units[u].epsilon
}

// holds reports whether number meets the limit, to epsilon.
func (o Op) holds(number, limit, epsilon float64) bool {
	switch o {
	case AtLeast:
		return number >= limit-epsilon
	case AtMost:
		return number <= limit+epsilon
	case LessThan:
		return number < limit-epsilon
	case MoreThan:
		return number > limit+epsilon
	}
	return math.Abs(number-limit) <= epsilon
}

// margin is measured against required, positive when met.
func (o Op) margin(number, limit float64) float64 {
	switch o {
	case AtLeast, MoreThan:
		return number - limit
	case AtMost, LessThan:
		return limit - number
	}
	return -math.Abs(number - limit)
}

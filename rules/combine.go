package rules

// combine evaluates any_of (the best alternative decides) or all_of (the worst does) into a.
//
//  1. an alternative whose `when` is false, or that has nothing to measure to, drops out.
//  2. one of which that is unknown may drop out: for any_of it may then be no help, for all_of no harm.
//  3. with none left: nothing to measure to if that is why one dropped out, else any_of is not met and all_of is met.
//  4. any_of takes the greater of the levels, all_of the lesser, at both ends of what is known.
func (e *Evaluator) combine(list []*Requirement, s Subject, a *answer, any bool) {
	base := e.inUse
	certain := 0      // alternatives that do not drop out
	var gone dropouts // those that have nothing to measure to
	for i, r := range list {
		when := Truth{State: True}
		if r.When != nil {
			when = r.When.Eval(s, nil)
		}
		if when.State == False { // 1
			continue
		}
		x := e.next()
		e.answer(r, s, x)
		if gone.add(x, when); x.none {
			e.inUse--
			continue
		}
		x.alternative = i + 1
		if when.State == Undecided || x.mayBeNone { // 2
			x.mayDrop(merge(when.Missing, x.noneMissing), any)
		} else {
			certain++
		}
	}
	left := e.answers[base:e.inUse]
	switch { // 3
	case len(left) == 0 && gone.certain:
		a.none, a.reason = true, gone.reason
		return
	case len(left) == 0 && any:
		a.lo, a.hi = unmet, unmet
	case len(left) == 0:
		a.lo, a.hi = met, met
	default:
		*a = decisive(left, any) // 4
		a.missing = open(left, a, any)
	}
	a.mayBeNone = certain == 0 && (gone.certain || gone.possible)
	a.noneMissing = nil
	if a.mayBeNone {
		a.noneMissing = gone.missing
		for i := range left {
			a.noneMissing = merge(a.noneMissing, left[i].noneMissing)
		}
	}
	e.inUse = base
}

// dropouts accounts for alternatives that have nothing to measure to.
type dropouts struct {
	certain, possible bool
	reason            string
	missing           []string // what decides whether one is among them
}

func (d *dropouts) add(x *answer, when Truth) {
	switch {
	case x.none && when.State == True:
		d.certain, d.reason = true, x.reason
	case x.none:
		d.possible, d.missing = true, merge(d.missing, when.Missing)
	case x.mayBeNone:
		d.possible, d.missing = true, merge(d.missing, merge(when.Missing, x.noneMissing))
	}
}

// mayDrop widens an answer by what it would be if the alternative were not there; missing says what decides that.
func (x *answer) mayDrop(missing []string, any bool) {
	if x.lo == x.hi {
		x.missing = nil
	}
	if any {
		x.lo = unmet
	} else {
		x.hi = met
	}
	if x.lo != x.hi {
		x.missing = merge(x.missing, missing)
	}
	x.noneMissing = missing
}

// decisive returns the answer that decides, with the combined levels: for any_of the best, for all_of the worst.
// Among equals the one with the greatest (any_of) or least (all_of) margin, where they are in the same unit, else the
// first.
func decisive(left []*answer, any bool) answer {
	best := *left[0]
	lo, hi := best.lo, best.hi
	for _, x := range left[1:] {
		if any {
			lo, hi = max(lo, x.lo), max(hi, x.hi)
			if x.lo > best.lo || x.lo == best.lo && (x.hi > best.hi || x.hi == best.hi && x.beats(&best, 1)) {
				best = *x
			}
		} else {
			lo, hi = min(lo, x.lo), min(hi, x.hi)
			if x.hi < best.hi || x.hi == best.hi && (x.lo < best.lo || x.lo == best.lo && x.beats(&best, -1)) {
				best = *x
			}
		}
	}
	best.lo, best.hi = lo, hi
	return best
}

// beats reports whether x has the greater margin (sign 1) or the lesser (sign -1) in the same unit.
func (x *answer) beats(y *answer, sign float64) bool {
	return x.hasMargin && y.hasMargin && x.unit == y.unit && sign*x.margin > sign*y.margin
}

// open names what is missing in those alternatives that could still change the combined answer.
func open(left []*answer, combined *answer, any bool) []string {
	if combined.lo == combined.hi {
		return nil
	}
	var missing []string
	for _, x := range left {
		if x.lo != x.hi && (any && x.hi > combined.lo || !any && x.lo < combined.hi) {
			missing = merge(missing, x.missing)
		}
	}
	return missing
}

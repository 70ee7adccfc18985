package rules

// combine evaluates any_of (the best alternative decides) or all_of (the worst does) into a.
//
//  1. an alternative whose `when` is false, or that has nothing to measure to, drops out.
//  2. one whose `when` is unknown may drop out: for any_of it may then be no help, for all_of no harm.
//  3. with none left: nothing to measure to if that is why one dropped out, else any_of is not met and all_of is met.
//  4. any_of takes the greater of the levels, all_of the lesser, at both ends of what is known.
func (e *Evaluator) combine(list []*Requirement, s Subject, a *answer, any bool) {
	base := len(e.stack)
	certain, nothing := 0, ""
	for i, r := range list {
		state, missing := True, []string(nil)
		if r.When != nil {
			t := r.When.Eval(s, nil)
			state, missing = t.State, t.Missing
		}
		if state == False { // 1
			continue
		}
		x := answer{}
		e.answer(r, s, &x)
		if x.none {
			nothing = x.reason
			continue
		}
		x.alternative = i + 1
		if state == Undecided { // 2
			x.mayDrop(missing, any)
		} else {
			certain++
		}
		e.stack = append(e.stack, x)
	}
	left := e.stack[base:]
	switch { // 3
	case len(left) == 0 && nothing != "":
		a.none, a.reason = true, nothing
	case len(left) == 0 && any:
		a.lo, a.hi = unmet, unmet
	case len(left) == 0:
		a.lo, a.hi = met, met
	default:
		*a = decisive(left, any) // 4
		a.missing = open(left, *a, any)
		if any && certain == 0 && nothing != "" && a.hi != met { // with all dropped out there is nothing to measure to
			a.undecided(merge(a.missing, whenMissing(list, s)))
		}
	}
	clear(left)
	e.stack = e.stack[:base]
}

// mayDrop widens an answer by what it would be if the alternative were not there.
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
}

// decisive returns the answer that decides, with the combined levels: for any_of the best, for all_of the worst.
// Among equals the one with the greatest (any_of) or least (all_of) margin, where they are in the same unit, else the
// first.
func decisive(left []answer, any bool) answer {
	best := left[0]
	lo, hi := best.lo, best.hi
	for _, x := range left[1:] {
		if any {
			lo, hi = max(lo, x.lo), max(hi, x.hi)
			if x.lo > best.lo || x.lo == best.lo && (x.hi > best.hi || x.hi == best.hi && x.beats(best, 1)) {
				best = x
			}
		} else {
			lo, hi = min(lo, x.lo), min(hi, x.hi)
			if x.hi < best.hi || x.hi == best.hi && (x.lo < best.lo || x.lo == best.lo && x.beats(best, -1)) {
				best = x
			}
		}
	}
	best.lo, best.hi = lo, hi
	return best
}

// beats reports whether x has the greater margin (sign 1) or the lesser (sign -1) in the same unit.
func (x *answer) beats(y answer, sign float64) bool {
	return x.hasMargin && y.hasMargin && x.unit == y.unit && sign*x.margin > sign*y.margin
}

// open names what is missing in those alternatives that could still change the combined answer.
func open(left []answer, combined answer, any bool) []string {
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

// whenMissing names what the undecided `when` of alternatives turn on.
func whenMissing(list []*Requirement, s Subject) []string {
	var missing []string
	for _, r := range list {
		if r.When != nil {
			missing = merge(missing, r.When.Eval(s, nil).Missing)
		}
	}
	return missing
}

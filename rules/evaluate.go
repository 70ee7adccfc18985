package rules

// Evaluator evaluates clauses. Use one per worker; it reuses its buffers and is not safe for concurrent use.
type Evaluator struct {
	answers []*answer // of the alternatives under evaluation, the first inUse of them
	inUse   int
}

// NewEvaluator returns an evaluator.
func NewEvaluator() *Evaluator { return &Evaluator{} }

// Evaluate says what the clause says of the subject. It looks neither at the subject's class nor at its district:
// Pack.Select has chosen the clause, and Clause.Covers says whether the district is certain.
//
//  1. `when` false: not applicable. Unknown: go on, and a requirement that is not met is indeterminate.
//  2. an `unless` true: exempt. Unknown: as for `when`.
//  3. the requirement, or that the clause exempts.
func (e *Evaluator) Evaluate(c *Clause, s Subject) Verdict {
	if c.NotAuditable != "" {
		return Verdict{Outcome: NotAuditable, Reason: c.NotAuditable}
	}
	var open []string // what a requirement that is not met would turn on
	isOpen := false
	if c.When != nil { // 1
		switch t := c.When.Eval(s, nil); t.State {
		case False:
			return Verdict{Outcome: NotApplicable, Reason: c.When.notSo}
		case Undecided:
			isOpen, open = true, t.Missing
		}
	}
	if c.Exempt != "" {
		if isOpen {
			return Verdict{Outcome: Indeterminate, Missing: open, Reason: notKnown(open)}
		}
		return Verdict{Outcome: Exempt, Reason: c.Exempt, ExemptBecause: c.Exempt, ExemptCites: c.Cites}
	}
	for i := range c.Unless { // 2
		switch t := c.Unless[i].When.Eval(s, nil); t.State {
		case True:
			return c.Unless[i].verdict(s)
		case Undecided:
			isOpen, open = true, merge(open, t.Missing)
		}
	}
	e.inUse = 0  // a subject that panicked may have left some
	var a answer // 3
	e.answer(c.Requirement, s, &a)
	v := a.verdict()
	c.settle(&v)
	if isOpen && v.Outcome != c.Met && v.Outcome != NotApplicable {
		v.Outcome, v.Missing = Indeterminate, merge(open, v.Missing)
		v.Reason = notKnown(v.Missing)
	}
	return v
}

// next returns an empty answer, in use until inUse is set back.
func (e *Evaluator) next() *answer {
	if e.inUse == len(e.answers) {
		e.answers = append(e.answers, new(answer))
	}
	a := e.answers[e.inUse]
	*a = answer{}
	e.inUse++
	return a
}

// verdict is exempt, with the record the exemption was found in.
func (x *Exemption) verdict(s Subject) Verdict {
	v := Verdict{Outcome: Exempt, Reason: x.Because, ExemptBecause: x.Because, ExemptCites: x.Cites}
	for _, variable := range x.When.formula.variables {
		if variable.from == fromMeasure && variable.measure.Call != nil {
			if id := variable.measure.on(s).RecordID; id != "" {
				v.RecordID = id
				break
			}
		}
	}
	return v
}

// verdict turns an answer into a verdict.
func (a *answer) verdict() Verdict {
	v := Verdict{Measured: a.measured, HasMeasured: a.hasMeasured, Op: a.op, Required: a.required, Unit: a.unit,
		Margin: a.margin, HasMargin: a.hasMargin, RequiredFrom: a.from, RecordID: a.measured.RecordID, Alternative: a.alternative}
	switch {
	case a.none:
		v.Outcome, v.Reason = NotApplicable, a.reason
	case a.lo != a.hi, a.mayBeNone && a.lo != met:
		v.Outcome, v.Missing = Indeterminate, a.missing
		if a.mayBeNone {
			v.Missing = merge(a.missing, a.noneMissing)
		}
		v.Reason = notKnown(v.Missing)
	case a.lo == met:
		v.Outcome = Compliant
	case a.lo == near:
		v.Outcome, v.Reason = WithinTolerance, "decided by less than the positional accuracy of the layers"
	default:
		v.Outcome = Violation
	}
	return v
}

// settle gives a requirement that is met or not the outcome the clause says. Where neither is a violation, a number
// nearer to the limit than the layers are accurate leaves open which of the two holds.
func (c *Clause) settle(v *Verdict) {
	switch {
	case v.Outcome == Compliant && c.Met == Exempt:
		v.Outcome, v.Reason, v.ExemptBecause, v.ExemptCites = Exempt, c.Title, c.Title, c.Cites
	case v.Outcome == Violation && c.Unmet == NotApplicable:
		v.Outcome, v.Reason = NotApplicable, "the clause does not reach this"
	case v.Outcome == WithinTolerance && c.Unmet == NotApplicable:
		v.Outcome, v.Missing = Indeterminate, []string{"a more accurate position"}
		v.Reason = notKnown(v.Missing)
	}
}

// answer evaluates one requirement into a.
func (e *Evaluator) answer(r *Requirement, s Subject, a *answer) {
	switch {
	case r.Measure != nil:
		r.measure(s, a)
	case r.Require != nil:
		switch t := r.Require.Eval(s, nil); t.State {
		case True:
			a.lo, a.hi = met, met
		case False:
			a.lo, a.hi = unmet, unmet
		default:
			a.undecided(t.Missing)
		}
	case r.AnyOf != nil:
		e.combine(r.AnyOf, s, a, true)
	default:
		e.combine(r.AllOf, s, a, false)
	}
}

// measure takes the measure and compares it with the limit, in the limit's unit.
func (r *Requirement) measure(s Subject, a *answer) {
	a.measured, a.op = r.Measure.on(s), r.Op
	if a.measured.None {
		a.none, a.reason = true, r.Measure.nothing
		return
	}
	measuredIn := a.measured.Unit
	if measuredIn == "" {
		measuredIn = Unit(r.Measure.Type())
	}
	a.unit = r.Limit.Quantity.Unit
	if r.Limit.Expression != nil {
		a.required, a.from = r.Limit.Expression.Eval(s), r.Limit.Expression.Names()
	} else {
		a.required = Number(r.Limit.Quantity.Number)
		if r.Limit.Quantity.Number == 0 && r.Measure.Type() == "" {
			a.unit = measuredIn // nothing is nothing in every unit
		}
	}
	a.hasMeasured = a.measured.Type == NumberOf
	if measuredIn != a.unit && a.hasMeasured {
		if !measuredIn.Agrees(a.unit) {
			a.hasMeasured = false
			a.undecided([]string{"a measure in " + string(a.unit) + " instead of " + string(measuredIn)})
			return
		}
		a.measured.Lo, a.measured.Hi = measuredIn.In(a.unit, a.measured.Lo), measuredIn.In(a.unit, a.measured.Hi)
	}
	a.measured.Unit = a.unit
	a.compare()
}

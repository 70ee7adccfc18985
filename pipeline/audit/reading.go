package audit

import (
	"strings"

	"parcelaudit/rules"
)

// most is the largest number of readings evaluated for one lot; beyond it only the first most are, and the confidence
// of a lot with that many ways to read it is nil anyway.
const most = 12

// reading is one plausible way to read a lot: one labelling of its lines and one principal building.
type reading struct {
	labelling int // index into Lot.Readings
	principal int // index into town.principals of the lot, -1 = none
	why       string
}

// readingsOf lists the plausible readings of a lot, most plausible first. There is always one.
func (t *town) readingsOf(lotIndex int32) []reading {
	labellings := t.fabric.Lots[lotIndex].Readings
	principals := t.principals[lotIndex]
	hidden := t.mayBeHidden(principals)
	var out []reading
	for l := range max(1, len(labellings)) {
		for p := range max(1, len(principals)+hidden) {
			r := reading{labelling: l, principal: p}
			var why []string
			if len(labellings) > 1 {
				why = append(why, labellings[l].Why)
			}
			switch {
			case p >= len(principals):
				if r.principal = -1; hidden > 0 {
					why = append(why, "a principal building that is not drawn")
				}
			case len(principals)+hidden > 1:
				why = append(why, principals[p].why)
			}
			r.why = strings.Join(why, ", ")
			if out = append(out, r); len(out) == most {
				return out
			}
		}
	}
	return out
}

// mayBeHidden is 1 where the layer shows only some buildings and what is taken for the principal one is just the largest of
// those: the house may be another, and 0 elsewhere.
func (t *town) mayBeHidden(principals []principal) int {
	if t.in.Layers.Buildings || len(principals) == 0 || t.subjects[principals[0].main].basis != byLargest {
		return 0
	}
	return 1
}

// depends says on what a verdict was seen to depend, as bits.
type depends uint8

const (
	onLabels depends = 1 << iota
	onPrincipal
	onPlace   // where the subject stands: the stretches of one fence may differ
	onSubject // what is known of this subject or its lot: others of its class and layer may differ
	onWay     // how it stands to a street or alley, or to the ground outside the lot
)

// variant is a verdict under one reading, one class and one district, and what that reading was.
type variant struct {
	verdict rules.Verdict
	why     string // "front on Elm Street"; what sets this variant apart
	dim     string // "lot lines", "principal building", "class", "district"
}

// adverse outcomes end up in the report of violations.
func adverse(o rules.Outcome) bool { return o == rules.Violation || o == rules.WithinTolerance }

// merge makes one verdict of all variants: what they share stands. Variants that differ without any of them being a
// violation are no matter to report: the first that says most is taken. Where one variant violates and another does not the
// verdict is indeterminate, and says on what it turns. The verdict is one of the variants', changed in place.
func merge(variants []variant) (*rules.Verdict, string) {
	var bad, good, open *variant
	for i := range variants {
		v := &variants[i]
		switch o := v.verdict.Outcome; {
		case o == rules.Indeterminate:
			if open == nil {
				open = v
			}
		case adverse(o):
			if bad == nil || o == rules.WithinTolerance && bad.verdict.Outcome == rules.Violation {
				bad = v
			}
		case good == nil || says(o) > says(good.verdict.Outcome):
			good = v
		}
	}
	switch {
	case open != nil:
		return &open.verdict, ""
	case bad == nil:
		return &good.verdict, ""
	case good == nil:
		return &bad.verdict, ""
	}
	v, was := &bad.verdict, bad.verdict.Outcome
	v.Outcome = rules.Indeterminate
	turnsOn := turn(bad, good)
	v.Missing = []string{turnsOn.dim}
	v.Reason = "depends on the " + turnsOn.dim + ": " + v.Reason
	if turnsOn.why != "" {
		v.Reason = withWhy(was, bad.why) + ", " + withWhy(good.verdict.Outcome, good.why)
	}
	return v, turnsOn.dim
}

// withWhy names an outcome and what it comes with, where that sets it apart.
func withWhy(o rules.Outcome, why string) string {
	if why == "" {
		return o.String()
	}
	return o.String() + " with " + why
}

// turn picks the variant that names the dimension in which the two differ.
func turn(bad, good *variant) *variant {
	if bad.dim != "" {
		return bad
	}
	return good
}

// says ranks outcomes that are not adverse by how much they say.
func says(o rules.Outcome) int {
	switch o {
	case rules.Compliant:
		return 3
	case rules.Exempt:
		return 2
	case rules.NotApplicable:
		return 1
	}
	return 0
}

package lot

import (
	"fmt"
	"math"
	"slices"
)

// Some stretches may be one of two things: a void without a way out may be a street that the data do not show to its end,
// a void of street width may be a missing lot or a park, a named street narrower than 21 ft is an alley by the definition.
// What is likelier is drawn; draft.maybe is the other thing. A lot with such lines is labelled again, and what differs is
// a reading of its own: no label is sure that rests on the likelier thing alone.

// supposed adds to v the readings in which lines that may be something else are: each alone, and all together.
func (w *worker) supposed(base int, area float64, v *verdict) {
	n := len(w.lines)
	unsure := w.unsure(base)
	if len(unsure) == 0 {
		return
	}
	seen := slices.Clone(w.lines[base:n])
	try := func(lines []int) {
		reason := w.lines[lines[0]].otherwise()
		w.suppose(base, lines)
		other := w.assignAs(base, area)
		copy(w.lines[base:n], seen)
		v.add(other.readings, len(w.lines)-base, reason)
	}
	try(unsure)
	if len(unsure) > 1 {
		for i := range unsure {
			try(unsure[i : i+1])
		}
	}
}

// add appends the readings that differ from those there are, each over n lines.
func (v *verdict) add(readings []Labelling, n int, reason string) {
	for i := range v.readings {
		v.readings[i].pad(n)
	}
	added := false
	for _, r := range readings {
		r.pad(n)
		same := func(o Labelling) bool { return slices.Equal(o.Kinds, r.Kinds) && slices.Equal(o.Roles, r.Roles) }
		if !slices.ContainsFunc(v.readings, same) {
			r.Why += ", and " + reason
			v.readings, added = append(v.readings, r), true
		}
	}
	if !added {
		return
	}
	if v.reason != "" {
		v.reason += "; "
	}
	v.reason += "it may be that " + reason
}

// pad makes a reading as long as the lines it labels: it does not know a virtual line that was added after it.
func (r *Labelling) pad(n int) {
	for len(r.Kinds) < n {
		r.Kinds, r.Roles = append(r.Kinds, Unknown), append(r.Roles, Unknown)
	}
}

// unsure lists the lines that may be something else. A street line may be no street only beside another: what else would
// give access?
func (w *worker) unsure(base int) []int {
	street := slices.ContainsFunc(w.lines[base:], func(d draft) bool {
		return d.across == acrossStreet && !d.doubt && d.maybe == acrossVoid
	})
	var out []int
	for i := base; i < len(w.lines); i++ {
		d := &w.lines[i]
		if d.maybe != acrossVoid && (d.across != acrossStreet || street) {
			out = append(out, i)
		}
	}
	return out
}

// otherwise says in words what a line is when it is not what it is drawn as.
func (d *draft) otherwise() string {
	switch {
	case d.maybe == acrossStreet && d.across == acrossAlley:
		return fmt.Sprintf("the way %.0f ft wide is a street", d.width)
	case d.maybe == acrossStreet && d.across == acrossLot:
		return "a street runs along a line drawn to its middle"
	case d.maybe == acrossStreet:
		return fmt.Sprintf("the void %.0f ft wide is a street", d.width)
	case d.maybe == acrossAlley:
		return fmt.Sprintf("the void %.0f ft wide is an alley", d.width)
	case d.maybe == acrossStrip:
		return fmt.Sprintf("the void %.0f ft wide is a gap between lots", d.width)
	}
	return fmt.Sprintf("the void %.0f ft wide is a missing lot or a park", d.width)
}

// suppose makes lines what they may be, and finds the corners between street lines anew.
func (w *worker) suppose(base int, lines []int) {
	changed := make([]bool, len(w.lines)-base)
	for _, i := range lines {
		d := &w.lines[i]
		d.across, d.doubt, changed[i-base] = d.maybe, false, true
		d.confidence = min(d.confidence, 0.5)
	}
	for i := range changed {
		k, next := base+i, w.next(base+i)
		d := &w.lines[k]
		if d.virtual || k == next || !changed[i] && !changed[next-base] {
			continue
		}
		d.corner = false
		if w.isStreet(k) && w.isStreet(next) {
			limit := 180 - w.opt.CornerDeg
			o := &w.lines[next]
			d.corner = turn(w.pieces[d.last-1].dir, w.pieces[o.first].dir) >= limit && turn(d.dir, o.dir) >= limit
		}
	}
}

// mayBe is what a void without a way out may be for its width, nothing when it is too narrow for a way.
func (w *worker) mayBe(width float64) across {
	switch {
	case width < laneLeastFt || math.IsInf(width, 1):
		return acrossVoid
	case width < w.opt.AlleyFt-widthNoise:
		return acrossAlley
	}
	return acrossStreet
}

// laneLeastFt is the least width of a void that is a way rather than a gap between lots.
const laneLeastFt = 10.0

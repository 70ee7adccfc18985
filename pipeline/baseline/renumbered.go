package baseline

// sameSpot is the share (intersection over union of the two boxes) from which a finding on another parcel is the same one: higher than
// on its own parcel, for only the place speaks for it.
const sameSpot = 0.5

// Audits says which parcels the run audits. Parcels that are no more were renumbered, merged or divided: what stood on them stands on
// another parcel now, and its findings are continued there instead of being fixed here and new there.
func (b *Baseline) Audits(parcels map[string]bool) {
	if b == nil {
		return
	}
	b.homeless = map[string][]place{}
	for _, g := range b.groups() {
		if parcels[g.parcel] {
			continue
		}
		for i := range b.entries[g] {
			b.homeless[g.clause] = append(b.homeless[g.clause], place{g, i})
		}
	}
}

// place is where an entry is kept.
type place struct {
	group group
	index int
}

// elsewhere finds the finding of a parcel that is no more which one of today continues, nil when there is none: the one of the same
// clause that fits best of those on the same spot.
func (b *Baseline) elsewhere(is *Entry) *Entry {
	if b == nil {
		return nil
	}
	var found *Entry
	var at place
	best := 0.0
	for _, p := range b.homeless[is.ClauseID] {
		was := &b.entries[p.group][p.index]
		if !b.left[p.group][p.index] || overlap(was.Bound, is.Bound) < sameSpot {
			continue
		}
		if fit := fits(was, is); fit > best {
			best, found, at = fit, was, p
		}
	}
	if found != nil {
		b.left[at.group][at.index] = false
	}
	return found
}

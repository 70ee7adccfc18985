package lot

// byHand is the method of a line labelled by an override.
const byHand = "by hand"

// override applies what was set by hand to the lines from base on, before roles are given.
func (w *worker) override(base int, overrides []Override) {
	for i := range overrides {
		o := &overrides[i]
		best, at := inf, -1
		for k := base; k < len(w.lines); k++ {
			if d := offPath(o.At, w.lines[k].path); d < best {
				best, at = d, k
			}
		}
		if at < 0 {
			continue
		}
		d := &w.lines[at]
		d.method, d.confidence, d.doubt, d.maybe, d.hand = byHand, 1, false, acrossVoid, o.Kind
		switch o.Kind {
		case StreetSide:
			d.across = acrossStreet
		case Alley:
			d.across = acrossAlley
		case Water:
			d.across = acrossWater
		case Rail:
			d.across = acrossRail
		case Highway:
			d.across = acrossHighway
		case Park:
			d.across = acrossPark
		case OpenEdge:
			d.across = acrossOpen
		case Front:
			if d.across != acrossStreet && d.across != acrossAlley {
				d.across = acrossStreet
			}
		case Rear, Side:
			d.across = acrossLot
		}
	}
}

// forcedFront returns the line set by hand to be the front, -1 when there is none.
func (w *worker) forcedFront(base int) int {
	for i := base; i < len(w.lines); i++ {
		if w.lines[i].method == byHand && w.lines[i].hand == Front {
			return i
		}
	}
	return -1
}

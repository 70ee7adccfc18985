package audit

import "math"

// against is the positional accuracy, in feet, of something measured between the subject's layer and the parcels: independent
// errors add as squares (FGDC-STD-007.3, National Standard for Spatial Data Accuracy).
//
// Where the buildings of the block are found to be shifted, nothing measured from one of them to a line is more accurate than
// the shift.
func (t *town) against(s *subject) float64 {
	tolerance := math.Hypot(t.in.Tolerance.Parcels, t.accuracy(s))
	if s.kind == aStructure && s.lot >= 0 && t.shifts != nil {
		tolerance += t.shifts[s.lot]
	}
	return tolerance
}

// between is the same for two subjects. Both from one layer share its shift, yet may still be off one by one.
func (t *town) between(a, b *subject) float64 { return math.Hypot(t.accuracy(a), t.accuracy(b)) }

// accuracy is the stated accuracy of the layer a subject comes from.
func (t *town) accuracy(s *subject) float64 {
	switch s.kind {
	case aStructure:
		return t.in.Tolerance.Buildings
	case aFence:
		if s.src.Layer == "features" {
			return t.in.Tolerance.Features
		}
		return t.in.Tolerance.Fences
	case aFeature:
		return t.in.Tolerance.Features
	}
	return t.in.Tolerance.Parcels
}

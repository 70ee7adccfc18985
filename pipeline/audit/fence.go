package audit

import (
	"strconv"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"parcelaudit/spatial/join"
	"parcelaudit/spatial/measure"
)

const (
	// leastOnLineFt is the narrowest band in which a fence is on a lot line.
	leastOnLineFt = 0.25
	// leastStretchFt is the shortest stretch kept on a lot that the fence only touches: the end of a neighbour's fence.
	leastStretchFt = 3
	// strayFt is how far from the lot its record names a fence may stand and still be taken for that lot's.
	strayFt = 10
)

// onLineFt is how near a lot line a fence is on it: as near as the two layers can tell.
func (t *town) onLineFt(s *subject) float64 { return max(leastOnLineFt, t.against(s)) }

// fencePieces cuts a fence into what stands on each lot: stretches inside the lot, and stretches on its line. A stretch on a
// line that two lots share belongs to the lot the record names, else to both. A stretch inside another lot than the record names
// is that lot's too, and stands on its neighbour's land. A part of some length that runs on no lot, as in a street,
// is kept with lot -1.
func (t *town) fencePieces(whole subject, lots *join.Areas) []subject {
	lines := linesOf(whole.shape)
	near := t.onLineFt(&whole)
	var out []subject
	add := func(lotIndex int32, path orb.LineString, onLine bool) {
		s := whole
		s.shape, s.bound = path, path.Bound()
		s.lot, s.otherLot, s.assignment = lotIndex, -1, inside
		s.stretch.onLine = onLine
		out = append(out, s)
	}
	var onLots []orb.LineString
	found := lots.Line(lines, near, nil)
	named, owner := t.namedLot(whole.src, found), t.owningLot(&whole)
	for _, f := range found {
		i := int32(f.Index)
		for _, line := range lines {
			within, along := lots.Pieces(f.Index, line, near)
			onLots = append(append(onLots, within...), along...)
			within, along = withStubs(within, along)
			for _, piece := range within {
				if add(i, piece, false); owner >= 0 && owner != i {
					last := &out[len(out)-1]
					last.lot, last.otherLot, last.assignment = owner, i, straddles
				}
			}
			for _, piece := range along {
				if named >= 0 && named != i && runsAlong(lots, int(named), piece, near) || planar.Length(piece) < leastStretchFt && f.Inside < near && planar.Length(line) >= leastStretchFt {
					continue
				}
				add(i, piece, true)
				out[len(out)-1].otherLot = sharer(lots, i, piece, near)
			}
		}
	}
	if len(out) == 0 {
		whole.lot, whole.otherLot, whole.assignment = -1, -1, onNoLot
		if owner >= 0 {
			whole.lot, whole.assignment = owner, beside
		} else {
			t.assignBeside(&whole)
		}
		return []subject{whole}
	}
	for _, piece := range allWithout(lines, onLots) {
		if planar.Length(piece) >= leastStretchFt {
			add(-1, piece, false)
			last := &out[len(out)-1]
			last.id, last.assignment = last.id+"/off", onNoLot
		}
	}
	return out
}

// runsAlong says whether most of a stretch is on the border of a lot, or in it: then the lot the record names has it.
func runsAlong(lots *join.Areas, lotIndex int, piece orb.LineString, near float64) bool {
	for _, s := range lots.Line(orb.MultiLineString{piece}, near, nil) {
		if s.Index == lotIndex {
			return s.Share > 0.5
		}
	}
	return false
}

// withStubs joins the short ends by which a fence reaches a lot line to the stretch that reaches it: they cross the line or end
// at it, and run along it only because a line is as broad as its accuracy.
func withStubs(within, along orb.MultiLineString) (orb.MultiLineString, orb.MultiLineString) {
	var rest orb.MultiLineString
	for _, piece := range along {
		if planar.Length(piece) >= leastStretchFt || !joined(within, piece) {
			rest = append(rest, piece)
		}
	}
	return within, rest
}

// joined lengthens the stretch that a piece runs on from; false when there is none.
func joined(within orb.MultiLineString, piece orb.LineString) bool {
	const same = 1e-6
	for i, w := range within {
		switch {
		case planar.Distance(w[len(w)-1], piece[0]) < same:
			within[i] = append(w, piece[1:]...)
			return true
		case planar.Distance(piece[len(piece)-1], w[0]) < same:
			within[i] = append(append(orb.LineString(nil), piece[:len(piece)-1]...), w...)
			return true
		}
	}
	return false
}

// namedLot is the lot of the parcel the record names, if the fence is anywhere near it; else -1.
func (t *town) namedLot(src *Structure, found []join.Stretch) int32 {
	if src.ParcelID == "" {
		return -1
	}
	for _, f := range found {
		for _, id := range t.fabric.Lots[f.Index].ParcelIDs {
			if id == src.ParcelID {
				return int32(f.Index)
			}
		}
	}
	return -1
}

// owningLot is the lot of the parcel the record of a fence names, if the fence is within strayFt of it; else -1.
func (t *town) owningLot(s *subject) int32 {
	if s.src.ParcelID == "" {
		return -1
	}
	for _, i := range t.fabric.Near(s.bound.Pad(strayFt), nil) {
		if !has(t.fabric.Lots[i].ParcelIDs, s.src.ParcelID) {
			continue
		}
		if d, err := measure.Distance(s.shape, t.fabric.Lots[i].Shape); err == nil && d.Ft <= strayFt {
			return i
		}
	}
	return -1
}

// sharer is the other lot whose border a stretch runs along for most of its length, -1 when there is none.
func sharer(lots *join.Areas, own int32, piece orb.LineString, near float64) int32 {
	for _, s := range lots.Line(orb.MultiLineString{piece}, near, nil) {
		if int32(s.Index) != own && s.Along > planar.Length(piece)/2 {
			return int32(s.Index)
		}
	}
	return -1
}

// numberStretches names the stretches of one fence: F12 alone, or F12/1, F12/2 ...
func numberStretches(stretches []*subject) {
	if len(stretches) < 2 {
		return
	}
	for i := range stretches {
		stretches[i].id += "/" + strconv.Itoa(i+1)
	}
}

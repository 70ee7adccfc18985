package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/join"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
)

// How a structure came to its lot, as reports name it.
const (
	inside     = "inside"
	mostly     = "largest overlap"
	misaligned = "misaligned" // the part outside is thinner than the positional accuracy
	straddles  = "straddles"  // a wide part lies outside: an encroachment, or one building on two lots
	aPart      = "part"       // of a building that stands on several lots, and mostly on another one
	beside     = "beside"     // a feature off every lot, such as a basketball hoop in the terrace, goes to the nearest lot
	onNoLot    = "no lot"
)

// besideFt is how far from a lot a feature on no lot may stand to be dealt with there: about the width of a street terrace.
const besideFt = 20

// assign finds the lot of a building or a polygon feature: the one under most of it.
func (t *town) assign(s *subject, lots *join.Areas, buf []join.Overlap) []join.Overlap {
	s.lot, s.otherLot, s.assignment = -1, -1, onNoLot
	switch g := s.shape.(type) {
	case nil:
		return buf
	case orb.Point:
		if at := lots.At(g, nil); len(at) > 0 {
			s.lot, s.assignment = at[0], inside
		} else {
			t.assignBeside(s)
		}
		return buf
	}
	polygons := polygonsOf(s.shape)
	if len(polygons) == 0 {
		if t.assignLine(s, lots); s.lot < 0 {
			t.assignBeside(s)
		}
		return buf
	}
	buf = lots.Polygon(polygons, buf)
	if len(buf) == 0 {
		t.assignBeside(s)
		return buf
	}
	s.lot = int32(buf[0].Index)
	switch beyond := t.beyondFt(s); {
	case buf[0].Share > 1-1e-6:
		s.assignment = inside
	case beyond <= t.against(s):
		s.assignment = misaligned
	case len(buf) > 1 && buf[1].Share > 0.05 || buf[0].Share < 0.95:
		s.assignment = straddles
	default:
		s.assignment = mostly
	}
	if len(buf) > 1 && s.assignment == straddles {
		s.otherLot = int32(buf[1].Index)
	}
	return buf
}

// assignLine puts a line feature on the lot most of it runs in.
func (t *town) assignLine(s *subject, lots *join.Areas) {
	found := lots.Line(linesOf(s.shape), t.onLineFt(s), nil)
	if len(found) > 0 {
		s.lot, s.assignment = int32(found[0].Index), mostly
	}
}

// assignBeside finds the lot that a feature or fence on no lot stands beside: the one it runs along, from which no part of it is farther
// off than from others, the first among equals; not the one whose corner it comes nearest to. What reaches farther off than a street
// terrace is wide, such as a retaining wall of the street, is no more that lot's than the next one's.
func (t *town) assignBeside(s *subject) {
	if s.kind != aFeature && s.kind != aFence {
		return
	}
	at, least := int32(-1), math.Inf(1)
	for _, i := range t.fabric.Near(s.bound.Pad(besideFt), nil) {
		if reach, err := measure.ReachBeyond(s.shape, t.fabric.Lots[i].Shape); err == nil && reach.Ft <= besideFt && reach.Ft < least {
			at, least = i, reach.Ft
		}
	}
	if at >= 0 {
		s.lot, s.assignment = at, beside
	}
}

// noteBeside makes an issue of a fence or feature that stands wholly off the lot on which it is audited.
func (t *town) noteBeside(s *subject) {
	const same = 1e-6
	l, nearest, line := &t.fabric.Lots[s.lot], math.Inf(1), lot.Unknown
	for i := range l.Lines {
		d, err := measure.Distance(s.shape, l.Lines[i].Path)
		if kind := l.Lines[i].Kind; err == nil && !l.Lines[i].Virtual && (d.Ft < nearest-same || d.Ft <= nearest+same && isWayLine(kind)) {
			nearest, line = d.Ft, kind // at a corner the line of the street
		}
	}
	issue := Issue{Kind: "on-right-of-way", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row, Geometry: s.shape,
		What: fmt.Sprintf("%s %s stands wholly in the right-of-way, %.1f ft beyond the %s line of lot %s", s.kind, s.id, nearest, line, l.ID),
		Done: "audited on lot " + l.ID}
	if s.isNobodys() {
		issue.Done = "what the law says of the right-of-way is asked on lot " + l.ID + ", the nearest"
	}
	if !isWayLine(line) {
		issue.Kind = "on-no-lot"
		issue.What = fmt.Sprintf("%s %s lies on no lot, %.1f ft beyond the border of lot %s", s.kind, s.id, nearest, l.ID)
	}
	t.issues = append(t.issues, issue)
}

func isWayLine(k lot.Kind) bool {
	return k == lot.Front || k == lot.StreetSide || k == lot.Alley || k == lot.Highway
}

// beyondFt is how far the structure reaches out of its lot.
func (t *town) beyondFt(s *subject) float64 {
	reach, err := measure.ReachBeyond(s.shape, t.fabric.Lots[s.lot].Shape)
	if err != nil {
		return math.Inf(1)
	}
	return reach.Ft
}

// zoneOf finds the base districts under a polygon by falling share, hairline slivers left out.
func (t *town) zoneOf(shape orb.Geometry, zones *join.Areas, buf []join.Overlap) (zoning, []join.Overlap) {
	var z zoning
	switch g := shape.(type) {
	case orb.Point:
		for _, i := range zones.At(g, nil) {
			t.addZone(&z, int(i))
		}
		return z, buf
	}
	if lines := linesOf(shape); lines != nil {
		for _, s := range zones.Line(lines, 0.01, nil) {
			t.addZone(&z, s.Index)
		}
		return z, buf
	}
	buf = zones.Polygon(polygonsOf(shape), buf)
	z.several = len(buf) > 1
	for _, o := range buf {
		if o.Share > leastZoneShare {
			t.addZone(&z, o.Index)
		}
	}
	return z, buf
}

// leastZoneShare is the share of a footprint or lot below which a second district is a digitising sliver.
const leastZoneShare = 0.02

func (t *town) addZone(z *zoning, i int) {
	zone := &t.in.Zones[i]
	if !t.in.IsOverlay(zone) && !slices.Contains(z.codes, zone.Code) {
		z.codes = append(z.codes, zone.Code)
	}
}

// noteUnassigned makes an issue of a structure, or of a part of a fence, that stands on no lot.
func (t *town) noteUnassigned(s *subject) {
	issue := Issue{
		Kind: "on-no-lot", Layer: s.src.Layer, RecordID: s.src.ID, Row: s.src.Row,
		What: fmt.Sprintf("%s %s lies on no lot", s.kind, s.id),
		Done: "listed, not audited", Geometry: s.shape,
	}
	if s.id != s.src.ID {
		issue.Kind = "partly-on-no-lot"
		issue.What = fmt.Sprintf("%.0f ft of %s %s run on no lot", lengthFt(s.shape), s.kind, s.src.ID)
	}
	t.issues = append(t.issues, issue)
}

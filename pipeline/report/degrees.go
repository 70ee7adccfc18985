package report

import (
	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
)

// rowsPerTurn is how many rows are taken to WGS 84 at once.
const rowsPerTurn = 1000

// degrees takes the shapes of many rows to WGS 84 in one go: PROJ is called for thousands of points at a time. It is reused, and
// not safe for concurrent use.
type degrees struct {
	flat   shape // the shapes one after the other; the ends of each count from its own start
	spans  []span
	single shape // the shape at hand
}

// span is a shape's form and where it ends in flat; it begins where the one before ends.
type span struct {
	form                 form
	points, rings, parts int
}

// take sets the shapes of n geometries in frame feet, as points when they are pins.
func (d *degrees) take(n int, geometry func(i int) orb.Geometry, pins bool, places Places) {
	var s shape
	f := &d.flat
	f.reset()
	d.spans = d.spans[:0]
	for i := range n {
		s.set(geometry(i))
		if pins {
			s.pin()
		}
		f.points, f.rings, f.parts = append(f.points, s.points...), append(f.rings, s.rings...), append(f.parts, s.parts...)
		d.spans = append(d.spans, span{s.form, len(f.points), len(f.rings), len(f.parts)})
	}
	_ = places.toEarth(f.points) // points without a place there are seen in their coordinates
}

// at returns shape i, valid until the next call; one that can not be taken to WGS 84 is nowhere.
func (d *degrees) at(i int) *shape {
	var from span
	if i > 0 {
		from = d.spans[i-1]
	}
	to, f := d.spans[i], &d.flat
	d.single = shape{to.form, f.points[from.points:to.points], f.rings[from.rings:to.rings], f.parts[from.parts:to.parts]}
	if !d.single.inDegrees() {
		d.single = shape{}
	}
	return &d.single
}

// boxes returns the box of each finding in WGS 84, nil for one that is nowhere.
func (d *degrees) boxes(findings []audit.Finding, places Places) []*orb.Bound {
	boxes := make([]*orb.Bound, len(findings))
	for start := 0; start < len(findings); start += rowsPerTurn {
		some := findings[start:min(start+rowsPerTurn, len(findings))]
		d.take(len(some), func(i int) orb.Geometry { return some[i].Geometry }, false, places)
		for i := range some {
			if s := d.at(i); s.form != nowhere {
				box := s.bound()
				boxes[start+i] = &box
			}
		}
	}
	return boxes
}

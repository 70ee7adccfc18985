package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
	"parcelaudit/spatial/yard"
)

// YardRow is a yard, buildable area, vision triangle or water setback of a lot, drawn to be looked at: nothing is decided by it.
// It is drawn under the first, likeliest reading of the lot and in the district of most of it.
type YardRow struct {
	LotID, ParcelID, District string
	Kind                      string   // "required front yard", "actual rear yard", "vision triangle" ... docs/formats.md lists them
	DepthFt                   *float64 // from its line, legs of a triangle; nil where there is no one depth
	AreaSqFt                  *float64 // 0 where there is no ground, nil where it could not be drawn
	Reading                   string   // what the reading takes for granted, where there are others
	OtherReadings             int
	Confidence                float64 // of the lot's lines
	Reason                    string  // why it is not certain, or what is missing to draw it
	Geometry                  orb.Geometry
}

// Kinds of drawn yards.
const (
	requiredFront  = "required front yard"
	requiredRear   = "required rear yard"
	requiredSide   = "required side yard"
	requiredStreet = "required street side yard"
	buildableArea  = "buildable area"
	actualFront    = "actual front yard"
	actualRear     = "actual rear yard"
	actualSide     = "actual side yard"
	actualStreet   = "actual street side yard"
	visionTriangle = "vision triangle"
	waterSetback   = "water setback"
)

// drawYards draws the yards of every wanted lot, in the order of the lots. A lot whose drawing fails through a bug of ours is an
// issue and has no rows.
func (t *town) drawYards(ctx context.Context, opt Options) ([]YardRow, error) {
	rows, issues := make([][]YardRow, len(t.fabric.Lots)), make([][]Issue, len(t.fabric.Lots))
	asked := reservedGround(t.in.Pack)
	bench := func() *drawer { return &drawer{kernel: kernel.New(), view: newView(t), asked: asked} }
	err := inParallel(ctx, len(rows), opt.Workers, bench, func(d *drawer, i int) error {
		if !t.wanted(int32(i), opt.Only) {
			return nil
		}
		defer func() {
			if p := recover(); p != nil {
				l := &t.fabric.Lots[i]
				rows[i], issues[i] = nil, []Issue{{Kind: "internal-error", Layer: "parcels", RecordID: l.ID,
					What: "drawing the yards of this lot failed: " + fmt.Sprint(p), Done: "none is drawn; please report this", Geometry: l.Shape}}
			}
		}()
		rows[i] = d.lot(int32(i))
		return nil
	})
	t.issues = append(t.issues, slices.Concat(issues...)...)
	return slices.Concat(rows...), err
}

// drawer draws the yards of lots for one worker.
type drawer struct {
	kernel *kernel.Kernel
	view   *view
	asked  []reserved
	common YardRow // what all rows of the lot at hand share
	rows   []YardRow
}

// lot draws the yards of one lot:
//
//  1. Required yards and the buildable area, by the depths of the district.
//  2. Actual yards, up to the principal building of the reading.
//  3. Vision triangles and the setback from water, as far as the pack asks for them.
func (d *drawer) lot(index int32) []YardRow {
	v := d.view
	s := v.town.site(d.kernel, index)
	zone := v.town.districtOfLot(index)
	v.look(s, v.town.lotAsSubject(index), 0, zone)
	d.rows, d.common = nil, commonOf(s, zone, v.town.zones[index])
	if !strings.HasSuffix(zone.missing, " layer") { // what a whole layer lacks is told once, in the notes of the run
		d.required(zone) // 1
	}
	if v.principal() != nil {
		d.actual() // 2
	}
	for _, a := range d.asked { // 3
		d.reserved(a)
	}
	return d.rows
}

// commonOf is what all rows of a lot share.
func commonOf(s *site, zone district, zones zoning) YardRow {
	row := YardRow{LotID: s.lot.ID, ParcelID: s.lot.ParcelIDs[0], District: zone.table.Code, Reading: s.readings[0].why,
		OtherReadings: len(s.readings) - 1, Confidence: s.lot.Confidence, Reason: s.lot.Reason}
	if len(zones.codes) > 1 {
		row.Reason = because(row.Reason, "the lot lies in "+strings.Join(zones.codes[1:], ", ")+" too")
	}
	return row
}

// because joins two reasons.
func because(reason, another string) string {
	if reason == "" || another == "" {
		return reason + another
	}
	return reason + "; " + another
}

// required draws the required yards along the lines that the lot has, and the buildable area.
func (d *drawer) required(zone district) {
	if zone.missing != "" {
		d.missing(requiredFront, zone.missing)
		d.missing(buildableArea, zone.missing)
		return
	}
	y := d.view.yards()
	g := y.Ground()
	d.along(requiredFront, y.RequiredFront)
	for _, yard := range []struct {
		kind  string
		lines []orb.LineString
		draw  func() (*yard.Region, error)
	}{{requiredSide, g.Side, y.RequiredSide}, {requiredStreet, g.Streets, y.RequiredStreet}, {requiredRear, g.Rear, y.RequiredRear}} {
		if len(yard.lines) > 0 {
			d.along(yard.kind, yard.draw)
		}
	}
	d.along(buildableArea, y.Buildable)
}

// actual draws the yards as they are. The street side yards are those along street lines that are no front.
func (d *drawer) actual() {
	y := d.view.yards()
	g := y.Ground()
	d.along(actualFront, y.Front)
	d.along(actualSide, y.Side)
	if len(g.Streets) > 0 {
		d.along(actualStreet, func() (*yard.Region, error) { return y.Between(actualStreet, g.Streets) })
	}
	if len(g.Rear) > 0 {
		d.along(actualRear, y.Rear)
	}
}

// along adds a region, each of its strips as a row of its own; one that can not be drawn has a row that says why.
func (d *drawer) along(kind string, draw func() (*yard.Region, error)) {
	region, err := draw()
	if err != nil {
		d.missing(kind, whyNotDrawn(err))
		return
	}
	for _, part := range region.Strips() {
		shape, err := part.Shape()
		if err != nil {
			d.missing(kind, err.Error())
			continue
		}
		var depth *float64
		if ft, ok := part.DepthFt(); ok {
			ft = measure.Round(ft)
			depth = &ft
		}
		d.add(kind, depth, shape, "")
	}
}

// add adds what was drawn.
func (d *drawer) add(kind string, depthFt *float64, shape orb.MultiPolygon, reason string) {
	row := d.common
	row.Kind, row.DepthFt, row.AreaSqFt, row.Reason = kind, depthFt, new(float64), because(row.Reason, reason)
	if len(shape) > 0 {
		sqFt, err := measure.Area(shape)
		if err != nil {
			d.missing(kind, err.Error())
			return
		}
		row.AreaSqFt, row.Geometry = &sqFt, shape
	}
	d.rows = append(d.rows, row)
}

// missing adds what could not be drawn, once: two clauses may want the same triangles.
func (d *drawer) missing(kind, what string) {
	row := d.common
	row.Kind, row.Reason = kind, because("missing "+what, row.Reason)
	if !slices.Contains(d.rows, row) {
		d.rows = append(d.rows, row)
	}
}

func whyNotDrawn(err error) string {
	var missing *yard.MissingError
	if errors.As(err, &missing) {
		return missing.What
	}
	return err.Error()
}

// lotAsSubject is the lot itself as a subject.
func (t *town) lotAsSubject(index int32) *subject {
	for _, i := range t.onLot[index] {
		if s := &t.subjects[i]; s.kind == aLot {
			return s
		}
	}
	panic("a lot is always its own subject")
}

package audit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Sizes of what a drawing leaves out, in feet.
const (
	drawnNeighbourFt = 150 // depth of the lots around
	drawnStreetFt    = 60
	drawnNamedFt     = 21 // streets narrower than this have a name only where the drawing gives one
	drawnAlleyFt     = 16
	drawnWaterFt     = 120
	drawnRailFt      = 60
	drawnShoreFt     = 300 // how far water runs on past both ends of its edge
)

// compass are the edges of a rectangular lot from its south-west corner, counter-clockwise.
var compass = []string{"south", "east", "north", "west"}

// Trial is a rule test carried out: what was audited, all that was found, and what the test is about.
type Trial struct {
	Input   *Input
	Result  *Result
	Finding Finding // of the test's clause on its subject
}

// Check evaluates the clause of a rule test on its drawing and returns the finding. An error means that the drawing itself
// is not what it says, for example that the subject is on no lot.
func Check(ctx context.Context, pack *rules.Pack, test rules.Test) (Finding, error) {
	trial, err := Try(ctx, pack, test)
	if err != nil {
		return Finding{}, err
	}
	return trial.Finding, nil
}

// Try carries out a rule test. The drawing goes the whole way: parcels become lots, lines are labelled, structures are
// joined. Errors are those of Check.
func Try(ctx context.Context, pack *rules.Pack, test rules.Test) (*Trial, error) {
	in, err := Draw(pack, test.Drawing)
	if err != nil {
		return nil, err
	}
	result, err := Run(ctx, in, Options{Workers: 1, KeepAll: true, Only: map[string]bool{"lot": true}})
	if err != nil {
		return nil, err
	}
	f, err := result.about(test)
	if err != nil {
		return nil, err
	}
	return &Trial{in, result, f}, nil
}

// about is the finding a test is about.
func (r *Result) about(test rules.Test) (Finding, error) {
	var found *Finding
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Clause.ID == test.Clause.ID && (f.SubjectID == test.Subject || f.source == test.Subject) && worse(f, found) {
			found = f
		}
	}
	if found != nil {
		return *found, nil
	}
	for _, i := range r.Issues {
		if i.Kind == "internal-error" || i.Kind == "on-no-lot" && i.RecordID == test.Subject {
			return Finding{}, fmt.Errorf("%s", i.What)
		}
	}
	return Finding{Clause: test.Clause, Outcome: rules.NotApplicable, SubjectID: test.Subject, Reason: "the clause does not apply to the class or district"}, nil
}

// worse says whether f is the stretch of a fence that a test is about: the one with the gravest outcome, the first of equals.
func worse(f, than *Finding) bool {
	return than == nil || gravity(f.Outcome) > gravity(than.Outcome)
}

func gravity(o rules.Outcome) int {
	order := []rules.Outcome{rules.NotApplicable, rules.NotAuditable, rules.Exempt, rules.Compliant, rules.WithinTolerance, rules.Indeterminate, rules.Violation}
	return slices.Index(order, o)
}

// Draw makes the input of an audit from a drawing: the lot, id "lot", and around it what lies across each edge.
func Draw(pack *rules.Pack, d rules.Drawing) (*Input, error) {
	if len(d.Parameters) > 0 {
		changed, err := pack.With(d.Parameters)
		if err != nil {
			return nil, err
		}
		pack = changed
	}
	in := &Input{
		Pack: pack, Tables: map[string]*Table{}, Date: int(d.Date.Lo),
		Layers: Layers{Buildings: !d.Without["buildings"], Fences: !d.Without["fences"], Features: !d.Without["features"],
			Zoning: d.District.Code != "", Streets: true, Water: !d.Without["water"]},
		Tolerance: Tolerance{Parcels: d.ToleranceFt, Buildings: d.ToleranceFt, Fences: d.ToleranceFt, Features: d.ToleranceFt},
		Lots:      LotOptions(pack.Policy),
	}
	r := ringOf(d.Lot)
	districts := []rules.District{d.District}
	own := Parcel{Parcel: lot.Parcel{ID: "lot", Shape: orb.MultiPolygon{{r}}}, District: d.District.Code, Attributes: attributes(d.Lot.Attributes)}
	in.Parcels = append(in.Parcels, own)
	for i := range len(r) - 1 {
		a := across(d, i)
		e := edge{r[i], r[i+1]}
		in.drawAcross(e, i, a, d)
		if a.District != nil {
			districts = append(districts, *a.District)
		}
		if d.Lot.Front != "" && d.Lot.Front != "unknown" && (d.Lot.Front == strconv.Itoa(i) || d.Lot.Front == sideName(d.Lot, i)) {
			in.Parcels[0].Address = "12 " + streetName(a, i)
		}
	}
	if d.Lot.Front == "unknown" {
		in.Lots.Front = lot.FrontUndecided
	}
	in.Districts = rules.NewDistricts(districts...)
	in.drawStructures(d)
	for _, name := range slices.Sorted(maps.Keys(d.Tables)) {
		in.Tables[name] = drawnTable(name, d.Tables[name])
	}
	return in, nil
}

// LotOptions are the fabric's policies that a pack asks for.
func LotOptions(p rules.Policy) lot.Options {
	var o lot.Options
	switch p.Front {
	case "narrowest":
		o.Front = lot.FrontNarrowest
	case "every-street":
		o.Front = lot.FrontEvery
	case "faced-by-principal":
		o.Front = lot.FrontUndecided
	}
	if p.Rear == "none" {
		o.Rear = lot.RearNone
	}
	return o
}

// ringOf is the lot's ring, counter-clockwise as drawn or turned so.
func ringOf(l rules.DrawnLot) orb.Ring {
	if len(l.Ring) == 0 {
		return orb.Ring{{0, 0}, {l.Width, 0}, {l.Width, l.Depth}, {0, l.Depth}, {0, 0}}
	}
	var r orb.Ring
	for _, p := range l.Ring {
		r = append(r, orb.Point(p))
	}
	return append(r, r[0])
}

// sideName is the compass side of an edge of a rectangle; for a ring, of four edges in that order too.
func sideName(l rules.DrawnLot, i int) string {
	if i < len(compass) && len(l.Ring) == 0 {
		return compass[i]
	}
	return ""
}

// across is what lies across an edge: as drawn, else a street along the first edge and lots along the others.
func across(d rules.Drawing, i int) rules.DrawnAcross {
	for _, key := range []string{strconv.Itoa(i), sideName(d.Lot, i)} {
		if a, ok := d.Across[key]; ok && key != "" {
			return a
		}
	}
	if i == 0 {
		return rules.DrawnAcross{Kind: "street"}
	}
	return rules.DrawnAcross{Kind: "lot"}
}

func streetName(a rules.DrawnAcross, i int) string {
	if a.Name != "" {
		return a.Name
	}
	names := []string{"Ash Street", "Birch Street", "Cedar Street", "Dogwood Street", "Elm Street", "Fir Street"}
	return names[i%len(names)]
}

// edge is one edge of the drawn lot, the lot on its left.
type edge struct{ from, to orb.Point }

// off is the point at a share of the edge's length, some feet away from the lot.
func (e edge) off(share, ft float64) orb.Point {
	dx, dy := e.to[0]-e.from[0], e.to[1]-e.from[1]
	l := math.Hypot(dx, dy)
	return orb.Point{e.from[0] + share*dx + ft*dy/l, e.from[1] + share*dy - ft*dx/l}
}

// longer is the edge carried on past both its ends.
func (e edge) longer(ft float64) edge {
	over := ft / math.Hypot(e.to[0]-e.from[0], e.to[1]-e.from[1])
	return edge{e.off(-over, 0), e.off(1+over, 0)}
}

// strip is the ground along the edge between two distances from the lot.
func (e edge) strip(near, far float64) orb.MultiPolygon {
	a, b, c, d := e.off(0, near), e.off(0, far), e.off(1, far), e.off(1, near)
	return orb.MultiPolygon{{orb.Ring{a, b, c, d, a}}}
}

// drawAcross draws what lies across one edge.
func (in *Input) drawAcross(e edge, i int, a rules.DrawnAcross, d rules.Drawing) {
	code := d.District.Code
	if a.District != nil {
		code = a.District.Code
	}
	neighbour := Parcel{Parcel: lot.Parcel{ID: fmt.Sprintf("neighbour %d", i)}, District: code, Attributes: attributes(a.Attributes)}
	width := a.WidthFt
	switch a.Kind {
	case "lot", "park":
		if use, ok := a.Attributes["use"]; ok && use.Type == rules.TextOf {
			neighbour.Use = use.Text
		}
		if a.Kind == "park" {
			neighbour.Use = "PARK"
		}
		neighbour.Shape = e.strip(0, drawnNeighbourFt)
		for j, s := range a.Structures {
			in.Structures = append(in.Structures, drawnStructure(s, "buildings", fmt.Sprintf("neighbour %d building %d", i, j)))
		}
	case "street", "alley", "rail":
		if width == 0 {
			width = map[string]float64{"street": drawnStreetFt, "alley": drawnAlleyFt, "rail": drawnRailFt}[a.Kind]
		}
		neighbour.Shape = e.strip(width, width+drawnNeighbourFt)
		way := lot.Street{Name: streetName(a, i), Class: a.Class, Line: orb.LineString{e.off(-2, width/2), e.off(3, width/2)}}
		if a.Name == "" && width < drawnNamedFt {
			way.Name = "" // a street with a name is a street even where it is as narrow as an alley
		}
		if a.Kind != "street" {
			way.Name, way.Alley, way.Kind = "", a.Kind == "alley", a.Kind
		}
		in.Streets = append(in.Streets, way)
	case "water":
		if d.Without["water"] {
			return
		}
		if width == 0 {
			width = drawnWaterFt
		}
		in.Water = append(in.Water, lot.WaterBody{Name: a.Name, Shape: e.longer(drawnShoreFt).strip(0, width)})
		in.WaterFacts = append(in.WaterFacts, attributes(a.Attributes))
		return
	default: // open: the edge of the data
		return
	}
	in.Parcels = append(in.Parcels, neighbour)
}

// drawStructures adds the house, structures, features and fences.
func (in *Input) drawStructures(d rules.Drawing) {
	if d.House != nil {
		in.Structures = append(in.Structures, drawnStructure(*d.House, "buildings", "house"))
	}
	for _, s := range d.Structures {
		in.Structures = append(in.Structures, drawnStructure(s, "buildings", s.ID))
	}
	for _, s := range d.Features {
		in.Features = append(in.Features, drawnStructure(s, "features", s.ID))
	}
	for _, s := range d.Fences {
		in.Fences = append(in.Fences, drawnStructure(s, "fences", s.ID))
	}
}

func drawnStructure(s rules.Drawn, layer, id string) Structure {
	if s.ID != "" {
		id = s.ID
	}
	out := Structure{ID: id, Layer: layer, Class: s.Class, Attributes: attributes(s.Attributes)}
	switch {
	case s.Point != nil:
		out.Shape = orb.Point(*s.Point)
	case len(s.Path) > 0:
		var l orb.LineString
		for _, p := range s.Path {
			l = append(l, orb.Point(p))
		}
		out.Shape = l
	case len(s.Ring) > 0:
		var r orb.Ring
		for _, p := range s.Ring {
			r = append(r, orb.Point(p))
		}
		out.Shape = orb.Polygon{append(r, r[0])}
	default:
		x, y, w, h := s.At[0], s.At[1], s.Size[0], s.Size[1]
		out.Shape = orb.Polygon{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}, {x, y}}}
	}
	if v, ok := s.Attributes["parcel_id"]; ok && v.Type == rules.TextOf {
		out.ParcelID = v.Text
	}
	return out
}

func drawnTable(name string, rows []rules.DrawnRow) *Table {
	t := &Table{Name: name}
	for i, r := range rows {
		t.Rows = append(t.Rows, Record{Row: i + 1, ID: r.ID, ParcelID: "lot", Subject: r.Subject, Class: r.Class, Attributes: attributes(r.Attributes)})
	}
	return t
}

// attributes makes a record's attributes of a drawing's.
func attributes(values map[string]rules.Value) Attributes {
	if len(values) == 0 {
		return Attributes{}
	}
	names := slices.Sorted(maps.Keys(values))
	a := Attributes{Columns: NewColumns(names...)}
	for _, n := range names {
		a.Values = append(a.Values, values[n])
	}
	return a
}

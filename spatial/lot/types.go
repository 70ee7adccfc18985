package lot

import (
	"time"

	"github.com/paulmach/orb"
)

// Parcel is one record of the parcel layer. Shape is valid, in frame feet; rings may wind either way. An empty Shape is
// set aside with an Issue.
type Parcel struct {
	ID         string
	Shape      orb.MultiPolygon
	Use        string // use or class text as the layer gives it, "" unknown
	Address    string // site address, "" unknown; its street decides the front of a corner lot
	MergeKey   string // parcels of one key that touch are one lot, "" never merges
	RightOfWay bool   // the layer says that this parcel is a right-of-way
}

// Street is a centre-line or a right-of-way area; one of Line and Area is set.
type Street struct {
	Name, Class string
	Line        orb.LineString
	Area        orb.MultiPolygon
	Alley       bool
	Kind        string // "street" (also ""), "alley", "rail", "highway" (no access to lots) or "path" (ignored)
}

// WaterBody is a water body (Polygon, MultiPolygon) or a watercourse (LineString, MultiLineString).
type WaterBody struct {
	Name  string
	Shape orb.Geometry
}

// Override is a label set by hand: the line of the parcel's lot nearest to At gets Kind, with confidence 1. It survives
// re-digitising because it names a place, not a line number.
type Override struct {
	ParcelID string
	At       orb.Point
	Kind     Kind
}

// Input is everything a fabric is built from. Streets, Waters and Overrides are optional.
type Input struct {
	Parcels   []Parcel
	Streets   []Street
	Waters    []WaterBody
	Overrides []Override
}

// FrontPolicy says which street line of a lot with several is the front.
type FrontPolicy uint8

const (
	FrontByAddress FrontPolicy = iota // the street of the address; without a match undecided, narrowest first
	FrontNarrowest                    // the shortest street line; undecided when two are within a tenth of each other
	FrontEvery                        // every street line is a front line
	FrontUndecided                    // never decided here: one reading for each street line
)

// RearPolicy says what is the rear line of a lot that has none facing away from the front, such as a triangle.
type RearPolicy uint8

const (
	RearVirtual RearPolicy = iota // a line 10 ft long inside the lot, parallel to the front and farthest from it
	RearNone                      // no rear line
)

// Options are the policies and tolerances of a fabric. The zero value is the default of every field, given below.
type Options struct {
	GapFt          float64 // gaps and overlaps between lots up to this are bridged: 2
	AlleyFt        float64 // a right-of-way narrower than this is an alley: 21
	StreetFt       float64 // without a centre-line a void wider than this is not taken for a street: 200
	CornerDeg      float64 // street lines meeting at an interior angle under this make a corner: 135
	WidthAtFt      float64 // distance from the front line at which Lot.WidthFt is taken: 25
	Front          FrontPolicy
	Rear           RearPolicy
	SameStreetBend bool // a bend of one street is never a corner, however sharp
	Workers        int  // goroutines, at least 1; the fabric is the same for any number

	// Took is told, by every worker, how long the labels of one lot took. Nil, the default, measures nothing: it is for
	// benchmarks, and the fabric is the same with and without.
	Took func(lot int, took time.Duration)
}

// Line is one lot line: a maximal stretch of a lot's boundary of one kind. Path runs with the lot on its left.
type Line struct {
	Path          orb.LineString
	Kind          Kind
	Role          Kind    // Front, Rear, Side or StreetSide by position, whatever lies across: an alley behind is Alley and Rear
	Confidence    float64 // 0..1, of Kind
	Method        string  // how it was found: "shared line", "void and centre-line", "void", "centre-line", "by hand" ...
	Street        string  // name of the street across, "" unknown or none
	Across        []int32 // lots sharing this line, ascending
	AcrossWidthFt float64 // width of the right-of-way or void across, 0 when a lot adjoins or it is not bounded
	LengthFt      float64
	Part          int32 // component (outer ring) of the lot's shape
	Virtual       bool  // a rear line made up because the lot has none; its Path is inside the lot
}

// Labelling is one plausible way to label the lines of a lot: Kinds and Roles are per line.
type Labelling struct {
	Kinds []Kind
	Roles []Kind
	Why   string // "front on Elm Street"
}

// Lot is the ground unit of the audit. Parcels are indices into Input.Parcels.
type Lot struct {
	ID         string // id of the first parcel
	Parcels    []int32
	ParcelIDs  []string
	Shape      orb.MultiPolygon // outer rings counter-clockwise, holes clockwise
	AreaSqFt   float64
	Lines      []Line
	Type       Type
	Triangle   bool           // no line faces away from the front
	Readings   []Labelling    // Readings[0] equals Lines; more than one means uncertain
	Confidence float64        // 0..1, the least of its lines, lowered when several readings are plausible
	Reason     string         // in words, why it is not certain; "" when it is
	FrontageFt float64        // length of the front line, 0 without one
	WidthFt    float64        // between side lines at Options.WidthAtFt from the front, 0 without a front
	DepthFt    float64        // mean distance between front and rear line, 0 when either is missing
	PoleFt     float64        // length of the pole of a flag lot, else 0
	BodyFront  orb.LineString // where the body of a flag lot begins, else nil
}

// Issue is a data problem found while building: what, and what was done about it.
type Issue struct {
	Kind       string // "stacked-parcel", "right-of-way-parcel", "sliver-parcel", "empty-parcel", "merge-apart" ...
	Parcel     int32  // index into Input.Parcels
	What, Done string
	At         orb.Geometry
}

package audit

import (
	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Input is everything one audit looks at, in frame feet. A nil table, or a layer that Layers does not name, was not
// supplied: what depends on it is unknown. A table or layer that is present and empty is knowledge.
type Input struct {
	Pack      *rules.Pack
	Districts *rules.Districts // code -> class, required yards; the pack's own table when the user gave none

	Parcels    []Parcel
	Structures []Structure // buildings
	Fences     []Structure // lines
	Features   []Structure // pools, decks, tanks, signs ... of any geometry
	Zones      []Zone
	Streets    []lot.Street
	Water      []lot.WaterBody
	WaterFacts []Attributes // of each water body, read as water.*; shorter where nothing is mapped
	Overrides  []lot.Override
	Tables     map[string]*Table // "permits", "licences", "variances", "agreements", "uses", by name
	Layers     Layers

	Tolerance Tolerance
	Date      int // date of the audit, days since 1970-01-01
	Lots      lot.Options
}

// Layers says which layers were supplied, and show everything: of one that shows only some of what stands there, what it
// shows is audited, and the rest is as unknown as without it.
type Layers struct {
	Buildings, Fences, Features, Zoning, Streets, Water bool
}

// Tolerance is the positional accuracy of each layer, in feet.
type Tolerance struct {
	Parcels, Buildings, Fences, Features float64
}

// Parcel is one parcel as the layer has it.
type Parcel struct {
	lot.Parcel            // ID, Shape, Use, Address ...
	Row        int        // record number in the file
	District   string     // zoning code when it is an attribute of the parcel, else ""
	Attributes Attributes // mapped fields, read as lot.*
}

// Structure is one building, fence or site feature as the layer has it.
type Structure struct {
	ID         string
	Row        int
	Layer      string       // "buildings", "fences", "features"
	Shape      orb.Geometry // Polygon, MultiPolygon, LineString, MultiLineString or Point; nil when the record has none
	Class      string       // class by attribute (class_map), "" when the attribute does not tell
	ClassText  string       // the attribute's own words, for the report
	ParcelID   string       // the parcel the record itself names, "" when it names none
	Attributes Attributes
}

// Zone is one zoning polygon.
type Zone struct {
	Code    string
	Overlay bool
	Shape   orb.MultiPolygon
	Row     int
}

// Table is a supplied table of records.
type Table struct {
	Name string
	Rows []Record
}

// Record is one row of a table.
type Record struct {
	Row        int
	ID         string // the record's own number, for example a permit number
	ParcelID   string
	Subject    string // id of the structure it names, "" = the whole lot
	Class      string // for a row of `uses`: the class of the subject it is
	Attributes Attributes
}

// IsOverlay reports whether a zone lies over base districts instead of being one: its record says so, or the district table does. No
// clause asks for an overlay; what one adds comes as attributes of the lot.
func (in *Input) IsOverlay(z *Zone) bool {
	table := in.Districts.Lookup(z.Code)
	says := table.Fact("district.overlay")
	return z.Overlay || table.Known && says.Type == rules.BoolOf && says.Bool
}

// Columns names the attributes that all records of a layer or table share.
type Columns struct {
	names []string
	index map[string]int
}

// NewColumns makes the column table for names, in order. A name given twice keeps its first place.
func NewColumns(names ...string) *Columns {
	c := &Columns{names: names, index: make(map[string]int, len(names))}
	for i, n := range names {
		if _, seen := c.index[n]; !seen {
			c.index[n] = i
		}
	}
	return c
}

// Names returns the column names in order.
func (c *Columns) Names() []string {
	if c == nil {
		return nil
	}
	return c.names
}

// Attributes are the mapped attributes of one record, typed, lengths in the unit the fact's name states. The zero value has none.
type Attributes struct {
	Columns *Columns
	Values  []rules.Value // one per column; an unknown value is a null in the record
}

func (c *Columns) has(name string) bool { _, ok := c.index[name]; return ok }

// Get returns the value under name and whether the layer has such a column at all. A null is unknown.
func (a Attributes) Get(name string) (v rules.Value, mapped bool) {
	if a.Columns == nil {
		return rules.Value{}, false
	}
	i, ok := a.Columns.index[name]
	if !ok {
		return rules.Value{}, false
	}
	return a.Values[i], true
}

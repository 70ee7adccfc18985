package source

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/paulmach/orb"
)

// esriFeature decodes one feature of Esri JSON, as feature services return it with f=json.
type esriFeature struct {
	columns columns
	dates   []int  // places of date fields, whose values are milliseconds since 1970
	key     string // the object id field
	shapes  shapes
}

func newEsriFeature(fields []string, known []Field, declared []byte) *esriFeature {
	d := &esriFeature{columns: newColumns(fields), key: esriKey(declared)}
	for _, field := range known {
		if field.Kind == Date {
			d.dates = append(d.dates, d.columns.slots[field.Name]...)
		}
	}
	return d
}

// esriFields returns the fields that the service declares, else those sampled.
func esriFields(declared []byte, sampled []Field) []Field {
	var fields []Field
	eachEsriField(declared, func(name, kind string) {
		field := Field{Name: name, Kind: Text}
		switch kind {
		case "esriFieldTypeOID", "esriFieldTypeInteger", "esriFieldTypeSmallInteger", "esriFieldTypeBigInteger",
			"esriFieldTypeDouble", "esriFieldTypeSingle":
			field.Kind = Number
		case "esriFieldTypeDate":
			field.Kind = Date
		}
		fields = append(fields, field)
	})
	if fields == nil {
		return sampled
	}
	return fields
}

// esriKey returns the name of the declared object id field, "" when there is none.
func esriKey(declared []byte) string {
	key := ""
	eachEsriField(declared, func(name, kind string) {
		if kind == "esriFieldTypeOID" {
			key = name
		}
	})
	return key
}

func eachEsriField(declared []byte, do func(name, kind string)) {
	s := jsonScan{text: declared}
	if s.kind() != '[' {
		return
	}
	for s.open(); s.more(); {
		raw := s.raw()
		if name := memberText(raw, "name"); name != "" {
			do(name, memberText(raw, "type"))
		}
	}
}

// decode reads one feature or bare geometry; what is wrong with it is in Problems.
func (d *esriFeature) decode(raw []byte, row int) Feature {
	f := Feature{Row: row, Values: make([]Value, d.columns.count)}
	if s := (jsonScan{text: raw}); s.kind() != '{' {
		f.Problems = append(f.Problems, "the record is not an object but "+clip(string(raw)))
		return f
	}
	attributes, geometry := member(raw, "attributes"), member(raw, "geometry")
	if attributes == nil && geometry == nil {
		attributes, geometry = []byte("null"), raw // a geometry standing alone
	}
	if d.key != "" {
		f.ID = identifier(member(attributes, d.key))
	}
	f.Problems = append(f.Problems, d.columns.read(attributes, f.Values)...)
	for _, place := range d.dates {
		f.Values[place] = esriDate(f.Values[place])
	}
	if geometry == nil {
		f.Problems = append(f.Problems, `the record has no "geometry"`)
		return f
	}
	var wrong []string
	f.Geometry, wrong = d.shapes.decodeEsri(geometry)
	f.Problems = append(f.Problems, wrong...)
	return f
}

// esriDate turns milliseconds since 1970 into ISO 8601. Anything else stays as it is.
func esriDate(v Value) Value {
	if v.Kind != Number {
		return v
	}
	milliseconds, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return v
	}
	return Value{Kind: Date, Text: time.UnixMilli(milliseconds).UTC().Format("2006-01-02T15:04:05.999Z07:00")}
}

// decodeEsri reads an Esri geometry object: x and y, points, paths or rings.
func (d *shapes) decodeEsri(raw []byte) (orb.Geometry, []string) {
	d.problems = nil
	geometry, err := d.esri(raw)
	if err != nil {
		return nil, append(d.problems, "geometry left out: "+err.Error())
	}
	return geometry, d.problems
}

func (d *shapes) esri(raw []byte) (orb.Geometry, error) {
	s := jsonScan{text: raw}
	switch s.kind() {
	case 'n':
		return nil, nil
	case '{':
	default:
		return nil, errors.New("it is not an object")
	}
	for s.open(); s.more(); {
		name := string(s.name())
		inner := jsonScan{text: s.raw()}
		switch name {
		case "x":
			return esriPoint(raw)
		case "points":
			points, err := d.positions(&inner)
			if err != nil || len(points) == 0 {
				return nil, err
			}
			return orb.MultiPoint(points), nil
		case "paths":
			return d.esriLines(&inner)
		case "rings":
			return d.esriRings(&inner)
		case "curveRings", "curvePaths":
			return nil, errors.New("it has true curves; export it with straight segments")
		case "xmin":
			return nil, errors.New("it is an envelope, not a shape")
		}
	}
	return nil, errors.New("it has neither x and y nor points, paths or rings")
}

// esriPoint reads x and y; an empty point has null or "NaN" there.
func esriPoint(raw []byte) (orb.Geometry, error) {
	var point orb.Point
	for i, name := range []string{"x", "y"} {
		value := member(raw, name)
		switch text := string(value); {
		case text == "null" || text == `"NaN"`:
			return nil, nil
		case len(value) == 0 || !isNumber(value[0]):
			return nil, fmt.Errorf("%s is not a number", name)
		}
		var ok bool
		if point[i], ok = (&jsonScan{text: value}).number(); !ok || math.IsInf(point[i], 0) {
			return nil, fmt.Errorf("%s is %s, which is beyond any coordinate", name, clip(string(value)))
		}
	}
	return point, nil
}

func (d *shapes) esriLines(s *jsonScan) (orb.Geometry, error) {
	lines, err := list(s, d.line)
	switch {
	case err != nil || len(lines) == 0:
		return nil, err
	case len(lines) == 1:
		return lines[0], nil
	}
	return orb.MultiLineString(lines), nil
}

// esriRings groups rings into polygons the way shapefiles do: outer rings are clockwise, holes are not.
func (d *shapes) esriRings(s *jsonScan) (orb.Geometry, error) {
	number := 0
	rings, err := list(s, func(s *jsonScan) (orb.Ring, error) {
		number++
		points, err := d.positions(s)
		if err != nil {
			return nil, fmt.Errorf("ring %d: %w", number, err)
		}
		return d.ring(points, number), nil
	})
	if err != nil || len(rings) == 0 {
		return nil, err
	}
	var nester shapeDecoder
	geometry := nester.nest(rings)
	d.problems = append(d.problems, nester.said...)
	return geometry, nil
}

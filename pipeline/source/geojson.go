package source

import (
	"fmt"
)

// geojsonFeature decodes one feature at a time from valid JSON text. One goroutine uses it.
type geojsonFeature struct {
	columns columns
	shapes  shapes
}

// decode reads a Feature or a bare geometry. What is wrong with it is in Problems; it is never refused.
func (d *geojsonFeature) decode(raw []byte, row int) Feature {
	f := Feature{Row: row, Values: make([]Value, d.columns.count)}
	s := jsonScan{text: raw}
	if s.kind() != '{' {
		f.Problems = append(f.Problems, "the record is not an object but "+clip(string(raw)))
		return f
	}
	var kind, id, properties []byte
	var wrong []string
	hasGeometry := false
	for s.open(); s.more(); {
		name := s.name()
		switch string(name) {
		case "type":
			kind = s.raw()
		case "id":
			id = s.raw()
		case "geometry":
			f.Geometry, wrong = d.shapes.decode(&s)
			hasGeometry = true
		case "properties":
			properties = s.raw()
		default:
			s.raw()
		}
	}
	written := ""
	if len(kind) > 0 && kind[0] == '"' {
		written, _ = unquote(kind)
	}
	f.ID = identifier(id)
	switch {
	case geometryType(written) != "": // a geometry standing alone
		f.Geometry, f.Problems = d.shapes.decode(&jsonScan{text: raw})
		return f
	case written != "Feature":
		f.Problems = append(f.Problems, fmt.Sprintf(`the record's type is %q, not "Feature"`, clip(written)))
	}
	f.Problems = append(f.Problems, d.columns.read(properties, f.Values)...)
	if !hasGeometry {
		f.Problems = append(f.Problems, `the record has no "geometry"`)
	}
	f.Problems = append(f.Problems, wrong...)
	return f
}

// identifier returns a feature id exactly as written: a string's text, a number's digits.
func identifier(raw []byte) string {
	switch {
	case len(raw) == 0 || raw[0] == 'n':
		return ""
	case raw[0] == '"':
		text, _ := unquote(raw)
		return text
	default:
		return compact(raw)
	}
}

package source

import (
	"errors"
	"fmt"
	"strings"

	"github.com/paulmach/orb"
)

// shapes decodes GeoJSON geometry objects (RFC 7946 section 3.1) from valid JSON text. It reuses its buffers, so
// one goroutine uses it. Winding is left as it is.
type shapes struct {
	points   []orb.Point
	problems []string // about the geometry being decoded
}

// maxCollectionDepth bounds geometry collections within collections.
const maxCollectionDepth = 16

// decode reads one geometry and returns it, nil when it is null, empty or unusable, and what is wrong with it.
func (d *shapes) decode(s *jsonScan) (orb.Geometry, []string) {
	d.problems = nil
	start := *s
	geometry, err := d.geometry(s, 0)
	if err != nil {
		*s = start
		s.raw()
		return nil, append(d.problems, "geometry left out: "+err.Error())
	}
	return geometry, d.problems
}

// geometry leaves s behind the object, or anywhere within it when there is an error.
func (d *shapes) geometry(s *jsonScan, depth int) (orb.Geometry, error) {
	switch s.kind() {
	case 'n':
		s.raw()
		return nil, nil
	case '{':
	default:
		return nil, errors.New("it is not an object")
	}
	var kind, coordinates, members []byte
	var geometry orb.Geometry
	decodedAs := "" // the type by which geometry was decoded on the way, where "type" came first as it usually does
	for s.open(); s.more(); {
		name := s.name()
		switch string(name) {
		case "type":
			kind = s.raw()
		case "coordinates":
			s.kind()
			start := s.at
			var err error
			if decodedAs = plainType(kind); decodedAs == "" {
				s.raw()
			} else if geometry, err = d.coordinates(decodedAs, s); err != nil {
				return nil, err
			}
			coordinates = s.text[start:s.at]
		case "geometries":
			members = s.raw()
		default:
			s.raw()
		}
	}
	if len(kind) == 0 || kind[0] != '"' {
		return nil, errors.New(`it has no "type"`)
	}
	written, _ := unquote(kind)
	name := geometryType(written)
	switch {
	case name == "":
		return nil, fmt.Errorf("%q is not a geometry type", clip(written))
	case name == "GeometryCollection":
		return d.collection(&jsonScan{text: members}, depth)
	case coordinates == nil:
		return nil, errors.New(`it has no "coordinates"`)
	case name != written:
		d.problem("geometry type %q is read as %s", written, name)
	}
	if decodedAs == name {
		return geometry, nil
	}
	return d.coordinates(name, &jsonScan{text: coordinates})
}

// plainType returns the type in a "type" member spelt as it should be and having coordinates, else "".
func plainType(raw []byte) string {
	switch string(raw) {
	case `"Point"`:
		return "Point"
	case `"MultiPoint"`:
		return "MultiPoint"
	case `"LineString"`:
		return "LineString"
	case `"MultiLineString"`:
		return "MultiLineString"
	case `"Polygon"`:
		return "Polygon"
	case `"MultiPolygon"`:
		return "MultiPolygon"
	}
	return ""
}

// geometryType returns the proper spelling of a geometry type written in any case, "" when it is none.
func geometryType(written string) string {
	for _, name := range []string{"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
		"GeometryCollection"} {
		if strings.EqualFold(name, written) {
			return name
		}
	}
	return ""
}

func (d *shapes) collection(s *jsonScan, depth int) (orb.Geometry, error) {
	if depth >= maxCollectionDepth {
		return nil, fmt.Errorf("geometry collections are nested more than %d deep", maxCollectionDepth)
	}
	if s.kind() != '[' {
		return nil, errors.New(`the collection has no "geometries"`)
	}
	var all orb.Collection
	for s.open(); s.more(); {
		part, err := d.geometry(s, depth+1)
		if err != nil {
			return nil, fmt.Errorf("in the collection: %w", err)
		}
		if part != nil {
			all = append(all, part)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// coordinates decodes the "coordinates" of one geometry. Anything malformed spoils the whole geometry: part of a
// lot is a different lot.
func (d *shapes) coordinates(name string, s *jsonScan) (orb.Geometry, error) {
	if s.kind() != '[' {
		return nil, errors.New(`"coordinates" is not an array`)
	}
	switch name {
	case "Point":
		return d.point(s)
	case "MultiPoint":
		points, err := d.positions(s)
		if err != nil || len(points) == 0 {
			return nil, err
		}
		return orb.MultiPoint(points), nil
	case "LineString":
		line, err := d.line(s)
		if err != nil || line == nil {
			return nil, err
		}
		return line, nil
	case "MultiLineString":
		lines, err := list(s, d.line)
		if err != nil || len(lines) == 0 {
			return nil, err
		}
		return orb.MultiLineString(lines), nil
	case "Polygon":
		polygon, err := d.polygon(s)
		if err != nil || polygon == nil {
			return nil, err
		}
		return polygon, nil
	default:
		polygons, err := list(s, d.polygon)
		if err != nil || len(polygons) == 0 {
			return nil, err
		}
		return orb.MultiPolygon(polygons), nil
	}
}

// list reads an array of parts and leaves out those that are empty.
func list[T ~[]E, E any](s *jsonScan, read func(*jsonScan) (T, error)) ([]T, error) {
	if s.kind() != '[' {
		return nil, errors.New("coordinates are not nested as deep as the type needs")
	}
	var parts []T
	for s.open(); s.more(); {
		part, err := read(s)
		if err != nil {
			return nil, err
		}
		if len(part) > 0 {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

func (d *shapes) point(s *jsonScan) (orb.Geometry, error) {
	ahead := *s
	if ahead.open(); !ahead.more() {
		*s = ahead
		return nil, nil // an empty array is an empty point
	}
	point, err := d.position(s)
	if err != nil {
		return nil, fmt.Errorf("the position %w", err)
	}
	return point, nil
}

func (d *shapes) line(s *jsonScan) (orb.LineString, error) {
	points, err := d.positions(s)
	if err != nil || len(points) == 0 {
		return nil, err
	}
	if len(points) < 2 {
		d.problem("a line with a single position was left out")
		return nil, nil
	}
	return points, nil
}

// polygon returns nil when the outer ring is empty or can not enclose anything. Rings that are open are closed.
func (d *shapes) polygon(s *jsonScan) (orb.Polygon, error) {
	if s.kind() != '[' {
		return nil, errors.New("coordinates are not nested as deep as the type needs")
	}
	var polygon orb.Polygon
	number := 0
	for s.open(); s.more(); {
		number++
		points, err := d.positions(s)
		if err != nil {
			return nil, fmt.Errorf("ring %d: %w", number, err)
		}
		ring := d.ring(points, number)
		switch {
		case ring != nil:
			polygon = append(polygon, ring)
		case number == 1:
			for s.more() {
				number++
				s.raw()
			}
			if number > 1 {
				d.problem("a polygon without outer ring was left out, with its %d inner rings", number-1)
			}
			return nil, nil
		}
	}
	return polygon, nil
}

// ring closes an open ring and returns nil when fewer than four positions remain (RFC 7946 section 3.1.6).
func (d *shapes) ring(points []orb.Point, number int) orb.Ring {
	if len(points) == 0 {
		if number > 1 {
			d.problem("ring %d is empty and was left out", number)
		}
		return nil
	}
	ring := orb.Ring(points)
	if ring[0] != ring[len(ring)-1] {
		d.problem("ring %d is not closed; it was closed", number)
		ring = append(ring, ring[0])
	}
	if len(ring) < 4 {
		d.problem("ring %d has %d positions where four are needed; it was left out", number, len(points))
		return nil
	}
	return ring
}

// positions reads an array of positions into a slice of its own.
func (d *shapes) positions(s *jsonScan) ([]orb.Point, error) {
	if s.kind() != '[' {
		return nil, errors.New("coordinates are not nested as deep as the type needs")
	}
	d.points = d.points[:0]
	for s.open(); s.more(); {
		point, err := d.position(s)
		if err != nil {
			return nil, fmt.Errorf("position %d %w", len(d.points)+1, err)
		}
		d.points = append(d.points, point)
	}
	if len(d.points) == 0 {
		return nil, nil
	}
	points := make([]orb.Point, len(d.points))
	copy(points, d.points)
	return points, nil
}

// position reads [x, y, ...]. What follows y (height, measure) may be a number or null and is dropped.
func (d *shapes) position(s *jsonScan) (orb.Point, error) {
	var point orb.Point
	if s.kind() != '[' {
		return point, errors.New("is not an array of numbers")
	}
	count := 0
	for s.open(); s.more(); count++ {
		c := s.kind()
		if count >= 2 && (c == 'n' || isNumber(c)) {
			s.skipScalar()
			continue
		}
		if !isNumber(c) {
			return point, fmt.Errorf("holds %s where a number is needed", clip(string(s.raw())))
		}
		start := s.at
		number, ok := s.number()
		if !ok {
			return point, fmt.Errorf("holds %s, which is beyond any coordinate", clip(string(s.text[start:s.at])))
		}
		point[count] = number
	}
	if count < 2 {
		return point, fmt.Errorf("has fewer than two numbers")
	}
	return point, nil
}

func isNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

func (d *shapes) problem(format string, values ...any) {
	d.problems = append(d.problems, fmt.Sprintf(format, values...))
}

// clip shortens text from a file for use in a message.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

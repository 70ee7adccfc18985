package source

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/jonas-p/go-shp"
	"github.com/paulmach/orb"
)

// shapeDecoder turns the content of one record into a 2D geometry. Points and multipoints are decoded by go-shp.
// Lines and polygons, which lots and footprints are made of, take a short way of our own that is eight times as fast
// (BenchmarkDecodeLot): go-shp decodes each vertex by reflection. A test holds both ways against each other.
type shapeDecoder struct {
	points slab[orb.Point]
	rings  slab[orb.Ring]
	goshp  *goshpFeed
	said   []string // problems of the record at hand
}

// decode returns the geometry of a record, nil for a null shape or one that can not be used, and what is wrong.
func (d *shapeDecoder) decode(content []byte) (orb.Geometry, []string) {
	d.said = nil
	geometry := d.geometry(content)
	return geometry, d.said
}

func (d *shapeDecoder) say(format string, args ...any) {
	d.said = append(d.said, fmt.Sprintf(format, args...))
}

func (d *shapeDecoder) geometry(content []byte) orb.Geometry {
	kind := int32(binary.LittleEndian.Uint32(content))
	switch shp.ShapeType(kind) {
	case shp.NULL:
		return nil
	case shp.POLYGON, shp.POLYGONZ, shp.POLYGONM:
		return d.polygon(content)
	case shp.POLYLINE, shp.POLYLINEZ, shp.POLYLINEM:
		return d.line(content)
	case shp.POINT, shp.POINTZ, shp.POINTM, shp.MULTIPOINT, shp.MULTIPOINTZ, shp.MULTIPOINTM:
		return d.pointlike(content)
	case shp.MULTIPATCH:
		d.say("the shape is a MultiPatch (a 3D surface), which has no plan outline; it was left out")
	default:
		d.say("shape type %d does not exist; the shape was left out", kind)
	}
	return nil
}

// multipart is the checked part list of a polygon or line record.
type multipart struct {
	starts []byte // first vertex of each part, little-endian int32
	xy     []byte // all vertices, 16 bytes each
	parts  int
	points int
}

// multipartOf checks the counts of a polygon or line record against its length. ok is false, and said why, when
// they do not fit.
func (d *shapeDecoder) multipartOf(content []byte) (m multipart, ok bool) {
	const head = 44 // type, box, two counts
	if len(content) < head {
		d.say("the record has %d bytes, too few for its shape; the shape was left out", len(content))
		return m, false
	}
	parts := int64(int32(binary.LittleEndian.Uint32(content[36:])))
	points := int64(int32(binary.LittleEndian.Uint32(content[40:])))
	if parts < 0 || points < 0 || head+4*parts+16*points > int64(len(content)) {
		d.say("the record claims %d parts and %d points, more than its %d bytes can hold; the shape was left out", parts, points, len(content))
		return m, false
	}
	if parts == 0 || points == 0 {
		d.say("the shape has %d parts and %d points; it was left out", parts, points)
		return m, false
	}
	m = multipart{parts: int(parts), points: int(points), starts: content[head : head+4*parts]}
	m.xy = content[head+4*parts : head+4*parts+16*points]
	for i := range m.parts {
		if from, to := m.part(i); from < 0 || from > to || to > m.points {
			d.say("part %d runs from point %d to %d of %d; the shape was left out", i+1, from, to, m.points)
			return m, false
		}
	}
	return m, true
}

// part returns the vertices [from, to) of part i.
func (m multipart) part(i int) (from, to int) {
	from, to = int(int32(binary.LittleEndian.Uint32(m.starts[4*i:]))), m.points
	if i+1 < m.parts {
		to = int(int32(binary.LittleEndian.Uint32(m.starts[4*i+4:])))
	}
	return from, to
}

// vertices decodes all points into one slab. ok is false when a coordinate is none.
func (d *shapeDecoder) vertices(m multipart) (points []orb.Point, ok bool) {
	points = d.points.take(m.points)
	xy, ok := m.xy, true
	for i := range points {
		b := xy[16*i : 16*i+16 : 16*i+16]
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		y := math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))
		ok = ok && isCoordinate(x) && isCoordinate(y)
		points[i] = orb.Point{x, y}
	}
	if !ok {
		d.say(notCoordinate)
	}
	return points, ok
}

const notCoordinate = "a coordinate is not a number, or means no data; the shape was left out"

// isCoordinate excludes NaN, infinities, and what stands for "no data" in shapefiles: anything beyond 1e38.
func isCoordinate(x float64) bool { return -1e38 < x && x < 1e38 }

// line returns a LineString, or a MultiLineString when there are several parts.
func (d *shapeDecoder) line(content []byte) orb.Geometry {
	m, ok := d.multipartOf(content)
	if !ok {
		return nil
	}
	points, ok := d.vertices(m)
	if !ok {
		return nil
	}
	var lines orb.MultiLineString
	for i := range m.parts {
		from, to := m.part(i)
		if to-from < 2 {
			d.say("part %d of the line has %d points; it was left out", i+1, to-from)
			continue
		}
		line := orb.LineString(points[from:to:to])
		if m.parts == 1 {
			return line
		}
		lines = append(lines, line)
	}
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return lines[0]
	}
	return lines
}

// polygon returns a Polygon, or a MultiPolygon when there are several shells.
func (d *shapeDecoder) polygon(content []byte) orb.Geometry {
	m, ok := d.multipartOf(content)
	if !ok {
		return nil
	}
	points, ok := d.vertices(m)
	if !ok {
		return nil
	}
	rings := d.rings.take(m.parts)[:0]
	for i := range m.parts {
		from, to := m.part(i)
		if ring := d.ring(points[from:to:to], i+1); ring != nil {
			rings = append(rings, ring)
		}
	}
	switch len(rings) {
	case 0:
		return nil
	case 1:
		return orb.Polygon(rings)
	}
	return d.nest(rings)
}

// ring closes an open ring and refuses one that encloses nothing: fewer than three distinct vertices.
func (d *shapeDecoder) ring(points []orb.Point, number int) orb.Ring {
	open := len(points) > 0 && points[0] != points[len(points)-1]
	if len(points) < 3 || len(points) == 3 && !open {
		d.say("ring %d has %d points; it was left out", number, len(points))
		return nil
	}
	if open {
		d.say("ring %d is not closed; it was closed", number)
		return append(orb.Ring(points), points[0])
	}
	return orb.Ring(points)
}

// slab hands out short slices cut from long ones, so that a county of small lots costs few allocations.
type slab[T any] struct{ free []T }

// slabSize is the length of a slab: a compromise between allocations and what one kept lot holds alive.
const slabSize = 2048

// take returns a zeroed slice of length and capacity n.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		if n > slabSize/4 {
			return make([]T, n)
		}
		s.free = make([]T, slabSize)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

package source

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// wkb decodes well-known binary: ISO 13249 with Z and M, and PostGIS's EWKB flags. Heights and measures are dropped.
// Like [shapes], it closes open rings and leaves out what has no length or area, saying so.
type wkb struct {
	rest   []byte
	shapes shapes // for what it says of rings
}

const (
	wkbHasZ    = 0x8000_0000
	wkbHasM    = 0x4000_0000
	wkbHasSRID = 0x2000_0000
)

// decode returns the geometry, nil when it is null, empty or unusable, and what is wrong with it.
func (w *wkb) decode(raw []byte) (orb.Geometry, []string) {
	if raw == nil {
		return nil, nil
	}
	w.rest, w.shapes.problems = raw, nil
	geometry, err := w.geometry(0, 0)
	if err == nil && len(w.rest) > 0 {
		err = fmt.Errorf("%d bytes follow its end", len(w.rest))
	}
	if err != nil {
		return nil, append(w.shapes.problems, "geometry left out: "+err.Error())
	}
	return geometry, w.shapes.problems
}

// wkbLayout is what a geometry's head says about the bytes that follow.
type wkbLayout struct {
	order      binary.ByteOrder
	kind       uint32 // 1 point .. 7 collection
	dimensions int
}

func (w *wkb) head() (wkbLayout, error) {
	layout := wkbLayout{order: binary.LittleEndian, dimensions: 2}
	if len(w.rest) < 5 {
		return layout, errCutWKB
	}
	switch w.rest[0] {
	case 0:
		layout.order = binary.BigEndian
	case 1:
	default:
		return layout, fmt.Errorf("it is not WKB: its byte order is %d", w.rest[0])
	}
	code := layout.order.Uint32(w.rest[1:])
	w.rest = w.rest[5:]
	for _, flag := range []uint32{wkbHasZ, wkbHasM} {
		if code&flag != 0 {
			layout.dimensions++
		}
	}
	if code&wkbHasSRID != 0 {
		if len(w.rest) < 4 {
			return layout, errCutWKB
		}
		w.rest = w.rest[4:]
	}
	code &^= wkbHasZ | wkbHasM | wkbHasSRID
	switch code / 1000 { // ISO: 1001 is a point with Z, 2001 with M, 3001 with both
	case 1, 2:
		layout.dimensions++
	case 3:
		layout.dimensions += 2
	}
	layout.kind = code % 1000
	if code >= 4000 || layout.kind == 0 || layout.kind > 7 || layout.dimensions > 4 {
		return layout, fmt.Errorf("WKB type %d is not read", code)
	}
	return layout, nil
}

var errCutWKB = errors.New("its WKB is cut off")

// geometry reads one geometry; kind is what it must be within a multi-geometry, 0 for anything.
func (w *wkb) geometry(kind uint32, depth int) (orb.Geometry, error) {
	if depth > maxCollectionDepth {
		return nil, fmt.Errorf("geometry collections are nested more than %d deep", maxCollectionDepth)
	}
	layout, err := w.head()
	if err != nil {
		return nil, err
	}
	if kind != 0 && layout.kind != kind {
		return nil, fmt.Errorf("a part is of WKB type %d where %d is due", layout.kind, kind)
	}
	switch layout.kind {
	case 1:
		return w.point(layout)
	case 2:
		return w.line(layout)
	case 3:
		return w.polygon(layout)
	}
	parts, err := w.parts(layout, depth)
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	return gather(layout.kind, parts), nil
}

// parts reads the members of a multi-geometry or collection, without the empty ones.
func (w *wkb) parts(layout wkbLayout, depth int) ([]orb.Geometry, error) {
	count, err := w.count(layout, 5)
	if err != nil {
		return nil, err
	}
	member := layout.kind - 3 // a multipolygon (6) has polygons (3)
	if layout.kind == 7 {
		member = 0
	}
	var parts []orb.Geometry
	for range count {
		part, err := w.geometry(member, depth+1)
		if err != nil {
			return nil, err
		}
		if part != nil {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

func gather(kind uint32, parts []orb.Geometry) orb.Geometry {
	switch kind {
	case 4:
		all := make(orb.MultiPoint, len(parts))
		for i, part := range parts {
			all[i] = part.(orb.Point)
		}
		return all
	case 5:
		all := make(orb.MultiLineString, len(parts))
		for i, part := range parts {
			all[i] = part.(orb.LineString)
		}
		return all
	case 6:
		all := make(orb.MultiPolygon, len(parts))
		for i, part := range parts {
			all[i] = part.(orb.Polygon)
		}
		return all
	}
	return orb.Collection(parts)
}

// point returns nil for an empty point, which has NaN for coordinates.
func (w *wkb) point(layout wkbLayout) (orb.Geometry, error) {
	size := 8 * layout.dimensions
	if len(w.rest) < size {
		return nil, errCutWKB
	}
	point := layout.position(w.rest)
	w.rest = w.rest[size:]
	if math.IsNaN(point[0]) && math.IsNaN(point[1]) {
		return nil, nil
	}
	if !finite(point) {
		return nil, errors.New("a coordinate is not a number")
	}
	return point, nil
}

func (w *wkb) line(layout wkbLayout) (orb.Geometry, error) {
	points, err := w.positions(layout)
	if err != nil || len(points) == 0 {
		return nil, err
	}
	if len(points) < 2 {
		w.shapes.problem("a line with a single position was left out")
		return nil, nil
	}
	return orb.LineString(points), nil
}

func (w *wkb) polygon(layout wkbLayout) (orb.Geometry, error) {
	count, err := w.count(layout, 4)
	if err != nil {
		return nil, err
	}
	var polygon orb.Polygon
	hollow := false // the outer ring is missing
	for number := 1; number <= count; number++ {
		points, err := w.positions(layout)
		if err != nil {
			return nil, fmt.Errorf("ring %d: %w", number, err)
		}
		if hollow {
			continue
		}
		if ring := w.shapes.ring(points, number); ring != nil {
			polygon = append(polygon, ring)
		} else if number == 1 {
			hollow = true
		}
	}
	if hollow && count > 1 {
		w.shapes.problem("a polygon without outer ring was left out, with its %d inner rings", count-1)
	}
	if len(polygon) == 0 {
		return nil, nil
	}
	return polygon, nil
}

func (w *wkb) positions(layout wkbLayout) ([]orb.Point, error) {
	size := 8 * layout.dimensions
	count, err := w.count(layout, size)
	if err != nil {
		return nil, err
	}
	points := make([]orb.Point, count)
	for i := range points {
		points[i] = layout.position(w.rest[i*size:])
		if !finite(points[i]) {
			return nil, fmt.Errorf("position %d is not a number", i+1)
		}
	}
	w.rest = w.rest[count*size:]
	return points, nil
}

// count reads how many parts of at least size bytes follow, and refuses more than the bytes that are left can hold.
func (w *wkb) count(layout wkbLayout, size int) (int, error) {
	if len(w.rest) < 4 {
		return 0, errCutWKB
	}
	count := layout.order.Uint32(w.rest)
	w.rest = w.rest[4:]
	if uint64(count)*uint64(size) > uint64(len(w.rest)) {
		return 0, errCutWKB
	}
	return int(count), nil
}

func (l wkbLayout) position(raw []byte) orb.Point {
	return orb.Point{
		math.Float64frombits(l.order.Uint64(raw)),
		math.Float64frombits(l.order.Uint64(raw[8:])),
	}
}

func finite(p orb.Point) bool {
	return !math.IsNaN(p[0]-p[0]) && !math.IsNaN(p[1]-p[1]) // infinity minus itself is not a number either
}

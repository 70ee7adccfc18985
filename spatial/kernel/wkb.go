package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/twpayne/go-geos"
)

// in hands g to GEOS, without its empty parts.
func (k *Kernel) in(g orb.Geometry) (*geos.Geom, error) {
	buf, ok, err := appendGeometry(k.buf[:0], g)
	k.buf = buf
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrEmpty
	}
	in, err := k.ctx.NewGeomFromWKB(buf)
	if err != nil {
		return nil, err
	}
	if in == nil {
		return nil, errors.New("GEOS can not read it")
	}
	k.memory.count(size(len(buf)))
	return in, nil
}

// out takes a result from GEOS; nil when it is empty.
func (k *Kernel) out(g *geos.Geom) (orb.Geometry, error) {
	if g == nil {
		return nil, errors.New("GEOS gave no result: a geometry crosses itself")
	}
	if g.IsEmpty() {
		return nil, nil
	}
	buf := g.ToWKB()
	k.memory.count(size(len(buf)))
	return wkb.Unmarshal(buf)
}

const (
	wkbPoint = 1 + iota
	wkbLineString
	wkbPolygon
	wkbMultiPoint
	wkbMultiLineString
	wkbMultiPolygon
)

// ErrCollection is the cause when an operation is given an orb.Collection: GEOS refuses or mishandles most of them. Take
// Polygons or Lines of it.
var ErrCollection = errors.New("a collection of mixed geometries is not taken")

// appendGeometry appends g as little-endian WKB without its empty parts; ok is false when nothing is left.
func appendGeometry(buf []byte, g orb.Geometry) (_ []byte, ok bool, err error) {
	switch g := g.(type) {
	case nil:
		return buf, false, nil
	case orb.Point:
		buf, err = appendPoints(appendHead(buf, wkbPoint), []orb.Point{g})
		return buf, true, err
	case orb.LineString:
		return appendLine(buf, g)
	case orb.Ring:
		return appendPolygon(buf, orb.Polygon{g})
	case orb.Polygon:
		return appendPolygon(buf, g)
	case orb.Bound:
		if g.IsEmpty() {
			return buf, false, nil
		}
		return appendPolygon(buf, g.ToPolygon())
	case orb.MultiPoint:
		return appendParts(buf, wkbMultiPoint, g)
	case orb.MultiLineString:
		return appendParts(buf, wkbMultiLineString, g)
	case orb.MultiPolygon:
		return appendParts(buf, wkbMultiPolygon, g)
	case orb.Collection:
		return buf, false, ErrCollection
	}
	return buf, false, fmt.Errorf("unknown geometry type %T", g)
}

func appendParts[G orb.Geometry](buf []byte, kind uint32, parts []G) (_ []byte, ok bool, err error) {
	start := len(buf)
	buf = append(appendHead(buf, kind), 0, 0, 0, 0)
	n := uint32(0)
	for _, part := range parts {
		var some bool
		if buf, some, err = appendGeometry(buf, part); err != nil {
			return buf, false, err
		}
		if some {
			n++
		}
	}
	if n == 0 {
		return buf[:start], false, nil
	}
	binary.LittleEndian.PutUint32(buf[start+5:], n)
	return buf, true, nil
}

func appendLine(buf []byte, l orb.LineString) ([]byte, bool, error) {
	if len(l) == 0 {
		return buf, false, nil
	}
	buf = binary.LittleEndian.AppendUint32(appendHead(buf, wkbLineString), uint32(len(l)))
	buf, err := appendPoints(buf, l)
	return buf, true, err
}

// appendPolygon leaves out empty holes; a polygon whose shell is empty is empty.
func appendPolygon(buf []byte, p orb.Polygon) (_ []byte, ok bool, err error) {
	if len(p) == 0 || len(p[0]) == 0 {
		return buf, false, nil
	}
	start := len(buf)
	buf = append(appendHead(buf, wkbPolygon), 0, 0, 0, 0)
	n := uint32(0)
	for _, ring := range p {
		if len(ring) == 0 {
			continue
		}
		n++
		buf = binary.LittleEndian.AppendUint32(buf, uint32(len(ring)))
		if buf, err = appendPoints(buf, ring); err != nil {
			return buf, false, err
		}
	}
	binary.LittleEndian.PutUint32(buf[start+5:], n)
	return buf, true, nil
}

func appendHead(buf []byte, kind uint32) []byte {
	return binary.LittleEndian.AppendUint32(append(buf, 1), kind)
}

func appendPoints(buf []byte, points []orb.Point) ([]byte, error) {
	for _, p := range points {
		if math.IsNaN(p[0]-p[0]) || math.IsNaN(p[1]-p[1]) { // NaN, or Inf: Inf-Inf is NaN
			return buf, fmt.Errorf("coordinate %v %v is not finite", p[0], p[1])
		}
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(p[0]))
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(p[1]))
	}
	return buf, nil
}

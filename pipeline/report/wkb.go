package report

import (
	"encoding/binary"
	"math"

	"github.com/paulmach/orb"
)

// Geometry types of the OGC, by form; the multi type of each is three more.
const multi = 3

// geometryType returns the name GeoParquet gives the type of a shape.
func (s *shape) geometryType() string {
	name := [...]string{points: "Point", lines: "LineString", areas: "Polygon"}[s.form]
	if s.single() {
		return name
	}
	return "Multi" + name
}

// appendWKB appends the shape as little-endian well-known binary, 2D. The shape must be somewhere.
func (s *shape) appendWKB(b []byte) []byte {
	kind := uint32(s.form) // points 1, lines 2, areas 3: as in the OGC's list
	if !s.single() {
		b = appendHead(b, kind+multi)
	}
	switch s.form {
	case points:
		if !s.single() {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(s.points)))
		}
		for _, p := range s.points {
			b = appendPoint(appendHead(b, kind), p)
		}
	case lines:
		if !s.single() {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(s.rings)))
		}
		start := 0
		for _, end := range s.rings {
			b = appendPath(appendHead(b, kind), s.points[start:end])
			start = end
		}
	case areas:
		if !s.single() {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(s.parts)))
		}
		ring, start := 0, 0
		for _, lastRing := range s.parts {
			b = binary.LittleEndian.AppendUint32(appendHead(b, kind), uint32(lastRing-ring))
			for ; ring < lastRing; ring++ {
				b = appendPath(b, s.points[start:s.rings[ring]])
				start = s.rings[ring]
			}
		}
	}
	return b
}

func appendHead(b []byte, kind uint32) []byte {
	return binary.LittleEndian.AppendUint32(append(b, 1), kind)
}

func appendPath(b []byte, path []orb.Point) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(path)))
	for _, p := range path {
		b = appendPoint(b, p)
	}
	return b
}

func appendPoint(b []byte, p orb.Point) []byte {
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(p[0]))
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(p[1]))
}

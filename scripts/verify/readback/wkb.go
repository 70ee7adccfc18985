package main

import (
	"encoding/binary"
	"fmt"
	"math"
)

// geometry is what we need to know of a geometry: its type and box, once its rings have been looked at.
type geometry struct {
	kind  string
	bound [4]float64
}

// reader reads well-known binary.
type reader struct {
	b     []byte
	bound [4]float64
	err   error
}

// parseWKB reads little-endian 2D geometry and refuses what GeoParquet or OGC forbid: open rings, rings wound the wrong
// way, lines of one point, coordinates that are not numbers, bytes left over.
func parseWKB(b []byte) (geometry, error) {
	r := &reader{b: b, bound: [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}}
	kind := r.geometry()
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes left over", len(r.b))
	}
	names := map[uint32]string{1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon"}
	return geometry{names[kind], r.bound}, r.err
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) take(n int) []byte {
	if r.err != nil || len(r.b) < n {
		r.fail("ends early")
		return make([]byte, n)
	}
	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

func (r *reader) count() int {
	n := int(binary.LittleEndian.Uint32(r.take(4)))
	if n > len(r.b) {
		r.fail("count %d is more than what follows", n)
		return 0
	}
	return n
}

func (r *reader) geometry() uint32 {
	if r.take(1)[0] != 1 {
		r.fail("not little-endian")
	}
	kind := binary.LittleEndian.Uint32(r.take(4))
	switch kind {
	case 1:
		r.point()
	case 2:
		if points := r.path(); len(points) < 2 {
			r.fail("a line of %d points", len(points))
		}
	case 3:
		r.polygon()
	case 4, 5, 6:
		n := r.count()
		if n < 2 {
			r.fail("a multi geometry of %d parts", n)
		}
		for range n {
			if part := r.geometry(); part != kind-3 {
				r.fail("a part of type %d in one of type %d", part, kind)
			}
		}
	default:
		r.fail("geometry type %d", kind)
	}
	return kind
}

func (r *reader) point() [2]float64 {
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	y := math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	if math.IsNaN(x-x) || math.IsNaN(y-y) {
		r.fail("coordinate %v %v", x, y)
	}
	r.bound = [4]float64{min(r.bound[0], x), min(r.bound[1], y), max(r.bound[2], x), max(r.bound[3], y)}
	return [2]float64{x, y}
}

func (r *reader) path() [][2]float64 {
	points := make([][2]float64, r.count())
	for i := range points {
		points[i] = r.point()
	}
	return points
}

func (r *reader) polygon() {
	for i := range r.count() {
		ring := r.path()
		if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
			r.fail("ring %d of %d points is open or too short", i+1, len(ring))
			return
		}
		var twice float64
		for k := 1; k < len(ring); k++ {
			twice += (ring[k-1][0]-ring[0][0])*(ring[k][1]-ring[0][1]) - (ring[k][0]-ring[0][0])*(ring[k-1][1]-ring[0][1])
		}
		if twice != 0 && (twice > 0) != (i == 0) {
			r.fail("ring %d is wound the wrong way", i+1)
		}
	}
}

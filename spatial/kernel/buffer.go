package kernel

import (
	"github.com/paulmach/orb"
	"github.com/twpayne/go-geos"
)

// Buffer says how the outline of a buffer is drawn. The zero value has round ends, round corners and 8 segments in a
// quarter circle, which falls short of the true circle by at most 0.5 % of the distance.
type Buffer struct {
	QuadSegs int // segments in a quarter circle, 0 means 8
	Cap      Cap
	Join     Join
}

// Cap is the end of a buffered line.
type Cap uint8

const (
	RoundCap  Cap = iota // half a circle
	FlatCap              // cut off at the end point
	SquareCap            // cut off one distance beyond it
)

// Join is the corner of a buffered line or polygon.
type Join uint8

const (
	RoundJoin Join = iota
	MitreJoin      // sharp, up to five distances
	BevelJoin
)

const (
	defaultQuadSegs = 8
	mitreLimit      = 5
)

// Buffer returns all points within distance of g; with a negative distance, the points of a polygon farther than that
// from its edge, nil when there are none.
func (k *Kernel) Buffer(g orb.Geometry, distance float64, style Buffer) (orb.Geometry, error) {
	segments := style.QuadSegs
	if segments <= 0 {
		segments = defaultQuadSegs
	}
	ends := [...]geos.BufCapStyle{geos.BufCapStyleRound, geos.BufCapStyleFlat, geos.BufCapStyleSquare}[style.Cap]
	corners := [...]geos.BufJoinStyle{geos.BufJoinStyleRound, geos.BufJoinStyleMitre, geos.BufJoinStyleBevel}[style.Join]
	return k.unary("buffer", g, func(in *geos.Geom) *geos.Geom {
		return in.BufferWithStyle(distance, segments, ends, corners, mitreLimit)
	})
}

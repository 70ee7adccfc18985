package measure

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// EdgeShare is the percentage of an area's outer edge that lies along or within some other areas, such as a pool's edge and
// its walkway, up to toleranceFt away; bare is the rest of the edge.
func EdgeShare(of orb.Polygon, around []orb.Geometry, toleranceFt float64) (percent float64, bare []orb.LineString, err error) {
	var buf chainBuffer
	if _, err := takeArea("area", of, &buf); err != nil {
		return 0, nil, err
	}
	whole := lineLength(orb.LineString(of[0]))
	if whole == 0 {
		return 0, nil, &InputError{"area", "has no edge"}
	}
	bare = []orb.LineString{orb.LineString(of[0])}
	for _, a := range around {
		var left []orb.LineString
		for _, piece := range bare {
			off, err := offArea(piece, a, toleranceFt)
			if err != nil {
				return 0, nil, err
			}
			left = append(left, off...)
		}
		bare = left
	}
	return Round(100 * (1 - TotalLength(bare)/whole)), bare, nil
}

func offArea(line orb.LineString, area orb.Geometry, toleranceFt float64) ([]orb.LineString, error) {
	outside, err := StretchOutside(line, area)
	if err != nil {
		return nil, err
	}
	var outline []orb.LineString
	for _, p := range polygonsOf(area) {
		for _, ring := range p {
			outline = append(outline, orb.LineString(ring))
		}
	}
	var off []orb.LineString
	for _, piece := range outside {
		away, err := StretchAway(piece, outline, max(toleranceFt, Grid))
		if err != nil {
			return nil, err
		}
		off = append(off, away...)
	}
	return off, nil
}

// WallFacing is the wall of a building that faces a compass direction: the segment of its outer edges whose outward side is
// nearest to bearingDeg (clockwise from the y axis of the frame), the longest of those within a degree of each other.
func WallFacing(building orb.Geometry, bearingDeg float64) (orb.LineString, error) {
	var buf chainBuffer
	if _, err := takeArea("building", building, &buf); err != nil {
		return nil, err
	}
	var wall orb.LineString
	bestOff, bestFt := math.Inf(1), 0.0
	for _, p := range polygonsOf(building) {
		if len(p) == 0 {
			continue
		}
		ring := p[0]
		outward := 90.0 // the outside of a counter-clockwise ring is to the right
		if ringArea(ring) < 0 {
			outward = -90
		}
		for i := 1; i < len(ring); i++ {
			ft := math.Sqrt(dist2(ring[i-1], ring[i]))
			if ft == 0 {
				continue
			}
			off := math.Abs(math.Remainder(Bearing(ring[i-1], ring[i])+outward-bearingDeg, 360))
			if off < bestOff-1 || off < bestOff+1 && ft > bestFt {
				bestOff, bestFt, wall = off, ft, orb.LineString{ring[i-1], ring[i]}
			}
		}
	}
	if wall == nil {
		return nil, &InputError{"building", "has no walls"}
	}
	return wall, nil
}

// Bearing is the direction from one point to another in degrees clockwise from the y axis, 0 to 360.
func Bearing(from, to orb.Point) float64 {
	deg := math.Atan2(to[0]-from[0], to[1]-from[1]) * 180 / math.Pi
	if deg < 0 {
		deg += 360
	}
	return deg
}

// Size is the extent of a thing in feet, whatever its direction.
type Size struct {
	Longest       Span    // between the two points farthest apart
	Length, Width float64 // of the smallest rectangle around it
}

// SizeOf measures how large a thing is.
func SizeOf(k *kernel.Kernel, g orb.Geometry) (Size, error) {
	var buf chainBuffer
	s, err := takeApart("geometry", g, &buf)
	if err != nil {
		return Size{}, err
	}
	var size Size
	var points []orb.Point
	for _, c := range s.chains {
		points = append(points, c.points...)
	}
	size.Longest = Span{0, points[0], points[0]}
	for i, p := range points {
		for _, q := range points[i+1:] {
			if d := math.Sqrt(dist2(p, q)); d > size.Longest.Ft {
				size.Longest = Span{d, p, q}
			}
		}
	}
	size.Longest.Ft = Round(size.Longest.Ft)
	box, err := k.MinimumRotatedRectangle(g)
	if err != nil {
		return Size{}, err
	}
	if p := kernel.Polygons(box); len(p) == 1 && len(p[0][0]) == 5 {
		a, b := math.Sqrt(dist2(p[0][0][0], p[0][0][1])), math.Sqrt(dist2(p[0][0][1], p[0][0][2]))
		size.Length, size.Width = Round(max(a, b)), Round(min(a, b))
	} else {
		size.Length = size.Longest.Ft
	}
	return size, nil
}

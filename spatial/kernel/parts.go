package kernel

import "github.com/paulmach/orb"

// Polygons returns the polygons of g, whatever its type; nil when it has none.
func Polygons(g orb.Geometry) orb.MultiPolygon {
	switch g := g.(type) {
	case orb.Polygon:
		if len(g) > 0 {
			return orb.MultiPolygon{g}
		}
	case orb.Ring:
		return orb.MultiPolygon{{g}}
	case orb.Bound:
		return orb.MultiPolygon{g.ToPolygon()}
	case orb.MultiPolygon:
		return g
	case orb.Collection:
		var all orb.MultiPolygon
		for _, part := range g {
			all = append(all, Polygons(part)...)
		}
		return all
	}
	return nil
}

// Lines returns the lines of g, whatever its type; nil when it has none. Polygons are not lines.
func Lines(g orb.Geometry) orb.MultiLineString {
	switch g := g.(type) {
	case orb.LineString:
		if len(g) > 0 {
			return orb.MultiLineString{g}
		}
	case orb.MultiLineString:
		return g
	case orb.Collection:
		var all orb.MultiLineString
		for _, part := range g {
			all = append(all, Lines(part)...)
		}
		return all
	}
	return nil
}

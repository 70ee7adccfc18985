package crs

import "github.com/paulmach/orb"

// area is an area of use in degrees; the zero value is unknown. West is above east when it crosses the antimeridian.
type area struct{ west, south, east, north float64 }

func (a area) known() bool { return a != area{} }

// local reports whether the area is known and small enough for one datum shift: a state, not a continent.
func (a area) local() bool {
	return a.known() && a.west < a.east && a.east-a.west < 25 && a.north-a.south < 25
}

// centre returns the middle of a local area, longitude first.
func (a area) centre() orb.Point { return orb.Point{(a.west + a.east) / 2, (a.south + a.north) / 2} }

// intersect returns the common part of two areas of use; an unknown one gives the other, and so does one that has
// nothing in common with the other or crosses the antimeridian.
func (a area) intersect(b area) area {
	if !a.known() || a.west > a.east {
		return b
	}
	if !b.known() || b.west > b.east {
		return a
	}
	c := area{max(a.west, b.west), max(a.south, b.south), min(a.east, b.east), min(a.north, b.north)}
	if c.west > c.east || c.south > c.north {
		return a
	}
	return c
}

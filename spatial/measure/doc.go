// Package measure measures: distances, reaches, overlaps, shares, positions along a lot line, stretches of fence near a line
// or within an area, gaps between facing walls, and whether a pool is enclosed. Each answer comes with its witness, the
// geometry that proves the number. Coordinates are ground feet in a plane, small numbers near the origin; lengths are feet,
// areas square feet, both rounded to a millionth (Grid).
//
// Distances are plain segment arithmetic; GEOS, through spatial/kernel, is asked only for overlays and rings. Nothing to
// measure (nil, empty, a coordinate that is not finite, a mixed collection) is an InputError, never 0. Polygons are taken to
// be valid and their rings closed; which way rings wind does not matter, except that lines given to NewAxis run with the lot
// on their left.
//
// It knows no lots, labels, districts or limits and decides nothing; see spatial/yard for the regions of a lot, and rules
// for verdicts.
package measure

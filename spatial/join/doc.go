// Package join assigns things to the polygons they lie on: structures to lots and lots to zoning districts by overlap
// area, fences to lots by length. All of it is plain arithmetic on prepared, read-only data, so any number of
// goroutines may ask at once and no GEOS call is made.
//
// It does not decide what an overlap means (misaligned, straddling, on the line between two lots), and it does not
// return the overlap as geometry: that is kernel.Intersection.
//
// Polygons are expected as repair returns them. Coordinates are feet; nothing depends on that but the names.
package join

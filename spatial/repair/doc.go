// Package repair turns rings and lines as they come from files into polygons and lines that are safe to compute with,
// and reports what it changed.
//
// It does not snap, simplify or move a vertex, does not merge neighbours, and does not decide what a changed geometry
// is still good for: the report lets the caller decide.
package repair

// Package spatial is the root of the geometry half of parcelaudit; it holds no code itself. Everything below it
// works on paulmach/orb values in frame feet (see crs.Frame) and imports nothing of the rest of the program.
//
// It does not know ordinances, files or attributes: those belong to rules, pipeline/source and pipeline.
package spatial

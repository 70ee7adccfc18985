// Package source reads input layers and tables: one file per format, all yielding the same [Feature].
//
// It does not project, repair, join or interpret: geometry arrives as the file has it, attributes as text with a
// kind, and whatever is wrong is said in a [Problem] or in the feature itself.
package source

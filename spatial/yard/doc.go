// Package yard draws the parts of a lot that ordinances speak of: required yards, yards as built, buildable area, the strip
// in front of the principal building, ground between the building and a line, vision triangles; and says how much of a
// structure or fence lies in them. Coordinates are feet in the frame.
//
// It is given a lot, its labelled lines and its principal building (Ground), and takes them as they are: it does not label
// lines, choose a principal building, look up required depths, or know which clause asks. It does not decide: it answers
// square feet, feet, and how far an edge would have to move for the answer to change (ClearFt), which is what a tolerance is
// held against. An ingredient that is not known is a MissingError that names it, never an empty region.
//
// A yard is a strip: the points of the lot closer to a line than a depth. So most questions are answered by one distance
// and the strip is not drawn. Regions are drawn at most once per Yards, and a Yards belongs to one goroutine, like the
// kernel it draws with.
package yard

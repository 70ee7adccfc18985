package repair

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// Lines returns the usable lines of g: repeated points, lines without length, and lines given twice in either
// direction are dropped, and so is a line with coordinates that are not finite. A line may cross itself. Polygons are
// taken by their outlines, since fences are often drawn round. The result is nil when nothing is left.
func Lines(g orb.Geometry) (orb.MultiLineString, Report) {
	var r Report
	given := kernel.Lines(g)
	for _, p := range kernel.Polygons(g) {
		for _, ring := range p {
			given = append(given, orb.LineString(ring))
		}
	}
	var kept orb.MultiLineString
	for _, line := range given {
		if line = cleanLine(line, &r); line == nil {
			continue
		}
		if slices.ContainsFunc(kept, func(k orb.LineString) bool { return same(k, line) }) {
			r.found(DuplicateLine)
			continue
		}
		kept = append(kept, line)
	}
	switch {
	case len(given) == 0:
		r.found(Unrepairable)
		r.TypeChanged = true
		r.because(fmt.Sprintf("there is no line in it, but %s", typeName(g)))
	case len(kept) == 0:
		r.unrepairable("no line with a length is left")
	}
	return kept, r
}

// cleanLine returns line without repeated points, itself when it has none, nil when it has no length.
func cleanLine(line orb.LineString, r *Report) orb.LineString {
	switch {
	case len(line) == 0:
		r.found(EmptyPart)
		return nil
	case !finite(line):
		r.found(NotFinite)
		r.because("a line has coordinates that are not finite; it is dropped")
		return nil
	}
	clean := line
	for i := 1; i < len(line); i++ {
		if line[i] == line[i-1] {
			clean = slices.Compact(slices.Clone(line))
			break
		}
	}
	if len(clean) < 2 {
		r.found(ZeroLength)
		return nil
	}
	if len(clean) < len(line) {
		r.found(DuplicateVertex)
	}
	return clean
}

// same reports whether two lines have the same points, in either direction.
func same(a, b orb.LineString) bool {
	if slices.Equal(a, b) {
		return true
	}
	return len(a) == len(b) && func() bool {
		for i := range a {
			if a[i] != b[len(b)-1-i] {
				return false
			}
		}
		return true
	}()
}

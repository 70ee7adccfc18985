package yard

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/measure"
)

const (
	joinFt  = 1.0 // lines whose ends are this near follow each other
	joinDeg = 45  // unless they turn more than this
)

// courses sorts lines into groups that run on from each other. A rear line of two pieces is one course, the yard from it one
// strip; the two street lines of a corner are two, each with a yard of its own depth.
func courses(lines []orb.LineString) [][]orb.LineString {
	var groups [][]orb.LineString
	for _, line := range lines {
		var rest [][]orb.LineString
		joined := []orb.LineString{line}
		for _, g := range groups {
			if anyFollows(g, line) {
				joined = append(g, joined...)
			} else {
				rest = append(rest, g)
			}
		}
		groups = append(rest, joined)
	}
	return groups
}

func anyFollows(group []orb.LineString, line orb.LineString) bool {
	for _, g := range group {
		if follow(g, line) || follow(line, g) {
			return true
		}
	}
	return false
}

// follow says whether b begins where a ends and keeps its course.
func follow(a, b orb.LineString) bool {
	if len(a) < 2 || len(b) < 2 {
		return false
	}
	end, start := a[len(a)-1], b[0]
	if math.Hypot(end[0]-start[0], end[1]-start[1]) > joinFt {
		return false
	}
	turn := measure.Bearing(b[0], b[len(b)-1]) - measure.Bearing(a[0], end)
	return math.Abs(math.Remainder(turn, 360)) <= joinDeg
}

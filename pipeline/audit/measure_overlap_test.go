package audit

import (
	"math"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

func TestALineIsAsDeepInAShapeAsItsDeepestPoint(t *testing.T) {
	square := areas{shapes: []orb.MultiPolygon{{{{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}}}}}
	tests := []struct {
		name        string
		line        orb.LineString
		out         bool
		held, clear float64
	}{
		{"one that crosses the middle is in it by half its width", orb.LineString{{-5, 5}, {15, 5}}, false, 10, 5},
		{"one that looks in is in it by as much", orb.LineString{{-5, 5}, {2, 5}}, false, 2, 2},
		{"one beside it is clear by the gap", orb.LineString{{-5, 13}, {15, 13}}, false, 0, 3},
		{"the part outside reaches out by its end", orb.LineString{{5, 5}, {14, 5}}, true, 4, 4},
		{"one that stays inside is clear of outside by the gap", orb.LineString{{3, 5}, {6, 5}}, true, 0, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			held, clear, _, err := square.holds(kernel.New(), tt.line, tt.out)
			if err != nil || math.Abs(held-tt.held) > 0.002 || clear != tt.clear { // what is cut off a line is cut a thousandth short
				t.Errorf("holds %g ft, clear by %g ft (%v), want %g and %g", held, clear, err, tt.held, tt.clear)
			}
		})
	}
}

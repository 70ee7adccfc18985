package measure

import (
	"fmt"

	"github.com/paulmach/orb"
)

// FencePlacement is where a fence runs relative to some lines of its lot: lengths in feet and the stretches themselves.
type FencePlacement struct {
	OnFt, InsideFt, OutsideFt float64
	On, Inside, Outside       []orb.LineString
	Reach                     Span // how far it reaches out of the lot, 0 when it does not
}

// PlaceFence splits a fence into the stretches that run on some lines of the lot (within toleranceFt of them, on either side),
// inside the lot and outside it. A stretch that merely crosses a line is on it for as long as it is that near.
func PlaceFence(fence orb.LineString, lines []orb.LineString, lot orb.Geometry, toleranceFt float64) (FencePlacement, error) {
	var p FencePlacement
	toleranceFt = max(toleranceFt, Grid)
	on, away, err := SplitNear(fence, lines, toleranceFt)
	if err != nil {
		return p, fmt.Errorf("place fence: %w", err)
	}
	p.On = on
	for _, piece := range away {
		in, out, err := SplitWithin(piece, lot)
		if err != nil {
			return p, fmt.Errorf("place fence: %w", err)
		}
		p.Inside, p.Outside = append(p.Inside, in...), append(p.Outside, out...)
	}
	p.OnFt, p.InsideFt, p.OutsideFt = TotalLength(p.On), TotalLength(p.Inside), TotalLength(p.Outside)
	p.Reach, err = ReachBeyond(fence, lot)
	return p, err
}

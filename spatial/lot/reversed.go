package lot

import "slices"

// sameStreetCos is how parallel two street lines must be to lie on one side of a street: 30 degrees.
const sameStreetCos = 0.866

// markReversed finds reversed corner lots: the neighbour behind has the corner lot's rear line for its side line and
// fronts on the corner lot's side street. That neighbour, if interior, is a key lot.
func markReversed(lots []Lot) {
	type pair struct{ corner, key int32 }
	var found []pair
	for i := range lots {
		l := &lots[i]
		if l.Type != Corner {
			continue
		}
		for _, k := range l.LinesOf(Rear) {
			for _, n := range l.Lines[k].Across {
				if frontsBeside(&lots[n], l, int32(i)) {
					found = append(found, pair{int32(i), n})
				}
			}
		}
	}
	for _, p := range found {
		lots[p.corner].Type = ReversedCorner
	}
	for _, p := range found {
		if lots[p.key].Type == Interior {
			lots[p.key].Type = Key
		}
	}
}

// frontsBeside says whether lot n fronts on the side street of corner lot c and has c along its side.
func frontsBeside(n, c *Lot, corner int32) bool {
	beside := false
	for _, s := range n.LinesOf(Side) {
		beside = beside || slices.Contains(n.Lines[s].Across, corner)
	}
	if !beside || len(n.LinesOf(Front)) == 0 {
		return false
	}
	for _, s := range c.LinesOf(StreetSide) {
		a := ends(&c.Lines[s])
		for _, f := range n.LinesOf(Front) {
			if b := ends(&n.Lines[f]); dot(unit(a[0], a[1]), unit(b[0], b[1])) > sameStreetCos {
				return true
			}
		}
	}
	return false
}

func ends(l *Line) [2][2]float64 {
	return [2][2]float64{l.Path[0], l.Path[len(l.Path)-1]}
}

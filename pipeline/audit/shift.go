package audit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/measure"
)

const (
	leastShifted   = 4   // straddling buildings of a block below which nothing is concluded from them
	shiftedShare   = 0.7 // share of the straddling buildings that one shift must bring home
	mostShiftFt    = 25  // a wider shift is no shift
	straddleFt     = 0.5 // what reaches farther out of its lot straddles: one building may, a block in one direction does not
	keptFt         = 2   // what a building keeps from its lot line at the least, as a rule: a shift shows only beyond that
	mostCandidates = 12  // straddling buildings of a block from which shifts are guessed
	oneWay         = 0.9 // how nearly the moves asked for must run one way: the length of their sum in that of all
	lessened       = 0.5 // by which share one move must lessen what reaches out, where party walls let nothing come home
)

// shift is a common displacement of the buildings of a block against its lots.
type shift struct {
	back orb.Point // ft: the move that brings the buildings home
	ft   float64   // its length
}

// findShifts looks for blocks whose buildings all lie off their lots in one direction, as footprints from tilted imagery do.
// Such a block is one data issue, and what is measured there is no more accurate than its shift:
//
//  1. Lots that adjoin make a block.
//  2. In a block, each building that reaches out of its lot asks for the move that would bring it home.
//  3. Moves guessed from one or two such buildings are tried on all buildings of the block.
//  4. The move that brings most home is the block's shift, if it brings home most of those that straddle and drives out fewer.
//  5. A row of houses as wide as their lots never comes home: what is driven back on one side comes out on the other. There the
//     middle of the moves is the shift, if all run one way and it halves what reaches out.
//
// A shift smaller than the distance buildings keep from their lines shows in nothing: what is seen of a shift is less than the shift by
// that distance, so the least of it is added.
func (t *town) findShifts(ctx context.Context, workers int) error {
	t.shifts = make([]float64, len(t.fabric.Lots))
	blocks := t.blocks() // 1
	found := make([]shift, len(blocks))
	err := inParallel(ctx, len(blocks), workers, bare, func(_ struct{}, i int) error {
		found[i] = t.shiftOf(blocks[i])
		return nil
	})
	if err != nil {
		return err
	}
	for i, block := range blocks {
		if found[i].ft == 0 {
			continue
		}
		for _, l := range block {
			t.shifts[l] = found[i].ft
		}
		t.realign(block)
		t.noteShift(block, found[i])
	}
	return nil
}

// realign takes what reaches out of its lot by no more than the shift of its block for misaligned.
func (t *town) realign(block []int32) {
	for _, l := range block {
		for _, i := range t.onLot[l] {
			if s := &t.subjects[i]; (s.assignment == straddles || s.assignment == mostly) && t.beyondFt(s) <= t.against(s) {
				s.assignment, s.otherLot = misaligned, -1
			}
		}
	}
}

// blocks groups the lots that adjoin, each group and the groups in the order of their first lot.
func (t *town) blocks() [][]int32 {
	block := make([]int, len(t.fabric.Lots))
	for i := range block {
		block[i] = -1
	}
	var out [][]int32
	var open []int32
	for i := range t.fabric.Lots {
		if block[i] >= 0 {
			continue
		}
		id := len(out)
		var members []int32
		block[i], open = id, append(open[:0], int32(i))
		for len(open) > 0 {
			l := open[len(open)-1]
			open = open[:len(open)-1]
			members = append(members, l)
			for _, n := range t.neighbours[l] {
				if block[n] < 0 {
					block[n], open = id, append(open, n)
				}
			}
		}
		out = append(out, ascending(members))
	}
	return out
}

// straddler is a building that reaches out of its lot, and the move that brings its farthest point back to the line.
type straddler struct {
	subject int32
	home    orb.Point
}

// shiftOf finds the shift of one block; ft is 0 when there is none.
func (t *town) shiftOf(block []int32) shift {
	var buildings []int32
	var out []straddler
	for _, l := range block {
		for _, i := range t.onLot[l] {
			s := &t.subjects[i]
			if s.kind != aStructure || len(polygonsOf(s.shape)) == 0 {
				continue
			}
			buildings = append(buildings, i)
			reach, err := measure.ReachBeyond(s.shape, t.fabric.Lots[l].Shape)
			if err == nil && reach.Ft > straddleFt && reach.Ft <= mostShiftFt {
				out = append(out, straddler{i, orb.Point{reach.To[0] - reach.From[0], reach.To[1] - reach.From[1]}}) // 2
			}
		}
	}
	if len(out) < leastShifted {
		return shift{}
	}
	best, bestScore := shift{}, 0
	for _, move := range guesses(out) { // 3
		ft := math.Hypot(move[0], move[1])
		home, away := 0, 0
		for _, s := range out {
			if t.homeAfter(s.subject, move) {
				home++
			}
		}
		if float64(home) < shiftedShare*float64(len(out)) {
			continue
		}
		for _, i := range buildings {
			if !isStraddler(out, i) && !t.homeAfter(i, move) {
				away++
			}
		}
		if score := home - away; score > bestScore || score == bestScore && best.ft > 0 && ft < best.ft-1e-9 {
			best, bestScore = shift{move, ft}, score // 4
		}
	}
	if bestScore < leastShifted {
		if best = t.shiftOfRow(out, buildings); best.ft == 0 { // 5
			return shift{}
		}
	}
	longer := (best.ft + keptFt) / best.ft
	return shift{orb.Point{best.back[0] * longer, best.back[1] * longer}, best.ft + keptFt}
}

// shiftOfRow is the middle of the moves that straddling buildings ask for, where they agree on the way; ft is 0 where they do not.
func (t *town) shiftOfRow(out []straddler, buildings []int32) shift {
	var east, north []float64
	var sum orb.Point
	asked, left := 0.0, 0.0
	for _, s := range out {
		sum = orb.Point{sum[0] + s.home[0], sum[1] + s.home[1]}
		asked += math.Hypot(s.home[0], s.home[1])
		east, north = append(east, s.home[0]), append(north, s.home[1])
	}
	if math.Hypot(sum[0], sum[1]) < oneWay*asked {
		return shift{}
	}
	move := orb.Point{middle(east), middle(north)}
	for _, i := range buildings {
		left += t.reachAfter(i, move)
	}
	if left > lessened*asked {
		return shift{}
	}
	return shift{move, math.Hypot(move[0], move[1])}
}

// middle is the median.
func middle(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func isStraddler(list []straddler, i int32) bool {
	for _, s := range list {
		if s.subject == i {
			return true
		}
	}
	return false
}

// guesses are the moves that one or two straddling buildings ask for: the first ones of the block are enough.
func guesses(out []straddler) []orb.Point {
	out = out[:min(len(out), mostCandidates)]
	var moves []orb.Point
	for i, a := range out {
		moves = append(moves, a.home)
		for _, b := range out[:i] {
			if m, ok := together(a.home, b.home); ok {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// together is the shortest move that goes as far as a in the direction of a and as far as b in that of b; not for parallel ones.
func together(a, b orb.Point) (orb.Point, bool) {
	det := a[0]*b[1] - a[1]*b[0]
	aa, bb := a[0]*a[0]+a[1]*a[1], b[0]*b[0]+b[1]*b[1]
	if math.Abs(det) < 0.3*math.Sqrt(aa*bb) {
		return orb.Point{}, false
	}
	m := orb.Point{(aa*b[1] - bb*a[1]) / det, (bb*a[0] - aa*b[0]) / det}
	return m, math.Hypot(m[0], m[1]) <= mostShiftFt
}

// homeAfter says whether a building moved so would lie on its lot.
func (t *town) homeAfter(i int32, move orb.Point) bool { return t.reachAfter(i, move) <= straddleFt }

// reachAfter is how far a building moved so would reach out of its lot.
func (t *town) reachAfter(i int32, move orb.Point) float64 {
	s := &t.subjects[i]
	moved := orb.MultiPolygon{}
	for _, p := range polygonsOf(s.shape) {
		var shell orb.Ring
		for _, q := range p[0] {
			shell = append(shell, orb.Point{q[0] + move[0], q[1] + move[1]})
		}
		moved = append(moved, orb.Polygon{shell})
	}
	reach, err := measure.ReachBeyond(moved, t.fabric.Lots[s.lot].Shape)
	if err != nil {
		return math.Inf(1)
	}
	return reach.Ft
}

// noteShift makes the one issue of a shifted block.
func (t *town) noteShift(block []int32, s shift) {
	at := t.fabric.Lots[block[0]].Shape.Bound().Center()
	t.issues = append(t.issues, Issue{
		Kind: "shifted-buildings", Layer: "buildings", RecordID: t.fabric.Lots[block[0]].ID,
		What: fmt.Sprintf("the buildings of %d adjoining lots, from lot %s on, lie some %.1f ft off to the %s", len(block), t.fabric.Lots[block[0]].ID, s.ft,
			direction(orb.Point{-s.back[0], -s.back[1]})),
		Done:     "what is measured from them to lot lines and yards is within tolerance unless it is farther off than that",
		Geometry: orb.LineString{at, {at[0] - s.back[0], at[1] - s.back[1]}},
	})
}

// direction is the point of the compass that a vector points to.
func direction(v orb.Point) string {
	names := []string{"east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"}
	eighth := int(math.Round(math.Atan2(v[1], v[0])/(math.Pi/4))+8) % 8
	return names[eighth]
}

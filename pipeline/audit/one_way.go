package audit

import (
	"fmt"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

const (
	leastOneWay = 4   // lots of a block with a breach at a side line below which nothing is concluded from them
	oneWayShare = 0.7 // share of the built lots of a block that must have one
	oneWayEven  = 2   // how much longer than the middle one the longest move asked for may be
)

// oneWayBlocks finds the blocks where building after building stands too near to the side line on the same side. Buildings that keep
// off their lines can all be shifted without crossing one, and then nothing but this shows it:
//
//  1. On each lot of a block the breaches between a building and a side line ask for a move that would mend them. Only side lines
//     tell: fronts, rears and alleys lie on one side of every lot of a street anyway.
//  2. If most built lots of the block ask, all for about the same move, and it drives no building out of its lot, one shift explains
//     them all.
//  3. It is one issue. What it explains is within tolerance, whatever line of the lot it is measured to, and says so.
//
// A street that was built so looks the same. Its findings stay in the report, and the issue asks to look at a photograph.
func (t *town) oneWayBlocks(e *evaluation) {
	for _, block := range t.blocks() {
		moves := t.sideMoves(e, block) // 1
		shift, ok := t.commonMove(block, moves)
		if !ok { // 2
			continue
		}
		explained := 0
		for _, l := range block { // 3
			for j := range e.lots[l].findings {
				if f := &e.lots[l].findings[j]; mends(shift, f) {
					t.excuseShift(e, f, shift)
					explained++
				}
			}
		}
		first, at := &t.fabric.Lots[block[0]], t.fabric.Lots[block[0]].Shape.Bound().Center()
		t.issues = append(t.issues, Issue{Kind: "possible-shift", Layer: "buildings", RecordID: first.ID,
			What: fmt.Sprintf("on %d adjoining lots, from lot %s on, buildings stand too near to the side line on the same side: if they lie %.1f ft off to the %s, none of them does",
				len(moves), first.ID, length(shift), direction(orb.Point{-shift[0], -shift[1]})),
			Done:     fmt.Sprintf("the %d findings that this explains are within tolerance; compare the layer with an aerial photograph", explained),
			Geometry: orb.LineString{at, {at[0] - shift[0], at[1] - shift[1]}}})
	}
}

// blockMates are the lots that have to be evaluated beside those asked for, to tell whether a shift of their block explains a breach at
// a side line.
func (t *town) blockMates(e *evaluation, only map[string]bool) []int32 {
	if only == nil {
		return nil
	}
	var mates []int32
	for _, block := range t.blocks() {
		if len(t.sideMoves(e, block)) == 0 {
			continue
		}
		for _, l := range block {
			if !t.wanted(l, only) {
				mates = append(mates, l)
			}
		}
	}
	return mates
}

// sideMoves are the longest moves that breaches at a side line ask for, one for each lot of the block that has any.
func (t *town) sideMoves(e *evaluation, block []int32) []orb.Point {
	var moves []orb.Point
	for _, l := range block {
		var most orb.Point
		for j := range e.lots[l].findings {
			f := &e.lots[l].findings[j]
			if move, ok := mend(f); ok && f.LotLine == "side" && length(move) > length(most) {
				most = move
			}
		}
		if most != (orb.Point{}) {
			moves = append(moves, most)
		}
	}
	return moves
}

// commonMove is the move that mends all moves asked for in a block, if they are many, even, and run one way, and it keeps the buildings
// of the block on their lots.
func (t *town) commonMove(block []int32, moves []orb.Point) (orb.Point, bool) {
	if len(moves) < leastOneWay {
		return orb.Point{}, false
	}
	var sum orb.Point
	var lengths []float64
	all, most := 0.0, 0.0
	for _, m := range moves {
		sum = orb.Point{sum[0] + m[0], sum[1] + m[1]}
		all, most, lengths = all+length(m), max(most, length(m)), append(lengths, length(m))
	}
	if length(sum) < oneWay*all || most > mostShiftFt || most > oneWayEven*middle(lengths) {
		return orb.Point{}, false
	}
	shift := orb.Point{sum[0] / length(sum) * most, sum[1] / length(sum) * most}
	built := 0
	for _, l := range block {
		has := false
		for _, i := range t.onLot[l] {
			if s := &t.subjects[i]; s.kind == aStructure && s.partOf < 0 && len(polygonsOf(s.shape)) > 0 {
				if has = true; !t.homeAfter(i, shift) && t.homeAfter(i, orb.Point{}) {
					return orb.Point{}, false
				}
			}
		}
		if has {
			built++
		}
	}
	return shift, float64(len(moves)) >= oneWayShare*float64(built)
}

// mend is the shortest move of a building that would bring it far enough from the lot line it is too near to; ok is false for anything
// else, and where the building stands on the line.
func mend(f *Finding) (move orb.Point, ok bool) {
	if f.SubjectType != aStructure || f.Outcome != rules.Violation || f.LotLine == "" || f.Margin == nil || *f.Margin >= 0 || f.Unit != string(rules.Feet) {
		return orb.Point{}, false
	}
	line, isLine := f.Evidence.(orb.LineString)
	if !isLine || len(line) != 2 || line[0] == line[1] {
		return orb.Point{}, false
	}
	off := orb.Point{line[0][0] - line[1][0], line[0][1] - line[1][1]} // from the lot line to the building
	scale := -*f.Margin / length(off)
	return orb.Point{off[0] * scale, off[1] * scale}, true
}

// mends says whether a shift of the building mends a finding.
func mends(shift orb.Point, f *Finding) bool {
	move, ok := mend(f)
	return ok && shift[0]*move[0]+shift[1]*move[1] >= (length(move)-f.Tolerance)*length(move)
}

// excuseShift takes a finding for within tolerance because a shift explains it.
func (t *town) excuseShift(e *evaluation, f *Finding, shift orb.Point) {
	e.recount(f, rules.WithinTolerance)
	f.Tolerance += length(shift)
	f.Reason = strings.TrimPrefix(f.Reason+"; "+fmt.Sprintf("one shift of %.1f ft would explain this and the like on other lots of the block", length(shift)), "; ")
}

func length(v orb.Point) float64 { return math.Hypot(v[0], v[1]) }

package audit

import (
	"context"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// shortestPieceFt is the length below which a piece cut off by a yard's border is an artefact of the cut.
const shortestPieceFt = 0.05

// cutAtYards cuts every stretch of fence at the borders of the yards of its lot, under the lot's first reading, and
// numbers the stretches of each fence.
func (t *town) cutAtYards(ctx context.Context, workers int) error {
	cut := make([][]subject, len(t.fabric.Lots))
	bench := func() *auditor { return &auditor{town: t, kernel: kernel.New(), view: newView(t)} }
	err := inParallel(ctx, len(t.fabric.Lots), workers, bench, func(a *auditor, i int) error {
		cut[i] = a.cutOnLot(int32(i))
		return nil
	})
	if err != nil {
		return err
	}
	stretches, total := map[*Structure][]*subject{}, len(t.subjects)
	for i := range cut {
		for j := range cut[i] {
			s := &cut[i][j]
			stretches[s.src] = append(stretches[s.src], s)
		}
		total += len(cut[i])
	}
	all := make([]subject, 0, total)
	moved := make([]int32, len(t.subjects)) // old index -> new
	var last *Structure                     // the stretches of a fence follow one another
	for i := range t.subjects {
		s := &t.subjects[i]
		if s.kind != aFence || s.lot < 0 || len(stretches[s.src]) == 0 {
			moved[i] = int32(len(all))
			all = append(all, *s)
			continue
		}
		if s.src != last {
			last = s.src
			numberStretches(stretches[s.src])
			for _, piece := range stretches[s.src] {
				all = append(all, *piece)
			}
		}
	}
	t.subjects = all
	t.renumber(moved)
	t.fileByLot()
	return nil
}

// renumber points parts and principal buildings at the new places of their subjects.
func (t *town) renumber(moved []int32) {
	for i := range t.subjects {
		if p := t.subjects[i].partOf; p >= 0 {
			t.subjects[i].partOf = moved[p]
		}
	}
	for i := range t.principals {
		for j := range t.principals[i] {
			p := &t.principals[i][j]
			p.main = moved[p.main]
			for k := range p.parts {
				p.parts[k] = moved[p.parts[k]]
			}
		}
	}
}

// cutOnLot cuts the fences of one lot.
func (a *auditor) cutOnLot(index int32) []subject {
	t, v := a.town, a.view
	var out []subject
	var ground *site
	for _, i := range t.onLot[index] {
		s := &t.subjects[i]
		if s.kind != aFence {
			continue
		}
		line, isLine := s.shape.(orb.LineString)
		if !isLine {
			out = append(out, *s)
			continue
		}
		if ground == nil {
			ground = t.site(a.kernel, index)
		}
		v.look(ground, s, 0, t.districts(s.zone)[0])
		cut := v.cutLine(line)
		if s.assignment == beside {
			cut = map[string][]orb.LineString{v.yardBeyond(): {line}}
		}
		for _, yard := range []string{"front", "street", "side", "rear", ""} {
			for _, piece := range cut[yard] {
				if planar.Length(piece) < shortestPieceFt {
					continue
				}
				p := *s
				p.shape, p.bound = piece, piece.Bound()
				p.stretch.yard = yard
				if p.stretch.onLine {
					p.stretch.line = v.lineUnder(piece)
					if planar.Length(piece) < planar.Length(line)-shortestPieceFt { // round the corner another lot may be across the line
						p.otherLot = sharer(t.areas, index, piece, t.onLineFt(s))
					}
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// yardBeyond is the yard that a fence wholly off the lot would stand in: the one along the nearest lot line.
func (v *view) yardBeyond() string {
	for _, y := range []struct{ yard, line string }{{"front", "front"}, {"street", "street_side"}, {"rear", "rear"}, {"side", "side"}} {
		chosen := v.lines([]string{y.line}, nil)
		if len(chosen.paths) == 0 {
			continue
		}
		if s, err := measure.DistanceToLines(v.subject.shape, chosen.paths); err == nil && v.standsBeyond(s.Ft) {
			return y.yard
		}
	}
	return ""
}

// yardOfStretch is the yard that a stretch runs in under another reading of the lot than the one it was cut by, or that a gate
// mapped as a point stands in; "" when it runs in more than one.
func (v *view) yardOfStretch() string {
	if at, isPoint := v.subject.shape.(orb.Point); isPoint {
		return v.yardAt(at)
	}
	yard, pieces := "", 0
	for _, line := range linesOf(v.subject.shape) {
		for name, cut := range v.cutLine(line) {
			for _, piece := range cut {
				if planar.Length(piece) >= shortestPieceFt && (pieces == 0 || name != yard) {
					yard, pieces = name, pieces+1
				}
			}
		}
	}
	if pieces > 1 {
		return ""
	}
	return yard
}

// yardAt is the yard that a point lies in, by the same order as cutLine; "" when it can not be told.
func (v *view) yardAt(p orb.Point) string {
	if v.subject.assignment == beside {
		return v.yardBeyond()
	}
	for _, y := range yardOrder {
		region, err := v.region(y.region)
		if err != nil {
			return ""
		}
		if clear, err := region.ClearOf(p); err != nil {
			return ""
		} else if clear < 0 {
			return y.yard
		}
	}
	return "side"
}

var _ rules.Subject = (*view)(nil)

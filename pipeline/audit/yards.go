package audit

import (
	"errors"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
	"parcelaudit/spatial/measure"
	"parcelaudit/spatial/yard"
)

// site makes the site of a lot for one worker.
func (t *town) site(k *kernel.Kernel, index int32) *site {
	s := &site{town: t, kernel: k, index: index, lot: &t.fabric.Lots[index], readings: t.readingsOf(index)}
	s.yards = make([]lotYards, len(s.readings))
	return s
}

// lotYards are the yards of a lot under one reading, by the district whose depths they are drawn with.
type lotYards struct {
	code  string
	yards *yard.Yards
}

// yards are the yards of the view's reading and district, drawn at most once for one district in a row.
func (v *view) yards() *yard.Yards {
	kept := &v.site.yards[v.index]
	if kept.yards == nil || kept.code != v.zone.table.Code {
		*kept = lotYards{v.zone.table.Code, yard.New(v.site.kernel, v.ground())}
	}
	return kept.yards
}

// ground is what the yards are drawn on.
func (v *view) ground() yard.Ground {
	g := yard.Ground{Lot: v.site.lot.Shape, OffLotFt: max(leastOnLineFt, math.Hypot(v.town.in.Tolerance.Parcels, v.town.in.Tolerance.Fences))}
	kinds, roles := v.labels()
	for i := range v.site.lot.Lines {
		path := v.site.lot.Lines[i].Path
		switch {
		case kinds[i] == lot.Front || roles[i] == lot.Front:
			g.Front = append(g.Front, path)
		case kinds[i] == lot.StreetSide || roles[i] == lot.StreetSide:
			g.Streets = append(g.Streets, path)
		case roles[i] == lot.Rear:
			g.Rear = append(g.Rear, path)
		case roles[i] == lot.Side:
			g.Side = append(g.Side, path)
		}
	}
	if front := v.site.lot.BodyFront; len(front) > 1 && len(g.Front) == 1 {
		if body, across, err := yard.Body(v.site.kernel, g.Lot, front); err == nil {
			g.Lot, g.Front = body, []orb.LineString{across} // the pole of a flag lot has no yards
		}
	}
	if p := v.principal(); p != nil {
		g.Principal = p.shape
	}
	g.Required = yard.Depths{Front: v.depth("front"), Rear: v.depth("rear"), Side: v.depth("side"), Street: v.depth("street_side")}
	return g
}

// depth is a required yard of the district, nil when the table does not have it.
func (v *view) depth(name string) *float64 {
	if f := v.zone.fact("required_yards_ft." + name); f.Type == rules.NumberOf && f.Exact() {
		return &f.Lo
	}
	return nil
}

// region draws a region by the REGION words of docs/writing-rules.md that are yards of the lot.
func (v *view) region(word string) (*yard.Region, error) {
	v.seen |= onLabels
	y := v.yards()
	switch word {
	case "lot":
		return y.Lot()
	case "required_front_yard":
		return y.RequiredFront()
	case "required_rear_yard":
		return y.RequiredRear()
	case "required_side_yard":
		return y.RequiredSide()
	case "required_street_yard":
		if sides := v.lines([]string{"street_side"}, nil); len(sides.paths)+len(sides.open) == 0 {
			return nil, errNowhere
		}
		return y.RequiredStreet()
	case "required_yards":
		return y.RequiredYards()
	case "buildable_area":
		return y.Buildable()
	}
	v.seen |= onPrincipal
	switch word {
	case "front_yard":
		return y.Front()
	case "rear_yard":
		return y.Rear()
	case "side_yard":
		return y.Side()
	case "street_yard":
		return y.Street()
	case "side_or_rear_yard":
		return y.SideAndRear()
	case "principal_strip":
		return y.PrincipalStrip()
	case "toward_residential":
		chosen := v.lines([]string{"residential", "homes"}, nil)
		if len(chosen.open) > 0 {
			return nil, &yard.MissingError{What: chosen.why}
		}
		if len(chosen.paths) == 0 {
			return nil, errNowhere
		}
		return y.Between("ground towards residential land", chosen.paths)
	}
	panic("no such region: " + word) // the pack was checked against the same list
}

// errNowhere says that the lot has no such region at all: nothing can lie in it.
var errNowhere = errors.New("the lot has no such region")

// notDrawn is the measure when a region can not be drawn: what is missing, or what went wrong.
func notDrawn(err error) rules.Measured {
	var missing *yard.MissingError
	if errors.As(err, &missing) {
		return unknown(missing.What)
	}
	return unknown(err.Error())
}

// yardOrder is which yard what lies in two of them belongs to; what lies in none is in the side yard.
var yardOrder = [...]struct{ yard, region string }{{"front", "front_yard"}, {"street", "street_yard"}, {"rear", "rear_yard"}}

// cutLine cuts a line by the yards it runs in: front, then other street yards, then rear, and side for the rest. Where a yard can
// not be drawn the rest has no yard.
func (v *view) cutLine(line orb.LineString) map[string][]orb.LineString {
	out := map[string][]orb.LineString{}
	rest := []orb.LineString{line}
	for _, step := range yardOrder {
		region, err := v.region(step.region)
		if err != nil {
			out[""] = append(out[""], rest...)
			return out
		}
		var left []orb.LineString
		for _, piece := range rest {
			found, err := region.Stretch(piece)
			if err != nil {
				out[""] = append(out[""], piece) // in no yard for certain, rather than in the last one by default
				continue
			}
			out[step.yard] = append(out[step.yard], found.Lines...)
			left = append(left, lineWithout(piece, found.Lines)...)
		}
		rest = left
	}
	out["side"] = append(out["side"], rest...)
	return out
}

// lineWithout is what is left of a line when some stretches of it are taken away.
func lineWithout(line orb.LineString, taken []orb.LineString) []orb.LineString {
	if len(taken) == 0 {
		return []orb.LineString{line}
	}
	rest, err := measure.StretchAway(line, taken, 1e-3)
	if err != nil {
		return []orb.LineString{line} // what can not be cut is kept whole: better counted twice than dropped
	}
	return rest
}

// lineUnder names the kind of the lot line that a stretch runs along, "" when it can not be told.
func (v *view) lineUnder(piece orb.LineString) string {
	chosen := v.boundary()
	if len(chosen.paths) == 0 || len(piece) < 2 {
		return ""
	}
	middle := orb.Point{(piece[0][0] + piece[1][0]) / 2, (piece[0][1] + piece[1][1]) / 2}
	return strings.ReplaceAll(chosen.kindAt(middle), " ", "_")
}

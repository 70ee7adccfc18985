package report

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

// shownFindings is how many findings the page lists and maps: beyond that a browser is the wrong tool, and the page says
// how many are not shown and where they are.
const shownFindings = 2000

// fabricLines is how many lot lines are drawn for orientation; a larger town shows only the lots with findings.
const fabricLines = 20_000

// simplifyFt is by how much an outline on the page may differ from the one in the layer files.
const simplifyFt = 0.3

// page gathers what report.html shows while the rows pass by. It keeps no more than it can show.
type page struct {
	places  Places
	shape   shape
	shown   []shownFinding
	seen    int
	byPlace map[string]int
	issues  map[string]*issueKind
	fabric  []mapLine // lot lines of all lots, nil once there were too many
	crowded bool      // there were
}

// shownFinding is one finding of the page.
type shownFinding struct {
	finding
	rank     int
	sequence int
	drawing  *drawing
	geometry []byte // GeoJSON, WGS 84, nil when it has no place
}

type issueKind struct {
	Kind, Example, Done string
	Count               int
}

// mapLine is a lot line in millionths of a degree: x, y, x, y ...
type mapLine struct {
	Kind   string  `json:"k"`
	Places []int32 `json:"p"`
}

func newPage(places Places) *page {
	return &page{places: places, byPlace: map[string]int{}, issues: map[string]*issueKind{}}
}

func (p *page) add(b *prepared) {
	p.addFabric(b.LotLines)
	p.addIssues(b.Issues)
	for _, f := range b.reported {
		p.byPlace[f.District]++
		p.seen++
		p.shown = append(p.shown, shownFinding{finding: f, rank: rank(&f), sequence: p.seen})
	}
	if len(p.shown) > 2*shownFindings {
		p.trim()
	}
	p.drawNew(b)
}

// drawNew draws the findings of a batch that may still be shown: most of a county's are not.
func (p *page) drawNew(b *prepared) {
	drawings := map[string]*drawing{}
	for i := range p.shown {
		f := &p.shown[i]
		if f.drawing != nil {
			continue // of an earlier batch
		}
		if drawings[f.LotID] == nil {
			drawings[f.LotID] = &drawing{}
		}
		f.drawing, f.geometry = drawings[f.LotID], p.outline(f.Geometry)
	}
	if len(drawings) > 0 {
		p.draw(b, drawings)
	}
}

// rank orders findings by what a zoning officer looks at first; less is first.
func rank(f *finding) int {
	r := 0
	if f.Outcome != rules.Violation {
		r += 8
	}
	if f.Status != baseline.New {
		r += 4
	}
	if f.Clause.Severity != "major" {
		r += 2
	}
	return r
}

// trim keeps the findings that matter most, in rank and then in the order they came.
func (p *page) trim() {
	slices.SortFunc(p.shown, func(a, b shownFinding) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.sequence, b.sequence))
	})
	if over := len(p.shown) - shownFindings; over > 0 {
		clear(p.shown[shownFindings:]) // lets go of their geometry
		p.shown = p.shown[:shownFindings]
	}
}

// outline is a geometry as GeoJSON for the map.
func (p *page) outline(g orb.Geometry) []byte {
	p.shape.onEarth(thinned(g), false, p.places)
	if p.shape.form == nowhere {
		return nil
	}
	return p.shape.appendGeoJSON(nil, false)
}

// thinned is g with fewer points, g itself when that would not pay.
func thinned(g orb.Geometry) orb.Geometry {
	const few = 12
	switch g := g.(type) {
	case orb.LineString:
		if len(g) > few {
			return simplify.DouglasPeucker(simplifyFt).LineString(g.Clone())
		}
	case orb.Polygon:
		if len(g) > 0 && len(g[0]) > few {
			if thin := simplify.DouglasPeucker(simplifyFt).Polygon(g.Clone()); formOf(thin) == areas {
				return thin
			}
		}
	case orb.MultiPolygon:
		thin := make(orb.MultiPolygon, len(g))
		for i, polygon := range g {
			thin[i] = thinned(polygon).(orb.Polygon)
		}
		return thin
	}
	return g
}

func (p *page) addFabric(lines []audit.LotLineRow) {
	if p.crowded {
		return
	}
	if len(p.fabric)+len(lines) > fabricLines {
		p.fabric, p.crowded = nil, true
		return
	}
	for i := range lines {
		p.fabric = p.appendMapLines(p.fabric, &lines[i])
	}
}

func (p *page) appendMapLines(to []mapLine, line *audit.LotLineRow) []mapLine {
	p.shape.onEarth(thinned(line.Geometry), false, p.places)
	start := 0
	for _, end := range p.shape.rings {
		m := mapLine{Kind: line.Kind}
		for _, at := range p.shape.points[start:end] {
			m.Places = append(m.Places, int32(at[0]*1e6), int32(at[1]*1e6))
		}
		to, start = append(to, m), end
	}
	return to
}

func (p *page) addIssues(issues []audit.Issue) {
	for i := range issues {
		is := &issues[i]
		if p.issues[is.Kind] == nil {
			p.issues[is.Kind] = &issueKind{Kind: is.Kind, Example: is.What, Done: is.Done}
		}
		p.issues[is.Kind].Count++
	}
}

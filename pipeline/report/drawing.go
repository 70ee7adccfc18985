package report

import (
	"math"

	"github.com/paulmach/orb"
)

// drawing is one lot to scale: what the page draws beside a finding. Coordinates are tenths of a foot, y upward, from the
// lower left corner of the lot.
type drawing struct {
	Lines      []drawnLine  `json:"lines"`
	Structures []drawnShape `json:"structures"`
	corner     orb.Point
	placed     bool
	outlines   []mapLine // the same lot lines for the map
}

type drawnLine struct {
	Kind string `json:"k"`
	Path []int  `json:"p"` // x, y, x, y ...
}

type drawnShape struct {
	ID    string  `json:"id"`
	Class string  `json:"c"`
	Area  bool    `json:"a"`
	Paths [][]int `json:"p"`
}

// draw adds lot lines and structures to the drawings of a batch, by lot.
func (p *page) draw(b *prepared, drawings map[string]*drawing) {
	for i := range b.LotLines {
		if d := drawings[b.LotLines[i].LotID]; d != nil {
			d.reach(b.LotLines[i].Geometry)
			d.outlines = p.appendMapLines(d.outlines, &b.LotLines[i])
		}
	}
	for i := range b.LotLines {
		line := &b.LotLines[i]
		if d := drawings[line.LotID]; d != nil {
			for _, path := range d.paths(&p.shape, line.Geometry) {
				d.Lines = append(d.Lines, drawnLine{line.Kind, path})
			}
		}
	}
	for i := range b.Structures {
		row := &b.Structures[i]
		if d := drawings[row.LotID]; d != nil {
			paths := d.paths(&p.shape, row.Geometry)
			class := row.Class
			if class == "" {
				class = row.Type
			}
			d.Structures = append(d.Structures, drawnShape{row.ID, class, p.shape.form == areas, paths})
		}
	}
}

// reach moves the corner so that the geometry is right of and above it.
func (d *drawing) reach(g orb.Geometry) {
	if formOf(g) == nowhere {
		return
	}
	b := g.Bound()
	if !d.placed {
		d.corner, d.placed = b.Min, true
	}
	d.corner = orb.Point{min(d.corner[0], b.Min[0]), min(d.corner[1], b.Min[1])}
}

// paths are the lines or rings of a geometry in the drawing's coordinates. A point is a path of one point.
func (d *drawing) paths(s *shape, g orb.Geometry) [][]int {
	s.set(thinned(g))
	if s.form == nowhere || !d.placed {
		return nil
	}
	ends := s.rings
	if s.form == points {
		ends = nil
		for i := range s.points {
			ends = append(ends, i+1)
		}
	}
	var paths [][]int
	start := 0
	for _, end := range ends {
		var path []int
		for _, at := range s.points[start:end] {
			path = append(path, tenths(at[0]-d.corner[0]), tenths(at[1]-d.corner[1]))
		}
		paths, start = append(paths, path), end
	}
	return paths
}

func tenths(ft float64) int { return int(math.Round(ft * 10)) }

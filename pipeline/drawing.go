package pipeline

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

// drawingSize is the greater side of a drawing in pixels, its margins included.
const drawingSize, drawingMargin = 900.0, 30.0

// Draw writes the lot to scale as SVG: its lines by kind, what stands on it by worst outcome, the evidence of what is
// measured with its number, a scale bar and north.
func (e *Explanation) Draw(to io.Writer) error {
	d := newDrawing(to, e.Lot.Shape.Bound().Pad(drawnRound/2))
	for _, n := range e.Neighbours {
		d.shape(n.Shape, `fill="#f6f5f2" stroke="#cfcabf" stroke-width="1"`, "lot "+n.ID)
	}
	d.shape(e.Lot.Shape, `fill="#fffdf5" stroke="none"`, "lot "+e.Lot.ID)
	for _, s := range e.Structures {
		fill, stroke := outcomeColours(s.Outcomes)
		d.shape(s.Geometry, fmt.Sprintf(`fill=%q fill-opacity="0.6" stroke=%q stroke-width="1.5"`, fill, stroke), s.ID+": "+s.Class)
		d.label(s.Geometry, s.ID, "#333", 11)
	}
	for _, l := range e.Lot.Lines {
		colour := lineColour(l.Kind)
		d.shape(l.Path, fmt.Sprintf(`fill="none" stroke=%q stroke-width="4" stroke-linecap="round"`, colour), describeLine(l))
		d.label(l.Path, describeLine(l), colour, 12)
	}
	for i := range e.Findings {
		d.evidence(&e.Findings[i])
	}
	return d.close()
}

func describeLine(l lot.Line) string {
	s := l.Kind.String()
	if l.Street != "" {
		s += " (" + l.Street + ")"
	}
	return fmt.Sprintf("%s %.1f ft", s, l.LengthFt)
}

func lineColour(k lot.Kind) string {
	switch k {
	case lot.Front, lot.StreetSide:
		return "#1f6feb"
	case lot.Rear:
		return "#8250df"
	case lot.Side:
		return "#1a7f37"
	case lot.Alley:
		return "#bf8700"
	case lot.Water:
		return "#0aa2c0"
	}
	return "#6e7781"
}

// outcomeColours are the fill and outline of what stands on the lot, by its worst outcome.
func outcomeColours(outcomes [7]int) (fill, stroke string) {
	switch {
	case outcomes[rules.Violation] > 0:
		return "#ff8182", "#a40e26"
	case outcomes[rules.WithinTolerance] > 0:
		return "#f9c86d", "#8a4600"
	case outcomes[rules.Indeterminate] > 0:
		return "#d0d7de", "#57606a"
	}
	return "#9be9a8", "#216e39"
}

// drawing maps frame feet to pixels. After the first failed write it does nothing.
type drawing struct {
	w      *bufio.Writer
	bound  orb.Bound
	scale  float64 // pixels per foot
	width  float64
	height float64
}

func newDrawing(to io.Writer, bound orb.Bound) *drawing {
	d := &drawing{w: bufio.NewWriter(to), bound: bound}
	width, height := bound.Max[0]-bound.Min[0], bound.Max[1]-bound.Min[1]
	d.scale = (drawingSize - 2*drawingMargin) / math.Max(math.Max(width, height), 1)
	d.width = width*d.scale + 2*drawingMargin
	d.height = height*d.scale + 2*drawingMargin + 20
	fmt.Fprintf(d.w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif">`+"\n", d.width, d.height)
	fmt.Fprintf(d.w, `<rect width="%.0f" height="%.0f" fill="white"/>`+"\n", d.width, d.height)
	return d
}

// at is a frame point in pixels; north is up.
func (d *drawing) at(p orb.Point) (x, y float64) {
	return drawingMargin + (p[0]-d.bound.Min[0])*d.scale, drawingMargin + (d.bound.Max[1]-p[1])*d.scale
}

func (d *drawing) shape(g orb.Geometry, style, title string) {
	if g == nil {
		return
	}
	if p, ok := g.(orb.Point); ok {
		x, y := d.at(p)
		fmt.Fprintf(d.w, `<circle cx="%.1f" cy="%.1f" r="4" %s><title>%s</title></circle>`+"\n", x, y, style, html.EscapeString(title))
		return
	}
	polygons := kernel.Polygons(g)
	if len(polygons) == 0 { // an open line has no inside
		style = `style="fill:none" ` + style
	}
	fmt.Fprintf(d.w, `<path %s fill-rule="evenodd" d="`, style)
	for _, polygon := range polygons {
		for _, ring := range polygon {
			d.path(orb.LineString(ring), "Z")
		}
	}
	for _, line := range kernel.Lines(g) {
		d.path(line, "")
	}
	fmt.Fprintf(d.w, `"><title>%s</title></path>`+"\n", html.EscapeString(title))
}

func (d *drawing) path(line orb.LineString, end string) {
	for i, p := range line {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		x, y := d.at(p)
		fmt.Fprintf(d.w, "%s%.1f %.1f", letter, x, y)
	}
	fmt.Fprint(d.w, end)
}

func (d *drawing) label(g orb.Geometry, text, colour string, size int) {
	if g == nil {
		return
	}
	x, y := d.at(middle(g))
	y -= float64(size) / 2 // above a line rather than on it
	fmt.Fprintf(d.w, `<text x="%.1f" y="%.1f" font-size="%d" fill=%q text-anchor="middle" paint-order="stroke" stroke="white" stroke-width="3">%s</text>`+"\n",
		x, y, size, colour, html.EscapeString(text))
}

// middle is half way along a line, and the middle of the box of anything else.
func middle(g orb.Geometry) orb.Point {
	line, ok := g.(orb.LineString)
	if !ok || len(line) < 2 {
		return g.Bound().Center()
	}
	total := 0.0
	for i := 1; i < len(line); i++ {
		total += math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
	}
	rest := total / 2
	for i := 1; i < len(line); i++ {
		step := math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
		if step >= rest && step > 0 {
			t := rest / step
			return orb.Point{line[i-1][0] + t*(line[i][0]-line[i-1][0]), line[i-1][1] + t*(line[i][1]-line[i-1][1])}
		}
		rest -= step
	}
	return line[len(line)-1]
}

// evidence draws what proves a violation or what is within tolerance.
func (d *drawing) evidence(f *audit.Finding) {
	if f.Evidence == nil || f.Outcome != rules.Violation && f.Outcome != rules.WithinTolerance {
		return
	}
	d.shape(f.Evidence, `fill="#cf222e" fill-opacity="0.25" stroke="#cf222e" stroke-width="2" stroke-dasharray="5 3"`, f.Clause.ID+": "+f.Message)
	if f.Measured != nil {
		d.label(f.Evidence, fmt.Sprintf("%.2f %s", *f.Measured, f.Unit), "#cf222e", 13)
	}
}

// close adds the scale bar and north, and ends the drawing.
func (d *drawing) close() error {
	feet := 10.0
	for feet*d.scale < 60 {
		feet *= 2
	}
	y := d.height - 18
	fmt.Fprintf(d.w, `<path d="M%.0f %.0fh%.1f" stroke="black" stroke-width="3"/><text x="%.0f" y="%.0f" font-size="12">%.0f ft</text>`+"\n",
		drawingMargin, y, feet*d.scale, drawingMargin, y-6, feet)
	fmt.Fprintf(d.w, `<path d="M%.0f %.0fv-24l-5 8m5 -8l5 8" stroke="black" fill="none" stroke-width="2"/><text x="%.0f" y="%.0f" font-size="12" text-anchor="middle">N</text>`+"\n",
		d.width-drawingMargin, y, d.width-drawingMargin, y-28)
	fmt.Fprintln(d.w, "</svg>")
	return d.w.Flush()
}

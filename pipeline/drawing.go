package pipeline

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

// drawingSize is the greater side of a drawing's ground in pixels, drawingMargin the white around it.
const drawingSize, drawingMargin = 840.0, 10.0

// Draw writes the lot to scale as SVG: its lines by kind, what stands on it by worst outcome, the evidence of what is
// measured with its number, a scale bar and north.
func (e *Explanation) Draw(to io.Writer) error {
	d := newDrawing(to, e.Lot.Shape.Bound().Pad(drawnRound/2), drawingSize, nil)
	e.draw(d)
	for i := range e.Findings {
		if f := &e.Findings[i]; f.Outcome == rules.Violation || f.Outcome == rules.WithinTolerance {
			d.evidence(f)
		}
	}
	return d.close()
}

// draw draws everything but evidence.
func (e *Explanation) draw(d *drawing) {
	for _, n := range e.Neighbours {
		d.shape(n.Shape, `fill="#f6f5f2" stroke="#cfcabf"`, "lot "+n.ID)
	}
	for _, w := range e.Water {
		d.shape(w.Shape, `fill="#cfe8f5" stroke="#8cc4de"`, w.Name)
	}
	for _, s := range e.Streets {
		d.shape(s.Line, `stroke="#b8b3a8" stroke-dasharray="14 8"`, s.Name)
	}
	d.shape(e.Lot.Shape, `fill="#fffdf5"`, "lot "+e.Lot.ID)
	for _, l := range e.Lot.Lines {
		d.shape(l.Path, fmt.Sprintf(`stroke=%q stroke-width="3" stroke-linecap="round"`, lineColour(l.Kind)), describeLine(l))
		d.labelOutside(l.Path, e.Lot.Shape, describeLine(l), lineColour(l.Kind))
	}
	for _, s := range e.Structures {
		fill, stroke := outcomeColours(s.Outcomes)
		width := 2
		if s.Type == "fence" { // to be seen on a lot line
			width = 4
		}
		d.shape(s.Geometry, fmt.Sprintf(`fill=%q fill-opacity="0.6" stroke=%q stroke-width="%d"`, fill, stroke, width), s.ID+": "+s.Class)
	}
	for _, n := range e.Neighbours {
		d.labelWithin(n.Shape, n.ID, "#8a8578")
	}
	last := ""
	for _, s := range e.Structures {
		if s.Type != "fence" || s.ID != last { // stretches of one fence share a label
			d.label(s.Geometry, s.ID, "#333", 11)
		}
		last = s.ID
	}
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
	case lot.Park:
		return "#2da44e"
	}
	return "#6e7781"
}

// outcomeColours are the fill and outline of what stands on the lot by its worst outcome, grey where no clause speaks of it.
func outcomeColours(outcomes [7]int) (fill, stroke string) {
	switch {
	case outcomes == [7]int{}:
		return "#e8e3d8", "#8a8578"
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
	width  float64 // of the ground, pixels
	height float64
	labels labels
}

// newDrawing begins a drawing of the ground within bound, its greater side size pixels, under the lines of a caption.
func newDrawing(to io.Writer, bound orb.Bound, size float64, caption []captionLine) *drawing {
	d := &drawing{w: bufio.NewWriter(to), bound: bound}
	width, height := bound.Max[0]-bound.Min[0], bound.Max[1]-bound.Min[1]
	d.scale = size / math.Max(math.Max(width, height), 1)
	d.width, d.height = math.Round(width*d.scale), math.Round(height*d.scale)
	top := drawingMargin + captionStep*float64(len(caption))
	sheetWidth, sheetHeight := math.Max(d.width, leastWidth)+2*drawingMargin, top+d.height+44
	fmt.Fprintf(d.w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="sans-serif">`+"\n",
		sheetWidth, sheetHeight, sheetWidth, sheetHeight)
	fmt.Fprintf(d.w, `<rect width="%.0f" height="%.0f" fill="white"/>`+"\n", sheetWidth, sheetHeight)
	for i, line := range caption {
		fmt.Fprintf(d.w, `<text x="%.0f" y="%.0f" font-size="13" fill=%q%s>%s</text>`+"\n",
			drawingMargin, drawingMargin+captionStep*float64(i)+11, line.colour, line.style, html.EscapeString(line.text))
	}
	fmt.Fprintf(d.w, `<svg x="%.0f" y="%.0f" width="%.0f" height="%.0f" overflow="hidden">`+"\n", (sheetWidth-d.width)/2, top, d.width, d.height)
	return d
}

// at is a frame point in pixels of the ground; north is up.
func (d *drawing) at(p orb.Point) (x, y float64) {
	return (p[0] - d.bound.Min[0]) * d.scale, (d.bound.Max[1] - p[1]) * d.scale
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
	rule := `fill-rule="evenodd"`
	if len(polygons) == 0 { // an open line has no inside
		rule = `style="fill:none"`
	}
	fmt.Fprintf(d.w, `<path %s %s d="`, style, rule)
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

// evidence draws what proves a finding.
func (d *drawing) evidence(f *audit.Finding) {
	if f.Evidence == nil {
		return
	}
	colour := evidenceColour(f.Outcome)
	d.shape(f.Evidence, fmt.Sprintf(`fill=%q fill-opacity="0.2" stroke=%q stroke-width="2" stroke-dasharray="5 3"`, colour, colour), f.Clause.ID+": "+f.Message)
	if f.Measured != nil {
		d.label(f.Evidence, measuredText(*f.Measured, f.Unit), colour, 13)
	}
}

func measuredText(n float64, unit string) string {
	switch unit {
	case "count":
		return fmt.Sprintf("%.0f", n)
	case "percent":
		return fmt.Sprintf("%.2f %%", n)
	}
	return fmt.Sprintf("%.2f %s", n, strings.ReplaceAll(unit, "_", " "))
}

func evidenceColour(o rules.Outcome) string {
	switch o {
	case rules.Violation:
		return "#cf222e"
	case rules.WithinTolerance:
		return "#9a6700"
	case rules.Compliant, rules.Exempt:
		return "#116329"
	}
	return "#57606a"
}

// close writes the labels over all they are about, adds the scale bar and north, and ends the drawing.
func (d *drawing) close() error {
	d.labels.write(d.w)
	fmt.Fprintf(d.w, `<rect width="%.0f" height="%.0f" fill="none" stroke="#d0d7de"/></svg>`+"\n", d.width, d.height)
	feet := 10.0
	for feet*d.scale < 60 {
		feet *= 2
	}
	fmt.Fprintf(d.w, `<svg y="100%%" overflow="visible"><path d="M%.0f -12h%.1f" stroke="black" stroke-width="3"/><text x="%.0f" y="-18" font-size="12">%.0f ft</text>`+"\n",
		drawingMargin, feet*d.scale, drawingMargin, feet)
	fmt.Fprintf(d.w, `<path d="M%.0f -10v-24l-5 8m5 -8l5 8" stroke="black" fill="none" stroke-width="2"/><text x="%.0f" y="-14" font-size="12">N</text></svg>`+"\n",
		math.Max(d.width, leastWidth)-4, math.Max(d.width, leastWidth)-18)
	fmt.Fprintln(d.w, "</svg>")
	return d.w.Flush()
}

package pipeline

import (
	"bufio"
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// A letter is about half as wide as high, in the fonts a sans-serif may turn out to be.
const letterShare = 0.56

// captionStep is the height of a line of a caption, leastWidth what a caption needs, in pixels.
const captionStep, leastWidth = 17.0, 420.0

// captionLine is a line of text over a drawing.
type captionLine struct{ text, colour, style string }

// wrap breaks text into lines of a caption at spaces.
func wrap(text string, widthPx float64) []string {
	most := int(widthPx / (13 * letterShare))
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > most {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

// labels are the texts of a drawing, kept apart from each other where a small step does it.
type labels struct {
	texts []string
	taken []orb.Bound
}

// labelSteps are where else a text may go, in shares of its width along and of its height across.
var labelSteps = [...][2]float64{{0, 0}, {0, -1.2}, {0, 1.8}, {0.6, 0}, {-0.6, 0}, {0.6, -1.2}, {0.6, 1.2}, {-0.6, -1.2}, {-0.6, 1.2}, {0, -2.4}, {0, 2.4}}

// add places a text of a size with its middle at a pixel, turned by degrees clockwise, or a step beside it.
func (l *labels) add(x, y float64, text, colour string, size int, turned float64) {
	width, height := letterShare*float64(size)*float64(len(text)), float64(size)
	sin, cos := math.Sincos(turned * math.Pi / 180)
	half := orb.Point{(math.Abs(cos)*width + math.Abs(sin)*height) / 2, (math.Abs(sin)*width + math.Abs(cos)*height) / 2}
	var at orb.Point
	var box orb.Bound
	for i := range len(labelSteps) + 1 { // where nothing is free it stays where it belongs
		along, across := labelSteps[i%len(labelSteps)][0]*width, labelSteps[i%len(labelSteps)][1]*height
		at = orb.Point{x + cos*along - sin*across, y + sin*along + cos*across}
		box = orb.Bound{Min: orb.Point{at[0] - half[0], at[1] - half[1]}, Max: orb.Point{at[0] + half[0], at[1] + half[1]}}
		if !l.touches(box) {
			break
		}
	}
	l.taken = append(l.taken, box)
	turn := ""
	if turned != 0 {
		turn = fmt.Sprintf(` transform="rotate(%.0f %.1f %.1f)"`, turned, at[0], at[1])
	}
	l.texts = append(l.texts, fmt.Sprintf(`<text x="%.1f" y="%.1f" font-size="%d" fill=%q%s>%s</text>`,
		at[0], at[1]+0.35*height, size, colour, turn, html.EscapeString(text)))
}

func (l *labels) touches(box orb.Bound) bool {
	for _, other := range l.taken {
		if other.Intersects(box) {
			return true
		}
	}
	return false
}

func (l *labels) write(w *bufio.Writer) {
	fmt.Fprintln(w, `<g text-anchor="middle" paint-order="stroke" stroke="white" stroke-width="3">`)
	for _, text := range l.texts {
		fmt.Fprintln(w, text)
	}
	fmt.Fprintln(w, "</g>")
}

// label writes in the middle of an area that holds the text, and beside anything else.
func (d *drawing) label(g orb.Geometry, text, colour string, size int) {
	if g == nil || !g.Bound().Intersects(d.bound) {
		return
	}
	at, angle := middle(g)
	x, y := d.at(at)
	bound := g.Bound()
	half := letterShare * float64(size) * float64(len(text)) / 2
	switch {
	case g.Dimensions() < 2 && math.Abs(math.Sin(angle)) > 0.7:
		x += half + 5
	case g.Dimensions() < 2:
		y -= 0.9 * float64(size)
	case (bound.Max[0]-bound.Min[0])*d.scale < 2*half:
		y += (bound.Max[1]-bound.Min[1])*d.scale/2 + 0.7*float64(size)
	}
	d.labels.add(min(max(x, half+2), d.width-half-2), y, text, colour, size, 0)
}

// labelOutside writes along a lot line, outside the lot.
func (d *drawing) labelOutside(line orb.LineString, lot orb.MultiPolygon, text, colour string) {
	if planar.Length(line)*d.scale < 12 { // its title says it
		return
	}
	at, angle := middle(line)
	sin, cos := math.Sincos(angle)
	const off = 12.0
	out := orb.Point{at[0] + sin*off/d.scale, at[1] - cos*off/d.scale}
	if planar.MultiPolygonContains(lot, out) {
		out = orb.Point{at[0] - sin*off/d.scale, at[1] + cos*off/d.scale}
	}
	x, y := d.at(out)
	d.labels.add(x, y, text, colour, 12, upright(-angle*180/math.Pi))
}

// upright turns degrees so that text does not stand on its head.
func upright(degrees float64) float64 {
	degrees = math.Mod(math.Round(degrees)+720, 180)
	if degrees >= 90 {
		degrees -= 180
	}
	return degrees
}

// labelWithin writes in the middle of what the drawing shows of an area, along its longer side.
func (d *drawing) labelWithin(area orb.Geometry, text, colour string) {
	seen := area.Bound()
	if !seen.Intersects(d.bound) {
		return
	}
	for i := range 2 {
		seen.Min[i], seen.Max[i] = max(seen.Min[i], d.bound.Min[i]), min(seen.Max[i], d.bound.Max[i])
	}
	turned := 0.0
	if seen.Max[1]-seen.Min[1] > seen.Max[0]-seen.Min[0] {
		turned = -90
	}
	x, y := d.at(seen.Center())
	d.labels.add(x, y, text, colour, 11, turned)
}

// middle is half way along a line with the direction there in radians, and the middle of the box of anything else.
func middle(g orb.Geometry) (at orb.Point, angle float64) {
	line, ok := g.(orb.LineString)
	if !ok || len(line) < 2 {
		return g.Bound().Center(), 0
	}
	rest := planar.Length(line) / 2
	for i := 1; i < len(line); i++ {
		dx, dy := line[i][0]-line[i-1][0], line[i][1]-line[i-1][1]
		step := math.Hypot(dx, dy)
		if step >= rest && step > 0 {
			t := rest / step
			return orb.Point{line[i-1][0] + t*dx, line[i-1][1] + t*dy}, math.Atan2(dy, dx)
		}
		rest -= step
	}
	return line[len(line)-1], 0
}

package main

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/lot"
)

// cell draws one lot with its surroundings.
type cell struct {
	*scene
	b      *strings.Builder
	x, y   float64 // upper left corner, px
	centre orb.Point
	scale  float64   // px per ft
	around orb.Bound // what the drawing shows
}

func (s *scene) cell(b *strings.Builder, i int, x, y float64, number string) {
	l := &s.fabric.Lots[i]
	box := l.Shape.Bound()
	size := max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1])
	reach := size/2 + max(s.flags.around, 0.2*size)
	c := cell{scene: s, b: b, x: x, y: y, centre: box.Center(), scale: drawPx / 2 / reach}
	half := orb.Point{cellPx / 2 / c.scale, drawPx / 2 / c.scale}
	c.around = orb.Bound{Min: sub(c.centre, half), Max: orb.Point{c.centre[0] + half[0], c.centre[1] + half[1]}}
	c.print(`<clipPath id="c%s"><rect x="%g" y="%g" width="%g" height="%g"/></clipPath><g clip-path="url(#c%s)">`,
		number, x+1, y+headPx, cellPx-2, drawPx, number)
	c.ground(l)
	c.lot(l)
	c.print("</g>")
	c.words(i, number)
	c.print(`<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#bbb"/>`, x, y, cellPx, tallPx)
}

func (c *cell) print(format string, args ...any) { fmt.Fprintf(c.b, format, args...) }

func (c *cell) at(p orb.Point) (x, y float64) {
	return c.x + cellPx/2 + (p[0]-c.centre[0])*c.scale, c.y + headPx + drawPx/2 - (p[1]-c.centre[1])*c.scale
}

func (c *cell) points(pts []orb.Point) string {
	out := make([]string, len(pts))
	for k, p := range pts {
		x, y := c.at(p)
		out[k] = fmt.Sprintf("%.1f,%.1f", x, y)
	}
	return strings.Join(out, " ")
}

// area draws a polygon without its holes filled.
func (c *cell) area(shape orb.MultiPolygon, style string) {
	for _, poly := range shape {
		var d strings.Builder
		for _, r := range poly {
			fmt.Fprintf(&d, "M%sZ", c.points(r))
		}
		c.print(`<path d="%s" fill-rule="evenodd" %s/>`, d.String(), style)
	}
}

func (c *cell) line(pts []orb.Point, style string) {
	c.print(`<polyline points="%s" fill="none" %s/>`, c.points(pts), style)
}

// ground draws what is around the lot: other lots with their fronts, parcels set aside, streets and the layers behind.
func (c *cell) ground(l *lot.Lot) {
	for i := range c.in.Parcels {
		if shape := c.in.Parcels[i].Shape; c.fabric.LotOf[i] < 0 && len(shape) > 0 && shape.Bound().Intersects(c.around) {
			c.area(shape, `fill="#d6e6f5" stroke="#9bd"`)
			c.note(shape.Bound().Center(), tail(c.in.Parcels[i].ID, 14))
		}
	}
	near := c.fabric.Near(c.around, nil)
	for _, k := range near {
		c.area(c.fabric.Lots[k].Shape, `fill="#f4f1ea" stroke="#aaa" stroke-width="0.8"`)
	}
	c.area(l.Shape, `fill="#fff3a6" stroke="none"`)
	for _, r := range c.behind {
		if r.shape == nil || !r.shape.Bound().Intersects(c.around) {
			continue
		}
		c.area(polygons(r.shape), `fill="#000" fill-opacity="0.13" stroke="#777" stroke-width="0.5"`)
		for _, line := range lines(r.shape) {
			c.line(line, `stroke="#8a6" stroke-width="0.7"`)
		}
	}
	for _, k := range near {
		other := &c.fabric.Lots[k]
		for _, n := range other.LinesOf(lot.Front) {
			if other != l {
				c.line(other.Lines[n].Path, `stroke="#d7191c" stroke-width="1"`)
			}
		}
		if other != l {
			c.note(other.Shape.Bound().Center(), c.sign(other))
		}
	}
	c.streets()
}

func (c *cell) streets() {
	for _, s := range c.in.Streets {
		if len(s.Line) < 2 || !s.Line.Bound().Intersects(c.around) {
			continue
		}
		c.line(s.Line, `stroke="#666" stroke-dasharray="5 3"`)
		for k := 1; k < len(s.Line); k++ { // the name where the line is in sight
			mid := orb.Point{(s.Line[k-1][0] + s.Line[k][0]) / 2, (s.Line[k-1][1] + s.Line[k][1]) / 2}
			if c.around.Contains(mid) {
				c.note(mid, strings.TrimSpace(s.Name+" "+s.Class))
				break
			}
		}
	}
}

// note writes small grey words at p.
func (c *cell) note(p orb.Point, words string) {
	x, y := c.at(p)
	c.print(`<text x="%.1f" y="%.1f" font-size="9" fill="#777" text-anchor="middle">%s</text>`, x, y, html.EscapeString(words))
}

// sign is the short text on a neighbour: its address, else its id.
func (c *cell) sign(l *lot.Lot) string {
	if a := c.in.Parcels[l.Parcels[0]].Address; a != "" {
		return short(a, 18)
	}
	return tail(l.ID, 8)
}

func (c *cell) lot(l *lot.Lot) {
	for k := range l.Lines {
		line := &l.Lines[k]
		dash := ""
		if line.Confidence < 0.7 {
			dash = ` stroke-dasharray="7 4"`
		}
		c.line(line.Path, fmt.Sprintf(`stroke="%s" stroke-width="3.5"%s`, colours[line.Kind], dash))
		x, y := c.at(line.Path[0])
		c.print(`<circle cx="%.1f" cy="%.1f" r="2.5" fill="#333"/>`, x, y)
	}
	if l.BodyFront != nil {
		c.line(l.BodyFront, `stroke="#d7191c" stroke-dasharray="2 2"`)
	}
	for k := range l.Lines {
		if l.Lines[k].LengthFt*c.scale > 12 {
			c.label(l, k)
		}
	}
	x, y := c.x+8, c.y+headPx+drawPx-8
	c.print(`<path d="M%.1f,%.1fh%.1f" stroke="black" stroke-width="2"/>`, x, y, 50*c.scale)
}

// label writes what a line is beside its middle, inside the lot.
func (c *cell) label(l *lot.Lot, k int) {
	line := &l.Lines[k]
	text := letter(line.Kind, line.Role)
	said := []string{text}
	for _, r := range l.Readings[1:] {
		if other := letter(r.Kinds[k], r.Roles[k]); other != said[len(said)-1] || len(said) > 1 {
			said = append(said, other)
		}
	}
	text = strings.Join(said, "/")
	if line.Confidence < 0.9 {
		text += fmt.Sprintf(" .%02.0f", 100*line.Confidence)
	}
	if line.AcrossWidthFt > 0 {
		text += fmt.Sprintf(" %.0f'", line.AcrossWidthFt)
	}
	mid := middle(line.Path)
	a, z := line.Path[0], line.Path[len(line.Path)-1]
	if d := math.Hypot(z[0]-a[0], z[1]-a[1]); d > 0 {
		mid[0] += -(z[1] - a[1]) / d * 11 / c.scale
		mid[1] += (z[0] - a[0]) / d * 11 / c.scale
	}
	x, y := c.at(mid)
	c.print(`<text x="%.1f" y="%.1f" text-anchor="middle" font-weight="bold" stroke="white" stroke-width="3" paint-order="stroke" fill="%s">%s</text>`,
		x, y+4, colours[line.Kind], html.EscapeString(text))
}

// words writes id, type and confidence above the drawing and the readings below it.
func (c *cell) words(i int, number string) {
	l := &c.fabric.Lots[i]
	address := c.in.Parcels[l.Parcels[0]].Address
	c.text(0, `font-weight="bold"`, fmt.Sprintf("%s. %s  %s  %.2f  readings: %d", number, tail(l.ID, 18), l.Type, l.Confidence, len(l.Readings)))
	c.text(15, `fill="#333"`, strings.TrimSpace(fmt.Sprintf("%s  %.0f sq ft  w %.0f d %.0f", short(address, 36), l.AreaSqFt, l.WidthFt, l.DepthFt)))
	c.text(29, `fill="#666" font-size="10"`, short(l.Reason, 76))
	for k, r := range l.Readings {
		if k == 4 {
			break
		}
		c.text(headPx+drawPx+13*float64(k), `fill="#333" font-size="10"`, fmt.Sprintf("%d: %s", k+1, short(r.Why, 74)))
	}
}

func (c *cell) text(down float64, style, words string) {
	c.print(`<text x="%g" y="%g" %s>%s</text>`, c.x+5, c.y+13+down, style, html.EscapeString(words))
}

// letter is the kind of a line, with its role where that is another.
func letter(kind, role lot.Kind) string {
	if kind == role || role == lot.Unknown {
		return letters[kind]
	}
	return letters[kind] + letters[role]
}

func sub(p, q orb.Point) orb.Point { return orb.Point{p[0] - q[0], p[1] - q[1]} }

func short(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}

func tail(s string, n int) string {
	if len(s) > n {
		return s[len(s)-n:]
	}
	return s
}

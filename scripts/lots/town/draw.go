package main

import (
	"fmt"
	"html"
	"os"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/lot"
)

const (
	cellPx   = 300.0
	columns  = 5
	marginPx = 34.0
)

var colours = map[lot.Kind]string{
	lot.Front: "#d7191c", lot.Rear: "#2c7bb6", lot.Side: "#4dac26", lot.StreetSide: "#fd8d3c", lot.Alley: "#984ea3",
	lot.Water: "#00bcd4", lot.Rail: "#795548", lot.Highway: "#795548", lot.OpenEdge: "#999999", lot.Unknown: "#000000",
}

// drawSheet draws a sample of lots, each in its surroundings: every k-th, or those of one type.
func drawSheet(f flags, in lot.Input, fabric *lot.Fabric) error {
	var pick []int
	for i := range fabric.Lots {
		l := &fabric.Lots[i]
		if f.only == "" || l.Type.String() == f.only || l.ID == f.only || f.only == "low" && l.Confidence < 0.7 ||
			strings.Contains(" "+f.only+" ", " "+l.ID+" ") {
			pick = append(pick, i)
		}
	}
	if f.from < len(pick) {
		pick = pick[f.from:]
	}
	if n := len(pick); n > f.draw {
		for k := range f.draw {
			pick[k] = pick[k*n/f.draw]
		}
		pick = pick[:f.draw]
	}
	var b strings.Builder
	rows := (len(pick) + columns - 1) / columns
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" font-family="sans-serif" font-size="10"><rect width="100%%" height="100%%" fill="white"/>`,
		columns*cellPx, float64(rows)*cellPx)
	for k, i := range pick {
		drawLot(&b, f, in, fabric, i, float64(k%columns)*cellPx, float64(k/columns)*cellPx, k)
	}
	b.WriteString("</svg>\n")
	return os.WriteFile(f.svg, []byte(b.String()), 0o644)
}

func drawLot(b *strings.Builder, f flags, in lot.Input, fabric *lot.Fabric, i int, x, y float64, n int) {
	l := &fabric.Lots[i]
	box := l.Shape.Bound()
	reach := max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1])/2 + f.around
	c := box.Center()
	scale := (cellPx - 2*marginPx) / 2 / reach
	at := func(p orb.Point) string {
		return fmt.Sprintf("%.1f,%.1f", x+cellPx/2+(p[0]-c[0])*scale, y+cellPx/2+10-(p[1]-c[1])*scale)
	}
	path := func(pts []orb.Point) string {
		out := make([]string, len(pts))
		for k, p := range pts {
			out[k] = at(p)
		}
		return strings.Join(out, " ")
	}
	fmt.Fprintf(b, `<clipPath id="c%d"><rect x="%g" y="%g" width="%g" height="%g"/></clipPath><g clip-path="url(#c%d)">`, n, x+3, y+30, cellPx-6, cellPx-34, n)
	around := orb.Bound{Min: orb.Point{c[0] - reach*1.2, c[1] - reach*1.2}, Max: orb.Point{c[0] + reach*1.2, c[1] + reach*1.2}}
	for _, k := range fabric.Near(around, nil) {
		for _, poly := range fabric.Lots[k].Shape {
			for _, r := range poly {
				fmt.Fprintf(b, `<polygon points="%s" fill="#f4f1ea" stroke="#bbb" stroke-width="0.8"/>`, path(r))
			}
		}
	}
	for _, s := range in.Streets {
		if len(s.Line) > 1 && s.Line.Bound().Intersects(around) {
			fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#888" stroke-dasharray="4 3"/>`, path(s.Line))
		}
	}
	for _, poly := range l.Shape {
		fmt.Fprintf(b, `<polygon points="%s" fill="#fff7bc" stroke="none"/>`, path(poly[0]))
	}
	for k := range l.Lines {
		line := &l.Lines[k]
		dash := ""
		if line.Confidence < 0.7 {
			dash = ` stroke-dasharray="7 4"`
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="3.5"%s/>`, path(line.Path), colours[line.Kind], dash)
		fmt.Fprintf(b, `<circle cx="%s" r="2.5" fill="#333"/>`, strings.Replace(at(line.Path[0]), ",", `" cy="`, 1))
		if line.Kind != line.Role && line.Role == lot.Rear {
			fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.2"/>`, path(line.Path), colours[lot.Rear])
		}
	}
	if l.BodyFront != nil {
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#d7191c" stroke-dasharray="2 2"/>`, path(l.BodyFront))
	}
	b.WriteString("</g>")
	street := ""
	for k := range l.Lines {
		if l.Lines[k].Kind == lot.Front {
			street = l.Lines[k].Street
		}
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" font-weight="bold">%s %s %.2f %d rd %s</text><text x="%g" y="%g" fill="#555">%s</text>`, x+5, y+13,
		html.EscapeString(tail(l.ID)), l.Type, l.Confidence, len(l.Readings), html.EscapeString(street), x+5, y+25, html.EscapeString(short(l.Reason)))
	fmt.Fprintf(b, `<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#ddd"/>`, x, y, cellPx, cellPx)
}

func short(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

func tail(s string) string {
	if len(s) > 12 {
		return s[len(s)-12:]
	}
	return s
}

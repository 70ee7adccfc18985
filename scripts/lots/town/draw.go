package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parcelaudit/spatial/lot"
)

const (
	cellPx   = 400.0 // width of a cell
	headPx   = 44.0  // text above the drawing
	footPx   = 62.0  // readings below it
	drawPx   = 330.0 // height of the drawing
	tallPx   = headPx + drawPx + footPx
	columns  = 4
	perSheet = 10 // the last two cells of a sheet hold the legend
)

var colours = map[lot.Kind]string{
	lot.Front: "#d7191c", lot.Rear: "#2c7bb6", lot.Side: "#4dac26", lot.StreetSide: "#fd8d3c", lot.Alley: "#984ea3",
	lot.Water: "#00bcd4", lot.Rail: "#795548", lot.Highway: "#5d4037", lot.Park: "#1b5e20", lot.OpenEdge: "#999999", lot.Unknown: "#000000",
}

var letters = map[lot.Kind]string{
	lot.Front: "F", lot.Rear: "R", lot.Side: "S", lot.StreetSide: "X", lot.Alley: "A",
	lot.Water: "W", lot.Rail: "T", lot.Highway: "H", lot.Park: "P", lot.OpenEdge: "O", lot.Unknown: "?",
}

// scene is what all drawings of a run share.
type scene struct {
	flags  flags
	in     lot.Input
	fabric *lot.Fabric
	behind []row // layers drawn in grey
}

// drawSheets draws lots in their surroundings, ten a sheet: sheet.svg, sheet-2.svg and so on.
func drawSheets(s *scene) error {
	pick := s.pick()
	var names []string
	for _, i := range pick {
		names = append(names, fmt.Sprintf("#%d", s.fabric.Lots[i].Parcels[0]+1))
	}
	fmt.Printf("drawn: -only \"%s\"\n", strings.Join(names, ","))
	for n := 0; n*perSheet < len(pick); n++ {
		page := pick[n*perSheet : min(len(pick), (n+1)*perSheet)]
		if err := os.WriteFile(sheetName(s.flags.svg, n), []byte(s.sheet(page, n)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pick is the lots to draw: a stratified sample, or the lots asked for, evenly thinned.
func (s *scene) pick() []int {
	f := s.flags
	if f.sample > 0 {
		return sample(s.fabric, f.sample, f.seed)
	}
	wanted := strings.Split(f.only, ",")
	if strings.HasPrefix(f.only, "#") {
		return s.records(wanted)
	}
	var pick []int
	for i := range s.fabric.Lots {
		l := &s.fabric.Lots[i]
		if f.only == "" || l.Type.String() == f.only || f.only == "low" && l.Confidence < 0.7 || slices.Contains(wanted, l.ID) {
			pick = append(pick, i)
		}
	}
	pick = pick[min(f.from, len(pick)):]
	if n := len(pick); n > f.draw {
		for k := range f.draw {
			pick[k] = pick[k*n/f.draw]
		}
		pick = pick[:f.draw]
	}
	return pick
}

// records is the lots of parcels given by their place in the layer, "#1" the first, in the order given.
func (s *scene) records(wanted []string) []int {
	var pick []int
	for _, w := range wanted {
		n, err := strconv.Atoi(strings.TrimPrefix(w, "#"))
		if err != nil || n < 1 || n > len(s.fabric.LotOf) || s.fabric.LotOf[n-1] < 0 {
			fmt.Printf("%s is no lot\n", w)
			continue
		}
		pick = append(pick, int(s.fabric.LotOf[n-1]))
	}
	return pick
}

// sheetName is name for the first sheet and gets a number before its extension for the others.
func sheetName(name string, n int) string {
	if n == 0 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n+1, ext)
}

func (s *scene) sheet(page []int, n int) string {
	var b strings.Builder
	rows := (len(page) + 2 + columns - 1) / columns
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" font-family="sans-serif" font-size="12">`,
		columns*cellPx, float64(rows)*tallPx)
	b.WriteString(`<rect width="100%" height="100%" fill="white"/>`)
	for k, i := range page {
		s.cell(&b, i, float64(k%columns)*cellPx, float64(k/columns)*tallPx, fmt.Sprintf("%d", n*perSheet+k+1))
	}
	s.legend(&b, (columns-2)*cellPx, float64(rows-1)*tallPx, n)
	b.WriteString("</svg>\n")
	return b.String()
}

func (s *scene) legend(b *strings.Builder, x, y float64, n int) {
	say := func(line int, colour, text string) {
		fmt.Fprintf(b, `<text x="%g" y="%g" fill="%s">%s</text>`, x+20, y+30+float64(line)*20, colour, html.EscapeString(text))
	}
	f := s.flags
	say(0, "black", fmt.Sprintf("%s, sheet %d, -sample %d -seed %d", filepath.Base(filepath.Dir(f.parcels))+"/"+filepath.Base(f.parcels), n+1, f.sample, f.seed))
	kinds := []lot.Kind{lot.Front, lot.Rear, lot.Side, lot.StreetSide, lot.Alley, lot.Water, lot.Rail, lot.Highway, lot.Park, lot.OpenEdge, lot.Unknown}
	for k, kind := range kinds {
		say(k+1, colours[kind], fmt.Sprintf("%s = %s", letters[kind], kind))
	}
	for k, text := range []string{
		"colour and letter: kind; second letter: role, where it differs",
		"after /: the same line in the other readings, where it differs",
		"number: confidence under 0.9; 40': width of the void across",
		"dashed line: confidence under 0.7; thin red: fronts of other lots",
		"grey dashes: centre-lines; blue ground: set aside; bar: 50 ft",
	} {
		say(len(kinds)+1+k, "#333", text)
	}
}

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/lot"
)

// compare sets our kinds against labelled sides: each labelled line is sampled at its middle.
func compare(f flags, p *plane, fabric *lot.Fabric) error {
	rows, system, err := load(f.sides, "parcel_id", "side")
	if err != nil {
		return err
	}
	if err := p.project(system, rows); err != nil {
		return err
	}
	byID := map[string]*lot.Lot{}
	for i := range fabric.Lots {
		for _, id := range fabric.Lots[i].ParcelIDs {
			byID[id] = &fabric.Lots[i]
		}
	}
	table := map[string]counts{}
	examples := map[string][]string{}
	same, judged, some, single, singleSame := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, r := range rows {
		l := byID[r.values[0]]
		if l == nil {
			continue
		}
		for _, line := range lines(r.shape) {
			at := nearestLine(l, middle(line))
			if at < 0 {
				continue
			}
			ours, theirs := label(l.Lines[at].Kind, l.Lines[at].Role), r.values[1]
			if table[theirs] == nil {
				table[theirs] = counts{}
			}
			table[theirs].add(ours, 1)
			key := theirs + " / " + ours
			if n := len(examples[key]); n < 6 && (n == 0 || examples[key][n-1] != r.values[0]) {
				examples[key] = append(examples[key], r.values[0])
			}
			if theirs == "unknown" {
				continue
			}
			judged++
			if agrees(theirs, ours) {
				same++
			}
			if len(l.Readings) == 1 {
				single++
				if agrees(theirs, ours) {
					singleSame++
				}
			}
			if slices.ContainsFunc(l.Readings, func(r lot.Labelling) bool { return agrees(theirs, label(r.Kinds[at], r.Roles[at])) }) {
				some++
			}
		}
	}
	fmt.Printf("labelled sides: %.0f of %.0f agree (%.1f %%); with some reading %.1f %%; on lots with one reading %.1f %% of %.0f\n",
		same, judged, 100*same/judged, 100*some/judged, 100*singleSame/single, single)
	var names []string
	for k := range table {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		total := 0.0
		for _, v := range table[k] {
			total += v
		}
		table[k].print("  "+k, total)
	}
	var keys []string
	for k := range examples {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Printf("  %s: %s\n", k, strings.Join(examples[k], " "))
	}
	return nil
}

// agrees says whether their word means our kind, or our role where what lies across has a kind of its own.
func agrees(theirs, ours string) bool {
	if _, role, ok := strings.Cut(ours, " ("); ok {
		ours = strings.TrimSuffix(role, ")")
	}
	switch {
	case strings.Contains(theirs, "front"):
		return ours == "front"
	case strings.Contains(theirs, "rear"):
		return ours == "rear"
	case strings.Contains(theirs, "exterior"):
		return ours == "street side"
	case strings.Contains(theirs, "interior"):
		return ours == "side"
	}
	return false
}

func middle(l orb.LineString) orb.Point {
	total := 0.0
	for i := 1; i < len(l); i++ {
		total += math.Hypot(l[i][0]-l[i-1][0], l[i][1]-l[i-1][1])
	}
	at := total / 2
	for i := 1; i < len(l); i++ {
		d := math.Hypot(l[i][0]-l[i-1][0], l[i][1]-l[i-1][1])
		if at <= d && d > 0 {
			return orb.Point{l[i-1][0] + (l[i][0]-l[i-1][0])*at/d, l[i-1][1] + (l[i][1]-l[i-1][1])*at/d}
		}
		at -= d
	}
	return l[0]
}

// nearestLine returns the line of the lot nearest to p, -1 when it has none.
func nearestLine(l *lot.Lot, p orb.Point) int {
	best, at := math.Inf(1), -1
	for i := range l.Lines {
		if l.Lines[i].Virtual {
			continue
		}
		path := l.Lines[i].Path
		for k := 1; k < len(path); k++ {
			dx, dy := path[k][0]-path[k-1][0], path[k][1]-path[k-1][1]
			t := 0.0
			if l2 := dx*dx + dy*dy; l2 > 0 {
				t = min(1, max(0, ((p[0]-path[k-1][0])*dx+(p[1]-path[k-1][1])*dy)/l2))
			}
			if d := math.Hypot(p[0]-path[k-1][0]-t*dx, p[1]-path[k-1][1]-t*dy); d < best {
				best, at = d, i
			}
		}
	}
	return at
}

// label is the kind of a line, and its role in brackets when that is another word.
func label(kind, role lot.Kind) string {
	if kind == role {
		return kind.String()
	}
	return kind.String() + " (" + role.String() + ")"
}

package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// drawing reads what a test draws, with the defaults filled in.
func (d drawingReader) drawing(f fields) Drawing {
	g := Drawing{Lot: d.lot(f.get("lot")), Date: mustDays("2026-01-01"), Tables: map[string][]DrawnRow{}}
	g.Across = d.across(f.get("across"), g.Lot)
	g.District = d.district(f.get("district"))
	g.House = d.house(f.get("house"))
	ids := map[string]bool{"house": true, "lot": true}
	g.Structures = d.drawnList(f, "structures", "structure", ids)
	g.Features = d.drawnList(f, "features", "feature", ids)
	g.Fences = d.drawnList(f, "fences", "fence", ids)
	d.tables(f.get("tables"), g.Tables)
	g.Without = d.layers(f)
	if n := f.get("date"); n != nil {
		v, err := ParseDays(n.text)
		if err != nil || v.Lo != v.Hi {
			d.r.at(n, "date: must be a day, for example 2026-01-01")
		}
		g.Date = v
	}
	g.Parameters = d.parameters(f.get("parameters"))
	if f.get("tolerance_ft") != nil {
		g.ToleranceFt = f.number("tolerance_ft")
	}
	return g
}

// drawnLayers are the layers a drawing may be without.
var drawnLayers = []string{"buildings", "fences", "features", "water"}

// layers reads which layers were not supplied.
func (d drawingReader) layers(f fields) map[string]bool {
	without := map[string]bool{}
	for _, n := range f.texts("without") {
		if !slices.Contains(drawnLayers, n.text) {
			d.r.at(n, "without: there is no layer %q%s; a drawing may be without %s", n.text, suggest(n.text, drawnLayers), strings.Join(drawnLayers, ", "))
		}
		without[n.text] = true
	}
	return without
}

// mustDays reads a date of ours.
func mustDays(text string) Value {
	v, err := ParseDays(text)
	if err != nil {
		panic(err)
	}
	return v
}

func (d drawingReader) lot(n *node) DrawnLot {
	lot := DrawnLot{Width: 100, Depth: 150, Attributes: map[string]Value{}}
	if n == nil {
		return lot
	}
	if n.kind != mapNode {
		d.r.at(n, "lot: must be a mapping, not %s", n.kind)
		return lot
	}
	for i, key := range n.keys {
		value := n.values[i]
		switch key.text {
		case "size":
			if size := d.point(value, "size"); size[0] > 0 && size[1] > 0 {
				lot.Width, lot.Depth = size[0], size[1]
			} else {
				d.r.at(value, "size: must be greater than 0")
			}
		case "ring":
			lot.Ring, lot.Width, lot.Depth = d.points(value, "ring", 3), 0, 0
		case "front":
			lot.Front = value.text
		case "across":
			d.r.at(key, "across stands beside lot, not in it")
		default:
			d.attribute(lot.Attributes, key, value, "lot.")
		}
	}
	if n.get("size") != nil && n.get("ring") != nil {
		d.r.at(n, "lot: give a size or a ring, not both")
	}
	if lot.Front != "" && lot.Front != "unknown" && !lot.hasEdge(lot.Front) {
		d.r.at(n.get("front"), "front: there is no edge %q: it is south, east, north, west, an edge number of the ring, or unknown", lot.Front)
	}
	return lot
}

var compass = []string{"south", "east", "north", "west"}

// hasEdge reports whether the lot has an edge of that name.
func (l DrawnLot) hasEdge(name string) bool {
	if slices.Contains(compass, name) {
		return true
	}
	i, err := strconv.Atoi(name)
	edges := len(l.Ring)
	if edges == 0 {
		edges = 4
	}
	return err == nil && i >= 0 && i < edges
}

// across reads what lies across each edge; a street to the south and lots elsewhere unless it says otherwise.
func (d drawingReader) across(n *node, lot DrawnLot) map[string]DrawnAcross {
	across := map[string]DrawnAcross{}
	if n != nil && n.kind != mapNode {
		d.r.at(n, "across: must be a mapping from edge to what lies across it, not %s", n.kind)
		n = nil
	}
	numbered := false
	if n != nil {
		for i, key := range n.keys {
			if !lot.hasEdge(key.text) {
				d.r.at(key, "across: the lot has no edge %q: edges are south, east, north, west, or numbered from 0", key.text)
			}
			numbered = numbered || !slices.Contains(compass, key.text)
			across[key.text] = d.acrossEdge(key, n.values[i])
		}
	}
	if !numbered {
		for _, side := range compass {
			if _, ok := across[side]; !ok {
				kind := "lot"
				if side == "south" {
					kind = "street"
				}
				across[side] = DrawnAcross{Kind: kind}
			}
		}
	}
	return across
}

var acrossKinds = []string{"lot", "street", "alley", "rail", "water", "park", "open"}

func (d drawingReader) acrossEdge(key, n *node) DrawnAcross {
	a := DrawnAcross{Attributes: map[string]Value{}, Pos: n.pos()}
	kind := n
	if n.kind == mapNode {
		f := fields{n, d.r}
		if kind = f.need("kind"); kind == nil {
			return a
		}
		for i, k := range n.keys {
			d.acrossKey(&a, k, n.values[i], kind.text)
		}
	}
	a.Kind = textOf(kind, d.r, key.text)
	if !slices.Contains(acrossKinds, a.Kind) {
		d.r.at(kind, "%s: %q is not one of %s%s", key.text, a.Kind, strings.Join(acrossKinds, ", "), suggest(a.Kind, acrossKinds))
	}
	return a
}

func (d drawingReader) acrossKey(a *DrawnAcross, key, n *node, kind string) {
	isLot := kind == "lot" || kind == "park"
	switch {
	case key.text == "kind":
	case !isLot && (key.text == "width" || key.text == "width_ft"):
		if a.WidthFt = n.number; n.kind != numberNode || n.number <= 0 {
			d.r.at(n, "width: must be a number of ft greater than 0")
		}
	case !isLot && key.text == "class":
		a.Class = textOf(n, d.r, "class")
	case !isLot && key.text == "name":
		a.Name = textOf(n, d.r, "name")
	case key.text == "district" && kind != "water":
		district := d.district(n)
		a.District = &district
	case kind == "water":
		d.attribute(a.Attributes, key, n, "water.")
	case !isLot:
		d.r.at(key, "there is no key %q here: a street, alley or railway has kind, width, class, name and district", key.text)
	case key.text == "structures":
		a.Structures = d.drawnList(fields{&node{kind: mapNode, keys: []*node{key}, values: []*node{n}, file: n.file}, d.r}, "structures", "neighbour", map[string]bool{})
	default:
		d.attribute(a.Attributes, key, n, "lot.")
	}
}

// district reads the district of a drawing: a mapping, or unknown. A value may be unknown too.
func (d drawingReader) district(n *node) District {
	if n == nil || n.kind == textNode && n.text == "unknown" {
		return District{}
	}
	if n.kind != mapNode {
		d.r.at(n, "district: must be a mapping or unknown, not %s", n.kind)
		return District{}
	}
	code := ""
	if c := n.get("code"); c != nil {
		code = textOf(c, d.r, "code")
	}
	known := withoutUnknown(n)
	if known.get("class") == nil { // a code that no table has
		for _, key := range known.keys {
			if key.text != "code" && n.get("class") == nil {
				d.r.at(key, "district: class: is missing; a district of which more than the code is known has one")
			}
		}
		return District{Code: code}
	}
	return readDistrict(code, known, d.r, d.pack.words)
}

// withoutUnknown drops the values stated as unknown.
func withoutUnknown(n *node) *node {
	out := *n
	out.keys, out.values = nil, nil
	for i, v := range n.values {
		if v.kind == textNode && v.text == "unknown" {
			continue
		}
		if v.kind == mapNode {
			v = withoutUnknown(v)
		}
		out.keys, out.values = append(out.keys, n.keys[i]), append(out.values, v)
	}
	return &out
}

func (d drawingReader) house(n *node) *Drawn {
	house := &Drawn{ID: "house", Class: "principal_building", At: Point{30, 40}, Size: Point{40, 30}, Attributes: map[string]Value{}}
	switch {
	case n == nil:
	case n.kind == textNode && n.text == "none":
		return nil
	case n.kind != mapNode:
		d.r.at(n, "house: must be none or a mapping, not %s", n.kind)
	default:
		d.shape(house, n)
	}
	return house
}

// drawnList reads structures, features or fences and gives those without an id one.
func (d drawingReader) drawnList(f fields, key, what string, ids map[string]bool) []Drawn {
	var out []Drawn
	for i, n := range f.list(key) {
		item := Drawn{ID: fmt.Sprintf("%s-%d", what, i+1), At: Point{45, 100}, Size: Point{10, 10}, Attributes: map[string]Value{}, Pos: n.pos()}
		if n.kind != mapNode {
			d.r.at(n, "%s: each must be a mapping, not %s", key, n.kind)
			continue
		}
		if n.get("class") == nil {
			d.r.at(n, "class: is missing (write class: unknown to leave it open)")
		}
		if key == "fences" && n.get("path") == nil && n.get("ring") == nil {
			d.r.at(n, "fences: a fence needs a path")
		}
		d.shape(&item, n)
		if ids[item.ID] {
			d.r.at(n, "id: %q is used twice", item.ID)
		}
		ids[item.ID] = true
		out = append(out, item)
	}
	return out
}

// shape reads the keys of a drawn thing; those it does not know are attributes.
func (d drawingReader) shape(item *Drawn, n *node) {
	shapes := 0
	for i, key := range n.keys {
		value := n.values[i]
		switch key.text {
		case "id":
			item.ID = textOf(value, d.r, "id")
		case "class":
			if item.Class = textOf(value, d.r, "class"); item.Class == "unknown" {
				item.Class = ""
			} else if !d.pack.Classes.Has(item.Class) {
				d.r.at(value, "class: there is no class %q%s", item.Class, suggest(item.Class, d.pack.Classes.Names()))
			}
		case "at":
			item.At = d.point(value, "at")
		case "size":
			item.Size = d.point(value, "size")
			shapes++
			if item.Size[0] <= 0 || item.Size[1] <= 0 {
				d.r.at(value, "size: must be greater than 0")
			}
		case "ring":
			item.Ring, item.Size = d.points(value, "ring", 3), Point{}
			shapes++
		case "path":
			item.Path, item.Size = d.points(value, "path", 2), Point{}
			shapes++
		case "point":
			at := d.point(value, "point")
			item.Point, item.Size = &at, Point{}
			shapes++
		default:
			d.attribute(item.Attributes, key, value, "")
		}
	}
	if shapes > 1 || shapes == 1 && item.Size == (Point{}) && n.get("at") != nil {
		d.r.at(n, "give one shape: size (with at), ring, path or point")
	}
}

func (d drawingReader) point(n *node, key string) Point {
	if n.kind != listNode || len(n.values) != 2 || n.values[0].kind != numberNode || n.values[1].kind != numberNode {
		d.r.at(n, "%s: must be two numbers in ft, for example [10, 12]", key)
		return Point{1, 1}
	}
	return Point{n.values[0].number, n.values[1].number}
}

func (d drawingReader) points(n *node, key string, least int) []Point {
	if n.kind != listNode || len(n.values) < least {
		d.r.at(n, "%s: must be a list of %d points or more, for example [[0, 0], [10, 0]]", key, least)
		return nil
	}
	var out []Point
	for _, v := range n.values {
		out = append(out, d.point(v, key))
	}
	return out
}

// attribute reads a value of a declared fact; unknown leaves it open.
func (d drawingReader) attribute(into map[string]Value, key, n *node, prefixes ...string) {
	if n.kind == textNode && n.text == "unknown" {
		return
	}
	var known []string
	for _, prefix := range prefixes {
		if t := d.pack.words.facts[prefix+key.text]; t != "" && (prefix != "" || prefixOf(key.text) == "") {
			v, err := scalar(n, t)
			if err != nil {
				d.r.at(n, "%s: %s", key.text, err)
				return
			}
			if texts := d.pack.words.texts[prefix+key.text]; texts != nil && !slices.Contains(texts, v.Text) {
				d.r.at(n, "%s: %q is not one of %s%s", key.text, v.Text, strings.Join(texts, ", "), suggest(v.Text, texts))
			}
			into[key.text] = v
			return
		}
		for fact := range d.pack.words.facts {
			if prefixOf(fact) == prefix {
				known = append(known, strings.TrimPrefix(fact, prefix))
			}
		}
	}
	slices.Sort(known)
	hint := suggest(key.text, known)
	if hint == "" {
		hint = fmt.Sprintf("; declare %s%s under facts in pack.yaml", prefixes[0], key.text)
	}
	d.r.at(key, "there is no attribute %s%s%s", prefixes[0], key.text, hint)
}

package rules

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
)

// Tests reads the pack's drawings. The error holds everything that is wrong with them.
func (p *Pack) Tests() ([]Test, error) {
	var tests []Test
	var r report
	for _, name := range p.TestFiles {
		text, err := fs.ReadFile(p.dir.fsys, path.Join(p.dir.dir, name))
		if err != nil {
			return nil, fmt.Errorf("read tests: %w", err)
		}
		tests = append(tests, p.readTests(name, text, &r)...)
	}
	return tests, r.err()
}

// ParseTests reads one file of drawings; name is used in messages.
func (p *Pack) ParseTests(name string, text []byte) ([]Test, error) {
	var r report
	tests := p.readTests(name, text, &r)
	return tests, r.err()
}

var (
	drawKeys = []string{"lot", "across", "district", "house", "structures", "features", "fences", "tables", "without", "date", "parameters", "tolerance_ft"}
	testKeys = append([]string{"clause", "case", "name", "subject", "expect", "measured", "required", "reason", "differs"}, drawKeys...)
)

func (p *Pack) readTests(name string, text []byte, r *report) []Test {
	root := parseYAML(name, text, r)
	if root == nil {
		return nil
	}
	f := fieldsOf(root, r, "a file of drawings", "draw", "tests")
	f.need("tests")
	defaults := f.get("draw")
	if defaults != nil {
		fieldsOf(defaults, r, "draw", drawKeys...)
	}
	reader := drawingReader{p, r}
	var tests []Test
	for _, n := range f.list("tests") {
		if own := fieldsOf(n, r, "a test", testKeys...); own.n != nil {
			tests = append(tests, reader.test(own.n, mergeNodes(defaults, n)))
		}
	}
	return tests
}

// mergeNodes lays a test's keys over the defaults: mappings key by key, everything else replaces. A ring replaces a
// size and the other way round.
func mergeNodes(under, over *node) *node {
	if under == nil || under.kind != mapNode || over.kind != mapNode {
		return over
	}
	merged := *over
	merged.keys, merged.values = slices.Clone(over.keys), slices.Clone(over.values)
	for i, key := range under.keys {
		replaced := key.text == "size" && over.get("ring") != nil || key.text == "ring" && over.get("size") != nil
		own := slices.IndexFunc(over.keys, func(k *node) bool { return k.text == key.text })
		switch {
		case own >= 0:
			merged.values[own] = mergeNodes(under.values[i], over.values[own])
		case !replaced:
			merged.keys = append(merged.keys, key)
			merged.values = append(merged.values, under.values[i])
		}
	}
	return &merged
}

// drawingReader reads drawings for a pack.
type drawingReader struct {
	pack *Pack
	r    *report
}

func (d drawingReader) test(own, n *node) Test {
	f := fields{n, d.r}
	t := Test{Name: f.neededText("name"), Reason: f.text("reason"), Differs: f.text("differs"), Pos: own.pos()}
	if clause := f.need("clause"); clause != nil {
		t.Clause = d.clause(clause)
	}
	t.Expect = d.outcome(f)
	t.Case = d.caseNumber(f)
	t.Measured, t.Required = optional(f, "measured"), optional(f, "required")
	if t.Reason != "" && t.Expect != Indeterminate {
		d.r.at(f.get("reason"), "reason: only an indeterminate outcome names what is missing")
	}
	t.Drawing = d.drawing(f)
	t.Subject = d.subject(f, t)
	return t
}

func (d drawingReader) clause(n *node) *Clause {
	id := textOf(n, d.r, "clause")
	var ids []string
	for _, c := range d.pack.Clauses {
		if c.ID == id {
			return c
		}
		ids = append(ids, c.ID)
	}
	if id != "" {
		d.r.at(n, "clause: the pack has no clause %q%s", id, suggest(id, ids))
	}
	return nil
}

func (d drawingReader) outcome(f fields) Outcome {
	n := f.need("expect")
	text := textOf(n, d.r, "expect")
	for _, o := range Outcomes() {
		if o.String() == text {
			return o
		}
	}
	if text != "" {
		d.r.at(n, "expect: there is no outcome %q%s; it is one of %s", text, suggest(text, outcomeNames[:]), strings.Join(outcomeNames[:], ", "))
	}
	return NotApplicable
}

func (d drawingReader) caseNumber(f fields) int {
	if f.get("case") == nil {
		return 0
	}
	v := f.number("case")
	if v != math.Trunc(v) || v < 1 {
		d.r.at(f.get("case"), "case: is the position of the catalogue case, from 1")
		return 0
	}
	return int(v)
}

func optional(f fields, key string) *float64 {
	if f.get(key) == nil {
		return nil
	}
	v := f.number(key)
	return &v
}

// subject names the subject: as stated, else the last structure, feature or fence of the file, else the last row of
// `uses` that is one, else the lot.
func (d drawingReader) subject(f fields, t Test) string {
	g := t.Drawing
	drawn := slices.Concat(g.Structures, g.Features, g.Fences)
	if n := f.get("subject"); n != nil {
		id := textOf(n, d.r, "subject")
		known := []string{"lot"}
		if g.House != nil {
			known = append(known, "house")
		}
		for _, item := range drawn {
			known = append(known, item.ID)
		}
		for _, row := range g.Tables["uses"] {
			known = append(known, row.ID)
		}
		if id != "" && !slices.Contains(known, id) {
			d.r.at(n, "subject: nothing is drawn with the id %q%s", id, suggest(id, known))
		}
		return id
	}
	if len(drawn) > 0 {
		last := slices.MaxFunc(drawn, func(a, b Drawn) int {
			if a.Pos.Line != b.Pos.Line {
				return a.Pos.Line - b.Pos.Line
			}
			return a.Pos.Column - b.Pos.Column
		})
		return last.ID
	}
	for _, row := range slices.Backward(g.Tables["uses"]) {
		if row.Class != "" {
			return row.ID
		}
	}
	return "lot"
}

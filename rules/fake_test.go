package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// fake is a subject whose facts and measures are written down. Measures are keyed by name, or name and first word.
type fake struct {
	facts    map[string]Value
	measures map[string]Measured
}

func (f fake) Fact(name string) Value {
	if v, ok := f.facts[name]; ok {
		return v
	}
	return Missing(name)
}

func (f fake) Measure(c *Call) Measured {
	for _, words := range [][]string{c.To, c.With, c.Classes, {c.Table}, {""}} {
		if len(words) == 0 {
			continue
		}
		if m, ok := f.measures[strings.TrimSpace(c.Name+" "+words[0])]; ok {
			return m
		}
	}
	return Measured{Value: Missing("measure " + c.Name)}
}

func feet(v float64) Measured { return Measured{Value: Number(v), Unit: Feet} }

// examplePack loads the example.
func examplePack(t testing.TB) *Pack {
	t.Helper()
	p, err := Load(os.DirFS("testdata/packs"), "example")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// clauseOf finds a clause of a pack by the part of its id after the section.
func clauseOf(t testing.TB, p *Pack, id string) *Clause {
	t.Helper()
	for _, c := range p.Clauses {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no clause %s", id)
	return nil
}

// packOf loads a pack whose only clause has the given lines after its title, with the example's header.
func packOf(t testing.TB, lines string) (*Pack, error) {
	t.Helper()
	dir := t.TempDir()
	header, err := os.ReadFile("testdata/packs/example/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	section := "section: \"1-1\"\ntitle: T\nclauses:\n  - id: \"1-1#x\"\n    cites: \"1-1\"\n    title: T\n    kind: setback\n    subjects: [shed]\n    districts: [any]\n"
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		section += fmt.Sprintf("    %s\n", line)
	}
	for name, text := range map[string]string{"pack.yaml": string(header), "1-1.yaml": section} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Load(os.DirFS(dir), ".")
}

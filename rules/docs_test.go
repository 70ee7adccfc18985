package rules

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// The examples of docs/writing-rules.md are a pack that loads and a drawing that reads.
func TestTheDocumentationIsAPack(t *testing.T) {
	text, err := os.ReadFile("../docs/writing-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(first string) []byte {
		for part := range strings.SplitSeq(string(text), "```yaml\n") {
			if body, _, ok := strings.Cut(part, "```"); ok && strings.HasPrefix(part, first) {
				return []byte(body)
			}
		}
		t.Fatalf("no example begins with %q", first)
		return nil
	}
	fsys := fstest.MapFS{
		"pack.yaml":      {Data: block("pack:")},
		"1.yaml":         {Data: block("section:")},
		"districts.yaml": {Data: block("districts:")},
		"1_test.yaml":    {Data: block("draw:")},
	}
	p, err := Load(fsys, ".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Tests(); err != nil {
		t.Error(err)
	}
	for _, name := range append(MeasureNames(), functionNames...) {
		if !strings.Contains(string(text), "`"+name) && !strings.Contains(string(text), "."+name+"(") {
			t.Errorf("%s is not documented", name)
		}
	}
	for name := range builtin {
		if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(name, "required_yards") {
			t.Errorf("%s is not documented", name)
		}
	}
	for _, words := range [][]string{lineKinds, regionNames, buildingLines, builtinTables, builtinDistrictClasses, UnitNames(), clauseKeys, drawKeys, testKeys} {
		for _, word := range words {
			if !strings.Contains(string(text), "`"+word) && !strings.Contains(string(text), word+":") {
				t.Errorf("%s is not documented", word)
			}
		}
	}
}

package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every clause of the catalogue of a pack's document is in the pack and no other is; every case of those that are
// evaluated is drawn, with the catalogue's outcome or the reason why not; every evaluated clause has a drawing.
func TestEmbeddedPacksCoverTheirCatalogue(t *testing.T) {
	catalogues, _ := filepath.Glob("../../shared/clauses/*.yaml")
	if len(catalogues) == 0 {
		t.Skip("the catalogues are not here")
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			p, err := Embedded(name)
			if err != nil {
				t.Fatal(err)
			}
			tests, err := p.Tests()
			if err != nil {
				t.Fatal(err)
			}
			file, text := catalogueOf(t, catalogues, p.Source)
			c, err := p.Coverage(tests, file, text)
			if err != nil {
				t.Fatal(err)
			}
			for what, list := range map[string][]string{"clauses missing": c.Missing, "clauses not in the catalogue": c.Extra, "cases missing": c.MissingCases,
				"drawings that contradict": c.Contradicting, "drawings of no case": c.NoSuchCase} {
				if len(list) > 0 {
					t.Errorf("%d %s:\n  %s", len(list), what, strings.Join(list, "\n  "))
				}
			}
			for _, clause := range p.Untested(tests) {
				t.Errorf("%s: %s is evaluated but not drawn", clause.Pos, clause.ID)
			}
		})
	}
}

// catalogueOf finds the catalogue of a document.
func catalogueOf(t *testing.T, files []string, source string) (string, []byte) {
	t.Helper()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if source != "" && strings.HasPrefix(line, "source:") && strings.Contains(line, source) {
				return filepath.Base(file), text
			}
		}
	}
	t.Fatalf("no catalogue has the source %q", source)
	return "", nil
}

package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parcelaudit/rules"
)

var linkedImage = regexp.MustCompile(`src="([^"]+)"`)

// mostDrawing is the greatest size of a drawing in a page, in bytes.
const mostDrawing = 6 << 10

// The drawings in docs/packs are what the program draws of the packs' tests now, and all of them are shown; `make docs`
// draws them again.
func TestPagesShowWhatTheProgramDraws(t *testing.T) {
	for _, name := range rules.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := os.ReadFile(filepath.Join("..", "docs", "packs", name+".md"))
			if err != nil {
				t.Fatal(err)
			}
			linked := map[string]bool{}
			for _, m := range linkedImage.FindAllStringSubmatch(string(page), -1) {
				file, ok := strings.CutPrefix(m[1], name+"/")
				if !ok {
					t.Errorf("%s is not a drawing of the pack", m[1])
				}
				linked[file] = true
			}
			if len(linked) < 20 {
				t.Errorf("the page links %d drawings", len(linked))
			}
			drawn := drawLinked(t, name, linked)
			folder := filepath.Join("..", "docs", "packs", name)
			kept, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range kept {
				if !linked[entry.Name()] {
					t.Errorf("%s is in no page", entry.Name())
				}
			}
			for file := range linked {
				have, err := os.ReadFile(filepath.Join(folder, file))
				switch {
				case err != nil:
					t.Error(err)
				case drawn[file] == nil:
					t.Errorf("%s is a drawing of no clause", file)
				case !bytes.Equal(have, drawn[file]):
					t.Errorf("%s is not what is drawn now: run make docs", file)
				case len(have) > mostDrawing:
					t.Errorf("%s has %d bytes", file, len(have))
				}
			}
		})
	}
}

// drawLinked draws the clauses of the files asked for. Every clause has file names of its own.
func drawLinked(t *testing.T, name string, files map[string]bool) map[string][]byte {
	t.Helper()
	pack, err := OpenPack(name)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := pack.Tests()
	if err != nil {
		t.Fatal(err)
	}
	out, seen := map[string][]byte{}, map[string]string{}
	for _, clause := range pack.Clauses {
		passes, fails := ExampleFile(clause.ID, false), ExampleFile(clause.ID, true)
		if other, ok := seen[strings.ToLower(passes)]; ok {
			t.Errorf("%s and %s have one file name", clause.ID, other)
		}
		seen[strings.ToLower(passes)] = clause.ID
		if !files[passes] && !files[fails] {
			continue
		}
		examples, err := Examples(t.Context(), pack, tests, clause)
		if err != nil {
			t.Error(err)
		}
		for i := range examples {
			var svg bytes.Buffer
			if err := examples[i].Draw(&svg); err != nil {
				t.Error(err)
			}
			out[examples[i].File()] = svg.Bytes()
		}
	}
	return out
}

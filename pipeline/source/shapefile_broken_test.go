package source

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb/encoding/wkt"
)

var updateBroken = flag.Bool("update-broken", false, "write what is read of fixtures/broken as the new expectation")

// Every folder of fixtures/broken says in its README what is wrong with it, and in expected.txt all that is read.
func TestBrokenShapefilesAreReadAsTheirFolderSays(t *testing.T) {
	const root = "../../fixtures/broken"
	tables, err := filepath.Glob(root + "/*/README.md")
	if err != nil || len(tables) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, readme := range tables {
		folder := filepath.Dir(readme)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			got := transcript(t, folder)
			expected := filepath.Join(folder, "expected.txt")
			if *updateBroken {
				if err := os.WriteFile(expected, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("read:\n%s\nexpected:\n%s", got, want)
			}
		})
	}
}

// transcript writes down all that is read of a layer.
func transcript(t *testing.T, path string) string {
	layer, err := Open(path, Options{})
	if err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), path, "FOLDER") + "\n"
	}
	defer layer.Close()
	var b strings.Builder
	schema := layer.Schema()
	fmt.Fprintf(&b, "%d declared, encoding %s, crs %.10s from %s\n", schema.Count, schema.Encoding, schema.CRS, schema.CRSBasis)
	for f, err := range layer.Features(t.Context(), nil) {
		if err != nil {
			fmt.Fprintf(&b, "error: %v\n", err)
			break
		}
		fmt.Fprintf(&b, "%d", f.Row)
		for i, v := range f.Values {
			fmt.Fprintf(&b, " %s=%s", schema.Fields[i].Name, v.Text)
			if v.Kind == Number {
				fmt.Fprintf(&b, "(%v)", v.Float)
			}
			if v.Kind == Null {
				b.WriteString("(null)")
			}
		}
		if f.Geometry != nil {
			fmt.Fprintf(&b, "\n  %s", wkt.MarshalString(f.Geometry))
		}
		for _, p := range f.Problems {
			fmt.Fprintf(&b, "\n  - %s", p)
		}
		b.WriteString("\n")
	}
	for _, p := range layer.Problems() {
		fmt.Fprintf(&b, "%s: %s\n", p.Where, p.What)
	}
	return b.String()
}

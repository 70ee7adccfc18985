package crs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

// What comes out of any .prj is a CRS that can be used and written down again, or an error: PROJ is C.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"EPSG:2249", "urn:ogc:def:crs:OGC:1.3:CRS84", "+proj=utm +zone=16", `{"type":"ProjectedCRS"}`, `GEOGCS["x"`, "\x00", `LOCAL_CS["x"]`} {
		f.Add(text)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "*", "*.prj"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.ContainsAny(text, "[({=") {
			return // PROJ looks a name up in its whole database, which takes a second each
		}
		c, err := Parse(text)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without words")
			}
			return
		}
		if c.IsZero() || c.Unit() == "" {
			t.Errorf("%q is %v in %q", text, c, c.Unit())
		}
		again, err := Parse(string(c.PROJJSON()))
		if err != nil || again.Geographic() != c.Geographic() {
			t.Errorf("%q does not survive as PROJJSON: %v", text, err)
		}
		_ = Plausible(c, orb.Bound{Min: orb.Point{1, 2}, Max: orb.Point{3, 4}})
	})
}

package rules

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// Whatever a section, district or drawing file holds: no panic, and either a pack or problems with a place.
func FuzzLoad(f *testing.F) {
	seeds, _ := filepath.Glob("testdata/*/*/*.yaml")
	for _, s := range seeds {
		text, err := os.ReadFile(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	header, err := os.ReadFile("testdata/packs/example/pack.yaml")
	if err != nil {
		f.Fatal(err)
	}
	good, err := Load(os.DirFS("testdata/packs"), "example")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fsys := fstest.MapFS{"pack.yaml": {Data: header}, "1.yaml": {Data: text}}
		check(t, func() error { _, err := Load(fsys, "."); return err }())
		check(t, func() error { _, err := good.ParseDistricts("d.yaml", text); return err }())
		check(t, func() error { _, err := good.ParseTests("t.yaml", text); return err }())
		fsys = fstest.MapFS{"pack.yaml": {Data: text}}
		check(t, func() error { _, err := Load(fsys, "."); return err }())
	})
}

func check(t *testing.T, err error) {
	problems, ok := err.(Problems)
	if err != nil && !ok {
		t.Fatalf("not a list of problems: %v", err)
	}
	for _, p := range problems {
		if p.Pos.File == "" || p.What == "" || p.Pos.Line > 0 && p.Pos.Column < 1 {
			t.Fatalf("a problem without a place: %+v", p)
		}
	}
	_ = problems.Error()
}

// The reader of YAML alone, which is quick: whatever the bytes, it ends without a panic.
func FuzzYAML(f *testing.F) {
	seeds, _ := filepath.Glob("testdata/*/*/*.yaml")
	for _, s := range seeds {
		text, err := os.ReadFile(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var r report
		parseYAML("x.yaml", text, &r)
		check(t, r.err())
	})
}

package source

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parcelaudit/fixtures/gen/shpwrite"

	"github.com/paulmach/orb"
)

// ramFiles is a shelf of files in memory.
type ramFiles map[string][]byte

func (m ramFiles) names() []string { return slices.Sorted(maps.Keys(m)) }

func (m ramFiles) open(name string) (*shapefilePart, error) {
	return &shapefilePart{ReaderAt: bytes.NewReader(m[name]), Closer: io.NopCloser(nil), name: name, size: int64(len(m[name]))}, nil
}

func (m ramFiles) close() error { return nil }

// openMemory opens the layer of a shelf in memory.
func openMemory(m ramFiles, opt Options) (*Layer, error) {
	parts, err := pickLayer("memory", m, opt.Layer)
	if err != nil {
		return nil, err
	}
	s, err := openParts(parts, opt)
	if err != nil {
		return nil, err
	}
	return &Layer{path: "memory", reader: s}, nil
}

// writtenLayer writes one record per geometry, numbered in field ID, and returns the files.
func writtenLayer(t testing.TB, shape shpwrite.Shape, geometries ...orb.Geometry) ramFiles {
	t.Helper()
	dir := t.TempDir()
	w, err := shpwrite.Create(filepath.Join(dir, "lots"), shape, "", []shpwrite.Field{shpwrite.Text("ID", 8)})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range geometries {
		if err := w.Write(g, string(rune('A'+i%26))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return readFolder(t, dir)
}

func readFolder(t testing.TB, dir string) ramFiles {
	t.Helper()
	m := ramFiles{}
	for _, name := range folder(dir).names() {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		m[name] = b
	}
	return m
}

// readMemory reads all features of a shelf in memory.
func readMemory(t testing.TB, m ramFiles, opt Options) (*Layer, []Feature) {
	t.Helper()
	layer, err := openMemory(m, opt)
	if err != nil {
		t.Fatal(err)
	}
	var features []Feature
	for f, err := range layer.Features(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		features = append(features, f)
	}
	return layer, features
}

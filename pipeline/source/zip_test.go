package source

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parcelaudit/fixtures/gen/shpwrite"

	"github.com/paulmach/orb"
)

// zipOf packs files into an archive on disk.
func zipOf(t *testing.T, files ramFiles) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range files.names() {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "layers.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// twoLayers holds the sound fixture twice, in a folder and at the top.
func twoLayers(t *testing.T) ramFiles {
	sound, files := readFolder(t, "../../fixtures/broken/sound"), ramFiles{}
	for name, content := range sound {
		files["old/"+strings.ToUpper(name)] = content
		files[strings.Replace(name, "lots", "parcels", 1)] = content
	}
	return files
}

func TestALayerOfAnArchiveIsChosenByName(t *testing.T) {
	path := zipOf(t, twoLayers(t))
	cases := []struct{ layer, want string }{
		{"", "it holds several layers, say which one: old/LOTS.SHP, parcels.shp"},
		{"fences", "it has no layer fences; it has LOTS, parcels"},
		{"lots", ""},
		{"old/lots", ""},
		{"parcels.shp", ""},
	}
	for _, c := range cases {
		t.Run(c.layer, func(t *testing.T) {
			layer, err := Open(path, Options{Layer: c.layer})
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("error is %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for f, err := range layer.Features(t.Context(), nil) {
				if n++; err != nil || f.Geometry == nil {
					t.Fatal(err)
				}
			}
			if n != 3 || layer.Schema().CRS == "" || layer.Problems() != nil {
				t.Errorf("%d features, CRS %q, %v", n, layer.Schema().CRS, layer.Problems())
			}
			if err := layer.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestALayerOfAFolderIsChosenByName(t *testing.T) {
	dir := t.TempDir()
	for name, content := range readFolder(t, "../../fixtures/broken/sound") {
		for _, base := range []string{"lots", "fences"} {
			if err := os.WriteFile(filepath.Join(dir, strings.Replace(name, "lots", base, 1)), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := Open(dir, Options{}); err == nil || !strings.Contains(err.Error(), "fences.shp, lots.shp") {
		t.Errorf("error is %v", err)
	}
	for _, opt := range []struct {
		path  string
		layer string
	}{{dir, "fences"}, {filepath.Join(dir, "fences.shx"), ""}, {filepath.Join(dir, "fences.dbf"), ""}} {
		layer, err := Open(opt.path, Options{Layer: opt.layer})
		if err != nil {
			t.Fatal(err)
		}
		if s := layer.Schema(); s.Count != 3 || s.CRSBasis != "fences.prj" {
			t.Errorf("%+v", s)
		}
		layer.Close()
	}
}

// Large archives are unpacked front to back. An index that jumps all over the file would unpack it again and again.
func TestAnIndexThatJumpsInsideAnArchiveIsAnErrorThatSaysWhatToDo(t *testing.T) {
	var points []orb.Geometry
	for i := range 30_000 { // 840 kB, more than a window
		points = append(points, orb.Point{float64(i), 0})
	}
	files := writtenLayer(t, shpwrite.Points, points...)
	shx := files["lots.shx"]
	for i := 0; i < 200; i += 2 { // every second record is one of the far end
		far := len(points) - 1 - i
		a, b := shx[100+8*i:108+8*i], shx[100+8*far:108+8*far]
		offset := binary.BigEndian.Uint32(a)
		copy(a, b)
		binary.BigEndian.PutUint32(b, offset)
	}
	layer, err := Open(zipOf(t, files), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer layer.Close()
	var last error
	for _, err := range layer.Features(t.Context(), nil) {
		last = err
	}
	if !errors.Is(last, errUnpackFirst) {
		t.Errorf("error is %v", last)
	}
	layer2, features := readMemory(t, files, Options{})
	if len(features) != len(points) || features[0].Geometry.(orb.Point)[0] != 29_999 {
		t.Errorf("outside an archive: %d features, the first at %v, %v", len(features), features[0].Geometry, layer2.Problems())
	}
}

func TestADamagedArchiveIsAnError(t *testing.T) {
	files := readFolder(t, "../../fixtures/broken/sound")
	path := zipOf(t, files)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(b, []byte("lots.shp")) + 20 // inside the packed bytes
	for i := range 12 {
		b[at+i] ^= 0x5a
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	layer, err := Open(path, Options{})
	if err == nil {
		for _, e := range layer.Features(t.Context(), nil) {
			err = errors.Join(err, e)
		}
		layer.Close()
	}
	if err == nil {
		t.Error("a damaged archive was read without an error")
	}
}

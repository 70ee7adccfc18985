package pipeline

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports lists what each package of the module imports outside its tests, by folder.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return fs.SkipDir
		case d.IsDir() && d.Name() == "scripts", d.IsDir() && d.Name() == "build":
			return fs.SkipDir // programs of their own, some in modules of their own
		case filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "../"))
		for _, i := range parsed.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			out[dir] = append(out[dir], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// layerOf is the layer of docs/architecture.md a package of ours is in, -1 for one that is in none.
func layerOf(dir string) int {
	switch {
	case strings.HasPrefix(dir, "cmd/"):
		return 4
	case dir == "pipeline":
		return 3
	case dir == "pipeline/report":
		return 2 // it writes what baseline remembers
	case strings.HasPrefix(dir, "pipeline/"):
		return 1
	case dir == "rules", strings.HasPrefix(dir, "spatial/"):
		return 0
	}
	return -1
}

func TestPackagesImportOnlyWhatLiesBelow(t *testing.T) {
	for dir, all := range imports(t) {
		from := layerOf(dir)
		for _, name := range all {
			ours, ok := strings.CutPrefix(name, "parcelaudit/")
			to := layerOf(ours)
			if !ok || from < 0 || to < 0 {
				continue
			}
			switch {
			case from == 0 && to == 0:
				if path.Dir(dir) != "spatial" || path.Dir(ours) != "spatial" {
					t.Errorf("%s imports %s; rules and spatial know nothing of each other", dir, ours)
				}
			case to > from, to == from && to != 1:
				t.Errorf("%s imports %s, which lies above or beside it", dir, ours)
			case from == 4 && to == 0 && ours != "rules":
				t.Errorf("%s imports %s; cmd holds no geometry", dir, ours)
			case dir == "pipeline/report" && strings.HasPrefix(ours, "spatial/"):
				t.Errorf("%s imports %s; writers measure nothing", dir, ours)
			}
		}
	}
}

func TestEachLibraryHasOneImporter(t *testing.T) {
	owner := map[string]string{
		"github.com/twpayne/go-geos": "spatial/kernel", "github.com/twpayne/go-proj": "spatial/crs", "github.com/tidwall/rtree": "spatial/index",
		"github.com/jonas-p/go-shp": "pipeline/source", "github.com/google/cel-go": "rules", "github.com/alecthomas/kong": "cmd/parcelaudit",
		"github.com/vbauerster/mpb": "cmd/parcelaudit", "github.com/paulmach/orb/geo": "nothing: it takes feet for degrees",
	}
	for dir, all := range imports(t) {
		for _, name := range all {
			for library, only := range owner {
				if (name == library || strings.HasPrefix(name, library+"/")) && dir != only {
					t.Errorf("%s imports %s, which is for %s", dir, name, only)
				}
			}
		}
	}
	if !slices.ContainsFunc(imports(t)["spatial/kernel"], func(name string) bool { return strings.HasPrefix(name, "github.com/twpayne/go-geos") }) {
		t.Error("the test sees no import of go-geos; it does not look where it should")
	}
}

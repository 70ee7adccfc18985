package source

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

// sharedData is where real and hostile files lie with what GDAL makes of them; tests that need it are skipped elsewhere.
func sharedData(t testing.TB) string {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no shared data beside the repository")
	}
	return root
}

// truth is what GDAL 3.6 reads of one file.
type truth struct {
	Opens  bool `json:"gdal_opens"`
	Strict any  `json:"json_strict"`
	Layers []struct {
		CRS *struct {
			Authority string
		}
		Extent []float64
		Fields []struct{ Name string }
		Read   int            `json:"features_read"`
		Types  map[string]int `json:"geometry_types"`
		Null   int            `json:"null_geometries"`
	}
}

func readTruth(t testing.TB, folder string) map[string]truth {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Files map[string]truth }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all.Files
}

// content is what we read of one file, in the terms of truth.
type content struct {
	read, null, problems int
	types                map[string]int
	extent               orb.Bound
	schema               Schema
	err                  error
}

func readAll(path string) content {
	c := content{types: map[string]int{}}
	layer, err := Open(path, Options{})
	if err != nil {
		c.err = err
		return c
	}
	defer layer.Close()
	c.schema = layer.Schema()
	for f, err := range layer.Features(context.Background(), nil) {
		if err != nil {
			c.err = err
			return c
		}
		c.read++
		c.problems += len(f.Problems)
		if f.Geometry == nil {
			c.null++
			continue
		}
		c.types[strings.ToUpper(f.Geometry.GeoJSONType())]++
		if box := f.Geometry.Bound(); len(c.types) == 1 && c.read-c.null == 1 {
			c.extent = box
		} else {
			c.extent = c.extent.Union(box)
		}
	}
	return c
}

// differences compares a file with GDAL's reading, in words.
func (c content) differences(want truth) []string {
	if !want.Opens {
		if c.err == nil {
			return []string{fmt.Sprintf("GDAL refuses it, we read %d", c.read)}
		}
		return nil
	}
	if c.err != nil {
		return []string{"GDAL opens it: " + c.err.Error()}
	}
	var out []string
	layer := want.Layers[0]
	if c.read != layer.Read || c.null != layer.Null {
		out = append(out, fmt.Sprintf("records %d of them null %d, GDAL %d and %d", c.read, c.null, layer.Read, layer.Null))
	}
	if !maps.Equal(c.types, layer.Types) {
		out = append(out, fmt.Sprintf("types %v, GDAL %v", c.types, layer.Types))
	}
	if e := layer.Extent; len(e) == 4 && len(c.types) > 0 && c.extent != (orb.Bound{Min: orb.Point{e[0], e[1]}, Max: orb.Point{e[2], e[3]}}) {
		out = append(out, fmt.Sprintf("extent %v, GDAL %v", c.extent, e))
	}
	var ours, theirs []string
	for _, f := range c.schema.Fields {
		ours = append(ours, f.Name)
	}
	for _, f := range layer.Fields {
		theirs = append(theirs, f.Name)
	}
	slices.Sort(ours) // ours stand as first met; GDAL slips sparse ones in between
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		out = append(out, fmt.Sprintf("fields %q, GDAL %q", ours, theirs))
	}
	if layer.CRS != nil && !sameCRS(c.schema.CRS, layer.CRS.Authority) {
		out = append(out, fmt.Sprintf("CRS %q, GDAL %q", c.schema.CRS, layer.CRS.Authority))
	}
	return out
}

// sameCRS knows that GDAL calls WGS 84 in x, y order EPSG:4326, and EPSG:4979 when there are heights.
func sameCRS(ours, theirs string) bool {
	if theirs == "EPSG:4326" || theirs == "EPSG:4979" {
		return strings.HasSuffix(ours, "CRS84") || strings.HasSuffix(ours, ":4326")
	}
	_, code, _ := strings.Cut(theirs, ":")
	return strings.HasSuffix(ours, ":"+code)
}

func TestGeoJSONLayersOfRealTownsAreReadAsGDALReadsThem(t *testing.T) {
	root := sharedData(t)
	files, _ := filepath.Glob(filepath.Join(root, "*", "*.geojson"))
	if len(files) < 25 {
		t.Fatalf("only %d layers found", len(files))
	}
	for _, path := range files {
		folder, name := filepath.Split(path)
		t.Run(filepath.Base(folder)+"/"+name, func(t *testing.T) {
			want, ok := readTruth(t, folder)[name]
			if !ok {
				t.Fatal("no truth for this file")
			}
			compare(t, readAll(path).differences(want), "")
		})
	}
}

// compare fails on a difference without a reason and on a reason without a difference.
func compare(t *testing.T, differences []string, reason string) {
	t.Helper()
	switch {
	case len(differences) > 0 && reason == "":
		t.Errorf("%s", strings.Join(differences, "\n"))
	case len(differences) == 0 && reason != "":
		t.Errorf("no longer differs from GDAL; the reason given was %q", reason)
	}
}

func TestHostileGeoJSONIsReadAsGDALReadsItOrForAReason(t *testing.T) {
	root := filepath.Join(sharedData(t), "hostile-geojson")
	const (
		nested    = "members of nested objects are fields of their own, a.b"
		id        = "an id is the feature's id here, not a column"
		bare      = "a file that is one unusable geometry is one record with a problem, not a refusal"
		unusable  = "a geometry that no area or length can be had of is left out, with a problem"
		kept      = "a record that is no object is a record with a problem, not nothing"
		duplicate = "a Feature's foreign members are no attributes"
	)
	reasons := map[string]string{
		"fiona/issue627.geojson":                               id,
		"gdal/feature_with_type_Topology_property.json":        "GDAL mistakes a property called Topology for TopoJSON",
		"gdal/test_type_promotion.json":                        nested,
		"geojsonhint-bad/bad-duplicate-properties.geojson":     duplicate,
		"geojsonhint-bad/bad-featurelist.geojson":              bare,
		"geojsonhint-bad/badcoord.geojson":                     bare,
		"geojsonhint-bad/badfeature.geojson":                   kept,
		"geojsonhint-bad/badfeatureid.geojson":                 id,
		"geojsonhint-bad/false.geojson":                        unusable,
		"geojsonhint-bad/featurecollection-type-case.geojson":  nested,
		"geojsonhint-bad/multiple_problems.geojson":            id,
		"geojsonhint-bad/multipoint-multidimension.geojson":    bare,
		"geojsonhint-bad/point-string.geojson":                 bare,
		"geojsonhint-bad/point-toofew.geojson":                 bare,
		"geojsonhint-bad/point.geojson":                        bare,
		"geojsonhint-bad/short-line.geojson":                   unusable,
		"geojsonhint-good/good-feature-with-string-id.geojson": id,
		"geojsonhint-good/good-featurecollection.geojson":      nested,
		"mapnik/escaped.geojson":                               nested,
	}
	for name, want := range readTruth(t, root) {
		if strings.HasPrefix(name, "JSONTestSuite/") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := readAll(filepath.Join(root, name))
			compare(t, got.differences(want), reasons[name])
			if reason := reasons[name]; (reason == bare || reason == unusable || reason == kept) && got.problems == 0 {
				t.Error("nothing was said about it")
			}
		})
	}
}

func TestJSONSyntaxIsAcceptedAndRefusedAsTheStandardSays(t *testing.T) {
	root := filepath.Join(sharedData(t), "hostile-geojson", "JSONTestSuite")
	files, _ := filepath.Glob(filepath.Join(root, "*.json"))
	if len(files) < 200 {
		t.Fatalf("only %d files found", len(files))
	}
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			_, err := Open(path, Options{})
			var barren errNotFeatures
			accepted := errors.As(err, &barren) // none holds features, all that are JSON say so
			if err == nil {
				t.Fatal("opened a file without features")
			}
			if name[0] == 'y' && !accepted {
				t.Errorf("must be accepted: %v", err)
			}
			if name[0] == 'n' && accepted {
				t.Errorf("must be refused: %v", err)
			}
		})
	}
}

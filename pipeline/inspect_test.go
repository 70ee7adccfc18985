package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedData is where the project's real layers are; they are not part of the repository.
const sharedData = "../../shared/data"

// layerTruth is what GDAL 3.6.2 says of a layer.
type layerTruth struct {
	GDALOpens bool           `json:"gdal_opens"`
	Layers    []truthOfLayer `json:"layers"`
}

type truthOfLayer struct {
	CRS *struct {
		Authority string `json:"authority"`
		Unit      string `json:"unit"`
	} `json:"crs"`
	Extent     []float64        `json:"extent"`
	Features   int              `json:"features_read"`
	Geometries map[string]int   `json:"geometry_types"`
	Null       int              `json:"null_geometries"`
	Empty      int              `json:"empty_geometries"`
	Invalid    int              `json:"invalid_geometries"`
	Fields     []map[string]any `json:"fields"`
}

// differing are layers we read otherwise than GDAL on purpose.
var differing = map[string]string{
	"rennes-fr/BATIMENT.shp": "roofs and walls in 3D: walls have no area in plan and are left out, GDAL gives them as invalid parts",
	"rennes-fr/DOC_URBA.shp": "a point that means no data is no geometry",
}

// sameCRS are GDAL's names for what PROJ calls otherwise, or what differs only in height and axis order.
var sameCRS = map[string]string{"EPSG:4979": "EPSG:4326", "IGNF:LAMB93": "EPSG:2154"}

func TestInspectAgreesWithGDALOnRealTowns(t *testing.T) {
	if _, err := os.Stat(sharedData); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the shared data is not beside the repository")
	}
	towns, err := filepath.Glob(filepath.Join(sharedData, "*", "truth.json"))
	if err != nil || len(towns) == 0 {
		t.Fatalf("no truth.json below %s (%v)", sharedData, err)
	}
	for _, town := range towns {
		dir := filepath.Dir(town)
		if strings.HasPrefix(filepath.Base(dir), "hostile") || filepath.Base(dir) == "geos-xml" {
			continue // what is read of broken files is tested in pipeline/source
		}
		text, err := os.ReadFile(town)
		if err != nil {
			t.Fatal(err)
		}
		var all struct{ Files map[string]layerTruth }
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("%s: %v", town, err)
		}
		for _, name := range keysOf(all.Files) {
			want := all.Files[name]
			if ext := filepath.Ext(name); !want.GDALOpens || len(want.Layers) != 1 || ext != ".shp" && ext != ".geojson" {
				continue
			}
			t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
				got, err := Inspect(context.Background(), filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				if differing[filepath.Base(dir)+"/"+name] != "" {
					want.Layers[0].Geometries = nil
				}
				compareWithTruth(t, got, want.Layers[0])
			})
		}
	}
}

func compareWithTruth(t *testing.T, got Inspection, want truthOfLayer) {
	if got.Features != want.Features {
		t.Errorf("%d features, GDAL reads %d", got.Features, want.Features)
	}
	if want.Geometries != nil {
		compareGeometries(t, got, want)
	}
	if len(got.Fields) != len(want.Fields) {
		t.Errorf("%d fields, GDAL has %d", len(got.Fields), len(want.Fields))
	}
	if want.CRS != nil && got.CRS != nil && want.CRS.Authority != "" {
		code := got.CRS.Code
		if code == "OGC:CRS84" {
			code = "EPSG:4326" // GDAL's name for the same in x, y order
		}
		if code != cmp.Or(sameCRS[want.CRS.Authority], want.CRS.Authority) {
			t.Errorf("CRS %s, GDAL says %s", code, want.CRS.Authority)
		}
	}
	if got.Extent != nil && len(want.Extent) == 4 {
		for i, v := range got.Extent {
			if math.Abs(v-want.Extent[i]) > 1e-6*math.Max(1, math.Abs(v)) {
				t.Errorf("extent %v, GDAL says %v", *got.Extent, want.Extent)
				break
			}
		}
	}
}

func compareGeometries(t *testing.T, got Inspection, want truthOfLayer) {
	if got.Null != want.Null+want.Empty {
		t.Errorf("%d without geometry, GDAL has %d", got.Null, want.Null+want.Empty)
	}
	if got.Invalid != want.Invalid {
		t.Errorf("%d invalid, GEOS through GDAL says %d", got.Invalid, want.Invalid)
	}
	for _, g := range got.Geometries {
		if n := want.Geometries[strings.ToUpper(g.Type)]; n != g.Count {
			t.Errorf("%d of type %s, GDAL has %d", g.Count, g.Type, n)
		}
	}
}

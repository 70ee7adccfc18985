package join

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/repair"
)

// town reads a layer in degrees, projects it into the frame and repairs it, as the pipeline does.
type town struct {
	t     *testing.T
	k     *kernel.Kernel
	toTM  *crs.Transformer
	frame crs.Frame
}

func newTown(t *testing.T, lon, lat float64) *town {
	t.Helper()
	degrees, err := crs.Parse("EPSG:4326")
	if err != nil {
		t.Fatal(err)
	}
	box := orb.Bound{Min: orb.Point{lon - 0.05, lat - 0.05}, Max: orb.Point{lon + 0.05, lat + 0.05}}
	working, _, err := crs.Working(degrees, box)
	if err != nil {
		t.Fatal(err)
	}
	toTM, err := crs.NewTransformer(degrees, working)
	if err != nil {
		t.Fatal(err)
	}
	centre := []orb.Point{box.Min, box.Max}
	if err := toTM.Points(centre); err != nil {
		t.Fatal(err)
	}
	frame, err := crs.NewFrame(working, orb.MultiPoint(centre).Bound())
	if err != nil {
		t.Fatal(err)
	}
	return &town{t: t, k: kernel.New(), toTM: toTM, frame: frame}
}

func (w *town) layer(path string) []orb.MultiPolygon {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../../shared/data", path))
	if err != nil {
		w.t.Skip("../shared is not here")
	}
	var layer struct {
		Features []struct {
			Geometry struct {
				Type        string
				Coordinates json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(raw, &layer); err != nil {
		w.t.Fatal(err)
	}
	var all []orb.MultiPolygon
	touched := 0
	begin := time.Now()
	for _, f := range layer.Features {
		var given orb.MultiPolygon
		if f.Geometry.Type == "Polygon" {
			given = make(orb.MultiPolygon, 1)
			err = json.Unmarshal(f.Geometry.Coordinates, &given[0])
		} else {
			err = json.Unmarshal(f.Geometry.Coordinates, &given)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		for _, p := range given {
			for _, ring := range p {
				if err := w.toTM.Points(ring); err != nil {
					w.t.Fatal(err)
				}
				w.frame.ToFrame(ring)
			}
		}
		m, report := repair.Polygon(w.k, given)
		if report.Changed {
			touched++
			w.t.Logf("%s: %v %s, area %.0f then %.0f", path, report.Kinds, report.Reason, report.AreaBefore, report.AreaAfter)
		}
		all = append(all, m)
	}
	w.t.Logf("%s: %d of %d repaired, %v", path, touched, len(all), time.Since(begin))
	return all
}

func TestLotsOfRealTownsOnTheirZoningDistricts(t *testing.T) {
	cases := []struct {
		name, lots, zones string
		lon, lat          float64
	}{
		{"Winooski", "winooski-vt/parcels.geojson", "winooski-vt/zoning.geojson", -73.185, 44.494},
		{"Barre", "barre-city-vt/parcels.geojson", "barre-city-vt/zoning.geojson", -72.505, 44.197},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newTown(t, c.lon, c.lat)
			lots, zones := w.layer(c.lots), w.layer(c.zones)
			begin := time.Now()
			prepared := NewAreas(zones)
			t.Logf("prepared in %v", time.Since(begin))
			begin = time.Now()
			found := make([][]Overlap, len(lots))
			for i, lot := range lots {
				found[i] = prepared.Polygon(lot, nil)
			}
			t.Logf("%d lots assigned in %v", len(lots), time.Since(begin))
			for i := 0; i < len(lots); i += 17 {
				shares := map[int]float64{}
				for _, o := range found[i] {
					shares[o.Index] = o.Area
				}
				for j, zone := range zones {
					if len(zone) == 0 || len(lots[i]) == 0 || !zone.Bound().Intersects(lots[i].Bound()) {
						continue
					}
					g, err := w.k.Intersection(lots[i], zone)
					if err != nil {
						t.Fatal(err)
					}
					if want := area(kernel.Polygons(g)); math.Abs(want-shares[j]) > 1e-3+1e-9*want {
						t.Errorf("lot %d on district %d: got %g square feet, want %g", i, j, shares[j], want)
					}
				}
			}
		})
	}
}

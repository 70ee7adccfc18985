package source

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkGeoJSON reads 20,000 parcels of 25 positions and 8 attributes, about 26 MB, all attributes.
func BenchmarkGeoJSON(b *testing.B) {
	const parcels = 20000
	path := filepath.Join(b.TempDir(), "parcels.geojson")
	writeParcels(b, path, parcels)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		layer, err := Open(path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for f, err := range layer.Features(context.Background(), nil) {
			if err != nil {
				b.Fatal(err)
			}
			if f.Geometry != nil {
				n++
			}
		}
		if n != parcels {
			b.Fatalf("read %d parcels, want %d", n, parcels)
		}
		layer.Close()
	}
	b.ReportMetric(parcels*float64(b.N)/b.Elapsed().Seconds(), "features/s")
}

// writeParcels writes round lots as ogr2ogr would, with coordinates of full precision.
func writeParcels(b testing.TB, path string, parcels int) {
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	defer w.Flush()
	fmt.Fprint(w, "{\n\"type\": \"FeatureCollection\",\n\"name\": \"parcels\",\n\"features\": [\n")
	for i := range parcels {
		if i > 0 {
			fmt.Fprint(w, ",\n")
		}
		fmt.Fprintf(w, `{ "type": "Feature", "properties": { "OBJECTID": %d, "PIN": "07-%08d-1", "SITEADRESS": "%d N Main Street", `+
			`"USE": "Single family", "ZONE": "R-1", "ACRES": %.6f, "LANDVALUE": %d, "YEARBUILT": null }, `+
			`"geometry": { "type": "Polygon", "coordinates": [ [ `, i, i, i%9000, 0.1+float64(i%97)/300, 1000*i)
		x, y := -89.5+float64(i%200)*0.001, 43.0+float64(i/200)*0.001
		for k := range 25 {
			if k > 0 {
				fmt.Fprint(w, ", ")
			}
			turn := 2 * math.Pi * float64(k%24) / 24
			fmt.Fprintf(w, "[ %v, %v ]", x+0.0004*math.Cos(turn), y+0.0004*math.Sin(turn))
		}
		fmt.Fprint(w, " ] ] } }")
	}
	fmt.Fprint(w, "\n]\n}\n")
}

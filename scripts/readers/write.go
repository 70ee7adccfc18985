package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// layerFile is one file to measure; gdal is how GDAL calls it.
type layerFile struct {
	format, path, gdal string
	fields             []string // those that are read, nil for all
}

// writeAll writes the county in every format. The shapefile is ogr2ogr's.
func writeAll(dir string, lots int) ([]layerFile, error) {
	at := func(name string) string { return filepath.Join(dir, name) }
	writers := []struct {
		name                    string
		before, between, behind string
		feature                 func(w io.Writer, i int)
	}{
		{"lots.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n", ",\n", "\n]}\n", geojson},
		{"lots.geojsonl", "", "\n", "\n", geojson},
		{"lots.geojsonl.gz", "", "\n", "\n", geojson},
		{"esri.json", `{"geometryType":"esriGeometryPolygon","spatialReference":{"wkid":4326},"fields":[` + esriFields() + "],\"features\":[\n", ",\n", "\n]}\n", esri},
	}
	for _, f := range writers {
		if err := writeText(at(f.name), func(w io.Writer) {
			io.WriteString(w, f.before)
			for i := range lots {
				if i > 0 {
					io.WriteString(w, f.between)
				}
				f.feature(w, i)
			}
			io.WriteString(w, f.behind)
		}); err != nil {
			return nil, err
		}
	}
	if text, err := exec.Command("ogr2ogr", "-q", at("lots.shp"), at("lots.geojson")).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("ogr2ogr: %w: %s", err, text)
	}
	few := []string{"TEXT_0", "TEXT_5", "NUM_2"} // an audit asks for what is mapped
	return []layerFile{
		{"shapefile", at("lots.shp"), at("lots.shp"), nil},
		{"shapefile, 3 of 20 attributes", at("lots.shp"), at("lots.shp"), few},
		{"GeoJSON", at("lots.geojson"), at("lots.geojson"), nil},
		{"GeoJSON, 3 of 20 attributes", at("lots.geojson"), at("lots.geojson"), few},
		{"newline-delimited GeoJSON", at("lots.geojsonl"), at("lots.geojsonl"), nil},
		{"the same, gzip", at("lots.geojsonl.gz"), "/vsigzip/" + at("lots.geojsonl.gz"), nil},
		{"Esri JSON", at("esri.json"), at("esri.json"), nil},
	}, nil
}

func writeText(path string, write func(io.Writer)) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	if strings.HasSuffix(path, ".gz") {
		packed := gzip.NewWriter(buffered)
		write(packed)
		if err := packed.Close(); err != nil {
			return err
		}
	} else {
		write(buffered)
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Close()
}

func geojson(w io.Writer, i int) {
	fmt.Fprintf(w, `{"type":"Feature","properties":{%s},"geometry":{"type":"Polygon","coordinates":[[%s]]}}`, attributes(i), ring(i))
}

func esri(w io.Writer, i int) {
	fmt.Fprintf(w, `{"attributes":{%s},"geometry":{"rings":[[%s]]}}`, attributes(i), ring(i))
}

// attributes are 8 texts and 12 numbers.
func attributes(i int) string {
	parts := make([]string, 20)
	for k := range parts {
		switch k % 5 {
		case 0, 1:
			parts[k] = fmt.Sprintf(`"TEXT_%d":"LOT %d"`, k, i*k)
		case 2:
			parts[k] = fmt.Sprintf(`"NUM_%d":%d`, k, i*k)
		default:
			parts[k] = fmt.Sprintf(`"NUM_%d":%.2f`, k, float64(i*k)/7)
		}
	}
	return strings.Join(parts, ",")
}

func esriFields() string {
	parts := make([]string, 20)
	for k := range parts {
		name, kind := "NUM", "esriFieldTypeDouble"
		if k%5 < 2 {
			name, kind = "TEXT", "esriFieldTypeString"
		}
		parts[k] = fmt.Sprintf(`{"name":"%s_%d","type":"%s"}`, name, k, kind)
	}
	return strings.Join(parts, ",")
}

// ring is a lot of 12 corners in degrees.
func ring(i int) string {
	x, y := -89.9+float64(i%400)*0.0005, 42.7+float64(i/400)*0.0005
	parts := make([]string, 13)
	for k := range parts {
		sin, cos := math.Sincos(-float64(k%12) * math.Pi / 6)
		parts[k] = fmt.Sprintf("[%.9f,%.9f]", x+0.0002*cos, y+0.0002*sin)
	}
	return strings.Join(parts, ",")
}

package source

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mustBeFile refuses what can not be read twice: the survey and the hash of an input read it before and after.
func mustBeFile(info os.FileInfo) error {
	if info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return errors.New("it is a pipe or a device, which can be read only once; save it as a file")
}

// mustBeJSON refuses files that begin like none of the JSON formats, with what they are instead and what to do.
func mustBeJSON(path, encoding string) error {
	file, err := openText(path, encoding)
	if err != nil {
		return err
	}
	defer file.Close()
	start, _ := file.Peek(512)
	text := bytes.TrimLeft(start, "\x1e \t\r\n")
	switch {
	case len(text) == 0 && len(start) < 512:
		return errors.New("it is empty")
	case len(text) == 0, text[0] == '{', text[0] == '[':
		return nil
	}
	if what := otherFormat(path, start); what != "" {
		return errors.New(what)
	}
	if strings.ContainsRune(`"-0123456789tfn`, rune(text[0])) {
		return nil // JSON of another kind, or nearly: its reader knows more
	}
	return fmt.Errorf("it begins with %q, which is no JSON, and no other format is recognised; layers are read from shapefiles (.shp, .zip), GeoJSON, Esri JSON, newline-delimited GeoJSON and GeoParquet", clip(string(text[:min(len(text), 12)])))
}

// otherFormat recognises a file by its extension or first bytes and says what to do with it, "" when it is not known.
func otherFormat(path string, start []byte) string {
	const convert = "; export it as a shapefile, GeoJSON or GeoParquet, for example with ogr2ogr"
	lower := bytes.ToLower(start)
	has := func(words ...string) bool {
		for _, w := range words {
			if bytes.Contains(lower, []byte(w)) {
				return true
			}
		}
		return false
	}
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".cpg", ".prj", ".sbn", ".sbx", ".qix", ".fix", ".dbt", ".fpt", ".qpj":
		return "it is a side file of a shapefile; give the .shp"
	case ".tab", ".mif", ".mid", ".dat", ".id", ".map":
		return "it looks like a MapInfo file" + convert
	case ".csv", ".tsv", ".txt":
		return "it is a table, not a layer; give it under tables:, or export it as GeoJSON if it has geometry"
	case ".dwg", ".dxf":
		return "it is a drawing (DWG or DXF)" + convert
	case ".topojson":
		return "it is TopoJSON; convert it to GeoJSON first"
	}
	switch {
	case bytes.HasPrefix(start, []byte("SQLite format 3\x00")):
		return "it is a GeoPackage or another SQLite database" + convert
	case bytes.HasPrefix(start, []byte("fgb")):
		return "it is FlatGeobuf" + convert
	case bytes.HasPrefix(start, []byte("PAR1")):
		return "it is Parquet; give it the extension .parquet"
	case bytes.HasPrefix(start, []byte("PK")):
		return "it is a zip archive; give it the extension .zip if it holds a shapefile, else unpack it"
	case bytes.HasPrefix(start, []byte{0, 0, 0x27, 0x0a}):
		return "it is the main or index file of a shapefile; give it the extension .shp"
	case bytes.HasPrefix(start, []byte("II*\x00")), bytes.HasPrefix(start, []byte("MM\x00*")):
		return "it is an image (TIFF), not a vector layer"
	case bytes.HasPrefix(start, []byte("%PDF")):
		return "it is a PDF, not a layer"
	case has("<kml"):
		return "it is KML" + convert
	case has("<gml", "<wfs", "opengis.net/gml"):
		return "it is GML" + convert
	case has("<!doctype html", "<html"):
		return "it is a web page, not data: the download went wrong, or needs a login"
	case bytes.HasPrefix(bytes.TrimSpace(start), []byte("<")):
		return "it is XML" + convert
	}
	return ""
}

package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// open picks the format by what the path is, then by its extension, then by its first bytes.
func open(path string, opt Options) (reader, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if err := mustBeFile(info); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if info.IsDir() {
		return openShapefile(path, opt)
	}
	ext := strings.ToLower(filepath.Ext(path))
	if opt.Layer != "" && ext != ".zip" {
		return nil, fmt.Errorf("open %s: layer: names one of several layers of a folder or .zip, and this is a file; leave it out", path)
	}
	switch ext {
	case ".shp", ".zip", ".shx", ".dbf":
		return openShapefile(path, opt)
	case ".parquet", ".geoparquet":
		return openGeoParquet(path, opt)
	}
	if err := mustBeJSON(path, opt.Encoding); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	switch ext {
	case ".geojsonl", ".ndjson", ".geojsons", ".jsonl":
		return openGeoJSONL(path, opt)
	default: // .geojson, .json, .gz and anything unknown: the content decides
		return openJSON(path, opt)
	}
}

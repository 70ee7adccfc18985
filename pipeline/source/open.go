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
	if info.IsDir() {
		return openShapefile(path, opt)
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".shp", ".zip", ".shx", ".dbf":
		return openShapefile(path, opt)
	case ".parquet", ".geoparquet":
		return openGeoParquet(path, opt)
	case ".geojsonl", ".ndjson", ".geojsons", ".jsonl":
		return openGeoJSONL(path, opt)
	default: // .geojson, .json, .gz and anything unknown: the content decides
		return openJSON(path, opt)
	}
}

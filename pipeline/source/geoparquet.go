package source

import "errors"

// openGeoParquet opens a GeoParquet file.
func openGeoParquet(path string, opt Options) (reader, error) {
	return nil, errors.New("geoparquet: not read yet")
}

package source

import "errors"

// openGeoJSONL opens newline-delimited GeoJSON.
func openGeoJSONL(path string, opt Options) (reader, error) {
	return nil, errors.New("geojsonl: not read yet")
}

const recordSeparator = 0x1e

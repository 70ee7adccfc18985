package source

import "errors"

// openJSON opens GeoJSON, Esri JSON or a gzip of either.
func openJSON(path string, opt Options) (reader, error) { return nil, errors.New("json: not read yet") }

package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// geoMetadata is what the "geo" entry of a GeoParquet file says (specification 1.1).
type geoMetadata struct {
	primary string
	crs     string          // PROJJSON text as it stands there, "OGC:CRS84" when absent, "" when null: unknown
	about   map[string]bool // top-level columns that are geometry or boxes around it, not attributes
	notes   []string        // what is to be known, one sentence each
}

func readGeoMetadata(text string) (geoMetadata, error) {
	var raw struct {
		Version string `json:"version"`
		Primary string `json:"primary_column"`
		Columns map[string]struct {
			Encoding string          `json:"encoding"`
			CRS      json.RawMessage `json:"crs"`
			Edges    string          `json:"edges"`
			Covering map[string]map[string][]string
		} `json:"columns"`
	}
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return geoMetadata{}, fmt.Errorf(`its "geo" metadata can not be read: %w`, err)
	}
	if raw.Primary == "" {
		return geoMetadata{}, errors.New(`its "geo" metadata names no primary_column`)
	}
	column, ok := raw.Columns[raw.Primary]
	if !ok {
		return geoMetadata{}, fmt.Errorf(`its "geo" metadata does not describe the primary column %q`, raw.Primary)
	}
	if !strings.EqualFold(column.Encoding, "WKB") {
		return geoMetadata{}, fmt.Errorf("its geometry is encoded as %q; only WKB is read", column.Encoding)
	}
	geo := geoMetadata{primary: raw.Primary, about: map[string]bool{}}
	var others []string
	for name, column := range raw.Columns {
		geo.about[name] = true
		if name != raw.Primary {
			others = append(others, name)
		}
		for _, covering := range column.Covering {
			for _, path := range covering {
				if len(path) > 0 {
					geo.about[path[0]] = true
				}
			}
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		geo.note("geometry columns besides the primary one are not read: %s", strings.Join(others, ", "))
	}
	if column.Edges == "spherical" {
		geo.note("its edges are declared spherical; they are read as straight lines")
	}
	switch {
	case column.CRS == nil:
		geo.crs = "OGC:CRS84"
	case string(column.CRS) == "null":
		geo.note("its coordinate system is declared unknown: state which one it is")
	case column.CRS[0] == '"':
		geo.crs, _ = unquote(column.CRS)
		geo.note("its coordinate system is text (%s) where PROJJSON is due; it was used", clip(geo.crs))
	default:
		geo.crs = string(column.CRS)
	}
	return geo, nil
}

func (g *geoMetadata) note(format string, values ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, values...))
}

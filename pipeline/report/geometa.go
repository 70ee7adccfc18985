package report

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/paulmach/orb"
)

// geoMetadata is the "geo" key of a GeoParquet 1.1 file
// (https://geoparquet.org/releases/v1.1.0/, section "File metadata").
type geoMetadata struct {
	Version       string                       `json:"version"`
	PrimaryColumn string                       `json:"primary_column"`
	Columns       map[string]geoColumnMetadata `json:"columns"`
}

type geoColumnMetadata struct {
	Encoding      string          `json:"encoding"`
	GeometryTypes []string        `json:"geometry_types"`
	CRS           json.RawMessage `json:"crs"` // an object; null says that it is not known, leaving it out would say CRS84
	Orientation   string          `json:"orientation"`
	BBox          []float64       `json:"bbox,omitempty"`
	Covering      *geoCovering    `json:"covering,omitempty"`
}

// geoCovering names the leaves of the bbox column; the specification fixes their order, which a struct keeps.
type geoCovering struct {
	BBox struct {
		XMin [2]string `json:"xmin"`
		YMin [2]string `json:"ymin"`
		XMax [2]string `json:"xmax"`
		YMax [2]string `json:"ymax"`
	} `json:"bbox"`
}

// geoColumn gathers what the metadata must say of one geometry column while its rows are written.
type geoColumn struct {
	types map[string]struct{}
	bound orb.Bound
}

func (c *geoColumn) saw(s *shape) orb.Bound {
	b := s.bound()
	if len(c.types) == 0 {
		c.types, c.bound = map[string]struct{}{}, b
	}
	c.types[s.geometryType()] = struct{}{}
	c.bound = c.bound.Union(b)
	return b
}

func (c *geoColumn) metadata(crs json.RawMessage) geoColumnMetadata {
	m := geoColumnMetadata{Encoding: "WKB", CRS: crs, Orientation: "counterclockwise"}
	m.GeometryTypes = slices.Sorted(maps.Keys(c.types))
	if m.GeometryTypes == nil {
		m.GeometryTypes = []string{}
	} else {
		m.BBox = []float64{c.bound.Min[0], c.bound.Min[1], c.bound.Max[0], c.bound.Max[1]}
	}
	return m
}

// coveringColumn is the name of the struct column that holds each row's box.
const coveringColumn = "bbox"

func covering() *geoCovering {
	var c geoCovering
	c.BBox.XMin = [2]string{coveringColumn, "xmin"}
	c.BBox.YMin = [2]string{coveringColumn, "ymin"}
	c.BBox.XMax = [2]string{coveringColumn, "xmax"}
	c.BBox.YMax = [2]string{coveringColumn, "ymax"}
	return &c
}

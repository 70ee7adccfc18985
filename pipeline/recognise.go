package pipeline

import (
	"path/filepath"
	"slices"
	"strings"

	"parcelaudit/pipeline/source"
)

// guessRole tells a role by the file's name, else by its fields and geometry; "" when neither does.
func guessRole(path string, seen Inspection) Role {
	name := strings.ToLower(filepath.Base(path))
	if strings.Contains(name, "misc") { // misc_structures hold anything but buildings
		return Features
	}
	for _, r := range roleWords() {
		for _, word := range r.words {
			if strings.Contains(name, word) {
				return r.role
			}
		}
	}
	return roleOfFields(seen)
}

// roleOfFields knows the schemas of publishers whose files are called after a place: OpenStreetMap, Microsoft and Overture
// buildings, and parcels with a telling id.
func roleOfFields(seen Inspection) Role {
	has := func(names ...string) bool {
		for _, name := range names {
			if !slices.ContainsFunc(seen.Fields, func(f FieldReport) bool { return strings.EqualFold(f.Name, name) }) {
				return false
			}
		}
		return true
	}
	areas, lines := seen.has("Polygon"), seen.has("LineString")
	switch {
	case areas && (has("parcelid") || has("taxparcelid") || has("parcel_id") || has("parcelnumb") || has("apn")):
		return Parcels
	case areas && (has("building") || has("num_floors") || has("roof_shape") || has("height", "confidence") || has("release", "capture_dates_range")):
		return Buildings
	case lines && has("barrier"):
		return Fences
	case lines && has("highway"):
		return Streets
	}
	return ""
}

func (seen Inspection) has(kind string) bool {
	return slices.ContainsFunc(seen.Geometries, func(g GeometryCount) bool { return strings.Contains(g.Type, kind) })
}

// likelyID names the fields that may be a record's id because every record has a value of its own there; measures of the
// shape are left out.
func likelyID(seen Inspection) []string {
	var out []string
	for _, f := range seen.Fields {
		low := strings.ToLower(f.Name)
		measured := strings.Contains(low, "area") || strings.Contains(low, "leng") || strings.Contains(low, "perim") || strings.Contains(low, "address")
		if f.Unique && !measured && f.Kind != "date" {
			out = append(out, f.Name)
		}
	}
	return out
}

// fieldsOf are the fields of an inspected layer.
func fieldsOf(seen Inspection) []source.Field {
	fields := make([]source.Field, len(seen.Fields))
	for i, f := range seen.Fields {
		fields[i] = source.Field{Name: f.Name}
	}
	return fields
}

package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"parcelaudit/pipeline/source"
)

// Names of ours with a meaning beyond that of an attribute.
const (
	idField       = "id"       // of the record
	parcelField   = "parcel"   // id of the parcel a structure or a row belongs to
	classField    = "class"    // words that class_map turns into a class
	districtField = "district" // zoning code
	overlayField  = "overlay"  // whether a zone lies over others
	mergeField    = "lot"      // parcels of one lot share it
	addressField  = "address"
	useField      = "use"
	wayField      = "right_of_way" // whether a parcel is a right-of-way
	nameField     = "name"         // of a street or water body
)

// usual are field names that need no mapping, in order of preference, ignoring case: state and county parcel standards
// (Wisconsin, Massachusetts, Vermont, Regrid, Esri LGIM), OpenStreetMap and common assessors' exports. A length is only
// listed where its name tells the unit.
func usual(role Role) map[string][]string {
	switch role {
	case Parcels:
		return map[string][]string{
			idField: {"parcelid", "parcel_id", "parcel_no", "parcelno", "parcelnum", "parcel_num", "pin", "pin_num", "apn", "taxparcelid",
				"tax_id", "taxid", "prop_id", "parno", "map_par_id", "loc_id", "ml", "gpin", "parcelnumb", "parcel_number", "parcel", "ll_uuid"},
			addressField: {"siteadress", "siteaddress", "site_address", "site_addr", "situs", "situs_addr", "propaddr", "prop_addr", "address"},
			useField:     {"propclass", "prop_class", "landuse", "land_use", "use_code", "usecode", "usedesc", "use_desc"},
		}
	case Zoning:
		return map[string][]string{districtField: {"district", "zone_code", "zonecode", "zoning", "zone", "zone_type", "zonetype", "zoneclass",
			"zone_class", "zoning_code", "dist_code", "abb_dist_name", "district_code", "znlabel"}}
	case Buildings:
		return map[string][]string{
			idField:      {"bldg_id", "bldgid", "building_id", "buildingid", "structure_id", "struct_id", "bld_id", "osm_id", "osm_way_id", "@id", "fid", "id"},
			classField:   {"class", "bldg_type", "bldgtype", "building_type", "struct_type", "building", "subtype"},
			"height_ft":  {"height_ft", "hgt_ft", "bldg_height_ft"},
			"built_date": {"built_date", "year_built", "yearbuilt", "yr_built", "yrblt"},
		}
	case Fences, Features:
		return map[string][]string{
			idField:     {"fence_id", "feature_id", "asset_id", "assetid", "osm_id", "osm_way_id", "@id", "fid", "id"},
			classField:  {"class", "kind", "type", "barrier", "feature_type", "fence_type"},
			"height_ft": {"height_ft", "hgt_ft"},
		}
	case Streets:
		return map[string][]string{
			nameField:  {"name", "streetname", "street_name", "fullname", "full_name", "st_name", "street", "label", "rd_name"},
			classField: {"class", "fclass", "highway", "road_class", "roadclass", "func_class", "functional", "mtfcc", "type"},
		}
	case Water:
		return map[string][]string{nameField: {"name", "gnis_name", "waterway_name"}}
	}
	return nil
}

// needed says what a role can not do without.
func needed(role Role) string {
	switch role {
	case Parcels:
		return idField
	case Zoning:
		return districtField
	}
	return ""
}

// recognise returns the layer's field that usually holds one of ours, "" when none or several of one rank do.
func recognise(role Role, ours string, fields []source.Field) string {
	for _, name := range usual(role)[ours] {
		for _, f := range fields {
			if strings.EqualFold(f.Name, name) {
				return f.Name
			}
		}
	}
	return ""
}

// recognised completes a layer's mapping with fields that need none: what the role can not do without always, the rest
// only where the user mapped nothing, because leaving a field out may be on purpose.
func recognised(l Layer, fields []source.Field) []Field {
	out := slices.Clone(l.Fields)
	for _, ours := range keysOf(usual(l.Role)) {
		if _, mapped := l.Field(ours); mapped || (len(l.Fields) > 0 && ours != idField && ours != needed(l.Role)) {
			continue
		}
		if name := recognise(l.Role, ours, fields); name != "" {
			out = append(out, Field{Name: ours, From: name, At: l.Path.At})
		}
	}
	return out
}

// candidates lists the fields of a layer for an error message.
func candidates(fields []source.Field) string {
	if len(fields) == 0 {
		return "it has no fields"
	}
	return fmt.Sprintf("its fields are %s", strings.Join(fieldNames(fields), ", "))
}

func fieldNames(fields []source.Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// streetKind tells what kind of way a class word names, "" for a street: words of OpenStreetMap, of the Census Bureau's
// feature codes and plain English.
func streetKind(class string) string {
	word := fold(class)
	kinds := []struct {
		kind  string
		words []string
	}{
		{"alley", []string{"alley", "s1730"}},
		{"rail", []string{"rail", "r1011"}},
		{"path", []string{"footway", "path", "cycleway", "bridleway", "steps", "pedestrian", "walkway", "trail", "s1710", "s1820"}},
		{"highway", []string{"motorway", "freeway", "interstate", "s1100"}},
	}
	for _, k := range kinds {
		if slices.ContainsFunc(k.words, func(w string) bool { return strings.Contains(word, w) }) {
			return k.kind
		}
	}
	return ""
}

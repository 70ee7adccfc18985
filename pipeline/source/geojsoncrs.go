package source

import "strings"

// geojsonCRS returns the definition in a legacy "crs" member (GeoJSON 2008, section 3), "" when it says that the
// system is unknown or names none; problem says what is to be known about it.
func geojsonCRS(raw []byte) (definition, problem string) {
	switch {
	case raw[0] == 'n':
		return "", `the "crs" member is null: the coordinate system is unknown`
	case raw[0] == '"':
		definition, _ = unquote(raw)
	default:
		properties := member(raw, "properties")
		switch kind := memberText(raw, "type"); strings.ToLower(kind) {
		case "name":
			definition = memberText(properties, "name")
		case "epsg":
			if code := member(properties, "code"); len(code) > 0 {
				definition = "EPSG:" + identifier(code)
			}
		}
	}
	if definition == "" {
		return "", `the "crs" member names no coordinate system that can be used: ` + clip(compact(raw))
	}
	if strings.HasSuffix(definition, "CRS84") || strings.HasSuffix(definition, ":4326") {
		return definition, ""
	}
	return definition, `the "crs" member (` + clip(definition) + `) was used, although GeoJSON since 2016 is always WGS 84`
}

// esriCRS returns the definition in a spatialReference: {"wkid", "latestWkid"} or {"wkt"}.
func esriCRS(raw []byte) string {
	for _, name := range []string{"latestWkid", "wkid"} {
		code := string(member(raw, name))
		if code == "" || code == "null" || code == "0" || code == "-1" {
			continue
		}
		// Esri's own codes start at 37001; below 32768 they are EPSG's.
		if len(code) > 5 || (len(code) == 5 && code > "32767") {
			return "ESRI:" + code
		}
		return "EPSG:" + code
	}
	if wkt := memberText(raw, "wkt"); wkt != "" {
		return wkt
	}
	return memberText(raw, "wkt2")
}

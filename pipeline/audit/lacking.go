package audit

import (
	"slices"

	"parcelaudit/rules"
)

// lacking names the layers and tables that were not supplied and may hold more things of some classes; without classes, of any.
// What is counted without them is only a part: it decides nothing but that there are at least so many.
func (v *view) lacking(classes []string) []string {
	if len(classes) == 0 {
		classes = []string{"structure", "barrier"}
	}
	in := v.town.in
	var out []string
	for _, c := range classes {
		mayBe := func(kind string) bool { return v.town.isA(c, kind) || v.town.isA(kind, c) }
		building := v.town.isA(c, "principal_building") || v.town.isA(c, "accessory_building")
		switch {
		case v.town.isA(c, "record"):
			if in.Tables["uses"] == nil {
				out = append(out, "uses table")
			}
			continue
		case v.town.isA(c, "barrier"):
			if !in.Layers.Fences {
				out = append(out, "fences layer")
			}
			continue
		case !in.Layers.Buildings && (mayBe("principal_building") || mayBe("accessory_building")):
			out = append(out, "buildings layer")
		}
		if !building && !in.Layers.Features && c != "lot" {
			out = append(out, "features layer")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lackingFor is lacking for the classes of a call, which are the same for every subject: a worker finds them once. The result is
// shared, and appending to it copies it.
func (v *view) lackingFor(c *rules.Call, classes []string) []string {
	kept := &v.lacks[c.ID]
	if !kept.known {
		*kept = lack{true, slices.Clip(v.lacking(classes))}
	}
	return kept.names
}

// lack is what a call was found to lack.
type lack struct {
	known bool
	names []string
}

// layersMissing is the answer of a measure that can not do with a part of the things it speaks of.
func (v *view) layersMissing(c *rules.Call, classes []string) (rules.Measured, bool) {
	if lacking := v.lackingFor(c, classes); len(lacking) > 0 {
		return unknown(lacking...), true
	}
	return rules.Measured{}, false
}

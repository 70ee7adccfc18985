package audit

import (
	"strings"

	"parcelaudit/rules"
)

// district is a subject's zoning district as far as it is known.
type district struct {
	table   rules.District // Known false when the code is not in the table
	missing string         // why the class is not known; "" when it is
}

// fact is a district.* fact; an unmapped code leaves everything but the code unknown.
func (d district) fact(name string) rules.Value {
	if name == "code" && d.table.Code != "" {
		return rules.Text(d.table.Code)
	}
	if d.missing != "" {
		return rules.Missing(d.missing)
	}
	return d.table.Fact("district." + name)
}

// zoning is where something lies: its base districts by falling share. More than one means that it straddles a border.
type zoning struct {
	codes   []string
	several bool // other zones reach in too, perhaps by a sliver: on a large lot that is ground enough to build on
}

// names are the codes of the base districts as reports write them, "" off every lot.
func (z *zoning) names() string {
	if z == nil {
		return ""
	}
	return strings.Join(z.codes, "/")
}

// districts returns the plausible districts of a subject: one, or each of those it straddles.
func (t *town) districts(z *zoning) []district {
	if z == nil || len(z.codes) == 0 {
		missing := "zoning district"
		if !t.in.Layers.Zoning {
			missing = "zoning layer"
		}
		return []district{{missing: missing}}
	}
	out := make([]district, len(z.codes))
	for i, code := range z.codes {
		out[i] = t.lookup(code)
	}
	return out
}

// lookup finds a code in the district table.
func (t *town) lookup(code string) district {
	d := t.in.Districts.Lookup(code)
	if !d.Known {
		return district{table: d, missing: "district " + code + " in districts.yaml"}
	}
	return district{table: d}
}

// districtOfLot is the district of most of a lot.
func (t *town) districtOfLot(index int32) district { return t.districts(&t.zones[index])[0] }

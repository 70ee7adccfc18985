package rules

// Districts is a district table by code.
type Districts struct {
	byCode map[string]District
}

type districtTerms struct{}

// Lookup returns the district of a code; Known is false when the table does not have it.
func (d *Districts) Lookup(code string) District { return District{Code: code} }

// Fact returns district.NAME, for example district.required_yards_ft.front. A value the table does not state is
// unknown.
func (d District) Fact(name string) Value { return Value{} }

// Assumed reports whether the table marks that value as assumed, not read from the law.
func (d District) Assumed(name string) bool { return d.assumed[name] }

package rules

import "testing"

func TestADistrictTableMayHoldWhatOnlyAnotherPackReads(t *testing.T) {
	city, err := Embedded("wi-city")
	if err != nil {
		t.Fatal(err)
	}
	village, err := Embedded("wi-village-133")
	if err != nil {
		t.Fatal(err)
	}
	const other = "district.min_parking_stalls"
	if city.FactType(other) != "" || village.FactType(other) == "" {
		t.Fatalf("the packs have changed: choose another fact than %s", other)
	}
	d, err := city.ParseDistricts("districts.yaml", []byte("districts: {R-1: {class: residential, min_parking_stalls: 2}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Lookup("R-1"); !got.Known || got.Class != "residential" {
		t.Errorf("got %+v", got)
	}
	if _, err := city.ParseDistricts("districts.yaml", []byte("districts: {R-1: {class: residential, min_parking_stals: 2}}\n")); err == nil {
		t.Error("a name that no pack declares is a mistake")
	}
}

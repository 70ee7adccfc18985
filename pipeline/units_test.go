package pipeline

import (
	"math"
	"testing"

	"parcelaudit/rules"
)

func TestUnitsTurnIntoThoseOfTheName(t *testing.T) {
	tests := []struct {
		fact, unit string
		want       float64
	}{
		{"height_ft", "m", 3.280839895013123},
		{"height_ft", "in", 1. / 12},
		{"opening_in", "cm", 0.3937007874015748},
		{"footprint_sq_ft", "sq_m", 10.763910416709722},
		{"footprint_sq_ft", "acres", 43560},
		{"capacity_gal", "l", 0.26417205235814845},
		{"opacity_pct", "fraction", 100},
		{"frontage_ft", "us_ft", 1.000002000004},
	}
	for _, tt := range tests {
		got, err := conversion(tt.unit, nameUnit(tt.fact))
		if err != nil || math.Abs(got/tt.want-1) > 1e-12 {
			t.Errorf("%s in %s is times %v (%v), want %v", tt.fact, tt.unit, got, err, tt.want)
		}
	}
}

func TestNameUnitTakesTheLongestEnding(t *testing.T) {
	for name, want := range map[string]rules.Unit{
		"area_sq_ft": "sq_ft", "height_ft": "ft", "fire_rated_hours": "hours", "class": "", "opacity_pct": "percent", "material": "",
	} {
		if got := nameUnit(name); got != want {
			t.Errorf("the unit of %s is %q, want %q", name, got, want)
		}
	}
}

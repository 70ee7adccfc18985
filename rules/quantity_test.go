package rules

import (
	"math"
	"testing"
)

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]Quantity{"3 ft": {3, Feet}, " 0.5  in ": {0.5, Inches}, "-2 percent": {-2, Percent}, "1e3 sq_ft": {1000, SquareFeet}} {
		if got, err := ParseQuantity(text); err != nil || got != want {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "3", "ft", "3 feet", "3ft", "NaN ft", "Inf ft", "x ft", "3 ft wide"} {
		if got, err := ParseQuantity(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestUnitsConvert(t *testing.T) {
	for _, c := range []struct {
		from, to Unit
		v, want  float64
	}{{Feet, Inches, 6.25, 75}, {Inches, Feet, 76, 76.0 / 12}, {"acres", SquareFeet, 2, 87120}, {"tons", "lb", 3, 6000}, {"gal", "cu_ft", 1728, 231}} {
		if got := c.from.In(c.to, c.v); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%g %s is %g %s, got %g", c.v, c.from, c.want, c.to, got)
		}
	}
	if !math.IsNaN(Feet.In(SquareFeet, 1)) || Feet.Agrees(SquareFeet) || Unit("x").Agrees("y") || !Unit("x").Agrees("x") {
		t.Error("units of different dimensions do not convert")
	}
}

// 72 in is 6 ft exactly: converting must not move a value across its limit.
func TestWholeInchesMeetLimitsInFeet(t *testing.T) {
	for inches := range 2400 {
		ft := Inches.In(Feet, float64(inches))
		if !AtLeast.holds(ft, float64(inches)/12, 0) || !AtMost.holds(ft, float64(inches)/12, 0) {
			t.Fatalf("%d in is not %g ft", inches, float64(inches)/12)
		}
	}
}

func TestComparisonsAtTheLimit(t *testing.T) {
	for _, c := range []struct {
		op     Op
		number float64
		unit   Unit
		want   bool
	}{
		{AtLeast, 3, Feet, true}, {AtLeast, 2.9996, Feet, true}, {AtLeast, 2.9994, Feet, false},
		{AtMost, 3.0004, Feet, true}, {AtMost, 3.0006, Feet, false},
		{LessThan, 3, Feet, false}, {LessThan, 2.9996, Feet, false}, {LessThan, 2.9994, Feet, true},
		{MoreThan, 3, Feet, false}, {MoreThan, 3.0004, Feet, false}, {MoreThan, 3.0006, Feet, true},
		{Equals, 3.0004, Feet, true}, {Equals, 3.0006, Feet, false},
		{AtMost, 3.004, SquareFeet, true}, {AtMost, 3.006, SquareFeet, false},
		{AtMost, 3.0004, Percent, true}, {AtMost, 3.0006, Percent, false},
		{AtMost, 3.0000001, Count, false}, {LessThan, 3, Count, false},
	} {
		if got := c.op.holds(c.number, 3, c.unit.epsilon()); got != c.want {
			t.Errorf("%g %s %s 3: got %t", c.number, c.unit, c.op, got)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for v, want := range map[float64]string{3: "3", 2.95: "2.95", 1.0 / 3: "0.3333", -0.00001: "0", 87120: "87120", 100: "100"} {
		if got := FormatNumber(v); got != want {
			t.Errorf("%g: got %s, want %s", v, got, want)
		}
	}
}

func TestParseDays(t *testing.T) {
	for text, want := range map[string]Value{"1970-01-01": Days(0, 0), "1969-12-31": Days(-1, -1), "1970": Days(0, 364), "1972-02": Days(761, 789),
		"2007-01-31T12:00:00Z": Days(13544, 13544), "1970/1972-02": Days(0, 789)} {
		got, err := ParseDays(text)
		if err != nil || got.Lo != want.Lo || got.Hi != want.Hi || got.Type != DateOf {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "07", "2007-13-01", "2007-02-30", "2007/01/01", "1972/1970", "1970/", "/1970", "20070101", "x"} {
		if got, err := ParseDays(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if FormatDay(13544) != "2007-01-31" {
		t.Error(FormatDay(13544))
	}
}

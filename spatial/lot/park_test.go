package lot

import "testing"

func TestUsesThatNameAPark(t *testing.T) {
	for _, c := range []struct {
		use  string
		park bool
	}{
		{"PARK", true}, {"City park", true}, {"Parks & Recreation", true}, {"OUTLOT", true}, {"Open Space", true}, {"Common area", true},
		{"Linear greenway", true}, {"RES-COMMON ELEMENTS", true}, {"Playground", true},
		{"MOBILE HOME PARK", false}, {"Mobile-home park", false}, {"Industrial park", false}, {"PARKING", false}, {"Parking lot", false},
		{"Parkway", false}, {"RESIDENTIAL", false}, {"Open storage", false}, {"common wall", false}, {"", false},
	} {
		t.Run(c.use, func(t *testing.T) {
			if got := parkWord(c.use); got != c.park {
				t.Errorf("got %v, want %v", got, c.park)
			}
		})
	}
}

func TestIdsThatNameAPark(t *testing.T) {
	for _, c := range []struct {
		id   string
		park bool
	}{
		{"OUTLOT 3", true}, {"Outlot-A", true}, {"Landry Park", true}, {"River Greenway", true},
		{"Park St", false}, {"Oak Mobile Home Park", false}, {"12 Elm Park", false}, {"PARK", false}, {"0120-L031-0000", false}, {"", false},
	} {
		t.Run(c.id, func(t *testing.T) {
			if got := parkID(c.id); got != c.park {
				t.Errorf("got %v, want %v", got, c.park)
			}
		})
	}
}

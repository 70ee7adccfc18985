package rules

import "testing"

func TestNearestWord(t *testing.T) {
	known := []string{"parcels", "path", "policy", "fields", "front_yard"}
	tests := []struct{ word, want string }{
		{"parcells", "parcels"}, {"PATH", "path"}, {"pth", "path"}, {"feilds", "fields"}, {"water", ""}, {"id", ""}, {"par", ""},
		{"front", "front_yard"},
	}
	for _, tt := range tests {
		if got, _ := Nearest(tt.word, known); got != tt.want {
			t.Errorf("nearest to %q is %q, want %q", tt.word, got, tt.want)
		}
	}
}

package pipeline

import "testing"

func TestAFenceIsOneSubjectHoweverItIsCut(t *testing.T) {
	fences := wholeFences{"F7": true, "fences/7": true, "fences/8": true, "10/A": true}
	for _, c := range []struct{ name, kind, id, want string }{
		{"a stretch", "fence", "F7/2", "F7"},
		{"the part off every lot", "fence", "F7/1/off", "F7/1"}, // listed, and audited nowhere
		{"a whole fence", "fence", "F7", "F7"},
		{"one without an id of its own", "fence", "fences/7", "fences/7"},
		{"another without", "fence", "fences/8", "fences/8"},
		{"a stretch of it", "fence", "fences/8/3", "fences/8"},
		{"an id that holds a slash", "fence", "10/A", "10/A"},
		{"a structure", "structure", "B/2", "B/2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fences.key(c.kind, c.id, "P"); got.id != c.want {
				t.Errorf("%s is a part of %s, want %s", c.id, got.id, c.want)
			}
		})
	}
}

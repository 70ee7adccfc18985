package yard

import (
	"testing"

	"github.com/paulmach/orb"
)

func TestCourses(t *testing.T) {
	a, b, c := orb.LineString{{0, 0}, {30, 0}}, orb.LineString{{30, 0}, {60, 2}}, orb.LineString{{60, 2}, {60, 120}}
	for name, tt := range map[string]struct {
		lines []orb.LineString
		want  int
	}{
		"two pieces of one street":          {[]orb.LineString{a, b}, 1},
		"the same in the other order":       {[]orb.LineString{b, a}, 1},
		"round a corner":                    {[]orb.LineString{a, b, c}, 2},
		"two pieces with the third between": {[]orb.LineString{a, {{60, 0}, {90, 0}}, {{30, 0}, {60, 0}}}, 1},
		"front and rear":                    {[]orb.LineString{a, {{30, 99}, {0, 99}}}, 2},
		"none":                              {nil, 0},
	} {
		if got := courses(tt.lines); len(got) != tt.want {
			t.Errorf("%s: %d courses, want %d", name, len(got), tt.want)
		}
	}
}

func TestEveryFrontLineHasAYardOfItsOwnDepth(t *testing.T) {
	y := town(move{}, true)
	y.ground.Front = append(y.ground.Front, y.ground.Streets...) // house 30 ft from one street, 15 ft from the other
	y.ground.Streets = nil
	front, err := y.Front()
	if err != nil {
		t.Fatal(err)
	}
	sqft, err := front.SqFt()
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "front yards", sqft, 60*30+15*90)
	behind, err := y.BehindFront(box(2, 28, 12, 38))
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "behind the nearer face", behind.Ft, -2)
}

func TestAFrontOfTwoPiecesIsOneFront(t *testing.T) {
	y := town(move{}, false)
	y.ground.Front = []orb.LineString{{{20, 0}, {60, 0}}, {{0, 0}, {20, 0}}}
	strip, err := y.PrincipalStrip()
	if err != nil {
		t.Fatal(err)
	}
	sqft, err := strip.SqFt()
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "strip", sqft, 900)
	front, err := y.Front()
	if err != nil {
		t.Fatal(err)
	}
	in, err := front.Overlap(box(15, 20, 25, 35))
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "overlap", in.SqFt, 100)
}

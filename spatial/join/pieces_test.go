package join

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
)

func TestPiecesAreAsLongAsLineSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range 200 {
		lots := NewAreas([]orb.MultiPolygon{star(rng, 3+rng.IntN(60), 0, 0, 100, i%2 == 0)})
		fence := make(orb.LineString, 2+rng.IntN(5))
		for j := range fence {
			fence[j] = orb.Point{math.Round(rng.Float64()*200 - 100), math.Round(rng.Float64()*200 - 100)}
		}
		tolerance := rng.Float64() * 5
		var want Stretch
		if all := lots.Line(orb.MultiLineString{fence}, tolerance, nil); len(all) > 0 {
			want = all[0]
		}
		inside, along := lots.Pieces(0, fence, tolerance)
		if math.Abs(length(inside)-want.Inside) > 1e-6 || math.Abs(length(along)-want.Along) > 1e-6 {
			t.Errorf("%s: %g inside and %g along, want %+v", wkt.MarshalString(fence), length(inside), length(along), want)
		}
	}
}

func TestPiecesRunOnAcrossVertices(t *testing.T) {
	lots := NewAreas([]orb.MultiPolygon{rectangle(0, 0, 50, 100)})
	inside, along := lots.Pieces(0, orb.LineString{{10, 50}, {25, 50}, {40, 50}, {40, 90}, {60, 90}}, 1)
	if got := wkt.MarshalString(inside); got != "MULTILINESTRING((10 50,40 50,40 90,49 90))" {
		t.Errorf("inside %s", got)
	}
	if got := wkt.MarshalString(along); got != "MULTILINESTRING((49 90,51 90))" {
		t.Errorf("along %s", got)
	}
}

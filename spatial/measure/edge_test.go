package measure

import (
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

func TestEdgeShareIsThePartOfThePoolWithAWalkway(t *testing.T) {
	pool := box(10, 10, 30, 20)
	ring := orb.Polygon{box(6, 6, 34, 24)[0], box(10, 10, 30, 20)[0]}
	tests := []struct {
		name   string
		around []orb.Geometry
		tol    float64
		want   float64
	}{
		{"all round", []orb.Geometry{ring}, 0, 100},
		{"three sides", []orb.Geometry{box(6, 6, 34, 10), box(6, 10, 10, 20), box(30, 10, 34, 20)}, 0, 100 * 40. / 60},
		{"drawn over the pool", []orb.Geometry{box(0, 0, 50, 50)}, 0, 100},
		{"three inches off, half a foot allowed", []orb.Geometry{box(6, 0, 34, 9.75)}, 0.5, 100 * (20 + 2*0.25) / 60},
		{"none", nil, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bare, err := EdgeShare(pool, tt.around, tt.tol)
			if err != nil {
				t.Fatal(err)
			}
			wantFt(t, "share", got, tt.want, 0.6)
			if tt.tol == 0 {
				wantFt(t, "share", got, tt.want, 1e-5)
			}
			wantFt(t, "bare edge", TotalLength(bare), 60*(1-got/100), 1e-4)
		})
	}
}

func TestWallFacing(t *testing.T) {
	garage := box(0, 0, 20, 24)
	clockwise := orb.Polygon{{{0, 0}, {0, 24}, {20, 24}, {20, 0}, {0, 0}}}
	for _, g := range []orb.Geometry{garage, clockwise, orb.MultiPolygon{garage}} {
		for bearing, want := range map[float64]float64{0: 24, 180: 0, 350: 24, 10: 24} {
			wall, err := WallFacing(g, bearing)
			if err != nil {
				t.Fatal(err)
			}
			if wall[0][1] != want || wall[1][1] != want {
				t.Errorf("wall facing %v is %v, want y = %v", bearing, wall, want)
			}
		}
		if wall, _ := WallFacing(g, 90); wall[0][0] != 20 || wall[1][0] != 20 {
			t.Errorf("wall facing east is %v", wall)
		}
	}
	if _, err := WallFacing(orb.LineString{{0, 0}, {1, 1}}, 0); err == nil {
		t.Error("a line has no walls, but no error")
	}
}

func TestSizeOf(t *testing.T) {
	k := kernel.New()
	for _, deg := range []float64{0, 29} {
		got, err := SizeOf(k, turn(box(0, 0, 40, 30), deg, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		wantFt(t, "longest", got.Longest.Ft, 50, 1e-6)
		wantFt(t, "length", got.Length, 40, 1e-5)
		wantFt(t, "width", got.Width, 30, 1e-5)
	}
	if got, err := SizeOf(k, orb.LineString{{0, 0}, {3, 4}}); err != nil || got.Length != 5 || got.Width != 0 {
		t.Errorf("a line: %+v, %v", got, err)
	}
	if _, err := SizeOf(k, orb.Polygon{}); err == nil {
		t.Error("nothing has a size, it seems")
	}
}

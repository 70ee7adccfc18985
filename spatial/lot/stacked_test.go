package lot

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

func TestExactAndNearTwinsOfOneOutlineAreOneLot(t *testing.T) {
	parcels := []Parcel{
		{ID: "tower", Shape: rect(0, 0, 100, 150)}, {ID: "drawn by hand", Shape: rect(0.2, 0.1, 100.2, 149.9)},
		{ID: "beside", Shape: rect(100, 0, 200, 150)}, {ID: "unit 1", Shape: rect(0, 0, 100, 150)},
		{ID: "unit 2", Shape: rect(0.2, 0.1, 100.2, 149.9)}, {ID: "unit 3", Shape: rect(0, 0, 100, 150)},
		{ID: "smaller", Shape: rect(0, 0, 100, 140)},
	}
	fabric, err := Build(context.Background(), Input{Parcels: parcels}, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fabric.Lots[0].ParcelIDs, []string{"tower", "drawn by hand", "unit 1", "unit 2", "unit 3"}; !slices.Equal(got, want) {
		t.Errorf("the tower is %q, want %q", got, want)
	}
	if len(fabric.Lots) != 3 || len(fabric.Issues) != 4 {
		t.Errorf("%d lots, %d issues", len(fabric.Lots), len(fabric.Issues))
	}
}

func TestBuildingTheFabricEndsWhenItIsToldTo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := Build(ctx, Input{Parcels: []Parcel{{ID: "a", Shape: rect(0, 0, 100, 150)}}}, Options{}); err == nil {
		t.Errorf("built %d lots", len(f.Lots))
	}
}

// A tower of units: the time per unit must not grow with their number.
func BenchmarkTower(b *testing.B) {
	for _, units := range []int{1000, 30000} {
		b.Run(fmt.Sprint(units), func(b *testing.B) {
			parcels := make([]Parcel, units)
			for i := range parcels {
				parcels[i] = Parcel{ID: fmt.Sprint(i), Shape: rect(0, 0, 100, 150)}
			}
			for b.Loop() {
				if _, err := Build(context.Background(), Input{Parcels: parcels}, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*units), "us/unit")
		})
	}
}

package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/lot"
)

const shared = "../../../../shared/data"

// realTown is a town of the shared data. Floors are a little under what was measured and looked at, so that a change for
// the worse is seen.
type realTown struct {
	name    string
	flags   flags
	lots    int     // exactly
	front   float64 // least share of lots with a front
	corners float64 // greatest share of corner lots
}

func realTowns() []realTown {
	at := func(name string) string { return filepath.Join(shared, name) }
	return []realTown{
		{"cambridge-ma", flags{parcels: at("cambridge-ma/parcels.shp"), id: "ML", streets: at("cambridge-ma/streets.geojson"), name: "Street"}, 2944, 0.96, 0.20},
		{"winooski-vt", flags{parcels: at("winooski-vt/parcels.geojson"), id: "PARCELNUM"}, 1611, 0.97, 0.20},
		{"denver-co", flags{parcels: at("denver-co/parcels.geojson"), id: "source_id", address: "address"}, 88, 0.99, 0.25},
		{"cockrell-hill-tx", flags{parcels: at("cockrell-hill-tx/parcels.geojson"), id: "parcel_id"}, 1019, 0.99, 0.20},
		{"santa-rosa-ca", flags{parcels: at("santa-rosa-ca/parcels.shp")}, 72, 0.98, 0.10},
		{"madison-wi", flags{parcels: at("madison-wi/parcels.geojson"), address: "Address"}, 910, 0.99, 0.10},
		{"besancon-fr", flags{parcels: at("besancon-fr/parcel.shp"), id: "NUMERO", streets: at("besancon-fr/road.shp"), name: "NOM_VOIE_G", class: "NATURE"}, 831, 0.66, 0.10},
		{"mayville-mi", flags{parcels: at("mayville-mi/parcels.geojson"), id: "PIN"}, 523, 0.88, 0.25},
		{"barre-city-vt", flags{parcels: at("barre-city-vt/parcels.geojson"), id: "PARCELNUM"}, 3348, 0.94, 0.20},
	}
}

func TestRealTownsAreLabelled(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared data are not here")
	}
	for _, c := range realTowns() {
		t.Run(c.name, func(t *testing.T) {
			in, _, err := read(c.flags)
			if err != nil {
				t.Fatal(err)
			}
			f, err := lot.Build(context.Background(), in, lot.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			front, corners := 0.0, 0.0
			for i := range f.Lots {
				l := &f.Lots[i]
				checkLot(t, l)
				if len(l.LinesOf(lot.Front)) > 0 {
					front++
				}
				if l.Corner() {
					corners++
				}
			}
			n := float64(len(f.Lots))
			if len(f.Lots) != c.lots {
				t.Errorf("%d lots, want %d", len(f.Lots), c.lots)
			}
			if front/n < c.front {
				t.Errorf("%.1f %% of the lots have a front, want %.0f %%", 100*front/n, 100*c.front)
			}
			if corners/n > c.corners {
				t.Errorf("%.1f %% are corner lots, want at most %.0f %%", 100*corners/n, 100*c.corners)
			}
		})
	}
}

// checkLot checks what holds for every lot: its lines are its boundary, once, and its readings cover its lines.
func checkLot(t *testing.T, l *lot.Lot) {
	t.Helper()
	sum, perimeter := 0.0, 0.0
	for i := range l.Lines {
		line := &l.Lines[i]
		if !line.Virtual {
			sum += length(line.Path)
		}
		if !(line.Confidence >= 0 && line.Confidence <= 1) {
			t.Errorf("lot %s line %d: confidence %v", l.ID, i, line.Confidence)
		}
		if line.Kind != l.Readings[0].Kinds[i] || line.Role != l.Readings[0].Roles[i] {
			t.Errorf("lot %s line %d differs from the first reading", l.ID, i)
		}
	}
	for _, poly := range l.Shape {
		for _, r := range poly {
			perimeter += length(orb.LineString(r))
		}
	}
	if math.Abs(sum-perimeter) > 1e-3+1e-6*perimeter {
		t.Errorf("lot %s: lines %.3f ft, boundary %.3f ft", l.ID, sum, perimeter)
	}
	for _, r := range l.Readings {
		if len(r.Kinds) != len(l.Lines) || len(r.Roles) != len(l.Lines) || r.Why == "" {
			t.Errorf("lot %s: reading %q has %d kinds and %d roles for %d lines", l.ID, r.Why, len(r.Kinds), len(r.Roles), len(l.Lines))
		}
	}
}

func length(l orb.LineString) float64 {
	sum := 0.0
	for i := 1; i < len(l); i++ {
		sum += math.Hypot(l[i][0]-l[i-1][0], l[i][1]-l[i-1][1])
	}
	return sum
}

package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

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
		{"winooski-vt", flags{parcels: at("winooski-vt/parcels.geojson"), id: "PARCELNUM"}, 1612, 0.97, 0.20},
		{"denver-co", flags{parcels: at("denver-co/parcels.geojson"), id: "source_id", address: "address"}, 88, 0.99, 0.25},
		{"cockrell-hill-tx", flags{parcels: at("cockrell-hill-tx/parcels.geojson"), id: "parcel_id"}, 1019, 0.99, 0.20},
		{"santa-rosa-ca", flags{parcels: at("santa-rosa-ca/parcels.shp")}, 72, 0.98, 0.10},
		{"madison-wi", flags{parcels: at("madison-wi/parcels.geojson"), address: "Address"}, 910, 0.99, 0.10},
		{"besancon-fr", flags{parcels: at("besancon-fr/parcel.shp"), id: "NUMERO", streets: at("besancon-fr/road.shp"), name: "NOM_VOIE_G", class: "NATURE"}, 834, 0.66, 0.10},
		{"mayville-mi", flags{parcels: at("mayville-mi/parcels.geojson"), id: "PIN"}, 523, 0.88, 0.25},
		{"bubenec-cz", flags{parcels: at("bubenec-cz/parcels.shp"), id: "ID", streets: at("bubenec-cz/streets.shp")}, 404, 0.64, 0.12},
		{"rennes-fr", flags{parcels: at("rennes-fr/PARCELLE.shp"), id: "NUMERO", streets: at("rennes-fr/TRONCON_ROUTE.shp"), name: "NOM_VOIE_G", class: "NATURE"}, 82, 0.93, 0.20},
		{"ellis-tx", flags{parcels: at("ellis-tx/parcels.geojson"), id: "Prop_ID", streets: at("ellis-tx/roads.geojson"), name: "FULLNAME", class: "MTFCC"}, 50, 0.99, 0.30},
		{"barre-city-vt", flags{parcels: at("barre-city-vt/parcels.geojson"), id: "PARCELNUM"}, 3349, 0.92, 0.20},
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

// The addresses of Ellis County are not given to the build here, so they are a second opinion: a lot that is sure fronts
// on the street of its house number.
func TestSureFrontsAreOnTheStreetOfTheAddress(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared data are not here")
	}
	at := func(name string) string { return filepath.Join(shared, "ellis-tx", name) }
	in, _, err := read(flags{parcels: at("parcels.geojson"), address: "SITUS_ADDR", streets: at("roads.geojson"), name: "FULLNAME", class: "MTFCC"})
	if err != nil {
		t.Fatal(err)
	}
	addresses := make([]string, len(in.Parcels))
	for i := range in.Parcels {
		addresses[i], in.Parcels[i].Address = in.Parcels[i].Address, ""
	}
	f, err := lot.Build(context.Background(), in, lot.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for i := range f.Lots {
		l := &f.Lots[i]
		address := addresses[l.Parcels[0]]
		front := l.LinesOf(lot.Front)
		if len(l.Readings) != 1 || len(front) == 0 || address == "" || address[0] < '0' || address[0] > '9' {
			continue
		}
		told++
		if !alongStreetOf(in.Streets, middle(l.Lines[front[0]].Path), address) {
			t.Errorf("%s: front on %s", address, l.Lines[front[0]].Street)
		}
	}
	if told < 18 {
		t.Errorf("%d lots are sure and have a house number, want 18 at least", told)
	}
}

// alongStreetOf says whether a street that the address names runs within 75 ft of p. A highway has lines by several names.
func alongStreetOf(streets []lot.Street, p orb.Point, address string) bool {
	for _, s := range streets {
		if name := core(s.Name); name == "" || !strings.Contains(plain(address), name) {
			continue
		}
		for k := 1; k < len(s.Line); k++ {
			if planar.DistanceFromSegment(s.Line[k-1], s.Line[k], p) < 75 {
				return true
			}
		}
	}
	return false
}

// plain is text in capitals without blanks: "N MC KINNEY" and "N McKinney" are one name.
func plain(text string) string { return strings.ToUpper(strings.ReplaceAll(text, " ", "")) }

// core is the name proper of a street: "Kaufman" of "N Kaufman St".
func core(street string) string {
	words := strings.Fields(street)
	if len(words) > 1 && len(words[0]) == 1 {
		words = words[1:]
	}
	if len(words) > 1 {
		words = words[:len(words)-1]
	}
	return plain(strings.Join(words, ""))
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

package main

import (
	"slices"
	"testing"

	"parcelaudit/spatial/lot"
)

// plainTown is a town of 400 plain interior lots, 30 corners and one flag lot.
func plainTown() *lot.Fabric {
	f := &lot.Fabric{}
	add := func(n int, kind lot.Type, confidence float64) {
		for range n {
			f.Lots = append(f.Lots, lot.Lot{Parcels: []int32{int32(len(f.Lots))}, Type: kind, Confidence: confidence})
		}
	}
	add(400, lot.Interior, 0.98)
	add(30, lot.Corner, 0.59)
	add(1, lot.Flag, 0.98)
	return f
}

func TestASampleMissesNoStratumAndDrawsEachLotOnce(t *testing.T) {
	f := plainTown()
	pick := sample(f, 50, 1)
	got := map[stratum]int{}
	for _, i := range pick {
		got[stratumOf(&f.Lots[i])]++
	}
	slices.Sort(pick)
	if n := len(slices.Compact(pick)); n != 50 {
		t.Errorf("%d different lots, want 50", n)
	}
	// Square roots 20, 5.5 and 1 of 26.5: 38, 10 and 2, of which the one flag lot can give but one.
	interior, corner := got[stratum{lot.Interior, "a: 0.8 or more"}], got[stratum{lot.Corner, "b: 0.5 to 0.8"}]
	if interior+corner != 49 || interior < 37 || interior > 39 || got[stratum{lot.Flag, "a: 0.8 or more"}] != 1 {
		t.Errorf("drawn %v", got)
	}
}

func TestTheSameSeedDrawsTheSameLots(t *testing.T) {
	f := plainTown()
	if a, b := sample(f, 50, 7), sample(f, 50, 7); !slices.Equal(a, b) {
		t.Error("two samples of one seed differ")
	}
	if a, b := sample(f, 50, 7), sample(f, 50, 8); slices.Equal(a, b) {
		t.Error("samples of two seeds are the same")
	}
}

func TestASampleLargerThanTheTownIsTheTown(t *testing.T) {
	f := plainTown()
	if pick := sample(f, 1000, 1); len(pick) != len(f.Lots) {
		t.Errorf("%d lots, want all %d", len(pick), len(f.Lots))
	}
}

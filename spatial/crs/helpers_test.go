package crs

import (
	"slices"
	"testing"

	"github.com/paulmach/orb"
)

func parse(t testing.TB, text string) CRS {
	t.Helper()
	c, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func transform(t testing.TB, from, to CRS, points ...orb.Point) []orb.Point {
	t.Helper()
	tr, err := NewTransformer(from, to)
	if err != nil {
		t.Fatal(err)
	}
	p := slices.Clone(points)
	if err := tr.Points(p); err != nil {
		t.Fatal(err)
	}
	return p
}

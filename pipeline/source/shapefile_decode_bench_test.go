package source

import (
	"testing"

	"github.com/paulmach/orb"
)

// Workload: one lot of 12 vertices, decoded by the short way and by go-shp.
func BenchmarkDecodeLot(b *testing.B) {
	m := benchLotRecord(b)
	b.Run("short way", func(b *testing.B) {
		d := &shapeDecoder{}
		for b.Loop() {
			if g, _ := d.decode(m); g == nil {
				b.Fatal("no lot")
			}
		}
	})
	b.Run("go-shp", func(b *testing.B) {
		feed := newGoshpFeed()
		for b.Loop() {
			if _, err := feed.decode(m, multipartSize(m)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// benchLotRecord is the content of the record of one lot.
func benchLotRecord(b *testing.B) []byte {
	dir := b.TempDir()
	benchLots(b, dir+"/lots.shp", 1)
	shp := readFolder(b, dir)["lots.shp"]
	d := &shapeDecoder{}
	if g, _ := d.decode(shp[108:]); len(g.(orb.Polygon)[0]) != 13 {
		b.Fatal("not the lot that was written")
	}
	return shp[108:]
}

package source

import (
	"bytes"
	"encoding/binary"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"parcelaudit/fixtures/gen/shpwrite"

	"github.com/jonas-p/go-shp"
	"github.com/paulmach/orb"
)

func noNote(string, string) {}

// The short way for lines and polygons must give what go-shp gives of the same bytes, once they are clean.
func TestLinesAndPolygonsAreDecodedAsGoShpDecodesThem(t *testing.T) {
	patterns := []string{"../../fixtures/broken/*/lots.shp", filepath.Join(sharedData(t), "hostile-shp/*/*.shp"), filepath.Join(sharedData(t), "*/*.shp")}
	compared := 0
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			compared += compareWithGoShp(t, path)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d records were compared", compared)
	}
}

func compareWithGoShp(t *testing.T, path string) (compared int) {
	parts, err := findShapefile(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer parts.close()
	g, _, err := newGuard(parts.shp, parts.shx, noNote)
	if err != nil {
		return 0 // not a shapefile
	}
	feed, d := newGoshpFeed(), &shapeDecoder{}
	for {
		rec, ok, err := g.next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return compared
		}
		size := multipartSize(rec.content)
		if size == 0 {
			continue
		}
		m, ok := d.multipartOf(rec.content)
		if !ok {
			continue
		}
		ours, ok := d.vertices(m)
		if !ok {
			continue
		}
		shape, err := feed.decode(rec.content, size)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		starts, theirs := shapePoints(shape)
		if len(theirs) != len(ours) || len(starts) != m.parts {
			t.Fatalf("%s: %d points in %d parts, go-shp has %d in %d", path, len(ours), m.parts, len(theirs), len(starts))
		}
		for i, p := range theirs {
			if ours[i] != (orb.Point{p.X, p.Y}) {
				t.Fatalf("%s: point %d is %v, go-shp has %v", path, i, ours[i], p)
			}
		}
		for i, s := range starts {
			if from, _ := m.part(i); from != int(s) {
				t.Fatalf("%s: part %d begins at %d, go-shp has %d", path, i, from, s)
			}
		}
		compared++
	}
}

// multipartSize is what go-shp reads of a line or polygon record, 0 for other records.
func multipartSize(content []byte) int {
	if len(content) < 44 {
		return 0
	}
	parts, points := int(binary.LittleEndian.Uint32(content[36:])), int(binary.LittleEndian.Uint32(content[40:]))
	if parts > len(content) || points > len(content) {
		return 0
	}
	size := 44 + 4*parts + 16*points
	switch shp.ShapeType(binary.LittleEndian.Uint32(content)) {
	case shp.POLYLINE, shp.POLYGON:
		return size
	case shp.POLYLINEM, shp.POLYGONM:
		return size + 16 + 8*points
	case shp.POLYLINEZ, shp.POLYGONZ:
		return size + 2*(16+8*points)
	}
	return 0
}

func shapePoints(shape shp.Shape) ([]int32, []shp.Point) {
	switch s := shape.(type) {
	case *shp.PolyLine:
		return s.Parts, s.Points
	case *shp.Polygon:
		return s.Parts, s.Points
	case *shp.PolyLineM:
		return s.Parts, s.Points
	case *shp.PolygonM:
		return s.Parts, s.Points
	case *shp.PolyLineZ:
		return s.Parts, s.Points
	case *shp.PolygonZ:
		return s.Parts, s.Points
	}
	return nil, nil
}

// farAway is a file of which only two places have bytes: a .shp of more than 4 GiB without the disk for it.
type farAway struct {
	start, far []byte
	at, size   int64
}

func (f *farAway) ReadAt(p []byte, offset int64) (int, error) {
	clear(p)
	if offset < int64(len(f.start)) {
		copy(p, f.start[offset:])
	}
	if offset <= f.at && f.at < offset+int64(len(p)) {
		copy(p[f.at-offset:], f.far)
	} else if skip := offset - f.at; skip > 0 && skip < int64(len(f.far)) {
		copy(p, f.far[skip:])
	}
	if left := f.size - offset; left < int64(len(p)) {
		return int(max(0, left)), io.EOF
	}
	return len(p), nil
}

func TestRecordsBeyondFourGigabytesAreFound(t *testing.T) {
	m := writtenLayer(t, shpwrite.Points, orb.Point{1, 2}, orb.Point{3, 4})
	const far = 5 << 30
	start, second := m["lots.shp"][:128], m["lots.shp"][128:]
	binary.BigEndian.PutUint32(m["lots.shx"][108:], far/2)
	file := &farAway{start: start, far: second, at: far, size: far + int64(len(second))}
	g, _, err := newGuard(
		&shapefilePart{ReaderAt: file, name: "big.shp", size: file.size},
		&shapefilePart{ReaderAt: bytes.NewReader(m["lots.shx"]), name: "big.shx", size: int64(len(m["lots.shx"]))}, noNote)
	if err != nil {
		t.Fatal(err)
	}
	var got []orb.Geometry
	d := &shapeDecoder{}
	for {
		rec, ok, err := g.next()
		if err != nil || rec.problem != "" {
			t.Fatal(err, rec.problem)
		}
		if !ok {
			break
		}
		geometry, _ := d.decode(rec.content)
		got = append(got, geometry)
	}
	if !slices.Equal(got, []orb.Geometry{orb.Point{1, 2}, orb.Point{3, 4}}) {
		t.Errorf("read %v", got)
	}
}

func TestARecordLargerThanTheWindowIsReadWhole(t *testing.T) {
	ring := make(orb.Ring, 0, 50_001) // 800 kB
	for i := range 25_000 {
		ring = append(ring, orb.Point{float64(i), 1})
	}
	for i := range 25_000 {
		ring = append(ring, orb.Point{float64(25_000 - i), -1})
	}
	ring = append(ring, ring[0])
	small := orb.Polygon{{{0, 0}, {0, 1}, {1, 1}, {0, 0}}}
	_, features := readMemory(t, writtenLayer(t, shpwrite.Polygons, small, orb.Polygon{ring}, small), Options{})
	if len(features) != 3 {
		t.Fatalf("%d features", len(features))
	}
	for i, want := range []orb.Polygon{small, {ring}, small} {
		if got, ok := features[i].Geometry.(orb.Polygon); !ok || !got.Equal(want) {
			t.Errorf("record %d is not what was written", i+1)
		}
	}
}

// A hostile count must not make the reader allocate what the file can not hold.
func TestNoAllocationExceedsWhatTheFileExplains(t *testing.T) {
	for _, fixture := range []string{"huge-counts", "negative-counts", "parts-out-of-order", "negative-record-length"} {
		m := readFolder(t, "../../fixtures/broken/"+fixture)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readMemory(t, m, Options{})
		runtime.ReadMemStats(&after)
		bytesPerRun := after.TotalAlloc - before.TotalAlloc
		if bytesPerRun > 1<<20 {
			t.Errorf("%s: %d bytes allocated to read %d", fixture, bytesPerRun, len(m["lots.shp"]))
		}
	}
}

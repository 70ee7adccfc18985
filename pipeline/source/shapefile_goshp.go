package source

import (
	"encoding/binary"
	"io"

	"github.com/jonas-p/go-shp"
	"github.com/paulmach/orb"
)

// goshpFeed serves go-shp one clean record at a time: a made-up header first, then only records whose counts were
// checked and whose optional M block is there, each with an empty attribute row.
type goshpFeed struct {
	reader shp.SequentialReader
	in     []byte // what go-shp may still read
	clean  []byte // buffer of the record at hand
	number uint32
}

func newGoshpFeed() *goshpFeed {
	f := &goshpFeed{in: make([]byte, shpHeaderSize)}
	f.reader = shp.SequentialReaderFromExt(f, &blankRows{head: blankTable()})
	return f
}

// Read gives go-shp what is left of the header or of the record at hand.
func (f *goshpFeed) Read(p []byte) (int, error) {
	if len(f.in) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.in)
	f.in = f.in[n:]
	return n, nil
}

// Close does nothing: the file is not go-shp's.
func (f *goshpFeed) Close() error { return nil }

// decode has go-shp decode the first n bytes of content, filled up with zeros where the record is shorter.
func (f *goshpFeed) decode(content []byte, n int) (shp.Shape, error) {
	f.number++
	f.clean = append(f.clean[:0], make([]byte, 8+n)...)
	binary.BigEndian.PutUint32(f.clean, f.number)
	binary.BigEndian.PutUint32(f.clean[4:], uint32(n/2))
	copy(f.clean[8:], content[:min(n, len(content))])
	f.in = f.clean
	if !f.reader.Next() {
		return nil, f.reader.Err()
	}
	_, shape := f.reader.Shape()
	return shape, nil
}

// blankTable is the header of a .dbf without fields, whose rows are one blank each.
func blankTable() []byte {
	head := make([]byte, 33)
	head[0], head[8], head[10], head[32] = 3, 33, 1, 0x0d
	return head
}

// blankRows is that table with rows without end.
type blankRows struct{ head []byte }

func (b *blankRows) Read(p []byte) (int, error) {
	if len(b.head) > 0 {
		n := copy(p, b.head)
		b.head = b.head[n:]
		return n, nil
	}
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func (b *blankRows) Close() error { return nil }

// goshpSize returns how many bytes go-shp reads for a record of this type, and how many of them hold x and y; ok is
// false when the record does not have those.
func goshpSize(content []byte) (size, xy int, ok bool) {
	kind := shp.ShapeType(binary.LittleEndian.Uint32(content))
	switch kind {
	case shp.POINT:
		return 20, 20, len(content) >= 20
	case shp.POINTM:
		return 28, 20, len(content) >= 20
	case shp.POINTZ:
		return 36, 20, len(content) >= 20
	}
	if len(content) < 40 {
		return 0, 40, false
	}
	n := int64(int32(binary.LittleEndian.Uint32(content[36:])))
	if n < 0 || 40+16*n > int64(len(content)) {
		return 0, 40, false
	}
	xy = 40 + 16*int(n)
	size = xy
	if kind == shp.MULTIPOINTM || kind == shp.MULTIPOINTZ {
		size += 16 + 8*int(n)
	}
	if kind == shp.MULTIPOINTZ {
		size += 16 + 8*int(n)
	}
	return size, xy, true
}

// pointlike decodes a point or multipoint of any dimension.
func (d *shapeDecoder) pointlike(content []byte) orb.Geometry {
	size, _, ok := goshpSize(content)
	if !ok {
		d.say("the record has %d bytes, too few for its points; the shape was left out", len(content))
		return nil
	}
	if d.goshp == nil {
		d.goshp = newGoshpFeed()
	}
	shape, err := d.goshp.decode(content, size)
	if err != nil {
		d.goshp = nil // go-shp stays stuck after an error
		d.say("the shape can not be decoded: %v; it was left out", err)
		return nil
	}
	switch s := shape.(type) {
	case *shp.Point:
		return d.point(s.X, s.Y)
	case *shp.PointM:
		return d.point(s.X, s.Y)
	case *shp.PointZ:
		return d.point(s.X, s.Y)
	case *shp.MultiPoint:
		return d.multipoint(s.Points)
	case *shp.MultiPointM:
		return d.multipoint(s.Points)
	case *shp.MultiPointZ:
		return d.multipoint(s.Points)
	}
	return nil
}

func (d *shapeDecoder) point(x, y float64) orb.Geometry {
	if !isCoordinate(x) || !isCoordinate(y) {
		d.say(notCoordinate)
		return nil
	}
	return orb.Point{x, y}
}

func (d *shapeDecoder) multipoint(points []shp.Point) orb.Geometry {
	out := make(orb.MultiPoint, 0, len(points))
	for _, p := range points {
		if !isCoordinate(p.X) || !isCoordinate(p.Y) {
			d.say(notCoordinate)
			return nil
		}
		out = append(out, orb.Point{p.X, p.Y})
	}
	if len(out) == 0 {
		d.say("the shape has no points; it was left out")
		return nil
	}
	return out
}

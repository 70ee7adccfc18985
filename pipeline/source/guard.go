package source

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Limits of the shapefile format.
const (
	shpHeaderSize  = 100
	shpMagic       = 9994
	maxRecordBytes = 1 << 28 // 16 million vertices in one shape; more is damage, not land
)

// guard stands in front of go-shp, which trusts every number it reads. It walks the records of a .shp by the index
// where there is one and by the record lengths otherwise, checks each length against the file, and hands out only
// bytes that are really there. It never loops: every step uses up an index entry or bytes of the file, and records
// that overlap stop being served once their sum exceeds the file.
type guard struct {
	src      *window
	index    []indexEntry    // nil when there is none
	repeated map[uint32]bool // offsets that several index entries have; nil for an index in file order
	length   int64           // of the file as its header says
	read     int             // records handed out
	end      int64           // where the record before ends
	used     int64           // sum of the sizes of all records handed out
	finished bool

	tally guardTally
}

// indexEntry is one entry of a .shx, in 16-bit words: where the record begins and how long its content is.
type indexEntry struct{ offset, length uint32 }

// guardTally counts what is wrong with the file as a whole.
type guardTally struct {
	renumbered tally // record numbers that are not 1, 2, 3 ...
	broken     tally // records that could not be read
	lengths    tally // records whose length the index has differently
	misplaced  tally // records that are not where the index points
	beyond     tally // records found after the index ended
	stray      int64 // bytes at the end that are no record
}

// tally counts occurrences and remembers the first record.
type tally struct{ n, first int }

func (t *tally) add(record int) {
	if t.n == 0 {
		t.first = record
	}
	t.n++
}

// shpRecord is one record: its content from the shape type on, or why there is none.
type shpRecord struct {
	content []byte // valid until the next call
	problem string
}

// newGuard reads the .shp header and the whole index. A file that is not a shapefile is an error.
func newGuard(shp, shx *shapefilePart, note func(where, what string)) (*guard, shpHeader, error) {
	g := &guard{src: newWindow(shp), end: shpHeaderSize}
	head, err := readShpHeader(g.src)
	if err != nil {
		return nil, head, fmt.Errorf("%s: %w", shp.name, err)
	}
	g.length = int64(head.words) * 2
	if declared := g.length; declared != shp.size&(1<<33-1) {
		note(shp.name, fmt.Sprintf("the header says the file has %d bytes, it has %d; the file was read to its end", declared, shp.size))
	}
	if shx == nil {
		note(shp.name, "the .shx index is missing; records were read in the order they stand in the file")
		return g, head, nil
	}
	g.index, err = readIndex(shx, note)
	if err != nil {
		return nil, head, fmt.Errorf("%s: %w", shx.name, err)
	}
	g.repeated = repeatedOffsets(g.index)
	return g, head, nil
}

// repeatedOffsets returns the offsets that several entries have. It looks only where the index is not in file order.
func repeatedOffsets(index []indexEntry) map[uint32]bool {
	if slices.IsSortedFunc(index, func(a, b indexEntry) int { return cmp.Or(cmp.Compare(a.offset, b.offset), -1) }) {
		return nil
	}
	seen, repeated := make(map[uint32]bool, len(index)), map[uint32]bool{}
	for _, e := range index {
		if seen[e.offset] {
			repeated[e.offset] = true
		}
		seen[e.offset] = true
	}
	return repeated
}

// shpHeader is what the first 100 bytes say.
type shpHeader struct {
	words     uint32 // file length in 16-bit words
	shapeType int32
}

func readShpHeader(w *window) (shpHeader, error) {
	b, err := w.bytes(0, shpHeaderSize)
	if err != nil {
		return shpHeader{}, err
	}
	if len(b) < shpHeaderSize {
		return shpHeader{}, fmt.Errorf("not a shapefile: %d bytes, a header alone takes %d", len(b), shpHeaderSize)
	}
	if magic := binary.BigEndian.Uint32(b); magic != shpMagic {
		return shpHeader{}, fmt.Errorf("not a shapefile: it begins with %d instead of %d", magic, shpMagic)
	}
	return shpHeader{
		words:     binary.BigEndian.Uint32(b[24:]),
		shapeType: int32(binary.LittleEndian.Uint32(b[32:])),
	}, nil
}

// readIndex returns the offsets of a .shx, or nil with a note when it is no index.
func readIndex(shx *shapefilePart, note func(where, what string)) ([]indexEntry, error) {
	w := newWindow(shx)
	head, err := readShpHeader(w)
	if err != nil {
		note(shx.name, fmt.Sprintf("%v; the index was not used", err))
		return nil, nil
	}
	entries := (shx.size - shpHeaderSize) / 8
	if declared := int64(head.words) * 2; declared != shx.size {
		note(shx.name, fmt.Sprintf("the header says the file has %d bytes, it has %d; %d index entries were used", declared, shx.size, entries))
	}
	index := make([]indexEntry, 0, min(entries, 1<<20))
	for i := range entries {
		b, err := w.bytes(shpHeaderSize+i*8, 8)
		if err != nil {
			return nil, err
		}
		if len(b) < 8 {
			break
		}
		index = append(index, indexEntry{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])})
	}
	return index, nil
}

// next returns the next record, or false after the last. The error is one of reading, not of content.
func (g *guard) next() (shpRecord, bool, error) {
	if g.finished {
		return shpRecord{}, false, nil
	}
	if g.read < len(g.index) {
		rec, err := g.indexed(g.index[g.read])
		g.read++
		return rec, true, err
	}
	rec, ok, err := g.walk()
	if ok {
		g.read++
		if g.index != nil {
			g.tally.beyond.add(g.read)
		}
	}
	return rec, ok, err
}

// indexed reads the record an index entry points at, or the one behind the last where the entry is wrong.
func (g *guard) indexed(entry indexEntry) (shpRecord, error) {
	offset := int64(entry.offset) * 2
	number, length, err := g.recordHeader(offset)
	if err != nil {
		return shpRecord{}, err
	}
	expected := int32(g.read + 1)
	agrees := length == int64(entry.length)*2
	if number != expected && (!agrees || g.repeated[entry.offset]) {
		follower, l, err := g.recordHeader(g.end)
		switch {
		case err != nil:
			return shpRecord{}, err
		case follower == expected && l >= 4:
			g.tally.misplaced.add(g.read + 1)
			offset, number, length, agrees = g.end, follower, l, true
		case g.repeated[entry.offset]:
			return g.unreadable("the index points at the record of another row"), nil
		}
	}
	if offset < shpHeaderSize || offset+8 > g.src.size {
		return g.unreadable("the index points outside the file"), nil
	}
	if length < 0 || offset+8+length > g.src.size {
		return g.unreadable(fmt.Sprintf("the record says it has %d bytes but the file ends after %d", length, g.src.size-offset-8)), nil
	}
	if g.used+8+length > g.src.size {
		return g.unreadable("the index points at bytes of other records"), nil
	}
	if !agrees {
		g.tally.lengths.add(g.read + 1)
	}
	g.checkNumber(number)
	return g.content(offset, length)
}

// walk reads the record that begins where the last one ended.
func (g *guard) walk() (shpRecord, bool, error) {
	offset, left := g.end, g.src.size-g.end
	if left < 8 || g.index != nil && (g.used != offset-shpHeaderSize || offset >= g.length) {
		return g.finish()
	}
	number, length, err := g.recordHeader(offset)
	if err != nil {
		return shpRecord{}, false, err
	}
	expected := number == int32(g.read+1)
	if length < 0 || length > left-8 {
		g.finished = true
		if !expected { // not a record but something written behind the last one
			return g.finish()
		}
		return g.unreadable(fmt.Sprintf("the record says it has %d bytes but the file ends after %d; nothing behind it can be read", length, left-8)), true, nil
	}
	if !expected && (g.index != nil || length < 4) {
		return g.finish()
	}
	g.checkNumber(number)
	rec, err := g.content(offset, length)
	return rec, true, err
}

// finish ends the walk, counting what is left in the file.
func (g *guard) finish() (shpRecord, bool, error) {
	g.finished = true
	g.tally.stray = max(0, g.src.size-shpHeaderSize-g.used)
	return shpRecord{}, false, nil
}

// recordHeader returns the record's number and the length of its content in bytes, possibly negative. Outside the
// file it returns a length that is always too small.
func (g *guard) recordHeader(offset int64) (number int32, length int64, err error) {
	if offset < 0 || offset > g.src.size-8 {
		return 0, math.MinInt32, nil
	}
	b, err := g.src.bytes(offset, 8)
	if err != nil {
		return 0, 0, err
	}
	if len(b) < 8 {
		return 0, math.MinInt32, nil
	}
	return int32(binary.BigEndian.Uint32(b)), int64(int32(binary.BigEndian.Uint32(b[4:]))) * 2, nil
}

func (g *guard) content(offset, length int64) (shpRecord, error) {
	g.end = offset + 8 + length
	g.used += 8 + length
	if length > maxRecordBytes {
		return g.unreadable(fmt.Sprintf("the record has %d bytes, more than any shape needs", length)), nil
	}
	if length < 4 {
		return g.unreadable(fmt.Sprintf("the record has %d bytes, too few for a shape type", length)), nil
	}
	b, err := g.src.bytes(offset+8, int(length))
	if err != nil {
		return shpRecord{}, err
	}
	if int64(len(b)) < length {
		return g.unreadable("the file ends inside the record"), nil
	}
	return shpRecord{content: b}, nil
}

func (g *guard) unreadable(why string) shpRecord {
	g.tally.broken.add(g.read + 1)
	return shpRecord{problem: why}
}

func (g *guard) checkNumber(number int32) {
	if number != int32(g.read+1) {
		g.tally.renumbered.add(g.read + 1)
	}
}

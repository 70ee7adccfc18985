package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// dbfTable is a dBASE table: the attributes of a shapefile, or a table of its own.
type dbfTable struct {
	name   string
	src    *window
	fields []dbfField
	rows   int // rows that are really there
	coding textCoding
	memo   *dbfMemo // nil when there is no memo file

	headerLength, recordLength int64
}

// dbfField is one column.
type dbfField struct {
	name  string
	kind  Kind
	typ   byte // C, N, F, D, L, M ...
	at    int  // offset in the row; the deletion mark is at 0
	width int

	decimals int // digits behind the point that the header promises of numbers
}

// dbfHeader is the fixed part of the header.
type dbfHeader struct {
	version      byte
	rows         uint32
	headerLength int64
	recordLength int64
	language     byte
}

// openDBF reads the header of a table. A file that is not a table this package can read is an error; smaller
// oddities are noted.
func openDBF(files *shapefileParts, encoding string, note func(where, what string)) (*dbfTable, error) {
	t := &dbfTable{name: files.dbf.name, src: newWindow(files.dbf)}
	head, err := t.readHeader()
	if err != nil {
		return nil, err
	}
	t.coding = chooseCoding(files, head.language, encoding, note)
	if err := t.readFields(head, note); err != nil {
		return nil, err
	}
	t.countRows(head, note)
	if slices.ContainsFunc(t.fields, func(f dbfField) bool { return f.typ == 'M' }) {
		t.memo = openMemo(files, head.version, note)
	}
	return t, nil
}

func (t *dbfTable) readHeader() (dbfHeader, error) {
	b, err := t.src.bytes(0, 32)
	if err != nil {
		return dbfHeader{}, err
	}
	if len(b) > 0 && b[0] == 0x02 {
		return dbfHeader{}, fmt.Errorf("a dBASE II table, which has another layout; save it as dBASE III or IV")
	}
	if len(b) < 32 {
		return dbfHeader{}, fmt.Errorf("not a dBASE table: %d bytes, a header alone takes 32", len(b))
	}
	h := dbfHeader{
		version:      b[0],
		rows:         binary.LittleEndian.Uint32(b[4:]),
		headerLength: int64(binary.LittleEndian.Uint16(b[8:])),
		recordLength: int64(binary.LittleEndian.Uint16(b[10:])),
		language:     b[29],
	}
	switch {
	case h.version&7 == 4:
		return h, fmt.Errorf("a dBASE 7 table, which has another layout; save it as dBASE III or IV")
	case h.version&7 > 3 || h.version&7 < 1 && h.version != 0x30:
		return h, fmt.Errorf("not a dBASE table: version byte 0x%02x", h.version)
	case h.headerLength < 32 || h.recordLength < 1:
		return h, fmt.Errorf("not a dBASE table: header of %d bytes and rows of %d", h.headerLength, h.recordLength)
	}
	t.headerLength, t.recordLength = h.headerLength, h.recordLength
	return h, nil
}

// readFields reads the field list, which ends at a carriage return, at the end of the header or of the file.
func (t *dbfTable) readFields(head dbfHeader, note func(where, what string)) error {
	b, err := t.src.bytes(0, int(head.headerLength))
	if err != nil {
		return err
	}
	wide := fieldsWidth(b, true) == int(head.recordLength) && fieldsWidth(b, false) != int(head.recordLength)
	at := 1
	taken := map[string]bool{}
	for d := range descriptors(b) {
		f := dbfField{typ: d[11], at: at, width: fieldWidth(d, wide), decimals: int(d[17])}
		if at += f.width; at > int(head.recordLength) {
			note(t.name, fmt.Sprintf("the fields are wider than a row of %d bytes; those after %d fields were left out", head.recordLength, len(t.fields)))
			break
		}
		if f.typ == '0' { // Visual FoxPro's hidden column of null flags
			continue
		}
		f.kind = kindOfField(f.typ)
		if f.kind == Null {
			note(t.name, fmt.Sprintf("field %d has type %q, which holds no attribute; its values are missing", len(t.fields)+1, f.typ))
		}
		f.name = t.uniqueName(d[:11], taken, note)
		t.fields = append(t.fields, f)
	}
	if at < int(head.recordLength) {
		note(t.name, fmt.Sprintf("the fields take %d bytes but a row has %d; the rest was ignored", at, head.recordLength))
	}
	return nil
}

// descriptors yields the 32-byte field descriptors of a header.
func descriptors(header []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for at := 32; at+32 <= len(header) && header[at] != 0x0d; at += 32 {
			if !yield(header[at : at+32]) {
				return
			}
		}
	}
}

// fieldWidth is the width of a field. FoxPro and Clipper keep the high byte of a long text's width where others
// keep decimals; wide says which it is here.
func fieldWidth(d []byte, wide bool) int {
	if wide && d[11] == 'C' {
		return int(d[16]) + int(d[17])<<8
	}
	return int(d[16])
}

// fieldsWidth is the row length the descriptors add up to.
func fieldsWidth(header []byte, wide bool) int {
	sum := 1
	for d := range descriptors(header) {
		sum += fieldWidth(d, wide)
	}
	return sum
}

// uniqueName decodes a field name and numbers repeated ones: name, name_2. Names differ by more than case.
func (t *dbfTable) uniqueName(raw []byte, taken map[string]bool, note func(where, what string)) string {
	if end := bytes.IndexByte(raw, 0); end >= 0 {
		raw = raw[:end]
	}
	decoded, _ := t.coding.append(nil, bytes.TrimSpace(raw))
	name := string(decoded)
	if name == "" {
		name = fmt.Sprintf("field_%d", len(t.fields)+1)
	}
	unique := name
	for n := 2; taken[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	if unique != name {
		note(t.name, fmt.Sprintf("two fields are named %s; the later one is called %s", name, unique))
	}
	taken[strings.ToLower(unique)] = true
	return unique
}

// countRows compares the rows the header declares with those in the file.
func (t *dbfTable) countRows(head dbfHeader, note func(where, what string)) {
	space := max(0, t.src.size-head.headerLength)
	there := space / head.recordLength
	declared := int64(head.rows)
	t.rows = int(min(there, declared))
	switch {
	case declared > there:
		note(t.name, fmt.Sprintf("the header says %d rows, the file holds %d", declared, there))
	case declared == 0 && there > 0:
		note(t.name, fmt.Sprintf("the header says 0 rows, the file holds %d; they were read", there))
		t.rows = int(there)
	case space-declared*head.recordLength > 1: // one byte is the end-of-file mark
		note(t.name, fmt.Sprintf("%d bytes follow the last row; they were ignored", space-declared*head.recordLength))
	}
}

// row returns the bytes of row i, valid until the next call, or nil when the file ends before.
func (t *dbfTable) row(i int) ([]byte, error) {
	if i >= t.rows {
		return nil, nil
	}
	b, err := t.src.bytes(t.headerLength+int64(i)*t.recordLength, int(t.recordLength))
	if err != nil {
		return nil, fmt.Errorf("%s: row %d: %w", t.name, i+1, err)
	}
	if int64(len(b)) < t.recordLength {
		return nil, nil
	}
	return b, nil
}

// deleted reports whether a row carries the deletion mark.
func deleted(row []byte) bool { return len(row) > 0 && row[0] == '*' }

// columns returns the positions of the named fields, all of them for nil. Names are matched exactly, or else
// without regard to case, as dBASE does.
func (t *dbfTable) columns(names []string) ([]int, error) {
	var cols []int
	if names == nil {
		for i := range t.fields {
			cols = append(cols, i)
		}
		return cols, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(t.fields, func(f dbfField) bool { return f.name == name })
		if i < 0 {
			i = slices.IndexFunc(t.fields, func(f dbfField) bool { return strings.EqualFold(f.name, name) })
		}
		if i < 0 {
			return nil, fmt.Errorf("%s: no field %s; it has %s", t.name, name, strings.Join(t.fieldNames(), ", "))
		}
		cols = append(cols, i)
	}
	return cols, nil
}

func (t *dbfTable) fieldNames() []string {
	names := make([]string, len(t.fields))
	for i, f := range t.fields {
		names[i] = f.name
	}
	return names
}

// kindOfField maps a dBASE type to a kind; Null for types that hold no attribute (pictures, OLE objects, blobs).
func kindOfField(typ byte) Kind {
	switch typ {
	case 'C', 'M', 'V':
		return Text
	case 'N', 'F', 'I', 'Y', 'B', 'O', '+':
		return Number
	case 'D', 'T', '@':
		return Date
	case 'L':
		return Bool
	}
	return Null
}

package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// rowReader turns table rows into values. The texts of a row share one string, and rows share slabs.
type rowReader struct {
	table   *dbfTable
	columns []int
	values  slab[Value]

	text    []byte // the texts of the row at hand, one after the other
	spans   []textSpan
	said    []string
	guessed tally // values whose coding had to be guessed
	garbled tally // values with bytes the coding does not have
	commas  tally // numbers with a decimal comma
	lost    tally // memo texts that are not there
	stars   tally // numbers that are nothing but stars
	row     int
}

// textSpan is where a value's text stands in rowReader.text.
type textSpan struct{ from, to int }

// read returns the wanted values of a row, and what is wrong with them. A missing row gives nulls.
func (r *rowReader) read(number int, row []byte) ([]Value, []string) {
	values := r.values.take(len(r.columns))
	if row == nil {
		return values, nil
	}
	r.row, r.text, r.spans, r.said = number, r.text[:0], r.spans[:0], nil
	for i, c := range r.columns {
		f := &r.table.fields[c]
		from := len(r.text)
		values[i].Kind, values[i].Float = r.value(f, row[f.at:f.at+f.width:f.at+f.width])
		r.spans = append(r.spans, textSpan{from, len(r.text)})
	}
	texts := string(r.text)
	for i, s := range r.spans {
		if values[i].Kind != Null {
			values[i].Text = texts[s.from:s.to]
		}
	}
	return values, r.said
}

// value appends the text of one field to r.text and returns its kind and number.
func (r *rowReader) value(f *dbfField, raw []byte) (Kind, float64) {
	switch f.typ {
	case 'C', 'V':
		return r.textValue(f, raw), 0
	case 'N', 'F':
		return r.number(f, raw)
	case 'D':
		return r.date(f, raw), 0
	case 'L':
		return r.logical(f, raw), 0
	case 'M':
		return r.memoText(f, raw), 0
	default:
		return r.binary(f, raw)
	}
}

func (r *rowReader) say(f *dbfField, format string, args ...any) {
	r.said = append(r.said, "field "+f.name+" "+fmt.Sprintf(format, args...))
}

// textValue decodes text that ends at the first NUL; blanks around it are padding.
func (r *rowReader) textValue(f *dbfField, raw []byte) Kind {
	if end := bytes.IndexByte(raw, 0); end >= 0 {
		raw = raw[:end]
	}
	raw = trimBlanks(raw)
	if len(raw) == 0 {
		return Null
	}
	if isASCII(raw) {
		r.text = append(r.text, raw...)
		return Text
	}
	return r.decode(f, raw)
}

// decode decodes text that is not plain ASCII.
func (r *rowReader) decode(f *dbfField, raw []byte) Kind {
	coding := r.table.coding
	if coding.guess {
		r.guessed.add(r.row)
	}
	if whole := wholeRunes(raw); coding.mayBeUTF8() && len(raw) == f.width && len(whole) < len(raw) && utf8.Valid(whole) {
		r.say(f, "is cut off inside a character; the rest of it was dropped")
		raw = whole
	}
	var ok bool
	r.text, ok = coding.append(r.text, raw)
	if !ok {
		r.garbled.add(r.row)
		r.say(f, "has bytes that are not %s; they were replaced", coding.name)
	}
	return Text
}

// wholeRunes cuts off the beginning of a character at the end of UTF-8 text.
func wholeRunes(b []byte) []byte {
	for n := 1; n <= min(3, len(b)); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return b
			}
			return b[:len(b)-n]
		}
	}
	return b
}

// number keeps the digits exactly. Blank is null. Stars are how GDAL writes null and dBASE an overflow: common in
// good files, so counted for the table and not said of each record.
func (r *rowReader) number(f *dbfField, raw []byte) (Kind, float64) {
	raw = trimPadding(raw)
	if len(raw) == 0 {
		return Null, 0
	}
	from := len(r.text)
	r.text = append(r.text, raw...)
	x, ok := parseNumber(raw)
	if !ok && decimalComma(f, raw) {
		kept := r.text[from:]
		kept[bytes.IndexByte(kept, ',')] = '.'
		x, ok = parseNumber(kept)
		r.commas.add(r.row)
	}
	if ok {
		return Number, x
	}
	if raw[0] == '*' {
		r.stars.add(r.row)
	} else {
		r.say(f, "is %q, which is not a number; it was read as missing", raw)
	}
	return Null, 0
}

// decimalComma reports whether the only comma of a number stands where the field has its decimal point. A comma
// between thousands would leave as many digits behind it only by being followed by a point.
func decimalComma(f *dbfField, raw []byte) bool {
	at := bytes.IndexByte(raw, ',')
	return at >= 0 && f.decimals > 0 && len(raw)-at-1 == f.decimals
}

// date reads YYYYMMDD; blanks and zeros are null.
func (r *rowReader) date(f *dbfField, raw []byte) Kind {
	raw = trimPadding(raw)
	if len(bytes.Trim(raw, "0 /-")) == 0 {
		return Null
	}
	if len(raw) != 8 || !validDate(raw) {
		r.say(f, "is %q, which is not a date; it was read as missing", raw)
		return Null
	}
	r.text = append(r.text, raw[:4]...)
	r.text = append(r.text, '-', raw[4], raw[5], '-', raw[6], raw[7])
	return Date
}

func validDate(raw []byte) bool {
	_, err := time.Parse("20060102", string(raw))
	return err == nil
}

// logical reads T, Y, 1 and F, N, 0; a question mark or blank is null.
func (r *rowReader) logical(f *dbfField, raw []byte) Kind {
	raw = trimPadding(raw)
	if len(raw) == 0 || raw[0] == '?' {
		return Null
	}
	switch raw[0] {
	case 'T', 't', 'Y', 'y', '1':
		r.text = append(r.text, "true"...)
	case 'F', 'f', 'N', 'n', '0':
		r.text = append(r.text, "false"...)
	default:
		r.say(f, "is %q, which is neither true nor false; it was read as missing", raw)
		return Null
	}
	return Bool
}

// binary reads the binary types of Visual FoxPro and dBASE 5.
func (r *rowReader) binary(f *dbfField, raw []byte) (Kind, float64) {
	switch {
	case (f.typ == 'I' || f.typ == '+') && len(raw) == 4:
		n := int32(binary.LittleEndian.Uint32(raw))
		r.text = strconv.AppendInt(r.text, int64(n), 10)
		return Number, float64(n)
	case f.typ == 'Y' && len(raw) == 8:
		return r.currency(int64(binary.LittleEndian.Uint64(raw)))
	case (f.typ == 'B' || f.typ == 'O') && len(raw) == 8:
		x := math.Float64frombits(binary.LittleEndian.Uint64(raw))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			r.say(f, "is not a number; it was read as missing")
			return Null, 0
		}
		r.text = strconv.AppendFloat(r.text, x, 'g', -1, 64)
		return Number, x
	case (f.typ == 'T' || f.typ == '@') && len(raw) == 8:
		return r.dateTime(f, raw), 0
	case f.kind != Null:
		r.say(f, "has type %c but %d bytes; it was read as missing", f.typ, len(raw))
	}
	return Null, 0
}

// currency is a count of ten-thousandths.
func (r *rowReader) currency(n int64) (Kind, float64) {
	if n < 0 {
		r.text = append(r.text, '-')
	}
	whole, part := n/10000, n%10000
	r.text = fmt.Appendf(r.text, "%d.%04d", max(whole, -whole), max(part, -part))
	return Number, float64(n) / 10000
}

// dateTime is a Julian day number and milliseconds since midnight, without a time zone.
func (r *rowReader) dateTime(f *dbfField, raw []byte) Kind {
	const unixEpochDay = 2440588
	day, ms := int64(binary.LittleEndian.Uint32(raw)), int64(binary.LittleEndian.Uint32(raw[4:]))
	if day == 0 {
		return Null
	}
	t := time.Unix((day-unixEpochDay)*86400, ms*int64(time.Millisecond)).UTC()
	if t.Year() < 1 || t.Year() > 9999 || ms >= 86400_000 {
		r.say(f, "is day %d, which is not a date; it was read as missing", day)
		return Null
	}
	r.text = t.AppendFormat(r.text, "2006-01-02T15:04:05")
	return Date
}

// memoText reads the text a memo field points at.
func (r *rowReader) memoText(f *dbfField, raw []byte) Kind {
	block, ok := memoBlock(raw)
	if block == 0 && ok {
		return Null
	}
	if r.table.memo == nil {
		r.lost.add(r.row)
		return Null
	}
	text, err := r.table.memo.text(block)
	if !ok || err != nil {
		r.lost.add(r.row)
		r.say(f, "points at memo block %d, which is not there; it was read as missing", block)
		return Null
	}
	return r.textValue(f, text)
}

func isASCII(b []byte) bool {
	var or byte
	for _, c := range b {
		or |= c
	}
	return or < 0x80
}

// eightBlanks is a word of padding; most of a table is padding, so it is skipped by the word.
const eightBlanks = 0x2020202020202020

func trimBlanks(b []byte) []byte {
	for len(b) >= 8 && binary.LittleEndian.Uint64(b[len(b)-8:]) == eightBlanks {
		b = b[:len(b)-8]
	}
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	for len(b) >= 8 && binary.LittleEndian.Uint64(b) == eightBlanks {
		b = b[8:]
	}
	for len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
	return b
}

// trimPadding trims blanks and NULs on both sides.
func trimPadding(b []byte) []byte {
	b = trimBlanks(b)
	if len(b) == 0 || b[0] != 0 && b[len(b)-1] != 0 {
		return b
	}
	return bytes.Trim(b, " \x00")
}

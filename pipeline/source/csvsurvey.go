package source

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// csvSample is how many rows decide on the kinds of columns.
const csvSample = 1000

// survey finds encoding, delimiter, columns and their kinds.
func (t *Table) survey() error {
	if err := t.findEncoding(); err != nil {
		return err
	}
	if err := t.findDelimiter(); err != nil {
		return err
	}
	in, err := t.open()
	if err != nil {
		return err
	}
	defer in.file.Close()
	header, err := in.Read()
	if err == io.EOF {
		return errors.New("it is empty: a header line with the column names is needed")
	}
	if err != nil {
		return err
	}
	t.nameColumns(header)
	for range csvSample {
		record, err := in.Read()
		if err != nil {
			break // Rows says what is wrong
		}
		for i, text := range record[:min(len(record), len(t.fields))] {
			t.fields[i].Kind = merge(t.fields[i].Kind, hint(text).Kind)
		}
	}
	return nil
}

// findEncoding checks the whole file: one byte that is not UTF-8 in its last line makes all of it something else.
func (t *Table) findEncoding() error {
	file, err := openText(t.path, t.encoding)
	if err != nil {
		return err
	}
	defer file.Close()
	if start, _ := file.Peek(8); bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte{0xd0, 0xcf, 0x11, 0xe0}) {
		return errors.New("it is a workbook or archive, not CSV; save the sheet as CSV")
	}
	wrong, err := checkText(file)
	if err != nil {
		return err
	}
	switch {
	case file.encoding != "":
		t.encoding = file.encoding
	case wrong >= 0:
		t.encoding = "windows-1252"
		t.problem("byte %d is not UTF-8; the file was read as windows-1252, which may garble letters: state its encoding if it is another", wrong)
	}
	return nil
}

// checkText returns the offset of the first byte that is not UTF-8, -1 when there is none.
func checkText(r io.Reader) (wrong int64, err error) {
	wrong = -1
	buffer := make([]byte, 0, textBuffer)
	offset := int64(0) // of the buffer
	newline, carriage := false, false
	for {
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if bytes.IndexByte(buffer, 0) >= 0 {
			return wrong, errors.New("it holds zero bytes, so it is no text, or UTF-16 without its mark: state its encoding")
		}
		newline = newline || bytes.IndexByte(buffer, '\n') >= 0
		carriage = carriage || bytes.IndexByte(buffer, '\r') >= 0
		rest := buffer
		if utf8.Valid(rest) {
			rest = nil
		}
		for wrong < 0 && len(rest) > 0 && (utf8.FullRune(rest) || err != nil) {
			r, size := utf8.DecodeRune(rest)
			if r == utf8.RuneError && size == 1 {
				wrong = offset + int64(len(buffer)-len(rest))
				break
			}
			rest = rest[size:]
		}
		if wrong >= 0 {
			rest = nil
		}
		offset += int64(len(buffer) - len(rest))
		buffer = buffer[:copy(buffer[:len(rest)], rest)]
		if err == io.EOF {
			break
		}
		if err != nil {
			return wrong, err
		}
	}
	if carriage && !newline {
		return wrong, errors.New("its lines end in carriage returns only; save it with usual line ends")
	}
	return wrong, nil
}

// findDelimiter takes the character by which the most of the first rows have as many values as the header.
func (t *Table) findDelimiter() error {
	file, err := openText(t.path, t.encoding)
	if err != nil {
		return err
	}
	defer file.Close()
	separator := separatorLine(file)
	if t.delimiter != 0 {
		if !validDelimiter(t.delimiter) {
			return fmt.Errorf("%q can not be a delimiter", t.delimiter)
		}
		return nil
	}
	if t.delimiter = separator; separator != 0 {
		return nil
	}
	start, _ := file.Peek(64 << 10)
	best := 0
	t.delimiter = ','
	for _, candidate := range []rune{',', ';', '\t', '|'} {
		if score := fit(start, candidate); score > best {
			best, t.delimiter = score, candidate
		}
	}
	return nil
}

func validDelimiter(r rune) bool {
	return r != '"' && r != '\r' && r != '\n' && r != utf8.RuneError && utf8.ValidRune(r)
}

// fit counts the values in rows that have as many as the header, 0 when the header has only one.
func fit(start []byte, delimiter rune) int {
	in := csv.NewReader(bytes.NewReader(start))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord, in.ReuseRecord = delimiter, true, -1, true
	header, err := in.Read()
	if err != nil || len(header) < 2 {
		return 0
	}
	columns := len(header)
	score := columns
	for range 50 {
		record, err := in.Read()
		if err != nil {
			break
		}
		if len(record) == columns {
			score += columns
		}
	}
	return score
}

// separatorLine returns the delimiter in Excel's first line "sep=;", 0 when there is no such line.
func separatorLine(file *textFile) rune {
	start, _ := file.Peek(7)
	rest, ok := strings.CutPrefix(string(start), "sep=")
	if !ok {
		return 0
	}
	delimiter, size := utf8.DecodeRuneInString(rest)
	if end := rest[size:]; validDelimiter(delimiter) && (strings.HasPrefix(end, "\n") || strings.HasPrefix(end, "\r\n")) {
		return delimiter
	}
	return 0
}

// nameColumns makes every column addressable: without spaces around it, named and once only.
func (t *Table) nameColumns(header []string) {
	taken := map[string]bool{}
	for i, written := range header {
		name := strings.TrimSpace(written)
		if name == "" {
			name = "column_" + strconv.Itoa(i+1)
			t.problem("column %d has no name; it is called %s", i+1, name)
		}
		if taken[name] {
			base := name
			for n := 2; taken[name]; n++ {
				name = base + "_" + strconv.Itoa(n)
			}
			t.problem("column %d repeats the name %s; it is called %s", i+1, base, name)
		}
		taken[name] = true
		t.fields = append(t.fields, Field{Name: name})
	}
}

// hint returns text as a value whose kind is what it looks like. 0012 and 1E5 look like identifiers, not numbers.
func hint(text string) Value {
	switch {
	case text == "":
		return Value{}
	case text == "true" || text == "false":
		return Value{Kind: Bool, Text: text}
	case plainNumber(text):
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return Value{Kind: Number, Text: text, Float: number}
		}
	case isoDate(text):
		return Value{Kind: Date, Text: text}
	}
	return Value{Kind: Text, Text: text}
}

// plainNumber accepts what people write for amounts: digits without leading zeros, with decimals perhaps.
func plainNumber(text string) bool {
	whole, decimals, point := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return digits(whole) && (whole == "0" || whole[0] != '0') && (!point || digits(decimals))
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

func isoDate(text string) bool {
	if len(text) < len(time.DateOnly) || text[4] != '-' {
		return false
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04:05", time.RFC3339} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}

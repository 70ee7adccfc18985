package source

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// table is a .dbf of these fields (type, width) and rows.
func table(fields []string, rows ...string) []byte {
	head := make([]byte, 32)
	head[0] = 0x30 // Visual FoxPro: all types
	length := 1
	for i, f := range fields {
		width, _ := strconv.Atoi(f[1:])
		d := make([]byte, 32)
		copy(d, fmt.Sprintf("F%d", i+1))
		d[11], d[16] = f[0], byte(width)
		if f[0] == 'C' {
			d[17] = byte(width >> 8)
		}
		head = append(head, d...)
		length += width
	}
	head = append(head, 0x0d)
	binary.LittleEndian.PutUint32(head[4:], uint32(len(rows)))
	binary.LittleEndian.PutUint16(head[8:], uint16(len(head)))
	binary.LittleEndian.PutUint16(head[10:], uint16(length))
	for _, row := range rows {
		head = append(head, (" " + row + strings.Repeat(" ", length))[:length]...)
	}
	return head
}

// little is a number as little-endian bytes.
func little(n uint64, width int) string {
	b := make([]byte, 8)
	binary.LittleEndian.PutUint64(b, n)
	return string(b[:width])
}

func TestTableValues(t *testing.T) {
	cases := []struct {
		name, field, bytes string
		want               Value
		said               string
	}{
		{"text is trimmed on both sides", "C8", "  a b   ", Value{Kind: Text, Text: "a b"}, ""},
		{"text ends at the first NUL", "C8", "ab\x00cdefg", Value{Kind: Text, Text: "ab"}, ""},
		{"leading zeros are text", "C4", "0012", Value{Kind: Text, Text: "0012"}, ""},
		{"blank text is null", "C4", "    ", Value{}, ""},
		{"text wider than 255 bytes", "C300", strings.Repeat("x", 300), Value{Kind: Text, Text: strings.Repeat("x", 300)}, ""},
		{"a number keeps its digits", "N8", "  012.50", Value{Number, "012.50", 12.5}, ""},
		{"a number of 19 digits keeps them", "N19", "9007199254740993123", Value{Number, "9007199254740993123", 9007199254740993123}, ""},
		{"a number with exponent", "F20", " 1.234560000000e+003", Value{Number, "1.234560000000e+003", 1234.56}, ""},
		{"a negative number without leading zero", "N6", "  -.5", Value{Number, "-.5", -0.5}, ""},
		{"blanks are null", "N4", "    ", Value{}, ""},
		{"NULs are null", "N4", "\x00\x00\x00\x00", Value{}, ""},
		{"stars are null", "N4", "****", Value{}, ""},
		{"nan is null and said", "N4", " nan", Value{}, "not a number"},
		{"1.#INF is null and said", "N8", "  1.#INF", Value{}, "not a number"},
		{"a hexadecimal number is null and said", "N8", "    0x10", Value{}, "not a number"},
		{"a number beyond float64 is null and said", "F8", "   1e999", Value{}, "not a number"},
		{"a lone sign is null and said", "N4", "   -", Value{}, "not a number"},
		{"a date", "D8", "20070131", Value{Kind: Date, Text: "2007-01-31"}, ""},
		{"a date of zeros is null", "D8", "00000000", Value{}, ""},
		{"30 February is null and said", "D8", "20070230", Value{}, "not a date"},
		{"true", "L1", "y", Value{Kind: Bool, Text: "true"}, ""},
		{"false", "L1", "F", Value{Kind: Bool, Text: "false"}, ""},
		{"an unknown logical", "L1", "?", Value{}, ""},
		{"neither true nor false is said", "L1", "x", Value{}, "neither true nor false"},
		{"a binary integer", "I4", little(math.MaxUint32-6, 4), Value{Number, "-7", -7}, ""},
		{"currency", "Y8", little(math.MaxUint64-12344, 8), Value{Number, "-1.2345", -1.2345}, ""},
		{"a double", "B8", little(math.Float64bits(0.1), 8), Value{Number, "0.1", 0.1}, ""},
		{"a double that is no number", "B8", little(math.Float64bits(math.Inf(1)), 8), Value{}, "not a number"},
		{"a date with time", "T8", little(2454132|uint64(43_200_000)<<32, 8), Value{Kind: Date, Text: "2007-01-31T12:00:00"}, ""},
		{"no date with time", "T8", little(0, 8), Value{}, ""},
		{"an integer of the wrong width", "I3", "abc", Value{}, "has type I but 3 bytes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, features := readMemory(t, ramFiles{"x.dbf": table([]string{c.field}, c.bytes)}, Options{})
			if len(features) != 1 {
				t.Fatalf("%d rows", len(features))
			}
			if diff := cmp.Diff(c.want, features[0].Values[0]); diff != "" {
				t.Error(diff)
			}
			if said := strings.Join(features[0].Problems, "; "); (said != "") != (c.said != "") || !strings.Contains(said, c.said) {
				t.Errorf("said %q, want %q", said, c.said)
			}
		})
	}
}

// go-shp reads the lengths of header and row as signed 16-bit numbers.
func TestATableOf2000FieldsAnd60000BytesPerRowIsRead(t *testing.T) {
	fields := make([]string, 2000)
	for i := range fields {
		fields[i] = "C30"
	}
	_, features := readMemory(t, ramFiles{"x.dbf": table(fields, strings.Repeat("a", 60_000), strings.Repeat("b", 60_000))}, Options{})
	if len(features) != 2 || len(features[1].Values) != 2000 || features[1].Values[1999].Text != strings.Repeat("b", 30) {
		t.Errorf("%d rows", len(features))
	}
}

func TestMemoTextsAreRead(t *testing.T) {
	for file, want := range map[string]string{
		"dbfread/memotest.dbf": "Alice memo",
		"infused/dbase_8b.dbf": "First memo\r\n",
	} {
		layer, err := Open(filepath.Join(sharedData(t), "hostile-dbf", file), Options{Fields: []string{"MEMO"}})
		if err != nil {
			t.Fatal(err)
		}
		for f, err := range layer.Features(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Values[0].Text; got != want {
				t.Errorf("%s: %q, want %q", file, got, want)
			}
			break
		}
		layer.Close()
	}
}

func TestFieldsAreChosenInTheOrderAskedFor(t *testing.T) {
	m := readFolder(t, "../../fixtures/broken/sound")
	_, features := readMemory(t, m, Options{Fields: []string{"use", "PIN"}})
	if got := features[0].Values; got[0].Text != "house" || got[1].Text != "0012" {
		t.Errorf("%+v", got)
	}
	layer, err := openMemory(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range layer.Features(t.Context(), []string{"HEIGHT"}) {
		if err == nil || !strings.Contains(err.Error(), "no field HEIGHT; it has PIN, AREA, USE, BUILT") {
			t.Errorf("error is %v", err)
		}
	}
}

func TestAnEncodingCanBeAskedFor(t *testing.T) {
	_, features := readMemory(t, ramFiles{"x.dbf": table([]string{"C8"}, "caf\x82")}, Options{Encoding: "cp437"})
	if got := features[0].Values[0].Text; got != "café" {
		t.Errorf("%q", got)
	}
}

func TestNumbersAreParsedAsStrconvParsesThem(t *testing.T) {
	for _, text := range []string{"0", "-0", "1", "-1.5", "123456789012345", "1234567890123456", "0.1", "3.141592653589793", "99999.99999",
		"000000000000000001", "-.25", "5.", "+7", "1e5", "1.7976931348623157e308", "0.000000000000001"} {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := parseNumber([]byte(text)); got != want || !ok {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{".", "-", "1.2.3", "1_000", "0x1p4", "Inf", "nan", "1e400", "--1", "1,5", "1 2"} {
		if got, ok := parseNumber([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

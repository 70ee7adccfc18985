package source

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// textCoding turns the bytes of a table into UTF-8.
type textCoding struct {
	name    string // IANA name, or what was guessed
	charmap *charmap.Charmap
	multi   encoding.Encoding
	guess   bool // UTF-8 where the bytes are, Windows-1252 otherwise
}

// utf8Coding is the coding of tables that say UTF-8.
func utf8Coding() textCoding { return textCoding{name: "UTF-8"} }

// guessedCoding is for tables that say nothing. Text that happens to be valid UTF-8 beyond ASCII practically always
// is UTF-8; the rest is read as the Western code page, the most common one by far.
func guessedCoding() textCoding {
	return textCoding{name: "UTF-8 or windows-1252", charmap: charmap.Windows1252, guess: true}
}

// mayBeUTF8 reports whether text in this coding is UTF-8, or guessed to be.
func (c textCoding) mayBeUTF8() bool { return c.guess || c.charmap == nil && c.multi == nil }

// append appends src to dst as UTF-8. ok is false when bytes had no meaning in the coding; those become U+FFFD.
func (c textCoding) append(dst, src []byte) (out []byte, ok bool) {
	switch {
	case c.multi != nil:
		text, err := c.multi.NewDecoder().Bytes(src)
		return append(dst, text...), err == nil && !strings.ContainsRune(string(text), utf8.RuneError)
	case c.charmap != nil && !(c.guess && utf8.Valid(src)):
		ok = true
		for _, b := range src {
			r := c.charmap.DecodeByte(b)
			ok = ok && r != utf8.RuneError
			dst = utf8.AppendRune(dst, r)
		}
		return dst, ok
	case utf8.Valid(src):
		return append(dst, src...), true
	}
	return append(dst, strings.ToValidUTF8(string(src), "\uFFFD")...), false
}

// codingOf finds a coding by the name in a .cpg file, in an option or on the street: "UTF-8", "1252", "ANSI 1250",
// "CP936", "ISO 8859-2", "latin2", "koi8r", "Big-5".
func codingOf(name string) (textCoding, bool) {
	key := strings.ToLower(strings.TrimSpace(name))
	for _, prefix := range []string{"ldid/", "ansi", "oem", "windows", "cp", "ibm", "ms"} {
		key = strings.TrimLeft(strings.TrimPrefix(key, prefix), " -_")
	}
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(key)
	if strings.HasPrefix(strings.ToLower(name), "ldid/") {
		if n, err := strconv.ParseUint(plain, 10, 8); err == nil {
			return codingOfLDID(byte(n))
		}
	}
	if plain == "utf8" || plain == "65001" || plain == "unicode11utf8" {
		return utf8Coding(), true
	}
	if page, err := strconv.Atoi(plain); err == nil {
		if coding, ok := codingOfPage(page); ok {
			return coding, true
		}
	}
	if digits, ok := strings.CutPrefix(plain, "iso8859"); ok {
		plain = "8859" + digits
	}
	if part, ok := strings.CutPrefix(plain, "8859"); ok {
		return codingOfISO8859(part)
	}
	switch plain {
	case "latin1":
		return codingOfISO8859("1")
	case "latin2":
		return codingOfISO8859("2")
	case "latin9":
		return codingOfISO8859("15")
	case "koi8r":
		return charmapCoding("koi8-r", charmap.KOI8R), true
	case "koi8u":
		return charmapCoding("koi8-u", charmap.KOI8U), true
	case "big5":
		return multiCoding("big5", traditionalchinese.Big5), true
	case "gbk", "gb2312":
		return multiCoding("gbk", simplifiedchinese.GBK), true
	}
	return codingOfIANA(name)
}

// codingOfIANA looks the name up in the list browsers use. UTF-16 is refused: no dBASE table is in UTF-16.
func codingOfIANA(name string) (textCoding, bool) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return textCoding{}, false
	}
	canonical, err := htmlindex.Name(e)
	if err != nil || strings.HasPrefix(canonical, "utf-16") || canonical == "replacement" || canonical == "x-user-defined" {
		return textCoding{}, false
	}
	if canonical == "utf-8" {
		return utf8Coding(), true
	}
	if c, ok := e.(*charmap.Charmap); ok {
		return charmapCoding(canonical, c), true
	}
	return multiCoding(canonical, e), true
}

func charmapCoding(name string, c *charmap.Charmap) textCoding {
	return textCoding{name: name, charmap: c}
}

func multiCoding(name string, e encoding.Encoding) textCoding {
	return textCoding{name: name, multi: e}
}

// codingOfPage finds a Windows or DOS code page by its number.
func codingOfPage(page int) (textCoding, bool) {
	switch page {
	case 437:
		return charmapCoding("IBM437", charmap.CodePage437), true
	case 850:
		return charmapCoding("IBM850", charmap.CodePage850), true
	case 852:
		return charmapCoding("IBM852", charmap.CodePage852), true
	case 855:
		return charmapCoding("IBM855", charmap.CodePage855), true
	case 858:
		return charmapCoding("IBM00858", charmap.CodePage858), true
	case 860:
		return charmapCoding("IBM860", charmap.CodePage860), true
	case 862:
		return charmapCoding("IBM862", charmap.CodePage862), true
	case 863:
		return charmapCoding("IBM863", charmap.CodePage863), true
	case 865:
		return charmapCoding("IBM865", charmap.CodePage865), true
	case 866:
		return charmapCoding("IBM866", charmap.CodePage866), true
	case 874:
		return charmapCoding("windows-874", charmap.Windows874), true
	case 932:
		return multiCoding("shift_jis", japanese.ShiftJIS), true
	case 936:
		return multiCoding("gbk", simplifiedchinese.GBK), true
	case 949:
		return multiCoding("euc-kr", korean.EUCKR), true
	case 950:
		return multiCoding("big5", traditionalchinese.Big5), true
	case 10000:
		return charmapCoding("macintosh", charmap.Macintosh), true
	case 10007:
		return charmapCoding("x-mac-cyrillic", charmap.MacintoshCyrillic), true
	case 54936:
		return multiCoding("gb18030", simplifiedchinese.GB18030), true
	}
	if page >= 1250 && page <= 1258 {
		pages := []*charmap.Charmap{
			charmap.Windows1250, charmap.Windows1251, charmap.Windows1252, charmap.Windows1253, charmap.Windows1254,
			charmap.Windows1255, charmap.Windows1256, charmap.Windows1257, charmap.Windows1258,
		}
		return charmapCoding("windows-"+strconv.Itoa(page), pages[page-1250]), true
	}
	if page > 28590 && page <= 28605 { // Windows numbers for ISO 8859
		return codingOfISO8859(strconv.Itoa(page - 28590))
	}
	return textCoding{}, false
}

// codingOfISO8859 finds a part of ISO 8859. Part 1 is read as Windows-1252, which differs only where part 1 has
// control characters that no table means.
func codingOfISO8859(part string) (textCoding, bool) {
	if part == "1" {
		return charmapCoding("windows-1252", charmap.Windows1252), true
	}
	if part == "9" {
		return charmapCoding("windows-1254", charmap.Windows1254), true
	}
	return codingOfIANA("iso-8859-" + part)
}

// ldidANSI is the language driver byte that says no more than "the code page of the machine it was written on".
const ldidANSI = 0x57

// codingOfLDID finds a coding by the language driver byte of a dBASE header; ldidANSI states none.
func codingOfLDID(id byte) (textCoding, bool) {
	page, ok := map[byte]int{
		0x01: 437, 0x02: 850, 0x03: 1252, 0x04: 10000, 0x08: 865, 0x09: 437, 0x0a: 850, 0x0b: 437, 0x0d: 437,
		0x0e: 850, 0x0f: 437, 0x10: 850, 0x11: 437, 0x12: 850, 0x13: 932, 0x14: 850, 0x15: 437, 0x16: 850,
		0x17: 865, 0x18: 437, 0x19: 437, 0x1a: 850, 0x1b: 437, 0x1c: 863, 0x1d: 850, 0x1f: 852, 0x22: 852,
		0x23: 852, 0x24: 860, 0x25: 850, 0x26: 866, 0x37: 850, 0x40: 852, 0x4d: 936, 0x4e: 949, 0x4f: 950,
		0x50: 874, 0x58: 1252, 0x59: 1252, 0x64: 852, 0x65: 866, 0x66: 865, 0x6c: 863, 0x78: 950,
		0x79: 949, 0x7a: 936, 0x7b: 932, 0x7c: 874, 0x7d: 1255, 0x7e: 1256, 0x87: 852, 0x96: 10007, 0xc8: 1250,
		0xc9: 1251, 0xca: 1254, 0xcb: 1253, 0xcc: 1257,
	}[id]
	if !ok {
		return textCoding{}, false
	}
	return codingOfPage(page)
}

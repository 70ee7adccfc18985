package source

import (
	"testing"
)

func TestEncodingsAreFoundByTheNamesInUse(t *testing.T) {
	cases := []struct{ name, bytes, want string }{
		{"UTF-8", "caf\xc3\xa9", "café"},
		{"utf8", "caf\xc3\xa9", "café"},
		{"65001", "caf\xc3\xa9", "café"},
		{"1252", "\x80 caf\xe9", "€ café"},
		{"ANSI 1252", "caf\xe9", "café"},
		{"CP1252", "caf\xe9", "café"},
		{"ISO-8859-1", "caf\xe9", "café"},
		{"ISO 8859-1", "caf\xe9", "café"},
		{"ISO88591", "caf\xe9", "café"},
		{"88591", "caf\xe9", "café"},
		{"latin1", "caf\xe9", "café"},
		{"ISO-8859-15", "\xa4", "€"},
		{"8859_2", "\xa3\xf3d\xbc", "Łódź"},
		{"latin2", "\xa3\xf3d\xbc", "Łódź"},
		{"1250", "\xa3\xf3d\x9f", "Łódź"},
		{"Windows-1251", "\xcc\xee\xf1\xea\xe2\xe0", "Москва"},
		{"OEM 866", "\x8c\xae\xe1\xaa\xa2\xa0", "Москва"},
		{"koi8r", "\xed\xcf\xd3\xcb\xd7\xc1", "Москва"},
		{"KOI8-R", "\xed\xcf\xd3\xcb\xd7\xc1", "Москва"},
		{"437", "caf\x82", "café"},
		{"IBM850", "caf\x82", "café"},
		{"LDID/1", "caf\x82", "café"},
		{"936", "\xbc\xf2\xcc\xe5", "简体"},
		{"CP936", "\xbc\xf2\xcc\xe5", "简体"},
		{"gbk", "\xbc\xf2\xcc\xe5", "简体"},
		{"gb18030", "\xbc\xf2\xcc\xe5", "简体"},
		{"Big-5", "\xc1c\xc5\xe9", "繁體"},
		{"950", "\xc1c\xc5\xe9", "繁體"},
		{"Shift_JIS", "\x93\x8c\x8b\x9e", "東京"},
		{"932", "\x93\x8c\x8b\x9e", "東京"},
		{"EUC-KR", "\xbc\xad\xbf\xef", "서울"},
		{"874", "\xe4\xb7\xc2", "ไทย"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			coding, ok := codingOf(c.name)
			if !ok {
				t.Fatal("not known")
			}
			got, ok := coding.append(nil, []byte(c.bytes))
			if string(got) != c.want || !ok {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestNamesThatAreNoTableEncodingAreRefused(t *testing.T) {
	for _, name := range []string{"", "UTF-16", "utf-16le", "klingon", "<!DOCTYPE html>", "737", "LDID/300", "replacement"} {
		if coding, ok := codingOf(name); ok {
			t.Errorf("%q is taken for %s", name, coding.name)
		}
	}
}

func TestLanguageBytes(t *testing.T) {
	for id := range 256 {
		if coding, ok := codingOfLDID(byte(id)); ok && coding.name == "" {
			t.Errorf("0x%02x has no name", id)
		}
	}
	if _, ok := codingOfLDID(ldidANSI); ok {
		t.Error("ANSI is taken for a code page")
	}
	for id, want := range map[byte]string{0x01: "IBM437", 0x03: "windows-1252", 0x26: "IBM866", 0xc8: "windows-1250", 0xc9: "windows-1251", 0x7a: "gbk", 0x78: "big5"} {
		if coding, _ := codingOfLDID(id); coding.name != want {
			t.Errorf("0x%02x is %s, want %s", id, coding.name, want)
		}
	}
}

func TestBytesWithoutMeaningAreReplacedAndSaid(t *testing.T) {
	for name, bytes := range map[string]string{"1252": "a\x81b", "UTF-8": "a\xffb", "gbk": "a\xffb"} {
		coding, _ := codingOf(name)
		if got, ok := coding.append(nil, []byte(bytes)); string(got) != "a\uFFFDb" || ok {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

func TestNamesOfEncodingsThatFilesCanBeReadIn(t *testing.T) {
	for name, want := range map[string]bool{"UTF-8": true, "windows-1252": true, "1252": true, "ISO-8859-1": true, "utf-16le": true, "Shift_JIS": true, "klingon": false, "": false} {
		if got := KnownEncoding(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

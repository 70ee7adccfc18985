package source

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonScan walks over JSON text that jsontext has already found valid, so it checks nothing again.
//
//	for s.open(); s.more(); {
//		name := s.name()
//		value := s.raw()
//	}
type jsonScan struct {
	text []byte
	at   int
}

// kind returns the first byte of the next value: one of { [ " t f n - 0..9, or 0 at the end.
func (s *jsonScan) kind() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\n', '\r', '\t':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// open steps into an object or array.
func (s *jsonScan) open() {
	s.kind()
	s.at++
}

// more tells whether the object or array has another element; at its end it steps out.
func (s *jsonScan) more() bool {
	switch s.kind() {
	case ',':
		s.at++
		s.kind()
		return true
	case '}', ']', 0:
		s.at++
		return false
	}
	return true
}

// name reads a member name and its colon. The bytes are valid until the text changes.
func (s *jsonScan) name() []byte {
	raw := s.raw()
	s.kind()
	s.at++
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	name, _ := jsontext.AppendUnquote(nil, raw)
	return name
}

// raw steps over one value and returns its bytes.
func (s *jsonScan) raw() []byte {
	first := s.kind()
	start := s.at
	switch first {
	case '"':
		s.skipString()
	case '{', '[':
		s.skipNested()
	default:
		s.skipScalar()
	}
	return s.text[start:s.at]
}

func (s *jsonScan) skipScalar() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ',', ':', '}', ']', ' ', '\n', '\r', '\t':
			return
		}
		s.at++
	}
}

// number reads a JSON number. ok is false when it is beyond the range of float64.
//
// Decimals whose digits are below 2^53 and whose power of ten is at most 10^22 are one exact division, so rounded
// correctly (Clinger 1990); that is most coordinates. strconv does the others.
func (s *jsonScan) number() (value float64, ok bool) {
	start := s.at
	var digits uint64
	decimals, afterPoint := 0, 0
	if s.text[s.at] == '-' {
		s.at++
	}
	for ; s.at < len(s.text) && digits < 1<<53; s.at++ {
		if c := s.text[s.at]; '0' <= c && c <= '9' {
			digits = digits*10 + uint64(c-'0')
			decimals += afterPoint
		} else if c == '.' {
			afterPoint = 1
		} else {
			break
		}
	}
	if digits < 1<<53 && decimals < len(powersOfTen) && !s.exponent() {
		value = float64(digits) / powersOfTen[decimals]
		if s.text[start] == '-' {
			value = -value
		}
		return value, true
	}
	s.skipScalar()
	value, err := strconv.ParseFloat(string(s.text[start:s.at]), 64)
	return value, err == nil
}

func (s *jsonScan) exponent() bool {
	return s.at < len(s.text) && s.text[s.at]|0x20 == 'e'
}

// powersOfTen are those that float64 holds exactly.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func (s *jsonScan) skipNested() {
	depth := 0
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '"':
			s.skipString()
			continue
		case c < '[': // digits, commas and spaces: most of any geometry
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				s.at++
				return
			}
		}
		s.at++
	}
}

func (s *jsonScan) skipString() {
	s.at++
	for s.at < len(s.text) {
		quote := bytes.IndexByte(s.text[s.at:], '"')
		if quote < 0 {
			s.at = len(s.text)
			return
		}
		end := s.at + quote
		escapes := 0
		for i := end - 1; i >= s.at && s.text[i] == '\\'; i-- {
			escapes++
		}
		s.at = end + 1
		if escapes%2 == 0 {
			return
		}
	}
}

// unquote returns the text of a JSON string. ok is false when it was not UTF-8; each wrong byte is then U+FFFD.
func unquote(raw []byte) (text string, ok bool) {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), true
	}
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	return string(unquoted), err == nil
}

// member returns the last value of the named member of an object, nil when there is none or raw is no object.
func member(raw []byte, name string) []byte {
	var found []byte
	s := jsonScan{text: raw}
	if s.kind() != '{' {
		return nil
	}
	for s.open(); s.more(); {
		key := s.name()
		value := s.raw()
		if string(key) == name {
			found = value
		}
	}
	return found
}

// memberText returns a string member, "" when it is absent or not a string.
func memberText(raw []byte, name string) string {
	value := member(raw, name)
	if len(value) == 0 || value[0] != '"' {
		return ""
	}
	text, _ := unquote(value)
	return text
}

// compact returns JSON text without insignificant white space; numbers and escapes stay as they are.
func compact(raw []byte) string {
	value := jsontext.Value(bytes.Clone(raw))
	if err := value.Compact(lenient()...); err != nil {
		return string(raw)
	}
	return string(value)
}

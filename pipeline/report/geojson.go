package report

import (
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/paulmach/orb"
)

// geoJSON writes one GeoJSON file (RFC 7946): WGS 84, seven decimals, one feature per line, every feature with the same
// keys and the same geometry type. It is written by hand because encoding/json takes ten times as long.
type geoJSON[R any] struct {
	layer *layer[R]
	form  form
	keys  []string // `"finding_id":`, `,"status":` ... ready to append
	out   io.Writer
	line  []byte
	rows  int
}

func newGeoJSON[R any](w io.Writer, l *layer[R], f form) *geoJSON[R] {
	g := &geoJSON[R]{layer: l, form: f, out: w}
	for i, c := range l.columns {
		comma := ","
		if i == 0 {
			comma = ""
		}
		g.keys = append(g.keys, comma+string(appendText(nil, c.name))+":")
	}
	g.line = append(g.line, `{"type":"FeatureCollection","name":"`+l.name+suffix(l, f)+`","features":[`...)
	return g
}

// suffix tells apart the files a layer is split into by form: structures.geojson, structures_lines.geojson.
func suffix[R any](l *layer[R], f form) string {
	if f == l.forms[0] {
		return ""
	}
	return "_" + [...]string{points: "points", lines: "lines", areas: "areas"}[f]
}

// write appends one feature at a shape that is in WGS 84 already, of this file's form, or nowhere.
func (g *geoJSON[R]) write(row *R, s *shape) error {
	b := g.line // what the previous feature left: the head of the file, or nothing
	if g.rows > 0 {
		b = append(b, ',')
	}
	b = append(b, '\n')
	g.rows++
	b = append(b, `{"type":"Feature","properties":{`...)
	for i, c := range g.layer.columns {
		b = append(b, g.keys[i]...)
		b = appendJSONValue(b, c.kind, c.of(row))
	}
	b = append(b, `},"geometry":`...)
	b = s.appendGeoJSON(b, g.layer.pins)
	b = append(b, '}')
	_, err := g.out.Write(b)
	g.line = b[:0]
	return err
}

func (g *geoJSON[R]) close() error {
	b := g.line
	if g.rows > 0 {
		b = append(b, '\n')
	}
	_, err := g.out.Write(append(b, "]}\n"...))
	return err
}

func appendJSONValue(b []byte, k kind, v value) []byte {
	switch {
	case !v.known:
		return append(b, "null"...)
	case k == text:
		return appendText(b, v.text)
	}
	return strconv.AppendFloat(b, v.number, 'f', -1, 64)
}

// appendGeoJSON appends the geometry, always of the multi type so that a file has one type; a pin is a plain point.
func (s *shape) appendGeoJSON(b []byte, pin bool) []byte {
	switch {
	case s.form == nowhere:
		return append(b, "null"...)
	case pin:
		return append(appendPosition(append(b, `{"type":"Point","coordinates":`...), s.points[0]), '}')
	case s.form == points:
		b = append(b, `{"type":"MultiPoint","coordinates":`...)
		b = appendPositions(b, s.points)
	case s.form == lines:
		b = append(b, `{"type":"MultiLineString","coordinates":`...)
		b = appendPaths(b, s.points, 0, s.rings)
	case s.form == areas:
		b = append(b, `{"type":"MultiPolygon","coordinates":`...)
		ring, start := 0, 0
		for i, last := range s.parts {
			b = append(b, separator(i))
			b = appendPaths(b, s.points, start, s.rings[ring:last])
			ring, start = last, s.rings[last-1]
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// separator opens a JSON list before its first element and separates the others.
func separator(i int) byte {
	if i == 0 {
		return '['
	}
	return ','
}

func appendPaths(b []byte, points []orb.Point, start int, ends []int) []byte {
	for i, end := range ends {
		b = append(b, separator(i))
		b = appendPositions(b, points[start:end])
		start = end
	}
	return append(b, ']')
}

func appendPositions(b []byte, points []orb.Point) []byte {
	for i, p := range points {
		b = append(b, separator(i))
		b = appendPosition(b, p)
	}
	return append(b, ']')
}

func appendPosition(b []byte, p orb.Point) []byte {
	b = appendDegrees(append(b, '['), p[0])
	return append(appendDegrees(append(b, ','), p[1]), ']')
}

// appendDegrees appends v, at most 360 either way, with at most seven decimals and no trailing zeros.
func appendDegrees(b []byte, v float64) []byte {
	scaled := int64(math.Round(v * 1e7))
	if scaled < 0 {
		b = append(b, '-')
		scaled = -scaled
	}
	b = strconv.AppendInt(b, scaled/1e7, 10)
	fraction := scaled % 1e7
	if fraction == 0 {
		return b
	}
	b = append(b, '.')
	for place := int64(1e6); fraction > 0; place /= 10 {
		b = append(b, byte('0'+fraction/place))
		fraction %= place
	}
	return b
}

// appendText appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD, as readers would make them.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	clean := 0 // s[clean:i] needs no escape
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[clean:i]...), "\uFFFD"...)
				clean = i + 1
			}
			i += size
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
			i++
			continue
		}
		b = append(b, s[clean:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		clean = i
	}
	return append(append(b, s[clean:]...), '"')
}

// validText is s as UTF-8: what formats that promise UTF-8 are given.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// snake turns a word of ours into a column name.
func snake(s string) string { return strings.NewReplacer("-", "_", " ", "_").Replace(s) }

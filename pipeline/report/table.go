package report

import (
	"math"

	"github.com/paulmach/orb"
)

// kind is the type of a column in every format.
type kind uint8

const (
	text   kind = iota
	number      // a measured number, rounded to decimals
	count       // a whole number
)

// decimals is how many digits after the point measured numbers keep: a ten-thousandth of a foot is thinner than paper.
const decimals = 4

// value is one cell of a table. The zero value is null; an empty text is null too, for "not known" and "" would look
// the same to a reader.
type value struct {
	text   string
	number float64
	known  bool
}

func str(s string) value { return value{text: validText(s), known: s != ""} }

func num(v float64) value {
	scale := math.Pow10(decimals)
	rounded := math.Round(v*scale) / scale
	if math.IsNaN(v - v) {
		return value{}
	}
	return value{number: rounded + 0, known: true} // + 0 turns -0 into 0
}

func optional(v *float64) value {
	if v == nil {
		return value{}
	}
	return num(*v)
}

func whole(n int) value { return value{number: float64(n), known: true} }

// column is one attribute of a layer whose rows are R.
type column[R any] struct {
	name     string
	kind     kind
	required bool // a row without it is our bug, and writing stops
	repeats  bool // few different texts, each many times
	of       func(r *R) value
}

// layer is one table with a place per row. It is written to <name>.parquet in whole, and to GeoJSON split by form.
type layer[R any] struct {
	name     string
	columns  []column[R]
	geometry func(r *R) orb.Geometry
	evidence func(r *R) orb.Geometry // nil for layers without
	pins     bool                    // GeoJSON shows a point per row, whatever the form
	forms    []form                  // forms that get a GeoJSON file: the first is <name>.geojson, the others <name>_lines and so on
}

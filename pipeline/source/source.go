package source

import (
	"context"
	"iter"

	"github.com/paulmach/orb"
)

// Kind is the type of an attribute value as the file states it.
type Kind uint8

const (
	Null   Kind = iota // absent, empty or unreadable
	Text               // any text
	Number             // a number; Text keeps its exact digits
	Bool               // Text is "true" or "false"
	Date               // Text is ISO 8601: 2007-01-31, or 2007-01-31T12:00:00Z
)

// Value is one attribute. The zero value is null. Text is always exactly what the file says, so that
// identifiers such as 0012 or 9007199254740993 survive; Float is set for numbers only.
type Value struct {
	Kind  Kind
	Text  string
	Float float64
}

// Field is one attribute column.
type Field struct {
	Name string
	Kind Kind // Text when a column mixes kinds
}

// Schema describes a layer before its features are read.
type Schema struct {
	Format   string  // "shapefile", "geojson", "geojsonl", "esrijson", "geoparquet"
	Fields   []Field // for formats without a header: those seen in the first features
	CRS      string  // definition text exactly as found (WKT, PROJJSON, "EPSG:4326"), "" when the file gives none
	CRSBasis string  // where CRS came from: "parcels.prj", "RFC 7946", "crs member", "GeoParquet metadata"
	Encoding string  // text encoding of attributes, "" when it is UTF-8 by definition
	Count    int     // features the file declares, -1 when unknown before reading
}

// Feature is one record. Geometry is 2D, x before y, in the layer's own CRS, and nil when the record has none
// (null, empty or unusable shape). Values follow the order of the fields asked for.
type Feature struct {
	Row      int    // record number in the file, from 1
	ID       string // the feature's own id where the format has one, exactly as written
	Geometry orb.Geometry
	Values   []Value
	Problems []string // what is wrong with this record, one sentence each; the record itself is never dropped
}

// Problem is something wrong with a file as a whole: records missing, an index that disagrees, an encoding guessed.
type Problem struct {
	Where string // "parcels.dbf", "record 17"
	What  string // one sentence: what is wrong and what was done about it
}

// Options say how to read a layer.
type Options struct {
	Fields   []string // attributes wanted, in this order; nil means all of Schema.Fields
	Encoding string   // overrides what the file says, an IANA name
	Layer    string   // which layer, where an archive or folder holds several
}

// Layer is an open input layer. Close it when done. It is read once, front to back, by one goroutine.
type Layer struct {
	path     string
	reader   reader
	problems []Problem
}

// reader is what each format implements, one file per format.
type reader interface {
	// schema returns what is known before the features are read.
	schema() Schema
	// features calls yield for every record in file order until it returns false. Values are in the order of
	// fields. An error means the file is unusable from here on; records already yielded stand.
	features(ctx context.Context, fields []string, yield func(Feature) bool) error
	// problems returns what is wrong with the file as a whole, complete once features has returned.
	problems() []Problem
	close() error
}

// Open opens a layer by its path: a shapefile (.shp, a folder or .zip holding one), GeoJSON or Esri JSON
// (.geojson, .json), newline-delimited GeoJSON (.geojsonl, .ndjson, .geojsons), gzip (.gz) of any JSON, or
// GeoParquet (.parquet). The content decides where the extension is ambiguous. Errors name the file, what is
// wrong and what to do.
func Open(path string, opt Options) (*Layer, error) {
	r, err := open(path, opt)
	if err != nil {
		return nil, err
	}
	return &Layer{path: path, reader: r}, nil
}

// Schema returns what is known of the layer before its features are read.
func (l *Layer) Schema() Schema { return l.reader.schema() }

// Features yields every record in file order. A non-nil error is the last thing yielded and means that the rest
// of the file can not be read; it names the file and the record.
func (l *Layer) Features(ctx context.Context, fields []string) iter.Seq2[Feature, error] {
	return func(yield func(Feature, error) bool) {
		stopped := false
		err := l.reader.features(ctx, fields, func(f Feature) bool {
			stopped = !yield(f, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(Feature{}, err)
		}
	}
}

// Problems returns what is wrong with the file as a whole; complete after Features has ended.
func (l *Layer) Problems() []Problem { return l.reader.problems() }

// Close releases the file.
func (l *Layer) Close() error { return l.reader.close() }

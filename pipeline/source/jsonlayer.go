package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/paulmach/orb"
)

// jsonLayer is what reading JSON has in common, whether features stand in one array or one on a line.
type jsonLayer struct {
	path, where string
	opt         Options
	head        jsonHead
	sample      sample
	sampled     int    // features looked at
	esri        bool   // Esri JSON, not GeoJSON
	wide        bool   // sampled coordinates that can not be degrees
	reference   []byte // the first Esri geometry's own "spatialReference"
	described   Schema
	found       []Problem
}

// Sampling stops after at least this many features and bytes, or at the last bound whatever the number.
const (
	sampleFeatures = 1000
	sampleBytes    = 4 << 20
	sampleMost     = 64 << 20
)

func newJSONLayer(path string, opt Options) jsonLayer {
	return jsonLayer{path: path, where: filepath.Base(path), opt: opt}
}

func (l *jsonLayer) schema() Schema      { return l.described }
func (l *jsonLayer) problems() []Problem { return l.found }
func (l *jsonLayer) close() error        { return nil }

func (l *jsonLayer) problem(format string, values ...any) {
	l.found = append(l.found, Problem{Where: l.where, What: fmt.Sprintf(format, values...)})
}

// enough tells whether the sample is large enough, size bytes into the features.
func (l *jsonLayer) enough(size int64) bool {
	return l.sampled >= sampleFeatures && size >= sampleBytes || size >= sampleMost
}

// look takes a feature into the sample.
func (l *jsonLayer) look(raw []byte) {
	if l.sampled == 0 {
		l.esri = l.head.esri() && member(raw, "properties") == nil ||
			member(raw, "attributes") != nil && member(raw, "type") == nil
	}
	l.sampled++
	if l.esri {
		if l.reference == nil {
			l.reference = bytes.Clone(member(member(raw, "geometry"), "spatialReference"))
		}
		l.sample.add(member(raw, "attributes"))
		return
	}
	l.sample.add(member(raw, "properties"))
	geometry := member(raw, "geometry")
	if geometry == nil {
		geometry = raw
	}
	if shape, _ := new(shapes).decode(&jsonScan{text: geometry}); shape != nil && beyondDegrees(shape.Bound()) {
		l.wide = true
	}
}

// beyondDegrees tells whether a box can not be longitude and latitude, with room for lines across the date line.
func beyondDegrees(box orb.Bound) bool {
	return math.Max(-box.Min[0], box.Max[0]) > 540 || math.Max(-box.Min[1], box.Max[1]) > 90.001
}

// describe decides on the schema from the head and the sample.
func (l *jsonLayer) describe(format string) {
	l.described = Schema{Format: format, Fields: l.sample.fields, Count: -1}
	if l.esri || l.sampled == 0 && l.head.esri() {
		l.esri = true
		l.described.Format = "esrijson"
		l.described.Fields = esriFields(l.head.fields, l.sample.fields)
		if l.head.reference == nil {
			l.head.reference = l.reference
		}
		if l.described.CRS = esriCRS(l.head.reference); l.described.CRS != "" {
			l.described.CRSBasis = "spatialReference"
		}
		return
	}
	switch {
	case l.head.crs != nil:
		var note string
		if l.described.CRS, note = geojsonCRS(l.head.crs); note != "" {
			l.problem("%s", note)
		}
		l.described.CRSBasis = "crs member"
	case l.wide:
		l.problem("the coordinates are not degrees, yet the file names no coordinate system: state which one it is")
	default:
		l.described.CRS, l.described.CRSBasis = "OGC:CRS84", "RFC 7946"
	}
}

// decoder returns the function that turns one feature into a [Feature] with the values of fields.
func (l *jsonLayer) decoder(fields []string) func(raw []byte, row int) Feature {
	if fields == nil {
		fields = l.opt.Fields
	}
	if fields == nil {
		for _, field := range l.described.Fields {
			fields = append(fields, field.Name)
		}
	}
	if l.esri {
		return newEsriFeature(fields, l.described.Fields, l.head.fields).decode
	}
	return (&geojsonFeature{columns: newColumns(fields)}).decode
}

// atByte says where err happened: in which feature (0 for none) and at which byte of the unpacked text.
func atByte(row int, offset int64, err error) error {
	place := fmt.Sprintf("byte %d", offset)
	if row > 0 {
		place = fmt.Sprintf("feature %d, %s", row, place)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("%s: the file is cut off there: %w", place, io.ErrUnexpectedEOF)
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%s: it is not valid JSON: %s; the file is damaged, get or export it again", place, strings.TrimPrefix(syntax.Err.Error(), "jsontext: "))
	}
	return fmt.Errorf("%s: %w", place, err)
}

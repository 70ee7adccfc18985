package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/paulmach/orb"
)

// openJSON opens GeoJSON or Esri JSON, plain or gzip. Text that turns out to be newline-delimited goes to
// [openGeoJSONL].
func openJSON(path string, opt Options) (reader, error) {
	if inner := strings.TrimSuffix(strings.ToLower(path), ".gz"); inner != path && newlineDelimited(inner) {
		return openGeoJSONL(path, opt)
	}
	r := &jsonReader{path: path, opt: opt, where: filepath.Base(path)}
	lines, err := r.look()
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if lines {
		return openGeoJSONL(path, opt)
	}
	if err := r.describe(); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return r, nil
}

// jsonReader reads one JSON file: at opening its head and first features, and again from the start for all of it.
// It holds one feature at a time.
type jsonReader struct {
	path, where string
	opt         Options
	head        jsonHead
	esri        bool
	wide        bool // sampled coordinates that can not be degrees
	sample      sample
	described   Schema
	found       []Problem
}

// Sampling stops after at least this many features and bytes, or at the last bound whatever the number.
const (
	sampleFeatures = 1000
	sampleBytes    = 4 << 20
	sampleMost     = 64 << 20
)

// look reads the head and the first features. lines means that the file is newline-delimited after all. Broken JSON
// is reported here only when nothing can be read before it.
func (r *jsonReader) look() (lines bool, err error) {
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return false, err
	}
	defer in.Close()
	if first, _ := in.file.Peek(1); len(first) == 1 && first[0] == recordSeparator {
		return true, nil
	}
	if in.file.encoding != "" && r.opt.Encoding == "" {
		r.problem("the file is %s, not UTF-8 as JSON must be; it was converted", in.file.encoding)
	}
	err = r.head.walk(in, func() (bool, error) { return false, r.takeSample(in) })
	if err == io.EOF {
		err = errors.New("it is empty")
	}
	if err != nil {
		return false, r.at(in, 0, err)
	}
	if r.head.collections > 0 {
		return false, nil
	}
	if !r.head.single() && !r.head.bareEsri {
		if err := in.end(); err != nil {
			return false, r.at(in, 0, err)
		}
		return false, r.head.complaint()
	}
	if in.PeekKind() == '{' {
		return true, nil
	}
	return false, r.sampleSingle()
}

// takeSample reads the first features. Errors in them are left to features, which says what came before them.
func (r *jsonReader) takeSample(in *jsonStream) error {
	start := in.InputOffset()
	if _, err := in.ReadToken(); err != nil {
		return err
	}
	for n := 0; in.PeekKind() != ']'; n++ {
		size := in.InputOffset() - start
		if n >= sampleFeatures && size >= sampleBytes || size >= sampleMost {
			return nil
		}
		raw, err := in.ReadValue()
		if err != nil {
			return nil
		}
		r.sampleFeature(raw, n == 0)
	}
	return nil
}

func (r *jsonReader) sampleSingle() error {
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer in.Close()
	raw, err := in.ReadValue()
	if err != nil {
		return r.at(in, 1, err)
	}
	r.sampleFeature(raw, true)
	return nil
}

func (r *jsonReader) sampleFeature(raw []byte, first bool) {
	if first {
		r.esri = r.head.esri() || member(raw, "attributes") != nil && member(raw, "type") == nil
	}
	if r.esri {
		r.sample.add(member(raw, "attributes"))
		return
	}
	r.sample.add(member(raw, "properties"))
	geometry := member(raw, "geometry")
	if geometry == nil {
		geometry = raw
	}
	if shape, _ := new(shapes).decode(geometry); shape != nil && beyondDegrees(shape.Bound()) {
		r.wide = true
	}
}

// beyondDegrees tells whether a box can not be longitude and latitude, with room for lines across the date line.
func beyondDegrees(box orb.Bound) bool {
	return math.Max(-box.Min[0], box.Max[0]) > 540 || math.Max(-box.Min[1], box.Max[1]) > 90.001
}

// describe decides on the schema, looking for a coordinate system behind the features when there is none before.
func (r *jsonReader) describe() error {
	if r.head.collections == 0 && r.head.bareEsri && r.head.kind == "" {
		r.esri = true
	}
	if r.head.crs == nil && r.head.reference == nil && r.head.collections > 0 {
		if err := r.lookBehind(); err != nil {
			return err
		}
	}
	r.described = Schema{Format: "geojson", Fields: r.sample.fields, Count: -1}
	if r.head.collections == 0 {
		r.described.Count = 1
	}
	if r.esri {
		r.described.Format = "esrijson"
		r.described.Fields = esriFields(r.head.fields, r.sample.fields)
		r.described.CRS = esriCRS(r.head.reference)
		if r.described.CRS != "" {
			r.described.CRSBasis = "spatialReference"
		}
		return nil
	}
	switch {
	case r.head.crs != nil:
		var note string
		r.described.CRS, note = geojsonCRS(r.head.crs)
		r.described.CRSBasis = "crs member"
		if note != "" {
			r.problem("%s", note)
		}
	case r.wide:
		r.problem(`the coordinates are no degrees, yet the file names no coordinate system; say which one it is`)
	default:
		r.described.CRS, r.described.CRSBasis = "OGC:CRS84", "RFC 7946"
	}
	return nil
}

// lookBehind reads the members behind the features, only when the end of the file mentions one that matters: the
// walk costs a pass over the file.
func (r *jsonReader) lookBehind() error {
	const tail = 64 << 10
	file, err := openText(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.file.Stat(); err == nil && !file.packed && file.encoding == "" && info.Size() > tail {
		if _, err := file.file.Seek(-tail, io.SeekEnd); err != nil {
			return err
		}
		file.Reset(file.file)
	}
	// A damaged file is no matter here: what is readable of it is read, and then features says where it ends.
	if found, err := mentions(file, `"crs"`, `"spatialReference"`); err != nil || !found {
		return nil
	}
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer in.Close()
	var whole jsonHead
	if err := whole.walk(in, func() (bool, error) { return true, in.skip() }); err == nil {
		r.head = whole
	}
	return nil
}

func (r *jsonReader) schema() Schema      { return r.described }
func (r *jsonReader) problems() []Problem { return r.found }
func (r *jsonReader) close() error        { return nil }

func (r *jsonReader) problem(format string, values ...any) {
	r.found = append(r.found, Problem{Where: r.where, What: fmt.Sprintf(format, values...)})
}

// features reads the file again from its start.
func (r *jsonReader) features(ctx context.Context, fields []string, yield func(Feature) bool) error {
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer in.Close()
	decode := r.decoder(fields)
	if r.head.collections == 0 {
		raw, err := in.ReadValue()
		if err != nil {
			return fmt.Errorf("read %s: %w", r.path, r.at(in, 1, err))
		}
		if yield(decode(raw, 1)) {
			if err := in.end(); err != nil {
				return fmt.Errorf("read %s: %w", r.path, r.at(in, 0, err))
			}
		}
		return nil
	}
	var head jsonHead
	row, reading, stopped := 0, 0, false // reading is the row being read, 0 outside the features
	err = head.walk(in, func() (bool, error) {
		if _, err := in.ReadToken(); err != nil {
			return false, err
		}
		for in.PeekKind() != ']' {
			row++
			reading = row
			raw, err := in.ReadValue()
			if err != nil {
				return false, err
			}
			if stopped = !yield(decode(raw, row)); stopped {
				return false, nil
			}
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		reading = 0
		_, err := in.ReadToken()
		return true, err
	})
	if stopped {
		return nil
	}
	if err == nil {
		err = in.end()
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", r.path, r.at(in, reading, err))
	}
	if head.cutOff {
		r.problem("the service that made the file stopped at its record limit: records are missing")
	}
	if head.collections > 1 {
		r.problem(`the file has %d "features" arrays; all were read`, head.collections)
	}
	return nil
}

func (r *jsonReader) decoder(fields []string) func([]byte, int) Feature {
	if fields == nil {
		fields = r.opt.Fields
	}
	if fields == nil {
		for _, field := range r.described.Fields {
			fields = append(fields, field.Name)
		}
	}
	d := &geojsonFeature{columns: newColumns(fields)}
	return d.decode
}

// at says where err happened: in which feature (0 for none) and at which byte.
func (r *jsonReader) at(in *jsonStream, row int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if _, ok := err.(errNotFeatures); ok {
		return err
	}
	place := fmt.Sprintf("byte %d", in.offset(err))
	if row > 0 {
		place = fmt.Sprintf("feature %d, %s", row, place)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("%s: the file is cut off there: %w", place, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("%s: %w", place, err)
}

// newlineDelimited tells whether a lower-case path has one of the extensions of newline-delimited GeoJSON.
func newlineDelimited(path string) bool {
	switch filepath.Ext(path) {
	case ".geojsonl", ".ndjson", ".geojsons", ".jsonl":
		return true
	}
	return false
}

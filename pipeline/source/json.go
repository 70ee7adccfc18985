package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// openJSON opens GeoJSON or Esri JSON, plain or gzip. The content may turn out to be newline-delimited.
func openJSON(path string, opt Options) (reader, error) {
	if inner := strings.TrimSuffix(strings.ToLower(path), ".gz"); inner != path && newlineDelimited(inner) {
		return openGeoJSONL(path, opt)
	}
	r, lines, err := newJSONReader(path, opt)
	if lines {
		return newLinesReader(path, opt)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// newlineDelimited tells whether a lower-case path has one of the extensions of newline-delimited GeoJSON.
func newlineDelimited(path string) bool {
	switch filepath.Ext(path) {
	case ".geojsonl", ".ndjson", ".geojsons", ".jsonl":
		return true
	}
	return false
}

// jsonReader reads one JSON document: at opening its head and first features, and again from the start for all of
// it. It holds one feature at a time.
type jsonReader struct {
	jsonLayer
}

func newJSONReader(path string, opt Options) (r *jsonReader, lines bool, err error) {
	r = &jsonReader{jsonLayer: newJSONLayer(path, opt)}
	if lines, err = r.survey(); err != nil {
		return nil, false, fmt.Errorf("open %s: %w", path, err)
	}
	return r, lines, nil
}

// survey reads the head and the first features, and what stands behind the features where that matters. lines means
// that the file is newline-delimited after all. Faults in the features are left to features, which says what came
// before them.
func (r *jsonReader) survey() (lines bool, err error) {
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
	var barren errNotFeatures
	switch {
	case err == io.EOF:
		return false, errors.New("it is empty")
	case errors.As(err, &barren):
		return false, err
	case err != nil:
		return false, atByte(0, in.offset(err), err)
	}
	switch {
	case r.head.collections > 0:
		err = r.lookBehind()
	case !r.head.single() && !r.head.bare():
		if err = in.end(); err == nil {
			err = r.head.complaint()
		}
	case in.PeekKind() == '{':
		return true, nil
	default:
		err = r.takeWhole()
	}
	r.describe("geojson")
	if r.head.collections == 0 {
		r.described.Count = 1
	}
	return false, err
}

// takeSample reads the first features of the array.
func (r *jsonReader) takeSample(in *jsonStream) error {
	start := in.InputOffset()
	if _, err := in.ReadToken(); err != nil {
		return err
	}
	for in.PeekKind() != ']' && !r.enough(in.InputOffset()-start) {
		raw, err := in.ReadValue()
		if err != nil {
			return nil
		}
		r.look(raw)
	}
	return nil
}

// takeWhole reads a file that is a single feature.
func (r *jsonReader) takeWhole() error {
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer in.Close()
	raw, err := in.ReadValue()
	if err != nil {
		return atByte(1, in.offset(err), err)
	}
	r.look(raw)
	return nil
}

// lookBehind reads the members behind the features when the end of the file mentions a coordinate system and there
// was none before: the walk costs a pass over the file. A damaged file is no matter here.
func (r *jsonReader) lookBehind() error {
	const tail = 64 << 10
	if r.head.crs != nil || r.head.reference != nil {
		return nil
	}
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

// features reads the file again from its start.
func (r *jsonReader) features(ctx context.Context, fields []string, yield func(Feature) bool) error {
	in, err := openJSONStream(r.path, r.opt.Encoding)
	if err != nil {
		return fmt.Errorf("read %s: %w", r.path, err)
	}
	defer in.Close()
	pass := jsonPass{in: in, decode: r.decoder(fields), yield: yield}
	if r.head.collections > 0 {
		err = pass.head.walk(in, func() (bool, error) { return pass.collection(ctx) })
	} else {
		err = pass.record(ctx)
	}
	if err == nil && !pass.stopped {
		err = in.end()
	}
	switch {
	case pass.stopped:
		return nil
	case ctx.Err() != nil && err == ctx.Err():
		return err
	case err != nil:
		return fmt.Errorf("read %s: %w", r.path, atByte(pass.reading, in.offset(err), err))
	}
	if pass.head.cutOff {
		r.problem("the service that made the file stopped at its record limit: records are missing")
	}
	if pass.head.collections > 1 {
		r.problem(`the file has %d "features" arrays; all were read`, pass.head.collections)
	}
	return nil
}

// jsonPass is one reading of all features.
type jsonPass struct {
	in      *jsonStream
	head    jsonHead
	decode  func(raw []byte, row int) Feature
	yield   func(Feature) bool
	row     int
	reading int // the row being read, 0 outside the features
	stopped bool
}

func (p *jsonPass) collection(ctx context.Context) (more bool, err error) {
	if _, err := p.in.ReadToken(); err != nil {
		return false, err
	}
	for p.in.PeekKind() != ']' {
		if err := p.record(ctx); err != nil || p.stopped {
			return false, err
		}
	}
	_, err = p.in.ReadToken()
	return true, err
}

func (p *jsonPass) record(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.row++
	p.reading = p.row
	raw, err := p.in.ReadValue()
	if err != nil {
		return err
	}
	p.reading = 0
	p.stopped = !p.yield(p.decode(raw, p.row))
	return nil
}

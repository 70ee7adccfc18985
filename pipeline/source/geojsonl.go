package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// recordSeparator starts each text of an RFC 8142 sequence, where texts may span lines.
const recordSeparator = 0x1e

// openGeoJSONL opens newline-delimited GeoJSON or Esri JSON, with or without record separators, plain or gzip. A
// file whose first line is not a record is tried as a single document, whatever its name says.
func openGeoJSONL(path string, opt Options) (reader, error) {
	if !startsWithRecord(path, opt.Encoding) {
		if r, lines, err := newJSONReader(path, opt); err == nil && !lines {
			return r, nil
		}
	}
	return newLinesReader(path, opt)
}

func startsWithRecord(path, encoding string) bool {
	in, err := openRecords(path, encoding)
	if err != nil {
		return true // which reports the error
	}
	defer in.file.Close()
	raw, err := in.next()
	return err != nil || syntaxFault(raw) == nil && member(raw, "features") == nil
}

// linesReader reads one feature from each line. A line that is no JSON is a record with a problem, not an error.
type linesReader struct {
	jsonLayer
}

func newLinesReader(path string, opt Options) (reader, error) {
	r := &linesReader{jsonLayer: newJSONLayer(path, opt)}
	if err := r.survey(); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return r, nil
}

// survey samples the first lines. A fault behind the first is left to features, which says what came before it.
func (r *linesReader) survey() error {
	in, err := openRecords(r.path, r.opt.Encoding)
	if err != nil {
		return err
	}
	defer in.file.Close()
	for size := 0; !r.enough(int64(size)); size += len(in.buffer) {
		raw, err := in.next()
		if err == io.EOF || err != nil && r.sampled > 0 {
			break
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", in.line, err)
		}
		if syntaxFault(raw) != nil {
			continue
		}
		if r.sampled == 0 {
			r.head.crs = bytes.Clone(member(raw, "crs"))
		}
		r.look(raw)
	}
	if r.sampled == 0 {
		return errors.New("no line of it is JSON")
	}
	r.describe("geojsonl")
	return nil
}

func (r *linesReader) features(ctx context.Context, fields []string, yield func(Feature) bool) error {
	in, err := openRecords(r.path, r.opt.Encoding)
	if err != nil {
		return fmt.Errorf("read %s: %w", r.path, err)
	}
	defer in.file.Close()
	decode := r.decoder(fields)
	for row := 1; ; row++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		raw, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: line %d: %w", r.path, in.line, err)
		}
		var f Feature
		if wrong := syntaxFault(raw); wrong == nil {
			f = decode(raw, row)
		} else {
			f = decode([]byte(`{"type":"Feature","geometry":null,"properties":null}`), row)
			f.Problems = []string{fmt.Sprintf("line %d is not JSON: %v", in.line, wrong)}
		}
		if !yield(f) {
			return nil
		}
	}
}

// syntaxFault returns what is wrong with a JSON text, nil when it is valid.
func syntaxFault(raw []byte) error {
	if jsontext.Value(raw).IsValid(lenient()...) {
		return nil
	}
	if _, err := jsontext.NewDecoder(bytes.NewReader(raw), lenient()...).ReadValue(); err != nil {
		return err
	}
	return errors.New("there is more after the end of the object")
}

// records splits a text file into JSON texts: at newlines, or at record separators when it starts with one.
type records struct {
	file      *textFile
	separator byte
	buffer    []byte
	line      int // of the text returned last, from 1
	lines     int // read so far
}

func openRecords(path, encoding string) (*records, error) {
	file, err := openText(path, encoding)
	if err != nil {
		return nil, err
	}
	r := &records{file: file, separator: '\n'}
	if first, _ := file.Peek(1); len(first) == 1 && first[0] == recordSeparator {
		r.separator = recordSeparator
	}
	return r, nil
}

// next returns the next text that is not blank, valid until the one after; io.EOF at the end.
func (r *records) next() ([]byte, error) {
	for {
		r.buffer = r.buffer[:0]
		r.line = r.lines + 1
		for {
			chunk, err := r.file.ReadSlice(r.separator)
			r.buffer = append(r.buffer, chunk...)
			if len(r.buffer) > maxJSONValue {
				return nil, errTooLarge
			}
			if err == bufio.ErrBufferFull {
				continue
			}
			if err != nil && (err != io.EOF || len(r.buffer) == 0) {
				return nil, err
			}
			break
		}
		r.lines += bytes.Count(r.buffer, []byte{'\n'})
		if text := bytes.Trim(r.buffer, "\x1e \t\r\n"); len(text) > 0 {
			return text, nil
		}
	}
}

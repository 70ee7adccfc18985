package source

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// maxJSONValue bounds the bytes of one feature, so that a broken file can not fill the memory.
const maxJSONValue = 256 << 20

var errTooLarge = fmt.Errorf("one value is larger than %d MB", maxJSONValue>>20)

// jsonStream reads JSON from a file member by member and feature by feature. jsontext refuses whatever RFC 8259
// refuses, and nesting beyond 10,000 levels; names may repeat, and bytes that are not UTF-8 are left to [unquote].
type jsonStream struct {
	*jsontext.Decoder
	file *textFile
}

// lenient lets through what is no fault of syntax.
func lenient() []jsontext.Options {
	return []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
}

func openJSONStream(path, encoding string) (*jsonStream, error) {
	file, err := openText(path, encoding)
	if err != nil {
		return nil, err
	}
	in := &boundedReader{Reader: file}
	s := &jsonStream{Decoder: jsontext.NewDecoder(in, lenient()...), file: file}
	in.done = s.InputOffset
	return s, nil
}

func (s *jsonStream) Close() error { return s.file.Close() }

// name reads a member name; more is false at the end of the object, which it leaves.
func (s *jsonStream) name() (name string, more bool, err error) {
	token, err := s.ReadToken()
	if err != nil || token.Kind() != '"' {
		return "", false, err
	}
	return token.String(), true, nil
}

// skip steps over a value without holding it in memory.
func (s *jsonStream) skip() error {
	depth := s.StackDepth()
	for {
		if _, err := s.ReadToken(); err != nil {
			return err
		}
		if s.StackDepth() == depth {
			return nil
		}
	}
}

// end makes sure that nothing follows the top-level value.
func (s *jsonStream) end() error {
	_, err := s.ReadToken()
	switch {
	case err == io.EOF:
		return nil
	case err == nil:
		return errors.New("there is more after the end of the JSON object")
	}
	return err
}

// offset is where err happened, in bytes from the start of the (unpacked) text.
func (s *jsonStream) offset(err error) int64 {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return syntax.ByteOffset
	}
	return s.InputOffset()
}

// boundedReader fails when the decoder asks for more and still has a whole value's worth that it could not use.
type boundedReader struct {
	io.Reader
	read int64
	done func() int64 // bytes decoded so far
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.read-b.done() > maxJSONValue {
		return 0, errTooLarge
	}
	n, err := b.Reader.Read(p)
	b.read += int64(n)
	return n, err
}

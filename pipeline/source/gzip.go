package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// textFile reads a text file from its start: unpacked when it is gzip, without byte order mark, in UTF-8 when its
// encoding is known.
type textFile struct {
	*bufio.Reader
	file     *os.File
	packed   bool   // the file is gzip
	encoding string // what a byte order mark or the caller said, "" for plain UTF-8
}

const textBuffer = 256 << 10

// openText opens path. name is an IANA encoding name, "" for what the byte order mark says, else UTF-8 untouched.
func openText(path, name string) (*textFile, error) {
	var decode encoding.Encoding
	if name != "" {
		var err error
		if decode, err = ianaindex.IANA.Encoding(name); err != nil || decode == nil {
			return nil, fmt.Errorf("encoding %q is not known: use an IANA name such as windows-1252", name)
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &textFile{file: file, Reader: bufio.NewReaderSize(file, textBuffer)}
	if magic, _ := t.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(t.Reader)
		if err != nil {
			file.Close()
			return nil, fmt.Errorf("unpack gzip: %w", err)
		}
		t.packed, t.Reader = true, bufio.NewReaderSize(unpacked, textBuffer)
	}
	t.decode(decode, name)
	return t, nil
}

// decode drops a byte order mark, which outranks what the caller said, and turns other encodings into UTF-8.
func (t *textFile) decode(named encoding.Encoding, name string) {
	mark, _ := t.Peek(3)
	switch {
	case bytes.HasPrefix(mark, []byte{0xef, 0xbb, 0xbf}):
		t.Discard(3)
		return
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}):
		named, name = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16LE"
	case bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		named, name = unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "UTF-16BE"
	}
	if named == nil || named == unicode.UTF8 {
		return
	}
	t.encoding = name
	t.Reader = bufio.NewReaderSize(named.NewDecoder().Reader(t.Reader), textBuffer)
}

func (t *textFile) Close() error { return t.file.Close() }

// mentions tells whether any of the words occurs in what is left to read.
func mentions(r io.Reader, words ...string) (bool, error) {
	const overlap = 64 // longer than any word asked for
	buffer := make([]byte, 0, textBuffer+overlap)
	for {
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		for _, word := range words {
			if bytes.Contains(buffer, []byte(word)) {
				return true, nil
			}
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		keep := min(overlap, len(buffer))
		buffer = buffer[:copy(buffer[:keep], buffer[len(buffer)-keep:])]
	}
}

package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

const (
	// largestConfig is the most bytes a configuration may have; the YAML parser's time and memory grow with the square.
	largestConfig = 1 << 20
	// deepestConfig is how deep brackets may nest.
	deepestConfig = 100
)

// readText reads a configuration, which may be a pipe.
func readText(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largestConfig+1))
	if err == nil && len(data) > largestConfig {
		err = fmt.Errorf("it is larger than %d KB, so it is no configuration", largestConfig>>10)
	}
	return data, err
}

// plainText returns data as UTF-8 without byte order mark. UTF-16 is recognised by its mark.
func plainText(data []byte) []byte {
	if rest, ok := bytes.CutPrefix(data, []byte("\xef\xbb\xbf")); ok {
		return rest
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data); err == nil {
			return text
		}
	}
	return data
}

// unfit says why a text can not be given to the YAML parser and where, "" when it can.
func unfit(data []byte) (line, column int, what string) {
	depth := 0
	for i, text := range bytes.Split(data, []byte("\n")) {
		indent := bytes.TrimLeft(text, " ")
		if bytes.HasPrefix(indent, []byte("\t")) && len(bytes.TrimSpace(indent)) > 0 {
			return i + 1, len(text) - len(indent) + 1, "a tab stands here; YAML is indented with spaces only"
		}
		if !utf8.Valid(text) {
			return i + 1, 1, "this line is not UTF-8; save the file as UTF-8"
		}
		if at := slices.IndexFunc(text, func(c byte) bool { return c < ' ' && c != '\t' && c != '\r' }); at >= 0 {
			return i + 1, at + 1, fmt.Sprintf("a control character (%#02x) stands here, so this is no YAML text", text[at])
		}
		for at, c := range text {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			}
			if depth > deepestConfig {
				return i + 1, at + 1, fmt.Sprintf("brackets are nested more than %d deep", deepestConfig)
			}
		}
	}
	return 0, 0, ""
}

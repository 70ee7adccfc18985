package source

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding/ianaindex"
)

// chooseCoding decides the coding of a table: the option, else the .cpg file, else the language byte of the .dbf,
// else a guess. What can not be understood is noted and the next one asked.
func chooseCoding(files *shapefileParts, language byte, option string, note func(where, what string)) textCoding {
	if option != "" {
		if coding, ok := codingOf(option); ok {
			return coding
		}
		note(files.dbf.name, fmt.Sprintf("the encoding asked for, %q, is not known; the file's own was used", option))
	}
	if files.cpg != nil {
		text, err := files.cpg.readText(4096)
		if coding, ok := codingOf(text); ok && err == nil {
			return coding
		}
		note(files.cpg.name, "names no encoding that is known: "+firstWords(text)+"; it was ignored")
	}
	if coding, ok := codingOfLDID(language); ok {
		return coding
	}
	if language != 0 && language != ldidANSI {
		note(files.dbf.name, fmt.Sprintf("the language byte 0x%02x means no encoding that is known; it was ignored", language))
	}
	return guessedCoding()
}

// firstWords shortens a text for a message.
func firstWords(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "..."
	}
	return fmt.Sprintf("%q", text)
}

// KnownEncoding tells whether files can be read in an encoding by that name.
func KnownEncoding(name string) bool {
	if _, ok := codingOf(name); ok {
		return true
	}
	e, err := ianaindex.IANA.Encoding(name)
	return err == nil && e != nil
}

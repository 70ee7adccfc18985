package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Place is where something was configured: a position in a YAML file, or a command-line flag (Line is 0). The zero value is
// a default nobody wrote down.
type Place struct {
	File   string // the file as the user named it, or the flag: "--parcels"
	Line   int    // from 1
	Column int    // from 1
	Text   string // the offending line
}

// String gives file:line:column.
func (p Place) String() string {
	switch {
	case p.File == "":
		return "configuration"
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// ConfigError is one thing wrong with the configuration, where it is and what to do about it.
type ConfigError struct {
	At   Place
	What string
}

// Error shows the place, the sentence, and the offending line with a caret below the column.
func (e ConfigError) Error() string {
	if e.At.Line == 0 {
		return fmt.Sprintf("%s: %s", e.At, e.What)
	}
	gutter := fmt.Sprintf("%5d | ", e.At.Line)
	text, column := around(e.At.Text, e.At.Column)
	caret := strings.Repeat(" ", len(gutter)-2) + "| " + strings.Repeat(" ", column) + "^"
	return fmt.Sprintf("%s: %s\n%s%s\n%s", e.At, e.What, gutter, text, caret)
}

// longestShown is how many letters of a line are shown.
const longestShown = 160

// around cuts a line to what stands about a column (from 1), and returns the column in what is left, from 0. Tabs and
// what does not print become blanks, so that the caret stands below its letter.
func around(text string, column int) (string, int) {
	letters := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text))
	at := min(max(column-1, 0), len(letters))
	if len(letters) <= longestShown {
		return string(letters), at
	}
	from := max(at-longestShown/2, 0)
	to := min(from+longestShown, len(letters))
	shown := string(letters[from:to])
	if from > 0 {
		shown, at = "…"+shown, at-from+1
	}
	if to < len(letters) {
		shown += "…"
	}
	return shown, at
}

// ConfigErrors is everything wrong with a configuration. It is never empty when it is returned as an error.
type ConfigErrors []ConfigError

// Error gives one error after the other.
func (e ConfigErrors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// orNil returns the errors as an error in the order of their lines, nil when there are none.
func (e ConfigErrors) orNil() error {
	if len(e) == 0 {
		return nil
	}
	slices.SortStableFunc(e, func(a, b ConfigError) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return e
}

// add notes one more error.
func (e *ConfigErrors) add(at Place, format string, args ...any) {
	*e = append(*e, ConfigError{At: at, What: fmt.Sprintf(format, args...)})
}

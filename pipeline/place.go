package pipeline

import (
	"fmt"
	"strings"
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
	caret := strings.Repeat(" ", len(gutter)-2) + "| " + strings.Repeat(" ", max(e.At.Column-1, 0)) + "^"
	return fmt.Sprintf("%s: %s\n%s%s\n%s", e.At, e.What, gutter, e.At.Text, caret)
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

// orNil returns the errors as an error, nil when there are none.
func (e ConfigErrors) orNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// add notes one more error.
func (e *ConfigErrors) add(at Place, format string, args ...any) {
	*e = append(*e, ConfigError{At: at, What: fmt.Sprintf(format, args...)})
}

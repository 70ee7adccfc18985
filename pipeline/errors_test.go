package pipeline

import (
	"errors"
	"testing"
)

func TestAReportThatCanNotBeWrittenIsOneSentence(t *testing.T) {
	full := errors.New("write a.csv: no space left on device")
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"one file", "write report: write a.csv: no space left on device", full},
		{"three files", "write report: write a.csv: no space left on device (and 2 more such errors)", errors.Join(full, full, full)},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := &OutputError{Err: c.err}
			if got := err.Error(); got != c.want || !errors.Is(err, full) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

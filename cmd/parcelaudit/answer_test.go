package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// fullDisk is what stdout is when it is sent into a file on a full disk.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAnAnswerThatCanNotBePrintedEndsWith4(t *testing.T) {
	town := "../../fixtures/town/"
	for _, args := range [][]string{
		{"--help"},
		{"run", "--help"},
		{"inspect", town + "parcels.shp"},
		{"inspect", "--json", town + "parcels.shp"},
		{"rules", "list"},
		{"rules", "list", "--classes"},
		{"rules", "show", "wi-city"},
		{"rules", "check", "wi-city"},
		{"explain", town + "audit.yaml", "--parcel", "A7"},
		{"run", town + "audit.yaml", "--out", t.TempDir(), "--fail-on", "violation"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var stderr bytes.Buffer
			code := Main(context.Background(), args, world{stdin: strings.NewReader(""), stdout: fullDisk{}, stderr: &stderr, now: atNoon})
			if code != exitOutput || !strings.Contains(stderr.String(), "print the answer: no space left on device") || strings.Contains(stderr.String(), "bug") {
				t.Errorf("exit code %d, want %d: %s", code, exitOutput, stderr.String())
			}
		})
	}
}

func TestAnotherErrorGoesBeforeALostAnswer(t *testing.T) {
	var stderr bytes.Buffer
	code := Main(context.Background(), []string{"rules", "check", "wi-city", "no-such-pack"}, world{stdin: strings.NewReader(""), stdout: fullDisk{}, stderr: &stderr, now: atNoon})
	if code != exitOutput { // the first pack's line is lost before the second is looked at
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	code = Main(context.Background(), []string{"inspect", "no-such-file"}, world{stdin: strings.NewReader(""), stdout: fullDisk{}, stderr: &stderr, now: atNoon})
	if code != exitInput {
		t.Errorf("exit code %d, want %d: %s", code, exitInput, stderr.String())
	}
}

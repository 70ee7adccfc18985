package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// call runs the program in this process and returns its exit code and what it printed.
func call(t *testing.T, ctx context.Context, now func() time.Time, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(ctx, args, world{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, now: now})
	return code, out.String(), errs.String()
}

func atNoon() time.Time { return time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC) }

const tinyPack = `pack: tiny
title: A pack for tests
source: none
policy: {front: address-street, rear: farthest-45, attached_within_ft: 0}
`

const tinyClauses = `section: "1"
title: Buildings
clauses:
  - id: "1#line"
    cites: "1"
    title: A building stands at least 5 ft from every lot line
    kind: setback
    subjects: [structure]
    districts: [any]
    measure: {distance: {to: [lot_line]}}
    at_least: 5 ft
  - id: "1#height"
    cites: "1"
    title: A building is at most 20 ft high
    kind: height
    subjects: [structure]
    districts: [any]
    measure: height_ft
    at_most: 20 ft
`

// denver writes a pack and an audit.yaml for the real lots of a Denver tract, and returns the folder.
func denver(t *testing.T) string {
	t.Helper()
	data, err := filepath.Abs("../../../shared/data/denver-co")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(data); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the shared data is not beside the repository")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack/pack.yaml": tinyPack, "pack/1.yaml": tinyClauses,
		"audit.yaml": `pack: ./pack
layers:
  parcels: {path: ` + data + `/tract_mixed.geojson, id: source_id, where: {type: Taxlot}, fields: {use: zoning}}
  zoning: {from: parcels, district: zoning}
  buildings: {path: ` + data + `/tract_mixed.geojson, id: source_id, where: {type: Building}, fields: {height_ft: {field: average_roof_height, unit: m}}}
`} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSameBytesForAnyJobs(t *testing.T) {
	dir := denver(t)
	reports := make([]map[string]string, 2)
	for i, jobs := range []string{"1", "5"} {
		out := filepath.Join(dir, "out"+jobs)
		code, _, stderr := call(t, context.Background(), atNoon, "run", filepath.Join(dir, "audit.yaml"), "--out", out, "--flat", "--jobs", jobs)
		if code != exitDone {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		reports[i] = filesOf(t, out)
	}
	if len(reports[0]) < 10 || strings.Count(reports[0]["violations.geojson"], `"outcome":"violation"`) == 0 {
		t.Fatalf("the report is %d files and shows no violation", len(reports[0]))
	}
	for name, text := range reports[0] {
		if other := reports[1][name]; other != text {
			t.Errorf("%s differs: %d and %d bytes", name, len(text), len(other))
		}
	}
}

// filesOf reads the files of a report.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(text)
	}
	return out
}

func TestSignalsLeaveThePreviousReport(t *testing.T) {
	dir := denver(t)
	out := filepath.Join(dir, "out")
	args := []string{"run", filepath.Join(dir, "audit.yaml"), "--out", out, "--flat"}
	if code, _, stderr := call(t, context.Background(), atNoon, args...); code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	before := filesOf(t, out)
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitTerminated} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(interrupted{signal})
		code, stdout, stderr := call(t, ctx, atNoon, args...)
		if code != want || stdout != "" || !strings.Contains(stderr, "the previous report is untouched") {
			t.Errorf("%s: exit code %d, want %d; stderr %q", signal, code, want, stderr)
		}
	}
	after := filesOf(t, out)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func TestAPanicIsABugAndSaysSo(t *testing.T) {
	code, _, stderr := call(t, context.Background(), func() time.Time { panic("no clock") }, "run", "--pack", "none", "--parcels", "program_test.go", "--out", t.TempDir())
	if code != exitBug || !strings.Contains(stderr, "a bug, please report it") || !strings.Contains(stderr, "no clock") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

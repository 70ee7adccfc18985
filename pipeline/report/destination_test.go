package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func writeRun(t *testing.T, to Destination, id string) {
	t.Helper()
	run := testRun(t)
	run.ID = id
	run.Formats = Formats{WithoutParquet: true, WithoutGeoJSON: true}
	run.Yards = false
	if _, err := Write(t.Context(), to, run, one()); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestLatestPointsToTheLastRun(t *testing.T) {
	to := Destination{Dir: filepath.Join(t.TempDir(), "made", "when [missing]")}
	for _, id := range []string{"1", "2"} {
		writeRun(t, to, id)
		target, err := os.Readlink(filepath.Join(to.Dir, "latest"))
		if err != nil || target != filepath.Join("runs", id) {
			t.Errorf("latest is %q, %v", target, err)
		}
	}
	if d := cmp.Diff([]string{"1", "2"}, names(t, filepath.Join(to.Dir, "runs"))); d != "" {
		t.Error(d)
	}
}

func TestKeepRemovesTheOldestRunsAndNothingElse(t *testing.T) {
	to := Destination{Dir: t.TempDir()}
	for _, id := range []string{"20260101", "20260102", "20260103"} {
		writeRun(t, to, id)
	}
	if err := os.MkdirAll(filepath.Join(to.Dir, "runs", "0-notes-of-somebody"), 0o755); err != nil {
		t.Fatal(err)
	}
	to.Keep = 2
	writeRun(t, to, "20260104")
	if d := cmp.Diff([]string{"0-notes-of-somebody", "20260103", "20260104"}, names(t, filepath.Join(to.Dir, "runs"))); d != "" {
		t.Error(d)
	}
	to.Keep = 1
	writeRun(t, to, "20250101") // a clock that was put back: latest is the oldest
	if d := cmp.Diff([]string{"0-notes-of-somebody", "20250101", "20260104"}, names(t, filepath.Join(to.Dir, "runs"))); d != "" {
		t.Error(d)
	}
}

func TestARunIsNeverWrittenOverAnother(t *testing.T) {
	to := Destination{Dir: t.TempDir()}
	writeRun(t, to, "1")
	run := testRun(t)
	run.ID = "1"
	if _, err := Write(t.Context(), to, run, one()); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
}

func TestRunIDsAreFileNames(t *testing.T) {
	for _, id := range []string{"", ".", "..", "a/b", ".hidden", "a b", "ü"} {
		run := testRun(t)
		run.ID = id
		if _, err := Write(t.Context(), Destination{Dir: t.TempDir()}, run, one()); err == nil {
			t.Errorf("run id %q is taken", id)
		}
	}
}

func TestFlatReplacesWhatThePreviousRunWroteAndLeavesOtherFiles(t *testing.T) {
	to := Destination{Dir: t.TempDir(), Flat: true}
	if _, err := Write(t.Context(), to, testRun(t), one(testBatch())); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to.Dir, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	writeRun(t, to, "2")
	want := []string{"coverage.csv", "findings.csv", "manifest.json", "notes.txt", "report.html", "summary.json"}
	if d := cmp.Diff(want, names(t, to.Dir)); d != "" {
		t.Error(d)
	}
}

func TestWhatAKilledRunLeftIsCleared(t *testing.T) {
	to := Destination{Dir: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(to.Dir, "runs", unfinished+"0", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeRun(t, to, "1")
	if d := cmp.Diff([]string{"1"}, names(t, filepath.Join(to.Dir, "runs"))); d != "" {
		t.Error(d)
	}
}

func TestTheManifestListsEveryFileWithItsHash(t *testing.T) {
	out, err := Write(t.Context(), Destination{Dir: t.TempDir()}, testRun(t), one(testBatch()))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, f := range out.Files {
		listed = append(listed, f.Name)
		info, err := os.Stat(filepath.Join(out.Dir, f.Name))
		if err != nil || info.Size() != f.Bytes || len(f.SHA256) != 64 {
			t.Errorf("%+v: %v", f, err)
		}
	}
	listed = append(listed, manifestName) // a file can not hold its own hash
	slices.Sort(listed)
	if d := cmp.Diff(names(t, out.Dir), listed); d != "" {
		t.Error(d)
	}
}

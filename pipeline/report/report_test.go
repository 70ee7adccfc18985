package report

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestEveryTextFileIsAsItWasReviewed(t *testing.T) {
	for name, batches := range map[string][]Batch{"everything": {testBatch()}, "nothing": nil} {
		dir := writeReport(t, testRun(t), batches...)
		golden := filepath.Join("testdata", "golden", name)
		if *update {
			os.RemoveAll(golden)
			os.MkdirAll(golden, 0o755)
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			switch filepath.Ext(f.Name()) {
			case ".parquet", ".html", ".qml": // read back elsewhere; a page of HTML is looked at, not compared
				continue
			}
			got := readFile(t, dir, f.Name())
			if f.Name() == manifestName {
				got = withoutHashes(got) // of the files that are compared here anyway, and of the page
			}
			path := filepath.Join(golden, f.Name())
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Error(err)
			}
			if d := cmp.Diff(string(want), string(got)); d != "" {
				t.Errorf("%s/%s differs; if that is right, run go test -update\n%s", name, f.Name(), d)
			}
		}
	}
}

func withoutHashes(manifest []byte) []byte {
	var kept [][]byte
	for _, line := range bytes.SplitAfter(manifest, []byte("\n")) {
		if !bytes.Contains(line, []byte(`"sha256"`)) && !bytes.Contains(line, []byte(`"bytes"`)) {
			kept = append(kept, line)
		}
	}
	return bytes.Join(kept, nil)
}

func TestTheSameRowsGiveTheSameBytesHoweverTheyAreBatched(t *testing.T) {
	var whole Batch
	var parts []Batch
	for b := range manyRows(1200) {
		parts = append(parts, b)
		whole.Findings = append(whole.Findings, b.Findings...)
		whole.Structures = append(whole.Structures, b.Structures...)
		whole.LotLines = append(whole.LotLines, b.LotLines...)
	}
	slow := testRun(t)
	slow.Now = func() time.Time { return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC) }
	one, many := writeReport(t, testRun(t), whole), writeReport(t, slow, parts...)
	files, err := os.ReadDir(one)
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		a, b := readFile(t, one, f.Name()), readFile(t, many, f.Name())
		if f.Name() == manifestName { // only its timings may differ
			a, _, _ = bytes.Cut(a, []byte(`"timings"`))
			b, _, _ = bytes.Cut(b, []byte(`"timings"`))
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs", f.Name())
		}
	}
}

func TestAFailedRunLeavesThePreviousReportAlone(t *testing.T) {
	broken := errors.New("the audit stopped")
	failing := func(yield func(Batch, error) bool) {
		if yield(testBatch(), nil) {
			yield(Batch{}, broken)
		}
	}
	unwritable := testBatch()
	unwritable.LotLines = []audit.LotLineRow{{LotID: "L1"}} // no kind
	for name, c := range map[string]struct {
		batches iter.Seq2[Batch, error]
		cancel  bool
	}{"the audit fails": {failing, false}, "a row can not be written": {one(unwritable), false}, "the run is interrupted": {manyRows(5000), true}} {
		for _, flat := range []bool{false, true} {
			to := Destination{Dir: t.TempDir(), Flat: flat}
			if _, err := Write(t.Context(), to, testRun(t), one(testBatch())); err != nil {
				t.Fatal(err)
			}
			before := snapshot(t, to.Dir)
			run := testRun(t)
			run.ID = "20261201T013000Z"
			ctx, cancel := context.WithCancel(t.Context())
			if c.cancel {
				cancel()
			}
			if _, err := Write(ctx, to, run, c.batches); err == nil {
				t.Errorf("%s: no error", name)
			}
			cancel()
			if d := cmp.Diff(before, snapshot(t, to.Dir)); d != "" {
				t.Errorf("%s, flat %v: %s", name, flat, d)
			}
		}
	}
}

// snapshot is every file and link below dir, with sizes, times and targets.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			seen[path] = "folder"
			return err
		}
		target, _ := os.Readlink(path)
		seen[path] = info.ModTime().String() + target
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func TestTheNextRunKnowsThePreviousOne(t *testing.T) {
	to := Destination{Dir: t.TempDir()}
	if _, err := Write(t.Context(), to, testRun(t), one(testBatch())); err != nil {
		t.Fatal(err)
	}
	previous, err := baseline.Read(to.Dir)
	if err != nil {
		t.Fatal(err)
	}
	run := testRun(t)
	run.ID, run.Started, run.Previous = "20261201T013000Z", run.Started.AddDate(0, 0, 1), previous
	b := testBatch()
	b.Findings[0].Measured = ptr(2)                        // the shed moved
	b.Findings = append(b.Findings[:3], b.Findings[4:]...) // the fence came down
	b.Findings[4].SubjectID = "L99"                        // a new finding
	out, err := Write(t.Context(), to, run, one(b))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"new": 1, "unchanged": 2, "updated": 1}
	if d := cmp.Diff(want, out.Counts.Status); d != "" || out.Counts.Fixed != 2 {
		t.Errorf("fixed %d, status %s", out.Counts.Fixed, d)
	}
	if csv := string(readFile(t, out.Dir, baseline.FileName)); strings.Count(csv, ",2026-11-30,20261201T013000Z") != 4 || strings.Count(csv, ",2026-12-01,") != 1 {
		t.Errorf("first_seen is not carried over:\n%s", csv)
	}
}

// BenchmarkWrite writes every format of 100,000 lots, 200,000 structures, 400,000 lot lines and 20,000 findings.
func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Write(b.Context(), Destination{Dir: b.TempDir()}, testRun(b), manyRows(100_000)); err != nil {
			b.Fatal(err)
		}
	}
}

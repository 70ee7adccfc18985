package report

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkWrite writes every format of 100,000 lots, 200,000 structures, 400,000 lot lines and 20,000 findings.
func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		run := testRun(b)
		out, err := Write(b.Context(), Destination{Dir: b.TempDir()}, run, manyRows(100_000))
		if err != nil {
			b.Fatal(err)
		}
		if keep := os.Getenv("KEEP_REPORT"); keep != "" {
			for _, f := range out.Files {
				b.Log(f.Name, f.Bytes, f.Rows)
				os.MkdirAll(keep, 0o755)
				os.Rename(filepath.Join(out.Dir, f.Name), filepath.Join(keep, f.Name))
			}
		}
	}
}

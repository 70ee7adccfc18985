package rules

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file, or rewrites the file with -update.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text+"\n"); diff != "" {
		t.Error(diff)
	}
}

// Every folder of testdata/bad is a pack that must not load, with the errors it gives in errors.txt.
func TestBadPacksAreRefusedWithEveryError(t *testing.T) {
	dirs, err := filepath.Glob("testdata/bad/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no bad packs", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			_, err := Load(os.DirFS(dir), ".")
			if err == nil {
				t.Fatal("the pack loads")
			}
			golden(t, filepath.Join(dir, "errors.txt"), err.Error())
		})
	}
}

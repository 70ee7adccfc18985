package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// OpenPack loads and checks a pack: one that comes with the program, or a folder. What is wrong with it is
// rules.Problems; that there is no such pack is a ConfigErrors.
func OpenPack(name string) (*rules.Pack, error) {
	var pack *rules.Pack
	var err error
	info, statErr := os.Stat(name)
	switch {
	case statErr == nil && info.IsDir():
		whole, absErr := filepath.Abs(name) // "." has no folder above it to open
		if absErr != nil {
			return nil, absErr
		}
		pack, err = rules.Load(os.DirFS(filepath.Dir(whole)), filepath.Base(whole))
	case statErr == nil && !slices.Contains(rules.Names(), name):
		err = fmt.Errorf("%s is a file; a pack is a folder that holds pack.yaml", name)
	default:
		pack, err = rules.Embedded(name)
	}
	var problems rules.Problems
	if err != nil && !errors.As(err, &problems) {
		return nil, ConfigErrors{{At: Place{File: "pack"}, What: err.Error()}}
	}
	return pack, err
}

// TestResult is one drawing of a pack and what differs from its expectation, "" when nothing does.
type TestResult struct {
	Test     rules.Test
	Mismatch string
}

// TestPack runs the drawings of a pack through the whole audit, jobs side by side, in the order of its files.
func TestPack(ctx context.Context, pack *rules.Pack, jobs int) ([]TestResult, error) {
	tests, err := pack.Tests()
	if err != nil {
		return nil, err
	}
	out := make([]TestResult, len(tests))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(jobs, 1))
	for i, test := range tests {
		group.Go(guarded("test "+test.Name, func() error {
			out[i] = TestResult{test, audit.Mismatch(ctx, pack, test)}
			return ctx.Err()
		}))
	}
	return out, group.Wait()
}

// CatalogueFor returns the catalogue of clauses that a pack was written from: path itself, or the file in the folder path
// that names the pack's source document.
func CatalogueFor(pack *rules.Pack, path string) (name string, text []byte, err error) {
	names := []string{path}
	if info, err := os.Stat(path); err != nil {
		return "", nil, &InputError{What: "catalogue", Err: err}
	} else if info.IsDir() {
		if names, err = filepath.Glob(filepath.Join(path, "*.yaml")); err != nil {
			return "", nil, &InputError{What: "catalogue", Err: err}
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", nil, &InputError{What: "catalogue", Err: err}
		}
		if len(names) == 1 || catalogueSource(name, text) == pack.Source {
			return name, text, nil
		}
	}
	return "", nil, &InputError{What: "catalogue", Err: fmt.Errorf("no file in %s is of %s", path, pack.Source)}
}

// catalogueSource is the document a catalogue file says it is of.
func catalogueSource(name string, text []byte) string {
	d, root := parseDocument(name, text)
	for _, e := range d.entries(root, "a catalogue") {
		if e.key == "source" {
			return d.text(e.value, "source")
		}
	}
	return ""
}

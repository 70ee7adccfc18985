package source

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// shapefilePart is one of the files of a shapefile, on disk or in an archive.
type shapefilePart struct {
	io.ReaderAt
	io.Closer
	name string // as it is written, without folder
	size int64
}

func (p *shapefilePart) ext() string { return strings.ToLower(path.Ext(p.name)) }

// readText returns the first limit bytes as trimmed text without byte order mark.
func (p *shapefilePart) readText(limit int) (string, error) {
	b, err := newWindow(p).bytes(0, limit)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	return strings.TrimSpace(strings.TrimPrefix(string(b), "\uFEFF")), nil
}

// shapefileParts are the files of one layer; those that are missing are nil.
type shapefileParts struct {
	name                          string // of the layer
	shp, shx, dbf, prj, cpg, memo *shapefilePart
	shelf                         shelf
}

func (s *shapefileParts) close() error {
	var errs []error
	for _, p := range []*shapefilePart{s.shp, s.shx, s.dbf, s.prj, s.cpg, s.memo} {
		if p != nil {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(append(errs, s.shelf.close())...)
}

// shelf is a place that holds files: a folder or an archive. Names use slashes.
type shelf interface {
	names() []string // sorted
	open(name string) (*shapefilePart, error)
	close() error
}

// findShapefile finds the files of the layer that path and the layer's name mean.
func findShapefile(path, layer string) (*shapefileParts, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if info.IsDir() {
		return pickLayer(path, folder(path), layer)
	}
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		archive, err := openArchive(path)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", path, err)
		}
		return pickLayer(path, archive, layer)
	}
	return gatherParts(path, folder(filepath.Dir(path)), filepath.Base(path))
}

// pickLayer picks the layer by name, or the only one.
func pickLayer(path string, on shelf, layer string) (*shapefileParts, error) {
	names := layerFiles(on.names())
	var titles []string
	var picked []string
	for _, n := range names {
		titles = append(titles, layerName(n))
		if layer == "" || strings.EqualFold(layer, layerName(n)) || strings.EqualFold(layer, stem(n)) || strings.EqualFold(layer, n) {
			picked = append(picked, n)
		}
	}
	var err error
	switch {
	case len(names) == 0:
		err = fmt.Errorf("open %s: it holds no shapefile%s", path, whatInstead(on.names()))
	case len(picked) == 0:
		err = fmt.Errorf("open %s: it has no layer %s; it has %s", path, layer, strings.Join(titles, ", "))
	case len(picked) > 1:
		err = fmt.Errorf("open %s: it holds several layers, say which one: %s", path, strings.Join(picked, ", "))
	default:
		return gatherParts(path, on, picked[0])
	}
	return nil, errors.Join(err, on.close())
}

// layerFiles returns the .shp files, or the .dbf tables where there are none. What macOS leaves in archives is not
// counted.
func layerFiles(names []string) []string {
	for _, ext := range []string{".shp", ".dbf"} {
		var found []string
		for _, n := range names {
			if strings.EqualFold(path.Ext(n), ext) && !strings.HasPrefix(path.Base(n), "._") && !strings.HasPrefix(n, "__MACOSX/") {
				found = append(found, n)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// whatInstead says what a place without shapefile holds, where that helps.
func whatInstead(names []string) string {
	if len(names) == 0 {
		return "; it is empty"
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(path.Ext(n), ".zip") }); i >= 0 {
		return ", only another archive (" + names[i] + "); unpack that one first"
	}
	shown := names
	if len(shown) > 5 {
		shown = shown[:5]
	}
	return ", only " + strings.Join(shown, ", ")
}

func layerName(name string) string { return path.Base(stem(name)) }

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// gatherParts opens the files that share the stem of name. Extensions and stems match whatever their case, exact ones
// first.
func gatherParts(from string, on shelf, name string) (*shapefileParts, error) {
	parts := &shapefileParts{name: layerName(name), shelf: on}
	names := on.names()
	for _, want := range []struct {
		part **shapefilePart
		exts []string
	}{
		{&parts.shp, []string{".shp"}},
		{&parts.shx, []string{".shx"}},
		{&parts.dbf, []string{".dbf"}},
		{&parts.prj, []string{".prj"}},
		{&parts.cpg, []string{".cpg"}},
		{&parts.memo, []string{".fpt", ".dbt"}},
	} {
		var err error
		if *want.part, err = openSibling(on, names, name, want.exts); err != nil {
			return nil, errors.Join(fmt.Errorf("open %s: %w", from, err), parts.close())
		}
	}
	if parts.shp == nil && !strings.EqualFold(path.Ext(name), ".dbf") {
		return nil, errors.Join(fmt.Errorf("open %s: there is no .shp beside it", from), parts.close())
	}
	return parts, nil
}

// openSibling opens the first of the siblings of name with one of the extensions; nil when there is none.
func openSibling(on shelf, names []string, name string, exts []string) (*shapefilePart, error) {
	for _, ext := range exts {
		if sibling := findSibling(names, name, ext); sibling != "" {
			return on.open(sibling)
		}
	}
	return nil, nil
}

// findSibling returns the name with the same stem and another extension, "" when there is none.
func findSibling(names []string, name, ext string) string {
	if strings.EqualFold(path.Ext(name), ext) {
		return name
	}
	want := stem(name)
	for _, match := range []func(n string) bool{
		func(n string) bool { return n == want+ext },
		func(n string) bool { return stem(n) == want && strings.EqualFold(path.Ext(n), ext) },
		func(n string) bool { return strings.EqualFold(n, want+ext) },
	} {
		if i := slices.IndexFunc(names, match); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// folder is a directory as a shelf.
type folder string

func (f folder) names() []string {
	entries, _ := os.ReadDir(string(f)) // sorted; what can not be read can not be opened either
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

func (f folder) open(name string) (*shapefilePart, error) {
	file, err := os.Open(filepath.Join(string(f), name))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &shapefilePart{ReaderAt: file, Closer: file, name: name, size: info.Size()}, nil
}

func (f folder) close() error { return nil }

package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parcelaudit/pipeline/report"
)

// account lists the files that were read, with their hashes, for the manifest.
func account(ground Ground, layers []*layer, tables []*table) ([]report.Input, error) {
	var out []report.Input
	for _, l := range layers {
		in := report.Input{Layer: l.Name, Path: l.Path.Name, Format: l.schema.Format, CRS: l.crs.String(), CRSBasis: l.schema.CRSBasis, Records: l.read}
		if l.CRS.Text != "" {
			in.CRSBasis = "configuration"
		}
		t, err := ground.movers.from(l.crs)
		if err != nil {
			return nil, &InputError{What: l.Name, Err: err}
		}
		if !l.crs.Equal(ground.Working) {
			in.Operation = t.Description()
		}
		in.Bytes, in.SHA256 = l.size, l.hash
		out = append(out, in)
	}
	for _, t := range tables {
		in := report.Input{Layer: t.Name, Path: t.Path.Name, Format: "csv", Records: len(t.rows)}
		var err error
		if in.Bytes, in.SHA256, err = hashFiles(t.Path.Name); err != nil {
			return nil, &InputError{What: t.Name, Err: err}
		}
		out = append(out, in)
	}
	return out, nil
}

// hashFiles returns the size and hash of a file; of a shapefile, those of its parts one after the other, by name.
func hashFiles(path string) (int64, string, error) {
	parts, err := partsOf(path)
	if err != nil {
		return 0, "", err
	}
	hash := sha256.New()
	size := int64(0)
	for _, part := range parts {
		f, err := os.Open(part)
		if err != nil {
			return 0, "", err
		}
		n, err := io.Copy(hash, f)
		f.Close()
		if err != nil {
			return 0, "", err
		}
		size += n
	}
	return size, hex.EncodeToString(hash.Sum(nil)), nil
}

// partsOf lists the files a layer consists of.
func partsOf(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	dir, base := filepath.Dir(path), strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if info.IsDir() {
		dir, base = path, ""
	} else if !strings.EqualFold(filepath.Ext(path), ".shp") {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, e := range entries {
		name := e.Name()
		ext := strings.ToLower(filepath.Ext(name))
		of := strings.EqualFold(strings.TrimSuffix(name, filepath.Ext(name)), base) || base == ""
		if of && slices.Contains([]string{".shp", ".shx", ".dbf", ".prj", ".cpg"}, ext) {
			parts = append(parts, filepath.Join(dir, name))
		}
	}
	return parts, nil
}

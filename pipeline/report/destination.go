package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
)

// Destination is where a report goes. One process writes to a Dir at a time; the caller holds the lock.
type Destination struct {
	Dir  string // made when it is not there
	Flat bool   // straight into Dir; otherwise into Dir/runs/<run id>, with the link Dir/latest
	Keep int    // runs to keep, the newest by run id; 0 keeps all. Never removes what latest points to.
}

const (
	runsDir    = "runs"
	latestLink = "latest"
	unfinished = ".unfinished-" // prefix of folders that are not reports yet
)

// File is one file of a report.
type File struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	Rows     *int   `json:"rows,omitempty"`     // features or records, nil where that means nothing
	Unplaced int    `json:"unplaced,omitempty"` // of them without a place, or with one that can not be shown
}

// staging is a report that is being written: a hidden folder beside the final one, on the same file system.
type staging struct {
	to    Destination
	runID string
	dir   string
	files []*stagedFile
}

// stagedFile is a file of the report while it is written.
type stagedFile struct {
	File
	f      *os.File
	hash   hash.Hash
	buffer *bufio.Writer
}

// stage prepares the folder and clears what an earlier run that was killed has left.
func (d Destination) stage(runID string) (*staging, error) {
	if err := checkRunID(runID); err != nil {
		return nil, err
	}
	parent := d.Dir
	if !d.Flat {
		parent = filepath.Join(d.Dir, runsDir)
		if _, err := os.Lstat(filepath.Join(parent, runID)); err == nil {
			return nil, fmt.Errorf("run %s is in %s already: %w", runID, parent, fs.ErrExist)
		}
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	leftovers, err := filepath.Glob(filepath.Join(escapeGlob(parent), unfinished+"*"))
	if err != nil {
		return nil, err
	}
	for _, dir := range leftovers {
		if err := os.RemoveAll(dir); err != nil {
			return nil, err
		}
	}
	dir := filepath.Join(parent, unfinished+runID)
	return &staging{to: d, runID: runID, dir: dir}, os.Mkdir(dir, 0o755)
}

func checkRunID(id string) error {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_' || r == '.'
	}
	if id == "" || id[0] == '.' || strings.ContainsFunc(id, func(r rune) bool { return !plain(r) }) {
		return fmt.Errorf("run id %q must be letters, digits, '-', '_' and '.', and not begin with '.'", id)
	}
	return nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// create starts a file of the report. Its place in the manifest is the order of creation.
func (s *staging) create(name string) (*stagedFile, error) {
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	file := &stagedFile{File: File{Name: name}, f: f, hash: sha256.New()}
	file.buffer = bufio.NewWriterSize(io.MultiWriter(f, file.hash), 1<<18)
	s.files = append(s.files, file)
	return file, nil
}

// write makes a whole file at once.
func (s *staging) write(name string, content []byte) error {
	file, err := s.create(name)
	if err != nil {
		return err
	}
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.close()
}

func (f *stagedFile) Write(b []byte) (int, error) {
	n, err := f.buffer.Write(b)
	f.Bytes += int64(n)
	return n, err
}

// counted says how many rows the file has.
func (f *stagedFile) counted(rows int) { f.Rows = &rows }

// close makes sure that the content is on disk, not only promised.
func (f *stagedFile) close() error {
	err := f.buffer.Flush()
	f.SHA256 = hex.EncodeToString(f.hash.Sum(nil))
	return errors.Join(err, f.f.Sync(), f.f.Close())
}

// listed returns what has been written so far, by name.
func (s *staging) listed() []File {
	files := make([]File, len(s.files))
	for i, f := range s.files {
		files[i] = f.File
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// abandon removes everything written. The previous report stays as it is.
func (s *staging) abandon() {
	for _, f := range s.files {
		f.f.Close() // a second close only says that it was closed
	}
	os.RemoveAll(s.dir) // the next run clears what can not be removed now
}

// publish gives the files their final names and returns the folder they are in.
func (s *staging) publish() (string, error) {
	if s.to.Flat {
		return s.to.Dir, s.publishFlat()
	}
	runs := filepath.Join(s.to.Dir, runsDir)
	final := filepath.Join(runs, s.runID)
	if err := errors.Join(syncDir(s.dir), os.Rename(s.dir, final), syncDir(runs)); err != nil {
		return "", err
	}
	if err := renameio.Symlink(filepath.Join(runsDir, s.runID), filepath.Join(s.to.Dir, latestLink)); err != nil {
		return "", err
	}
	return final, s.to.retire()
}

// publishFlat replaces file by file, the manifest last, and removes what only the previous report had.
func (s *staging) publishFlat() error {
	previous := outputsOf(filepath.Join(s.to.Dir, manifestName))
	for _, f := range s.files {
		if err := os.Rename(filepath.Join(s.dir, f.Name), filepath.Join(s.to.Dir, f.Name)); err != nil {
			return err
		}
	}
	for _, name := range previous {
		stays := slices.ContainsFunc(s.files, func(f *stagedFile) bool { return f.Name == name })
		if stays || filepath.Base(name) != name {
			continue
		}
		if err := os.Remove(filepath.Join(s.to.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.Remove(s.dir), syncDir(s.to.Dir))
}

// outputsOf returns the names a manifest lists, none when it can not be read.
func outputsOf(path string) []string {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var m struct {
		Outputs []File `json:"outputs"`
	}
	if json.Unmarshal(content, &m) != nil {
		return nil
	}
	var names []string
	for _, f := range m.Outputs {
		names = append(names, f.Name)
	}
	return names
}

// retire removes the oldest runs beyond Keep. Only folders with a manifest are runs; anything else is somebody's.
func (d Destination) retire() error {
	if d.Keep <= 0 {
		return nil
	}
	manifests, err := filepath.Glob(filepath.Join(escapeGlob(d.Dir), runsDir, "*", manifestName))
	if err != nil {
		return err
	}
	slices.Sort(manifests)
	latest, err := os.Readlink(filepath.Join(d.Dir, latestLink))
	if err != nil {
		return err
	}
	for _, manifest := range manifests[:max(0, len(manifests)-d.Keep)] {
		run := filepath.Dir(manifest)
		if filepath.Base(run) == filepath.Base(latest) {
			continue
		}
		if err := os.RemoveAll(run); err != nil {
			return err
		}
	}
	return nil
}

// syncDir makes renames in a folder survive a power cut.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

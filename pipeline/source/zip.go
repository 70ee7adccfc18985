package source

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
)

// archive is a .zip as a shelf.
type archive struct {
	file  *zip.ReadCloser
	files map[string]*zip.File
}

func openArchive(path string) (*archive, error) {
	file, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("it is not a readable zip archive (%w); it is cut off or no .zip, get it again", err)
	}
	a := &archive{file: file, files: map[string]*zip.File{}}
	for _, f := range file.File {
		if !f.FileInfo().IsDir() {
			a.files[f.Name] = f
		}
	}
	return a, nil
}

func (a *archive) names() []string {
	names := make([]string, 0, len(a.files))
	for n := range a.files {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func (a *archive) open(name string) (*shapefilePart, error) {
	f := a.files[name]
	if f.UncompressedSize64 > 1<<62 {
		return nil, fmt.Errorf("%s: claims %d bytes", name, f.UncompressedSize64)
	}
	z := &zipped{file: f}
	return &shapefilePart{ReaderAt: z, Closer: z, name: path.Base(name), size: int64(f.UncompressedSize64)}, nil
}

func (a *archive) close() error { return a.file.Close() }

// maxRewinds bounds how often a packed file is unpacked again from its beginning.
const maxRewinds = 16

var errUnpackFirst = errors.New("its index jumps back and forth, which is too slow inside an archive; unpack it first")

// zipped is a packed file that is read front to back. Going back means unpacking it again from the beginning, which
// happens a few times on opening, and not often enough to hurt.
type zipped struct {
	file    *zip.File
	stream  io.ReadCloser
	at      int64
	rewinds int
}

// ReadAt unpacks up to offset and then reads.
func (z *zipped) ReadAt(p []byte, offset int64) (int, error) {
	if z.stream == nil || offset < z.at {
		if err := z.rewind(); err != nil {
			return 0, err
		}
	}
	skipped, err := io.CopyN(io.Discard, z.stream, offset-z.at)
	z.at += skipped
	if err != nil {
		return 0, err
	}
	n, err := io.ReadFull(z.stream, p)
	z.at += int64(n)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

func (z *zipped) rewind() error {
	if z.rewinds++; z.rewinds > maxRewinds {
		return errUnpackFirst
	}
	err := z.Close()
	if err != nil {
		return err
	}
	z.stream, err = z.file.Open()
	z.at = 0
	return err
}

// Close ends the unpacking.
func (z *zipped) Close() error {
	if z.stream == nil {
		return nil
	}
	err := z.stream.Close()
	z.stream = nil
	return err
}

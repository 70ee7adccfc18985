package source

import (
	"errors"
	"io"
)

// windowSize is how much is read at a time: large enough that system calls do not show.
const windowSize = 256 << 10

// jumpSize is how much is read after a jump, since another jump may follow.
const jumpSize = 4 << 10

// window reads a file front to back through one buffer.
type window struct {
	src  io.ReaderAt
	size int64
	buf  []byte // bytes [at, at+len(buf)) of the file
	at   int64
}

func newWindow(p *shapefilePart) *window { return &window{src: p, size: p.size} }

// bytes returns the n bytes at offset, fewer where the file ends. They are valid until the next call. It allocates
// no more than twice what the file really holds there, whatever n is.
func (w *window) bytes(offset int64, n int) ([]byte, error) {
	if skip := offset - w.at; skip >= 0 && skip+int64(n) <= int64(len(w.buf)) {
		return w.buf[skip : skip+int64(n)], nil
	}
	if err := w.fill(offset, n); err != nil {
		return nil, err
	}
	return w.buf[:min(n, len(w.buf))], nil
}

// fill makes the buffer begin at offset and hold n bytes or more. What it has already is kept, not read again.
func (w *window) fill(offset int64, n int) error {
	kept, step := 0, jumpSize
	if skip := offset - w.at; skip >= 0 && skip <= int64(len(w.buf)) {
		kept, step = copy(w.buf, w.buf[skip:]), windowSize
	}
	w.at, w.buf = offset, w.buf[:kept]
	for len(w.buf) < n {
		if len(w.buf) == cap(w.buf) {
			grown := make([]byte, len(w.buf), max(int(min(windowSize, w.size)), 2*cap(w.buf), 64))
			copy(grown, w.buf)
			w.buf = grown
		}
		room := w.buf[len(w.buf):min(cap(w.buf), max(n, len(w.buf)+step))]
		got, err := w.src.ReadAt(room, offset+int64(len(w.buf)))
		w.buf = w.buf[:len(w.buf)+got]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package pipeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// LockedError says that another run is writing to the same folder.
type LockedError struct {
	File string
	PID  int
}

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("another program holds %s; wait for it to end", e.File)
	}
	return fmt.Sprintf("another run (process %d) holds %s; wait for it to end", e.PID, e.File)
}

const lockName = ".lock"

// lock makes sure that one run at a time writes to dir, which must exist. The lock is the kernel's and ends with the process,
// so one left behind by a crash never stands in the way; the file holds the process id for people. Call unlock when done.
func lock(dir string) (unlock func(), err error) {
	name := filepath.Join(dir, lockName)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, &OutputError{Err: err}
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &OutputError{Err: fmt.Errorf("lock %s: %w", name, err)}
		}
		return nil, &LockedError{File: name, PID: lockHolder(name)}
	}
	if err := writeHolder(f); err != nil {
		f.Close()
		return nil, &OutputError{Err: fmt.Errorf("lock %s: %w", name, err)}
	}
	return func() {
		f.Truncate(0) // the file stays: removing it would let two runs lock two files of one name
		f.Close()
	}, nil
}

func writeHolder(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// lockHolder returns the process id in a lock file, 0 when it can not be read.
func lockHolder(name string) int {
	data, _ := os.ReadFile(name)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	return pid
}

package pipeline

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// InputError says that a layer or table can not be used.
type InputError struct {
	What string // the layer or file
	Err  error
}

func (e *InputError) Error() string { return e.What + ": " + e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// OutputError says that the report could not be written.
type OutputError struct{ Err error }

// Error tells the first of several causes: a full disk fails every file that is left.
func (e *OutputError) Error() string {
	first, more, several := strings.Cut(e.Err.Error(), "\n")
	if !several {
		return "write report: " + first
	}
	return fmt.Sprintf("write report: %s (and %d more such errors)", first, strings.Count(more, "\n")+1)
}

func (e *OutputError) Unwrap() error { return e.Err }

// BugError is a panic that was caught: a bug of ours, with where it happened.
type BugError struct {
	While string
	Value any
	Stack []byte
}

func (e *BugError) Error() string {
	return fmt.Sprintf("a bug while it was to %s: %v\n%s", e.While, e.Value, e.Stack)
}

// guarded runs a task of a goroutine and turns a panic into a BugError, because a panic that leaves a goroutine ends the
// process before anything can be said or cleaned up.
func guarded(while string, task func() error) func() error {
	return func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = &BugError{While: while, Value: v, Stack: debug.Stack()}
			}
		}()
		return task()
	}
}

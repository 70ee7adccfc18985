package main

import (
	"errors"
	"fmt"
	"io"
)

// answer is stdout. It remembers that something could not be written: an answer cut short must not look like a whole one, whichever
// command gave it.
type answer struct {
	to  io.Writer
	err error // the first; from then on nothing is written
}

func (a *answer) Write(b []byte) (int, error) {
	if a.err != nil {
		return 0, a.err
	}
	n, err := a.to.Write(b)
	a.err = err
	return n, err
}

// settle returns how a command ended that ended with err: not well when its answer was lost and nothing else went wrong.
func (a *answer) settle(err error) error {
	var own exitError
	finished := err == nil || errors.As(err, &own) && own.err == nil
	if a.err != nil && (finished || errors.Is(err, a.err)) {
		return exitError{exitOutput, fmt.Errorf("print the answer: %w", a.err)}
	}
	return err
}

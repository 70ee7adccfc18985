package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

// Exit codes are a contract with cron jobs and scripts: a number is never reused for another meaning.
const (
	exitDone          = 0   // finished
	exitFindings      = 1   // finished, and something at or above --fail-on
	exitConfig        = 2   // usage, configuration or pack wrong
	exitInput         = 3   // an input can not be used
	exitOutput        = 4   // the output could not be written
	exitIndeterminate = 5   // more than --max-indeterminate percent could not be decided
	exitLocked        = 6   // another run holds the lock
	exitBug           = 10  // a bug in parcelaudit
	exitInterrupted   = 130 // SIGINT; the previous report is untouched
	exitTerminated    = 143 // SIGTERM; the previous report is untouched
)

// exitError ends a command with a code of its own. Err may be nil: nothing is left to say.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// exitCode says how the program ends after a command returned err.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	var stop interrupted
	if errors.As(context.Cause(ctx), &stop) {
		if stop.signal == syscall.SIGTERM {
			return exitTerminated
		}
		return exitInterrupted
	}
	var (
		own    exitError
		config pipeline.ConfigErrors
		input  *pipeline.InputError
		output *pipeline.OutputError
		locked *pipeline.LockedError
		law    rules.Problems
	)
	switch {
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &config), errors.As(err, &law):
		return exitConfig
	case errors.As(err, &input):
		return exitInput
	case errors.As(err, &output):
		return exitOutput
	case errors.As(err, &locked):
		return exitLocked
	}
	return exitBug
}

package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func main() {
	collectLess()
	os.Exit(Main(interruptible(), os.Args[1:], world{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		env: os.Environ(), now: time.Now,
	}))
}

// collectLess lets the heap grow to three times what is in use before it is collected, for a run is a batch that makes little
// garbage beside what it keeps, but not beyond three quarters of the memory that the machine or its container has: a county that
// just fits is audited more slowly, not killed. Whoever sets GOGC or GOMEMLIMIT has the last word.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	has := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	_, _ = memlimit.Set(memlimit.WithRatio(0.75), memlimit.WithProvider(has)) // where nobody can tell, there is no limit
}

// interruptible is a context that the first SIGINT or SIGTERM ends; the second ends the process at once.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(interrupted{s})
	}()
	return ctx
}

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal os.Signal }

func (i interrupted) Error() string { return "stopped by signal: " + i.signal.String() }

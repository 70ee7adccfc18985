package main

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts call parcelaudit as a program, at one fixed time.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"parcelaudit": func() {
			os.Exit(Main(interruptible(), os.Args[1:], world{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Environ(), now: clock()}))
		},
	})
}

// clock starts at the time a script sets with NOW and advances a second with every look.
func clock() func() time.Time {
	now, err := time.Parse(time.RFC3339, os.Getenv("NOW"))
	if err != nil {
		now = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	}
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"holdlock": holdLock,
		},
	})
}

// exits CODE ARGS... runs parcelaudit and checks its exit code; stdout and stderr follow in cmp and grep as usual.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGS...")
	}
	err := ts.Exec("parcelaudit", args[1:]...)
	code := "0"
	if e, ok := err.(interface{ ExitCode() int }); ok {
		code = strconv.Itoa(e.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// holdlock FILE holds a lock file until the script ends, as another run would.
func holdLock(ts *testscript.TestScript, neg bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = f.WriteString("4711\n")
	ts.Check(err)
	ts.Check(syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	ts.Defer(func() { f.Close() })
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"
)

// world is everything outside that a command may touch.
type world struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            []string // NAME=value
	now            func() time.Time
}

// program is what commands run with.
type program struct {
	world
	ctx      context.Context
	log      *slog.Logger // writes to screen
	screen   *screen
	terminal bool // stderr is a terminal that can draw
	quiet    bool
}

// Main is the whole program: it runs the command that args name and returns the exit code. Ending ctx with an interrupted
// cause stops it.
func Main(ctx context.Context, args []string, w world) (code int) {
	out := &answer{to: w.stdout}
	w.stdout = out
	defer func() {
		switch v := recover().(type) {
		case nil:
		case exitNow:
			code = int(v)
		default:
			if out.err != nil && v == out.err { // kong's way to end when help can not be printed
				fmt.Fprintf(w.stderr, "parcelaudit: %s\n", out.settle(nil))
				code = exitOutput
				return
			}
			fmt.Fprintf(w.stderr, "parcelaudit: a bug, please report it with what follows: %v\n%s", v, debug.Stack())
			code = exitBug
		}
	}()
	var c cli
	env := newEnvironment(w.env)
	parser := kong.Must(&c,
		kong.Name("parcelaudit"),
		kong.Description("A linter for land: audits every accessory structure and fence against the zoning ordinance."),
		kong.Vars{"version": version()},
		kong.Writers(w.stdout, w.stderr),
		kong.Exit(func(code int) { panic(exitNow(code)) }),
		kong.Resolvers(env),
		kong.Help(helpWithExample),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
	)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		if out.err == nil {
			err = exitError{exitConfig, fmt.Errorf("%w%s", err, env.sources(err.Error(), args))}
		}
	}
	p := newProgram(ctx, c, w)
	if err == nil {
		err = parsed.Run(p)
	}
	err = out.settle(err)
	code = exitCode(ctx, err)
	p.say(code, err)
	return code
}

// exitNow carries the code of kong's own ends (help, version) out of the parser.
type exitNow int

func newProgram(ctx context.Context, c cli, w world) *program {
	p := &program{world: w, ctx: ctx, quiet: c.Quiet, terminal: isTerminal(w.stderr, w.env), screen: &screen{out: w.stderr}}
	p.log = newLog(p.screen, c.LogFormat, c.Quiet, p.terminal)
	return p
}

// say tells how a command ended, if it did not end well.
func (p *program) say(code int, err error) {
	if err == nil {
		return
	}
	var own exitError
	if errors.As(err, &own) && own.err == nil {
		return
	}
	switch code {
	case exitInterrupted, exitTerminated:
		fmt.Fprintln(p.stderr, "parcelaudit: stopped; the previous report is untouched")
	case exitBug:
		fmt.Fprintf(p.stderr, "parcelaudit: a bug, please report it with what follows: %s\n", err)
	default:
		fmt.Fprintf(p.stderr, "parcelaudit: %s\n", err)
	}
}

// helpWithExample prints the example of a command, then kong's own help.
func helpWithExample(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	if e, ok := node.Target.Interface().(example); ok {
		fmt.Fprintf(ctx.Stdout, "Example:\n  %s\n\n", e.Example())
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// isTerminal reports whether w is a terminal that a progress bar can be drawn on.
func isTerminal(w io.Writer, env []string) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	for _, e := range env {
		if e == "TERM=dumb" || e == "CI=true" {
			return false
		}
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func newLog(w io.Writer, format string, quiet, terminal bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if quiet {
		options.Level = slog.LevelError
	}
	if format == "json" || format == "auto" && !terminal {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// version is the version of the module the program was built from, with the commit where Go recorded one.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "parcelaudit (unknown version)"
	}
	v := "parcelaudit " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " " + s.Value
		}
	}
	return v
}

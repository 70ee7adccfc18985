package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"parcelaudit/rules"
)

// environment gives flags their value from PARCELAUDIT_NAME where the command line does not. It holds the variables of that form
// that are not empty.
type environment map[string]string

func newEnvironment(env []string) environment {
	e := environment{}
	for _, entry := range env {
		if name, value, ok := strings.Cut(entry, "="); ok && value != "" && strings.HasPrefix(name, prefix) {
			e[name] = value
		}
	}
	return e
}

const prefix = "PARCELAUDIT_"

// variable is the name of the variable that sets a flag.
func variable(flag string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Validate refuses variables that no flag of any command has: one misspelt would change nothing and say nothing.
func (e environment) Validate(app *kong.Application) error {
	var known []string
	err := kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			known = append(known, strings.TrimPrefix(variable(flag.Name), prefix))
		}
		return next(nil)
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if slices.Contains(known, strings.TrimPrefix(name, prefix)) {
			continue
		}
		hint := "each long flag has one, such as PARCELAUDIT_OUT for --out"
		if near, ok := rules.Nearest(strings.TrimPrefix(name, prefix), known); ok {
			hint = "did you mean " + prefix + near + "?"
		}
		return fmt.Errorf("the environment variable %s sets no flag; %s", name, hint)
	}
	return nil
}

// Resolve returns the text of a flag's variable, nil where there is none. Help and version answer to the command line alone.
func (e environment) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if value, ok := e[variable(flag.Name)]; ok && flag.Name != "help" && flag.Name != "version" {
		return value, nil
	}
	return nil, nil
}

// sources says of the flags in a message which were set by the environment, "" when none was: nobody looks for --jobs in a command
// line that does not have it.
func (e environment) sources(message string, args []string) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e)) {
		flag := "--" + strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "-"))
		given := slices.ContainsFunc(args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
		if strings.Contains(message, flag) && !given {
			fmt.Fprintf(&out, "; %s comes from the environment variable %s", flag, name)
		}
	}
	return out.String()
}

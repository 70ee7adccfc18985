package main

import "github.com/alecthomas/kong"

// cli is the whole command line.
type cli struct {
	Run     runCommand     `cmd:"" help:"Audit a town and write the report."`
	Demo    demoCommand    `cmd:"" help:"Audit the town that comes with parcelaudit; needs no files."`
	Compare compareCommand `cmd:"" help:"Say who becomes or stops being nonconforming under another ordinance."`
	Diff    diffCommand    `cmd:"" help:"Say what is new, fixed or changed between two reports."`
	Explain explainCommand `cmd:"" help:"Show one lot and the reasoning of every clause, drawn to scale."`
	Rules   rulesCommand   `cmd:"" help:"Look at, check and test the ordinances."`
	Init    initCommand    `cmd:"" help:"Look at the layers of a folder and propose an audit.yaml."`
	Inspect inspectCommand `cmd:"" help:"Say what a layer holds: format, CRS, unit, counts, fields, extent, problems."`

	LogFormat string           `name:"log-format" enum:"auto,text,json" default:"auto" help:"Commentary on stderr as text or JSON; auto is text on a terminal, JSON elsewhere."`
	Quiet     bool             `short:"q" help:"Nothing but errors and what --json asks for: silence is success."`
	Version   kong.VersionFlag `help:"Print the version."`
}

// example is what a command's help starts with; it works in a clone of the project.
type example interface{ Example() string }

// Example shows the two commands that matter.
func (cli) Example() string {
	return "parcelaudit demo --out demo-report\n  parcelaudit run fixtures/town/audit.yaml --out report"
}

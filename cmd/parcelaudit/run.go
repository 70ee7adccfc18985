package main

import (
	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

type runCommand struct {
	auditFlags `embed:""`
	Pack       string `placeholder:"NAME|DIR" help:"Ordinance: a pack that comes with parcelaudit, or a folder."`
	reportFlags
}

// reportFlags say where a report goes and what the exit code tells.
type reportFlags struct {
	Out     string   `short:"o" placeholder:"DIR" help:"Folder of the reports."`
	Formats []string `name:"format" placeholder:"FORMAT" help:"parquet, geojson or both, separated by commas."`
	Yards   *bool    `negatable:"" help:"Also draw required and actual yards and vision triangles: yards.geojson."`
	Flat    bool     `help:"Write straight into the folder, without runs/ and latest."`
	Keep    int      `placeholder:"N" help:"Runs to keep; all when not given."`
	JSON    bool     `name:"json" help:"Print the summary as JSON."`

	FailOn           string   `enum:"never,new,violation" default:"never" help:"Exit with 1 when there is a ${enum}."`
	MaxIndeterminate *float64 `placeholder:"PERCENT" help:"Exit with 5 when more could not be decided."`
}

// Example works in a clone.
func (runCommand) Example() string {
	return "parcelaudit run fixtures/town/audit.yaml --out report\n" +
		"  parcelaudit run --pack wi-village-133 --parcels parcels.shp --buildings bldg.shp --zoning zones.shp --out report"
}

// Run audits and prints the summary.
func (c runCommand) Run(p *program) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	if c.Pack != "" {
		config.Pack, config.PackAt = c.Pack, pipeline.Place{File: "--pack"}
	}
	return p.audit(config, c.jobs(), c.reportFlags)
}

// audit runs a configuration and prints its summary.
func (p *program) audit(config pipeline.Config, jobs int, f reportFlags) error {
	if err := f.apply(&config); err != nil {
		return err
	}
	done, err := pipeline.Run(p.ctx, config, pipeline.Options{
		Jobs: jobs, Flat: f.Flat, Keep: f.Keep, Version: version(), Log: p.log, Progress: p.progress(), Now: p.now, ExitCode: f.exitCode,
	})
	if err != nil {
		return err
	}
	switch {
	case f.JSON:
		err = printJSON(p.stdout, summaryOf(done))
	case !p.quiet:
		err = printSummary(p.stdout, done)
	}
	switch {
	case err != nil:
		return exitError{exitOutput, err}
	case done.ExitCode != exitDone:
		return exitError{code: done.ExitCode}
	}
	return nil
}

// apply lays the flags over the output of a configuration.
func (f reportFlags) apply(c *pipeline.Config) error {
	if f.Out != "" {
		c.Output.Dir = pipeline.Path{Name: f.Out, At: pipeline.Place{File: "--out"}}
	}
	if f.Yards != nil {
		c.Output.Yards = *f.Yards
	}
	if len(f.Formats) == 0 {
		return nil
	}
	c.Output.Formats = f.Formats
	return pipeline.CheckFormats(f.Formats, pipeline.Place{File: "--format"})
}

// exitCode is the exit code of a finished run: findings before what is undecided, because a finding is certain.
func (f reportFlags) exitCode(t pipeline.Tally) int {
	fresh := 0
	for _, n := range t.NewByWorst {
		fresh += n
	}
	switch {
	case f.FailOn == "new" && fresh > 0, f.FailOn == "violation" && t.Outcomes[rules.Violation] > 0:
		return exitFindings
	case f.MaxIndeterminate != nil && t.UndecidedPercent() > *f.MaxIndeterminate:
		return exitIndeterminate
	}
	return exitDone
}

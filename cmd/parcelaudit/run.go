package main

import (
	"errors"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

type runCommand struct {
	auditFlags `embed:""`
	Pack       string `placeholder:"NAME|DIR" help:"Ordinance: a pack that comes with parcelaudit, or a folder."`
	reportFlags
}

// outputFlags say where a report goes and in which form.
type outputFlags struct {
	Out     string   `short:"o" placeholder:"DIR" help:"Folder of the reports."`
	Formats []string `name:"format" placeholder:"FORMAT" help:"parquet, geojson or both, separated by commas."`
	Yards   *bool    `negatable:"" help:"Also draw required and actual yards and vision triangles: yards.geojson."`
	JSON    bool     `name:"json" help:"Print the summary as JSON."`
}

// reportFlags say besides which runs stay and what the exit code tells.
type reportFlags struct {
	outputFlags `embed:""`
	Flat        bool `help:"Write straight into the folder, without runs/ and latest."`
	Keep        int  `placeholder:"N" help:"Runs to keep; all when not given."`

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
	if err := errors.Join(err, c.check()); err != nil {
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

// check refuses numbers that mean nothing: a limit that is no number would never be passed.
func (f reportFlags) check() error {
	var errs pipeline.ConfigErrors
	if f.Keep < 0 {
		errs = append(errs, refused("--keep", "%d runs can not be kept; give at least 1, or leave it out to keep all", f.Keep))
	}
	if p := f.MaxIndeterminate; p != nil && !(*p >= 0 && *p <= 100) {
		errs = append(errs, refused("--max-indeterminate", "%g is no percentage; give 0 to 100", *p))
	}
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// apply lays the flags over the output of a configuration.
func (f outputFlags) apply(c *pipeline.Config) error {
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

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

type diffCommand struct {
	Old  string `arg:"" name:"old-dir" help:"Report folder of the earlier run."`
	New  string `arg:"" name:"new-dir" help:"Report folder of the later run."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Example compares two of the runs kept in a report folder.
func (diffCommand) Example() string {
	return "parcelaudit diff report/runs/20260101T020000.000Z report/latest"
}

// Run prints what became of the findings between two runs.
func (c diffCommand) Run(p *program) error {
	d, err := baseline.CompareRuns(c.Old, c.New)
	if errors.Is(err, fs.ErrNotExist) {
		return exitError{exitInput, fmt.Errorf("%w; give the folder of a report", err)}
	}
	if err != nil {
		return exitError{exitInput, err}
	}
	if c.JSON {
		err = printJSON(p.stdout, d)
	} else {
		err = printDiff(p.stdout, d)
	}
	if err != nil {
		return exitError{exitOutput, err}
	}
	return nil
}

func printDiff(to io.Writer, d baseline.Diff) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%d new, %d fixed, %d updated, %d no longer decided, %d unchanged\n", len(d.New), len(d.Fixed), len(d.Updated), len(d.Undecided), len(d.Unchanged))
	for _, e := range d.New {
		fmt.Fprintf(w, "new        %s\n", findingLine(e))
	}
	for _, e := range d.Fixed {
		fmt.Fprintf(w, "fixed      %s\n", findingLine(e))
	}
	for _, c := range d.Updated {
		fmt.Fprintf(w, "updated    %s (was %s)\n", findingLine(c.Is), before(c))
	}
	for _, c := range d.Undecided {
		fmt.Fprintf(w, "undecided  %s: %s\n", findingLine(c.Is), c.Is.Reason)
	}
	return w.Flush()
}

func findingLine(e baseline.Entry) string {
	return fmt.Sprintf("%s  parcel %s  %s %s  %s", e.ClauseID, e.ParcelID, e.SubjectType, e.SubjectID, numbers(e))
}

// before is what a finding said before, and on which parcel when that is another now.
func before(c baseline.Change) string {
	if c.Was.ParcelID != c.Is.ParcelID {
		return numbers(c.Was) + " on parcel " + c.Was.ParcelID
	}
	return numbers(c.Was)
}

// numbers is the outcome with what was measured and required, where something was.
func numbers(e baseline.Entry) string {
	s := e.Outcome
	if e.Measured != nil {
		s += fmt.Sprintf(" %.2f", *e.Measured)
	}
	if e.Required != nil {
		s += " against " + rules.Unit(e.Unit).Of(fmt.Sprintf("%.2f", *e.Required))
	}
	return s
}

package main

import (
	"bufio"
	"fmt"
	"io"

	"parcelaudit/pipeline"
)

type compareCommand struct {
	auditFlags `embed:""`
	Pack       []string `sep:"none" placeholder:"NAME|DIR" help:"The ordinance in force, then the draft: --pack A --pack B."`
	outputFlags
}

// Example works in a clone.
func (compareCommand) Example() string {
	return "parcelaudit compare fixtures/town/audit.yaml --pack wi-village-133 --pack wi-city --out what-if"
}

// Run audits under both packs and prints who becomes or stops being nonconforming.
func (c compareCommand) Run(p *program) error {
	if len(c.Pack) != 2 {
		return exitError{exitConfig, fmt.Errorf("give two packs: --pack A --pack B")}
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	if err := c.apply(&config); err != nil {
		return err
	}
	done, err := pipeline.Compare(p.ctx, config, c.Pack[0], c.Pack[1], pipeline.Options{
		Jobs: c.jobs(), Version: version(), Log: p.log, Progress: p.progress(), Now: p.now,
	})
	if err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(p.stdout, done)
	} else {
		err = printComparison(p.stdout, done, c.Pack[0], c.Pack[1])
	}
	if err != nil {
		return exitError{exitOutput, err}
	}
	return nil
}

func printComparison(to io.Writer, c *pipeline.Comparison, from, draft string) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%d subjects under %s (down) and %s (across)\n%-16s", c.Subjects, from, draft, "")
	for _, is := range pipeline.Standings() {
		fmt.Fprintf(w, "%16s", is)
	}
	fmt.Fprintln(w)
	becomes, stops := 0, 0
	for _, was := range pipeline.Standings() {
		fmt.Fprintf(w, "%-16s", was)
		for _, is := range pipeline.Standings() {
			fmt.Fprintf(w, "%16d", c.Matrix[was][is])
		}
		fmt.Fprintln(w)
	}
	for _, s := range c.Changes {
		switch {
		case s.Is == pipeline.Nonconforming:
			becomes++
		case s.Was == pipeline.Nonconforming && s.Is == pipeline.Conforming:
			stops++
		}
	}
	fmt.Fprintf(w, "%d become nonconforming, %d stop being so; each is in changes.csv\n", becomes, stops)
	return w.Flush()
}

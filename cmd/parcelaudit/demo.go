package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"parcelaudit/fixtures/town"
	"parcelaudit/pipeline"
)

type demoCommand struct {
	reportFlags
	Jobs int `short:"j" placeholder:"N" help:"Goroutines; as many as there are processors when not given."`
}

// Example needs nothing.
func (demoCommand) Example() string { return "parcelaudit demo --out demo-report" }

// demoDir is where the demo goes when nobody says.
const demoDir = "parcelaudit-demo"

// Run puts the town's files beside the report, so that they can be looked at and changed, and audits them.
func (c demoCommand) Run(p *program) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Out == "" {
		c.Out = demoDir
	}
	folder := filepath.Join(c.Out, "town")
	if err := copyTown(folder); err != nil {
		return exitError{exitOutput, err}
	}
	config, err := pipeline.ReadConfig(filepath.Join(folder, defaultConfig))
	if err != nil {
		return err
	}
	return p.audit(config, auditFlags{Jobs: c.Jobs}.jobs(), c.reportFlags)
}

// copyTown writes the embedded files. One that is there already stays: somebody may have changed it.
func copyTown(folder string) error {
	return fs.WalkDir(town.Files, ".", func(path string, d fs.DirEntry, err error) error {
		to := filepath.Join(folder, path)
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case filepath.Ext(path) == ".go":
			return nil
		}
		if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		text, err := fs.ReadFile(town.Files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

type initCommand struct {
	Dir   string `arg:"" help:"Folder with the layers."`
	Force bool   `help:"Replace an audit.yaml that is there."`
}

// Example works in a clone.
func (initCommand) Example() string {
	return "cp -r fixtures/town mytown && parcelaudit init mytown --force"
}

// Run writes DIR/audit.yaml.
func (c initCommand) Run(p *program) error {
	file := filepath.Join(c.Dir, defaultConfig)
	if info, err := os.Stat(c.Dir); err == nil && !info.IsDir() {
		return exitError{exitConfig, fmt.Errorf("%s is a file; name the folder that holds the layers", c.Dir)}
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) && !c.Force {
		return exitError{exitConfig, fmt.Errorf("%s is there already; --force replaces it", file)}
	}
	proposal, err := pipeline.Propose(p.ctx, c.Dir, rules.Names())
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(file, []byte(proposal.Text), 0o644); err != nil {
		return exitError{exitOutput, err}
	}
	for _, s := range proposal.Skipped {
		fmt.Fprintf(p.stderr, "not a layer: %s\n", s)
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %d lines proposed, %d commented out for you to decide\n", file, proposal.Sure, proposal.Unsure)
	return err
}

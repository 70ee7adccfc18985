package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

type rulesDraw struct {
	Pack    string   `arg:"" help:"Pack by name or folder."`
	Out     string   `required:"" placeholder:"DIR" help:"Folder for the drawings."`
	Clauses []string `name:"clause" sep:"none" placeholder:"ID" help:"Draw this clause; may be given again. All clauses by default."`
	Refresh bool     `help:"Draw only what the folder already holds."`
}

// Example draws one clause.
func (rulesDraw) Example() string {
	return "parcelaudit rules draw wi-village-133 --clause \"133-1132(c)(4)#lot-line-3\" --out drawings"
}

// Run draws a passing and a failing lot of each clause, and prints the files.
func (c rulesDraw) Run(p *program) error {
	pack, err := pipeline.OpenPack(c.Pack)
	if err != nil {
		return err
	}
	clauses, err := c.clauses(pack)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return exitError{exitOutput, err}
	}
	for _, clause := range clauses {
		examples, err := pipeline.Examples(p.ctx, pack, clause)
		if err != nil {
			return exitError{exitConfig, err}
		}
		for i := range examples {
			if err := c.draw(p, &examples[i]); err != nil {
				return exitError{exitOutput, err}
			}
		}
	}
	return nil
}

// clauses are the ids asked for, each of the pack.
func (c rulesDraw) clauses(pack *rules.Pack) ([]string, error) {
	all := make([]string, len(pack.Clauses))
	for i, clause := range pack.Clauses {
		all[i] = clause.ID
	}
	if len(c.Clauses) == 0 {
		return all, nil
	}
	for _, id := range c.Clauses {
		if !slices.Contains(all, id) {
			return nil, exitError{exitConfig, fmt.Errorf("pack %s has no clause %q; parcelaudit rules show %s lists them", pack.Name, id, c.Pack)}
		}
	}
	return c.Clauses, nil
}

func (c rulesDraw) draw(p *program, e *pipeline.Example) error {
	file := filepath.Join(c.Out, e.File())
	if _, err := os.Stat(file); err != nil && c.Refresh {
		return nil
	}
	var svg bytes.Buffer
	if err := e.Draw(&svg); err != nil {
		return err
	}
	if err := renameio.WriteFile(file, svg.Bytes(), 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, file)
	return err
}

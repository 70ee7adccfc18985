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
	tests, err := pack.Tests()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return exitError{exitOutput, err}
	}
	for _, clause := range clauses {
		examples, err := pipeline.Examples(p.ctx, pack, tests, clause)
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

// clauses are those asked for, in the order of the pack.
func (c rulesDraw) clauses(pack *rules.Pack) ([]*rules.Clause, error) {
	left := slices.Clone(c.Clauses)
	var out []*rules.Clause
	for _, clause := range pack.Clauses {
		if len(c.Clauses) > 0 && !slices.Contains(c.Clauses, clause.ID) ||
			c.Refresh && !c.holds(pipeline.ExampleFile(clause.ID, true)) && !c.holds(pipeline.ExampleFile(clause.ID, false)) {
			continue
		}
		out = append(out, clause)
	}
	for _, clause := range pack.Clauses {
		left = slices.DeleteFunc(left, func(id string) bool { return id == clause.ID })
	}
	if len(left) > 0 {
		return nil, exitError{exitConfig, fmt.Errorf("pack %s has no clause %q; parcelaudit rules show %s lists them", pack.Name, left[0], c.Pack)}
	}
	return out, nil
}

func (c rulesDraw) holds(file string) bool {
	_, err := os.Stat(filepath.Join(c.Out, file))
	return err == nil
}

func (c rulesDraw) draw(p *program, e *pipeline.Example) error {
	if c.Refresh && !c.holds(e.File()) {
		return nil
	}
	var svg bytes.Buffer
	if err := e.Draw(&svg); err != nil {
		return err
	}
	file := filepath.Join(c.Out, e.File())
	if err := renameio.WriteFile(file, svg.Bytes(), 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, file)
	return err
}

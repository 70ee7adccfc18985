package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"parcelaudit/pipeline"
	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

type explainCommand struct {
	auditFlags `embed:""`
	Pack       string `placeholder:"NAME|DIR" help:"Ordinance: a pack that comes with parcelaudit, or a folder."`
	Parcel     string `required:"" placeholder:"ID" help:"The parcel whose lot to explain."`
	SVG        string `name:"svg" placeholder:"FILE" help:"Draw the lot to scale."`
	All        bool   `help:"Also clauses that do not apply or that no data decides."`
}

// Example works in a clone.
func (explainCommand) Example() string {
	return "parcelaudit explain fixtures/town/audit.yaml --parcel A7 --svg lot.svg"
}

// Run prints the lot, what stands on it, and the reasoning of every clause.
func (c explainCommand) Run(p *program) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	if c.Pack != "" {
		config.Pack, config.PackAt = c.Pack, pipeline.Place{File: "--pack"}
	}
	e, err := pipeline.Explain(p.ctx, config, c.Parcel, pipeline.Options{Jobs: c.jobs(), Log: p.log, Now: p.now})
	if err != nil {
		return err
	}
	if c.SVG != "" { // before the text, whose reader may leave early
		if err := draw(e, c.SVG); err != nil {
			return exitError{exitOutput, fmt.Errorf("draw the lot into %s: %w", c.SVG, err)}
		}
	}
	if err := printExplanation(p.stdout, e, c.All); err != nil {
		return exitError{exitOutput, err}
	}
	return nil
}

func draw(e *pipeline.Explanation, file string) error {
	var drawing strings.Builder
	if err := e.Draw(&drawing); err != nil {
		return err
	}
	return renameio.WriteFile(file, []byte(drawing.String()), 0o644)
}

func printExplanation(to io.Writer, e *pipeline.Explanation, all bool) error {
	w := bufio.NewWriter(to)
	l := &e.Lot
	fmt.Fprintf(w, "lot %s: %s, %.0f sq ft, parcels %s\n", l.ID, l.Type, l.AreaSqFt, strings.Join(l.ParcelIDs, ", "))
	for _, p := range e.Parcels {
		if p.Address != "" {
			fmt.Fprintf(w, "  address %s\n", p.Address)
		}
	}
	if l.Reason != "" {
		fmt.Fprintf(w, "  not certain: %s\n", l.Reason)
	}
	for _, line := range l.Lines {
		fmt.Fprintf(w, "  %-12s %8.1f ft  confidence %.2f  %s  %s\n", line.Kind, line.LengthFt, line.Confidence, line.Method, line.Street)
	}
	for i, r := range l.Readings {
		if len(l.Readings) > 1 {
			fmt.Fprintf(w, "  reading %d: %s\n", i+1, r.Why)
		}
	}
	fmt.Fprintln(w)
	for _, s := range e.Structures {
		fmt.Fprintf(w, "%s %s: %s (%s), district %s, %s\n", s.Type, s.ID, s.Class, s.ClassBasis, cmp.Or(s.District, "not known"), s.Assignment)
	}
	fmt.Fprintln(w)
	printFindings(w, e.Findings, all)
	for _, i := range e.Issues {
		fmt.Fprintf(w, "data: %s %s: %s; %s\n", i.Layer, i.RecordID, i.What, i.Done)
	}
	return w.Flush()
}

// printFindings prints one block a subject, the worst outcome first.
func printFindings(w io.Writer, findings []audit.Finding, all bool) {
	order := map[rules.Outcome]int{}
	for i, o := range rules.Outcomes() {
		order[o] = i
	}
	findings = slices.Clone(findings)
	slices.SortStableFunc(findings, func(a, b audit.Finding) int {
		return cmp.Or(cmp.Compare(a.SubjectType, b.SubjectType), cmp.Compare(a.SubjectID, b.SubjectID), cmp.Compare(order[a.Outcome], order[b.Outcome]))
	})
	subject, left := "", 0
	for i := range findings {
		f := &findings[i]
		if !all && (f.Outcome == rules.NotApplicable || f.Outcome == rules.NotAuditable) {
			left++
			continue
		}
		if name := f.SubjectType + " " + f.SubjectID; name != subject {
			subject = name
			fmt.Fprintf(w, "%s\n", name)
		}
		fmt.Fprintf(w, "  %-16s %s  %s\n", f.Outcome, f.Clause.ID, f.Clause.Title)
		if f.Message != "" && !strings.HasPrefix(f.Message, f.Clause.Title) {
			fmt.Fprintf(w, "  %16s %s\n", "", f.Message)
		}
		if f.Reason != "" && !strings.HasPrefix(f.Message, f.Reason) { // the message says it already
			fmt.Fprintf(w, "  %16s because %s\n", "", f.Reason)
		}
		if f.DependsOn != "" && !strings.Contains(f.Message, f.DependsOn) {
			fmt.Fprintf(w, "  %16s turns on %s\n", "", f.DependsOn)
		}
	}
	if left > 0 {
		fmt.Fprintf(w, "%d clauses do not apply or can not be decided by data; --all shows them\n", left)
	}
}

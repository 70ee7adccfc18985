package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"parcelaudit/pipeline"
)

type inspectCommand struct {
	Files []string `arg:"" name:"file" help:"Layers to look at."`
	JSON  bool     `name:"json" help:"Print JSON, one list entry per layer."`
}

// Example works in a clone.
func (inspectCommand) Example() string { return "parcelaudit inspect fixtures/town/parcels.shp" }

// Run prints what each layer holds. A layer that can not be read is said, and the others are still looked at.
func (c inspectCommand) Run(p *program) error {
	var errs []error
	reports := []pipeline.Inspection{}
	for _, file := range c.Files {
		report, err := pipeline.Inspect(p.ctx, file)
		switch {
		case p.ctx.Err() != nil:
			return p.ctx.Err()
		case err != nil:
			errs = append(errs, err)
		case c.JSON:
			reports = append(reports, report)
		default:
			printInspection(p.stdout, report)
		}
	}
	if c.JSON {
		if err := printJSON(p.stdout, reports); err != nil {
			return exitError{exitOutput, err}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return exitError{exitInput, err}
	}
	return nil
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func printInspection(w io.Writer, r pipeline.Inspection) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w, r.Path)
	line("format", "%s", r.Format)
	line("crs", "%s", describeCRS(r))
	if r.Encoding != "" {
		line("encoding", "%s", r.Encoding)
	}
	line("features", "%s", describeCount(r))
	line("geometry", "%s", describeGeometry(r))
	line("invalid", "%d", r.Invalid)
	if e := r.Extent; e != nil {
		line("extent", "(%s, %s) - (%s, %s)", number(e[0]), number(e[1]), number(e[2]), number(e[3]))
	}
	line("fields", "%d", len(r.Fields))
	width := 0
	for _, f := range r.Fields {
		width = max(width, len(f.Name))
	}
	for _, f := range r.Fields {
		fmt.Fprintf(w, "    %-*s  %-6s  %s\n", width, f.Name, f.Kind, describeField(f))
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(w, "  problems")
	}
	for _, what := range r.Problems {
		fmt.Fprintf(w, "    - %s\n", what)
	}
}

func describeCRS(r pipeline.Inspection) string {
	switch {
	case r.CRSError != "":
		return "unusable: " + r.CRSError
	case r.CRS == nil:
		return "none stated"
	}
	name := r.CRS.Name
	if r.CRS.Code != "" {
		name += " (" + r.CRS.Code + ")"
	}
	return fmt.Sprintf("%s, unit %s, from %s", name, r.CRS.Unit, r.CRS.Basis)
}

func describeCount(r pipeline.Inspection) string {
	if r.Declared >= 0 && r.Declared != r.Features {
		return fmt.Sprintf("%d (the file declares %d)", r.Features, r.Declared)
	}
	return fmt.Sprint(r.Features)
}

func describeGeometry(r pipeline.Inspection) string {
	var parts []string
	for _, g := range r.Geometries {
		parts = append(parts, fmt.Sprintf("%s %d", g.Type, g.Count))
	}
	if r.Null > 0 {
		parts = append(parts, fmt.Sprintf("null or empty %d", r.Null))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func describeField(f pipeline.FieldReport) string {
	text := strings.Join(f.Samples, " | ")
	if f.Nulls > 0 {
		text += fmt.Sprintf("  (%d null)", f.Nulls)
	}
	return strings.TrimSpace(text)
}

// number prints a coordinate: degrees keep seven decimals, lengths lose their noise.
func number(v float64) string {
	if v > -1000 && v < 1000 {
		return fmt.Sprintf("%.7f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

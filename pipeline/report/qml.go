package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"text/template"

	_ "embed"
)

// style is how QGIS shows one file: it loads <name>.qml beside <name>.geojson and <name>.parquet on its own.
type style struct {
	name    string
	form    form
	by      string // expression that sorts features into classes
	classes []class
	label   string // expression of the text on the map, "" for none
	tip     string // HTML of the map tip; [% expressions %] are filled in by QGIS
	minimum int    // labels and nothing else are hidden when zoomed out beyond 1:minimum
}

// class is one entry of the legend. Colours are told apart with every kind of colour vision (Okabe and Ito's palette).
type class struct{ Value, Label, Colour, Line string }

const (
	vermilion = "213,94,0"
	orange    = "230,159,0"
	yellow    = "240,228,66"
	green     = "0,158,115"
	sky       = "86,180,233"
	blue      = "0,114,178"
	purple    = "204,121,167"
	grey      = "153,153,153"
	pale      = "204,204,204"
	black     = "40,40,40"
)

func findingClasses() []class {
	return []class{
		{"major", "violation, major", vermilion, "solid"},
		{"minor", "violation, minor", orange, "solid"},
		{"within-tolerance", "within tolerance", yellow, "solid"},
		{"indeterminate", "could not be decided", grey, "dot"},
	}
}

func outcomeClasses() []class {
	return []class{
		{"violation", "violation", vermilion, "solid"}, {"within-tolerance", "within tolerance", yellow, "solid"},
		{"indeterminate", "could not be decided", grey, "dot"}, {"exempt", "exempt", sky, "solid"},
		{"compliant", "compliant", green, "solid"}, {"not-applicable", "no clause applies", pale, "solid"},
	}
}

func lotLineClasses() []class {
	return []class{
		{"front", "front", blue, "solid"}, {"street side", "street side", sky, "solid"}, {"rear", "rear", purple, "solid"},
		{"side", "side", black, "solid"}, {"alley", "alley", orange, "solid"}, {"water", "water", sky, "dash"},
		{"rail", "railway", black, "dash"}, {"highway", "highway", blue, "dash"},
		{"park", "park or common land", green, "dash"},
		{"open edge", "edge of the data", grey, "dot"}, {"unknown", "not known", vermilion, "dot"},
	}
}

func yardClasses() []class {
	return []class{
		{"buildable area", "buildable area", grey, "dot"},
		{"required", "required yard", blue, "solid"}, {"actual", "actual yard", green, "dash"},
		{"vision triangle", "vision triangle", orange, "solid"}, {"water setback", "setback from water", sky, "dash"},
	}
}

// styles are one per layer file that this run may have written.
func styles() []style {
	const tip = `<b>[% "title" %]</b><br>[% coalesce("message", "reason", '') %]<br>` +
		`[% coalesce("address", "parcel_id", '') %] &#183; [% "clause_id" %] &#183; [% coalesce("status", "outcome") %]`
	const bySeverity = `CASE WHEN "outcome" = 'violation' THEN "severity" ELSE "outcome" END`
	const proof = `format_number("measured", 1) || ' ' || "unit"`
	const structureTip = `<b>[% coalesce("class", "type") %]</b> [% "structure_id" %]<br>class by [% coalesce("class_basis", 'nothing') %], ` +
		`[% coalesce("assignment", '') %]<br>parcel [% coalesce("parcel_id", 'none') %], [% "n_violation" %] violations, [% "n_indeterminate" %] undecided`
	const lineTip = `<b>[% "kind" %]</b> [% coalesce("street", '') %]<br>[% coalesce("method", '') %], confidence [% "confidence" %]<br>[% "length_ft" %] ft`
	const issueTip = `<b>[% "kind" %]</b> in [% "layer" %], [% coalesce("record_id", '') %]<br>[% "what" %]<br>[% "done" %]`
	const yardTip = `<b>[% "kind" %]</b> [% coalesce("depth_ft" || ' ft', '') %]<br>[% coalesce("area_sq_ft" || ' sq ft', '') %]<br>` +
		`[% coalesce("reading", '') %] [% CASE WHEN "other_readings" > 0 THEN '(and ' || "other_readings" || ' other readings)' ELSE '' END %]<br>[% coalesce("reason", '') %]`
	var all []style
	each := func(s style, forms ...form) {
		base := s.name
		for i, f := range forms {
			s.form, s.name = f, base
			if i > 0 {
				s.name = base + "_" + [...]string{points: "points", lines: "lines", areas: "areas"}[f]
			}
			all = append(all, s)
		}
	}
	each(style{name: "violations", by: bySeverity, classes: findingClasses(), label: `"clause_id"`, tip: tip, minimum: 5000}, areas, lines, points)
	each(style{name: "indeterminate", by: bySeverity, classes: findingClasses()[3:], label: `"depends_on"`, tip: tip, minimum: 2500}, areas)
	each(style{name: "evidence", by: bySeverity, classes: findingClasses()[:3], label: proof, tip: `<b>[% "clause_id" %]</b><br>[% "measured" %] [% "unit" %], limit [% "op" %] [% "required" %]`, minimum: 2500}, lines, areas, points)
	each(style{name: "structures", by: `"worst"`, classes: outcomeClasses(), label: `"class"`, tip: structureTip, minimum: 1500}, areas, lines, points)
	each(style{name: "lot_lines", by: `"kind"`, classes: lotLineClasses(), label: `CASE WHEN "kind" <> 'side' THEN "kind" END`, tip: lineTip, minimum: 1500}, lines)
	each(style{name: "issues", by: `'issue'`, classes: []class{{"issue", "data problem", purple, "solid"}}, label: `"kind"`, tip: issueTip, minimum: 5000}, points)
	each(style{name: "yards", by: `CASE WHEN "kind" LIKE 'required%' THEN 'required' WHEN "kind" LIKE 'actual%' THEN 'actual' ELSE "kind" END`, classes: yardClasses(),
		label: `"kind" || coalesce(' ' || format_number("depth_ft", 1) || ' ft', '')`, tip: yardTip, minimum: 1000}, areas)
	return all
}

//go:embed style.qml.tmpl
var styleTemplate string

// qml returns the style as QGIS reads it, from version 3.22 on.
func (s style) qml() ([]byte, error) {
	t, err := template.New("qml").Funcs(template.FuncMap{"xml": escapeXML}).Parse(styleTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{
		"Kind": [...]string{points: "marker", lines: "line", areas: "fill"}[s.form], "Geometry": int(s.form) - 1,
		"Placement": [...]int{points: 6, lines: 2, areas: 1}[s.form], "By": s.by, "Classes": s.classes,
		"Label": s.label, "Tip": s.tip, "Minimum": s.minimum, "Hollow": s.name == "yards",
	})
	return b.Bytes(), err
}

func escapeXML(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a strings.Builder takes everything
	return b.String()
}

// writeStyles writes a style beside each layer file that is there.
func writeStyles(folder *staging) error {
	layers := map[string]bool{}
	for _, f := range folder.files {
		base, _, _ := strings.Cut(f.Name, ".")
		layers[base] = layers[base] || strings.HasSuffix(f.Name, ".geojson") || strings.HasSuffix(f.Name, ".parquet")
	}
	var errs []error
	for _, s := range styles() {
		if !layers[s.name] {
			continue
		}
		content, err := s.qml()
		if err != nil {
			return fmt.Errorf("write %s.qml: %w", s.name, err)
		}
		errs = append(errs, folder.write(s.name+".qml", content))
	}
	return errors.Join(errs...)
}

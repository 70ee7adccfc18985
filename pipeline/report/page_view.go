package report

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

//go:embed html
var htmlFiles embed.FS

// view is what the template of the page reads: finished texts and numbers, nothing to compute.
type view struct {
	Run         Run
	Title       string
	Headline    string
	Tiles       []tile
	Outcomes    []bar
	Districts   []bar
	Clauses     []clauseView
	Warnings    []string
	Undecided   []string // clauses that could decide nothing, folded away
	Missing     []bar
	Issues      []*issueKind
	Findings    []findingView
	Fixed       []baseline.Entry
	Unused      []baseline.Unused
	Seen, Shown int
	Crowded     bool
	Data        any // for the script
	CSS         template.CSS
	JS          []template.JS
	Licence     string
}

type tile struct {
	Label, Class, Note string
	Count              int
}

// bar is one bar of a chart, or one part of a stacked bar. Left and Width are percent of the chart.
type bar struct {
	Label, Class string
	Count        int
	Left, Width  float64
}

type clauseView struct {
	*rules.Clause
	Applied   int
	Violation int
	Tolerance int
	Undecided int
	Parts     []bar
	Flag      string
	Missing   string
}

type findingView struct {
	ID, Status, Outcome, Severity, Clause, Cites, Title string
	Place, Parcel, District, Subject                    string
	Measured, Limit, Margin                             string
	Message, FirstSeen                                  string
	Index                                               int
}

// pageData is what the script of the page reads.
type pageData struct {
	Findings []findingData `json:"findings"`
	Lots     []*drawing    `json:"lots"`
	Fabric   []mapLine     `json:"fabric"`
}

type findingData struct {
	Geometry json.RawMessage `json:"g"`
	Lot      int             `json:"lot"` // index in Lots
	Subject  string          `json:"s"`
	Evidence [][]int         `json:"e"` // in the lot's drawing
	Area     bool            `json:"a"` // the evidence is an area
}

func (p *page) render(run Run, sum summary, totals Totals) ([]byte, error) {
	p.trim()
	v, err := p.view(run, sum, totals)
	if err != nil {
		return nil, err
	}
	t, err := template.New("page.tmpl.html").Funcs(template.FuncMap{"thousands": thousands, "percent": percent}).ParseFS(htmlFiles, "html/page.tmpl.html")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, v)
	return b.Bytes(), err
}

func (p *page) view(run Run, sum summary, totals Totals) (*view, error) {
	v := &view{Run: run, Title: cmp.Or(run.Pack.Title, run.Pack.Name), Fixed: sum.fixedEntries, Unused: totals.UnusedRecords,
		Seen: p.seen, Shown: len(p.shown), Crowded: p.crowded, Warnings: slices.Clone(totals.Notes)}
	v.Headline = headline(sum)
	v.Tiles = tiles(sum.Counts)
	v.Outcomes = outcomeBars(sum.Outcomes)
	v.Districts = countBars(p.byPlace, "no district", 12)
	v.Missing = missingBars(totals.Clauses)
	for i := range totals.Clauses {
		c := newClauseView(&totals.Clauses[i])
		if c.Clause.IsDefinition() {
			continue
		}
		v.Clauses = append(v.Clauses, c)
		if w := c.warning(); w != "" && c.Flag == flagNever {
			v.Undecided = append(v.Undecided, w)
		} else if w != "" {
			v.Warnings = append(v.Warnings, w)
		}
	}
	slices.SortStableFunc(v.Clauses, func(a, b clauseView) int {
		return cmp.Or(cmp.Compare(b.Violation, a.Violation), cmp.Compare(b.Tolerance, a.Tolerance), cmp.Compare(b.Undecided, a.Undecided))
	})
	v.Issues = slices.SortedFunc(maps.Values(p.issues), func(a, b *issueKind) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Kind, b.Kind))
	})
	v.Findings, v.Data = p.findings()
	return v, v.embed()
}

// embed reads the parts of the page that are files of their own.
func (v *view) embed() error {
	var parts [5]string
	for i, name := range []string{"leaflet/leaflet.css", "page.css", "leaflet/leaflet.js", "page.js", "leaflet/LICENSE"} {
		content, err := htmlFiles.ReadFile("html/" + name)
		if err != nil {
			return err
		}
		parts[i] = string(content)
	}
	v.CSS = template.CSS(parts[0] + parts[1])
	v.JS = []template.JS{template.JS(parts[2]), template.JS(parts[3])}
	v.Licence = parts[4]
	return nil
}

func headline(sum summary) string {
	violations := sum.Counts.Findings[rules.Violation.String()]
	if sum.Total == 0 {
		return "Nothing was evaluated. Look at the warnings below before reading this as a town in order."
	}
	if violations == 0 {
		return fmt.Sprintf("No violation was found in %s evaluations; %s could not be decided.",
			thousands(sum.Total), thousands(sum.Outcomes[rules.Indeterminate.String()]))
	}
	by := "one structure, fence or lot"
	if sum.Counts.Subjects > 1 {
		by = thousands(sum.Counts.Subjects) + " structures, fences and lots"
	}
	return fmt.Sprintf("%s by %s on %s, out of %s evaluations.", plural(violations, "violation"), by, plural(sum.Counts.Lots, "lot"), thousands(sum.Total))
}

func tiles(c Counts) []tile {
	violation, tolerance := rules.Violation.String(), rules.WithinTolerance.String()
	newOnes := 0
	for _, n := range c.NewByWorst {
		newOnes += n
	}
	return []tile{
		{"violations", violation, "the requirement is not met", c.Findings[violation]},
		{"new", "new", "violations not in the previous report", newOnes},
		{"fixed", "compliant", "reported before, not any more", c.Fixed},
		{"within tolerance", tolerance, "too close to call with these maps", c.Findings[tolerance]},
		{"undecided", "indeterminate", "something about the subject is missing", c.Undecided},
		{"under a record", "exempt", "freed by a variance, permit or agreement", c.Recorded},
	}
}

func outcomeBars(counts map[string]int) []bar {
	var bars []bar
	total := 0
	for _, n := range counts {
		total += n
	}
	left := 0.0
	for _, o := range rules.Outcomes() {
		n := counts[o.String()]
		if n == 0 {
			continue
		}
		width := 100 * float64(n) / float64(total)
		bars = append(bars, bar{o.String(), o.String(), n, left, width})
		left += width
	}
	return bars
}

// countBars are the largest counts, as wide as they are large, by count and name.
func countBars(counts map[string]int, unnamed string, most int) []bar {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	var bars []bar
	for _, name := range names[:min(most, len(names))] {
		bars = append(bars, bar{Label: cmp.Or(name, unnamed), Count: counts[name], Width: 100 * float64(counts[name]) / float64(counts[names[0]])})
	}
	return bars
}

// missingBars say what is missing how often, over all clauses.
func missingBars(clauses []audit.ClauseCount) []bar {
	counts := map[string]int{}
	for i := range clauses {
		for what, n := range clauses[i].Missing {
			counts[what] += n
		}
	}
	return countBars(counts, "not said", 15)
}

func newClauseView(c *audit.ClauseCount) clauseView {
	outcomes := map[string]int{}
	for _, o := range rules.Outcomes() {
		outcomes[o.String()] = c.Outcomes[o]
	}
	return clauseView{
		Clause: c.Clause, Applied: c.Applied, Violation: c.Outcomes[rules.Violation], Tolerance: c.Outcomes[rules.WithinTolerance],
		Undecided: c.Outcomes[rules.Indeterminate], Parts: outcomeBars(outcomes), Flag: flagOf(c), Missing: missingText(c.Missing),
	}
}

// manyAlways is the number of violations from which a clause that always fires is suspicious; fewer may simply be all there are.
const manyAlways = 10

func (c *clauseView) warning() string {
	switch {
	case c.Flag == flagAlways && c.Violation >= manyAlways:
		return fmt.Sprintf("%s fires on every one of the %s it could decide: check the limit, the district table and the classes before acting on it.", c.Clause.ID, plural(c.Violation, "subject"))
	case c.Flag == flagNever:
		return fmt.Sprintf("%s applies to %s and could decide none: %s.", c.Clause.ID, plural(c.Undecided, "subject"), cmp.Or(c.Missing, "something is missing"))
	}
	return ""
}

// findings are the rows of the table, and the same in the same order for the script.
func (p *page) findings() ([]findingView, pageData) {
	data := pageData{Findings: []findingData{}, Lots: []*drawing{}, Fabric: p.fabric}
	if p.fabric == nil {
		data.Fabric = []mapLine{}
	}
	var rows []findingView
	lots := map[*drawing]int{}
	for i := range p.shown {
		f := &p.shown[i]
		lot, drawn := lots[f.drawing]
		if !drawn {
			lot = len(data.Lots)
			lots[f.drawing] = lot
			data.Lots = append(data.Lots, f.drawing)
			if p.crowded {
				data.Fabric = append(data.Fabric, f.drawing.outlines...)
			}
		}
		geometry := json.RawMessage(f.geometry)
		if geometry == nil {
			geometry = json.RawMessage("null")
		}
		evidence := f.drawing.paths(&p.shape, f.Evidence)
		data.Findings = append(data.Findings, findingData{geometry, lot, f.SubjectID, evidence, p.shape.form == areas})
		rows = append(rows, newFindingView(i, &f.finding))
	}
	return rows, data
}

func newFindingView(i int, f *finding) findingView {
	v := findingView{
		Index: i, ID: f.FindingID, Status: f.Status, Outcome: f.Outcome.String(), Severity: f.Clause.Severity, Clause: f.Clause.ID,
		Cites: f.Clause.Cites, Title: f.Clause.Title, Place: cmp.Or(f.Address, f.ParcelID), Parcel: f.ParcelID, District: f.District,
		Subject: strings.ReplaceAll(cmp.Or(f.SubjectClass, f.SubjectType), "_", " "), Message: f.Message, FirstSeen: f.FirstSeen,
	}
	if f.Measured != nil {
		v.Measured = quantity(*f.Measured, f.Unit)
	}
	if f.Required != nil {
		v.Limit = f.Op + " " + quantity(*f.Required, f.Unit)
	}
	if f.Margin != nil {
		v.Margin = quantity(*f.Margin, f.Unit)
	}
	return v
}

// quantity is a number as people read it: at most two decimals, and its unit.
func quantity(v float64, unit string) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		s = "0"
	}
	return rules.Unit(unit).Of(s)
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

func percent(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return thousands(n) + " " + word + "s"
}

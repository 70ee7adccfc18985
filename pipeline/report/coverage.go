package report

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// Flags of a clause in coverage.csv.
const (
	flagDead   = "dead"          // applied to nothing: a misspelt class, a layer that is missing, or a town without any
	flagAlways = "always-firing" // every decided subject violates: more likely a wrong limit than a lawless town
	flagNever  = "never-decided" // applied, and not one subject could be decided
)

// flagOf says what is suspicious about a clause over the whole run, "" when nothing is.
func flagOf(c *audit.ClauseCount) string {
	reached := c.Applied - c.Outcomes[rules.NotApplicable]
	broken := c.Outcomes[rules.Violation] + c.Outcomes[rules.WithinTolerance]
	decided := broken + c.Outcomes[rules.Compliant] + c.Outcomes[rules.Exempt]
	switch {
	case c.Clause.NotAuditable != "" || c.Clause.IsDefinition():
		return ""
	case reached == 0:
		return flagDead
	case decided == 0 && c.Outcomes[rules.NotAuditable] == 0:
		return flagNever
	case decided > 0 && c.Outcomes[rules.Violation] == decided:
		return flagAlways
	}
	return ""
}

// coverageCSV lists every clause of the pack with its account, in the order given.
func coverageCSV(counts []audit.ClauseCount) []byte {
	var b bytes.Buffer
	b.WriteString("clause_id,citation,title,severity,applied")
	for _, o := range rules.Outcomes() {
		b.WriteString("," + snake(o.String()))
	}
	b.WriteString(",violation_percent,flag,missing\n")
	for i := range counts {
		c := &counts[i]
		line := []byte{}
		for _, s := range []string{c.Clause.ID, c.Clause.Cites, c.Clause.Title, c.Clause.Severity} {
			line = append(appendCSVText(line, validText(s)), ',')
		}
		line = strconv.AppendInt(line, int64(c.Applied), 10)
		for _, o := range rules.Outcomes() {
			line = strconv.AppendInt(append(line, ','), int64(c.Outcomes[o]), 10)
		}
		line = append(line, ',')
		if c.Applied > 0 {
			line = strconv.AppendFloat(line, 100*float64(c.Outcomes[rules.Violation])/float64(c.Applied), 'f', 1, 64)
		}
		line = append(append(append(line, ','), flagOf(c)...), ',')
		line = appendCSVText(line, validText(missingText(c.Missing)))
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

// missingText is what was missing and how often, most frequent first: "height_ft 12; built 3".
func missingText(missing map[string]int) string {
	names := slices.SortedFunc(maps.Keys(missing), func(a, b string) int {
		return cmp.Or(cmp.Compare(missing[b], missing[a]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = name + " " + strconv.Itoa(missing[name])
	}
	return strings.Join(names, "; ")
}

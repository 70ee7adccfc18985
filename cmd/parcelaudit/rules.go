package main

import (
	"bufio"
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

type rulesCommand struct {
	List     rulesList     `cmd:"" help:"List the packs that come with parcelaudit, or the classes they speak of."`
	Show     rulesShow     `cmd:"" help:"Show the clauses of a pack, or one in full."`
	Check    rulesCheck    `cmd:"" help:"Check packs: names, types, units, conditions, drawings."`
	Test     rulesTest     `cmd:"" help:"Run the drawings of packs through the whole audit."`
	Draw     rulesDraw     `cmd:"" help:"Draw for clauses a lot that passes and one that fails."`
	Coverage rulesCoverage `cmd:"" help:"Count the clauses that are evaluated, and compare with a catalogue."`
}

// Example works in a clone.
func (rulesCommand) Example() string {
	return "parcelaudit rules show wi-village-133 \"133-1132(c)(4)#lot-line-3\""
}

// packNames are the packs a command is about: those named, else all that come with the program.
type packNames struct {
	Packs []string `arg:"" optional:"" name:"pack" help:"Packs by name or folder; all that come with parcelaudit when none is named."`
}

// open loads each pack and hands it over.
func (n packNames) each(f func(*rules.Pack) error) error {
	names := n.Packs
	if len(names) == 0 {
		names = rules.Names()
	}
	for _, name := range names {
		pack, err := pipeline.OpenPack(name)
		if err != nil {
			return err
		}
		if err := f(pack); err != nil {
			return err
		}
	}
	return nil
}

type rulesList struct {
	Classes bool `help:"List the classes instead, with what each is a kind of."`
}

// Run prints one line a pack.
func (c rulesList) Run(p *program) error {
	if c.Classes {
		return p.listClasses()
	}
	return packNames{}.each(func(pack *rules.Pack) error {
		evaluated, notAuditable := auditable(pack)
		_, err := fmt.Fprintf(p.stdout, "%-16s %3d clauses evaluated, %3d not auditable  %s\n", pack.Name, evaluated, notAuditable, pack.Title)
		return err
	})
}

func (p *program) listClasses() error {
	tree, err := rules.BuiltinClasses()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.stdout)
	for _, class := range tree.Names() {
		var kinds []string
		for _, other := range tree.Names() {
			if other != class && tree.IsA(class, other) {
				kinds = append(kinds, other)
			}
		}
		fmt.Fprintf(w, "%-24s %s\n", class, strings.Join(kinds, ", "))
	}
	return w.Flush()
}

func auditable(pack *rules.Pack) (evaluated, notAuditable int) {
	for _, c := range pack.Clauses {
		switch {
		case c.NotAuditable != "":
			notAuditable++
		case !c.IsDefinition():
			evaluated++
		}
	}
	return evaluated, notAuditable
}

type rulesShow struct {
	Pack   string `arg:"" help:"Pack by name or folder."`
	Clause string `arg:"" optional:"" help:"Id of one clause."`
}

// Run prints a line a clause, or one clause in full.
func (c rulesShow) Run(p *program) error {
	pack, err := pipeline.OpenPack(c.Pack)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.stdout)
	found := false
	for _, clause := range pack.Clauses {
		switch {
		case c.Clause == "":
			fmt.Fprintf(w, "%-44s %-15s %s\n", clause.ID, cmp.Or(notAuditableWord(clause), clause.Kind), clause.Title)
		case c.Clause == clause.ID:
			found = true
			printClause(w, clause)
		}
	}
	if c.Clause != "" && !found {
		return exitError{exitConfig, fmt.Errorf("pack %s has no clause %q; parcelaudit rules show %s lists them", pack.Name, c.Clause, c.Pack)}
	}
	return w.Flush()
}

func notAuditableWord(c *rules.Clause) string {
	if c.NotAuditable != "" {
		return "not auditable"
	}
	return ""
}

func printClause(w *bufio.Writer, c *rules.Clause) {
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "%-13s %s\n", name, text)
		}
	}
	line("clause", c.ID)
	line("title", c.Title)
	line("cites", c.Cites)
	line("section", strings.TrimSpace(c.Section+" "+c.SectionTitle))
	line("kind", c.Kind)
	line("severity", c.Severity)
	line("subjects", strings.Join(c.Subjects, ", "))
	line("districts", strings.Join(c.Districts, ", "))
	if c.When != nil {
		line("when", c.When.Source)
	}
	if c.Requirement != nil {
		line("requires", describeRequirement(c.Requirement))
	}
	for _, e := range c.Unless {
		line("unless", e.When.Source+": "+e.Because)
	}
	line("not auditable", c.NotAuditable)
	line("note", c.Note)
	line("written in", c.Pos.String())
}

// describeRequirement writes a requirement on one line.
func describeRequirement(r *rules.Requirement) string {
	var s string
	switch {
	case len(r.AnyOf) > 0:
		s = "any of: " + describeAll(r.AnyOf, " | ")
	case len(r.AllOf) > 0:
		s = "all of: " + describeAll(r.AllOf, " & ")
	case r.Require != nil:
		s = r.Require.Source
	default:
		s = fmt.Sprintf("%s %s %s", describeMeasure(r.Measure), r.Op.Words(), describeLimit(r.Limit))
	}
	if r.When != nil {
		s += " when " + r.When.Source
	}
	return s
}

func describeAll(all []*rules.Requirement, join string) string {
	parts := make([]string, len(all))
	for i, r := range all {
		parts[i] = describeRequirement(r)
	}
	return strings.Join(parts, join)
}

func describeMeasure(m *rules.Measure) string {
	switch {
	case m.Name != "":
		return "m." + m.Name
	case m.Fact != "":
		return m.Fact
	case m.Expression != nil:
		return m.Expression.Source
	}
	to := strings.Join(append(append(append(append([]string{}, m.Call.To...), m.Call.With...), m.Call.Of...), m.Call.Classes...), ", ")
	return strings.TrimSpace(m.Call.Name + " " + to)
}

func describeLimit(l *rules.Limit) string {
	if l.Expression != nil {
		return l.Expression.Source + " (" + string(l.Quantity.Unit) + ")"
	}
	return l.Quantity.String()
}

type rulesCheck struct{ packNames }

// Run says ok for each pack that can be used.
func (c rulesCheck) Run(p *program) error {
	return c.each(func(pack *rules.Pack) error {
		tests, err := pack.Tests()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.stdout, "%s: ok, %d clauses, %d drawings\n", pack.Name, len(pack.Clauses), len(tests))
		return err
	})
}

type rulesTest struct{ packNames }

// Run prints what differs and one line of counts a pack.
func (c rulesTest) Run(p *program) error {
	failed := 0
	err := c.each(func(pack *rules.Pack) error {
		results, err := pipeline.TestPack(p.ctx, pack, runtime.NumCPU())
		if err != nil {
			return err
		}
		bad := 0
		for _, r := range results {
			if r.Mismatch != "" {
				bad++
				fmt.Fprintf(p.stdout, "%s: %s: %s\n", r.Test.Pos, r.Test.Name, r.Mismatch)
			}
		}
		failed += bad
		_, err = fmt.Fprintf(p.stdout, "%s: %d drawings, %d as expected, %d not\n", pack.Name, len(results), len(results)-bad, bad)
		return err
	})
	if err == nil && failed > 0 {
		return exitError{code: exitFindings}
	}
	return err
}

type rulesCoverage struct {
	packNames
	Catalogue string `placeholder:"FILE|DIR" help:"Catalogue of the ordinance's clauses and cases to compare with."`
}

// Run prints the account of each pack. A catalogue clause that is missing is a failure.
func (c rulesCoverage) Run(p *program) error {
	incomplete := false
	err := c.each(func(pack *rules.Pack) error {
		evaluated, notAuditable := auditable(pack)
		results, err := pipeline.TestPack(p.ctx, pack, runtime.NumCPU())
		if err != nil {
			return err
		}
		passing := 0
		for _, r := range results {
			if r.Mismatch == "" {
				passing++
			}
		}
		fmt.Fprintf(p.stdout, "%s: %d clauses evaluated, %d not auditable; %d of %d drawings as expected\n", pack.Name, evaluated, notAuditable, passing, len(results))
		if c.Catalogue == "" {
			return nil
		}
		coverage, err := c.compare(pack, results)
		if err != nil {
			return err
		}
		incomplete = incomplete || len(coverage.Missing)+len(coverage.Extra) > 0
		return p.printCoverage(coverage)
	})
	if err == nil && incomplete {
		return exitError{code: exitFindings}
	}
	return err
}

func (c rulesCoverage) compare(pack *rules.Pack, results []pipeline.TestResult) (rules.Coverage, error) {
	tests := make([]rules.Test, len(results))
	for i, r := range results {
		tests[i] = r.Test
	}
	name, text, err := pipeline.CatalogueFor(pack, c.Catalogue)
	if err != nil {
		return rules.Coverage{}, err
	}
	return pack.Coverage(tests, name, text)
}

func (p *program) printCoverage(c rules.Coverage) error {
	w := bufio.NewWriter(p.stdout)
	fmt.Fprintf(w, "  catalogue: %d clauses (%d definitions): %d evaluated, %d not auditable, %d missing\n", c.Clauses, c.Definitions, c.Evaluated, c.NotAuditable, len(c.Missing))
	fmt.Fprintf(w, "  cases of evaluated clauses: %d, drawn %d, of those %d with a stated difference\n", c.Cases, c.Expressed, c.Differing)
	for _, list := range []struct {
		name  string
		items []string
	}{{"missing clause", c.Missing}, {"not in the catalogue", c.Extra}, {"case not drawn", c.MissingCases}, {"contradicts its case", c.Contradicting}, {"no such case", c.NoSuchCase}} {
		for _, item := range list.items {
			fmt.Fprintf(w, "  %s: %s\n", list.name, item)
		}
	}
	return w.Flush()
}

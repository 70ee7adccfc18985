package pipeline

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// exampleSize is the greater side of the ground of an example in pixels, so that two stand side by side on a page, and
// exampleRound how far from the lot what stands there is still shown, in feet.
const exampleSize, exampleRound = 400.0, 100.0

// Example is a rule test of a clause, carried out to be drawn.
type Example struct {
	Test    rules.Test
	Finding audit.Finding
	lot     *Explanation
}

// Examples are up to two of a pack's tests that are of one clause: the first whose lot passes (compliant or exempt) and the first whose lot is in
// violation, each one with evidence if there is any, and none on whose lot there is nothing to see. Of an exemption, which
// date and paper decide, what is exempt comes first. A test that does not give what it expects is an error.
func Examples(ctx context.Context, pack *rules.Pack, tests []rules.Test, clause *rules.Clause) ([]Example, error) {
	var own []rules.Test
	for _, t := range tests {
		if t.Clause.ID == clause.ID {
			own = append(own, t)
		}
	}
	pass := [][]rules.Outcome{{rules.Compliant, rules.Exempt}}
	if clause.Kind == "exemption" {
		pass = [][]rules.Outcome{{rules.Exempt}, {rules.Compliant}}
	}
	var out []Example
	for _, wanted := range [][][]rules.Outcome{pass, {{rules.Violation}}} {
		for _, outcomes := range wanted {
			one, err := firstExample(ctx, pack, own, outcomes)
			if err != nil {
				return nil, err
			}
			if one != nil {
				out = append(out, *one)
				break
			}
		}
	}
	return out, nil
}

func firstExample(ctx context.Context, pack *rules.Pack, tests []rules.Test, wanted []rules.Outcome) (*Example, error) {
	var plain *Example
	for _, test := range tests {
		if !slices.Contains(wanted, test.Expect) {
			continue
		}
		one, err := carryOut(ctx, pack, test)
		if err != nil {
			return nil, err
		}
		if one.Finding.Evidence != nil || test.Clause.Kind == "exemption" && len(one.lot.Structures) > 0 {
			return one, nil
		}
		if plain == nil && len(one.lot.Structures) > 0 {
			plain = one
		}
	}
	return plain, nil
}

func carryOut(ctx context.Context, pack *rules.Pack, test rules.Test) (*Example, error) {
	trial, err := audit.Try(ctx, pack, test)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", test.Pos, test.Name, err)
	}
	f := trial.Finding
	if f.Outcome != test.Expect {
		return nil, fmt.Errorf("%s: %s: expected %s, got %s", test.Pos, test.Name, test.Expect, f.Outcome)
	}
	at := slices.IndexFunc(trial.Result.Lots, func(l lot.Lot) bool { return l.ID == "lot" })
	if at < 0 {
		return nil, fmt.Errorf("%s: %s: the lot was set aside", test.Pos, test.Name)
	}
	e := surroundings(trial.Result, trial.Input, at)
	for _, s := range trial.Result.Structures { // those of neighbours too
		s.Outcomes = [7]int{}
		if s.ID == f.SubjectID && s.Type == f.SubjectType {
			s.Outcomes[f.Outcome]++
		}
		s.ID = calledByName(s.ID, s.Class)
		e.Structures = append(e.Structures, s)
	}
	return &Example{test, f, e}, nil
}

// calledByName is the class of what a drawing does not name itself: shed rather than structure-1.
func calledByName(id, class string) string {
	kind, _, _ := strings.Cut(id, "-")
	if class == "" || kind != "structure" && kind != "fence" && kind != "feature" && !strings.HasPrefix(id, "neighbour") {
		return id
	}
	return strings.ReplaceAll(class, "_", " ")
}

// File is the name the example is kept under.
func (e *Example) File() string {
	return ExampleFile(e.Test.Clause.ID, e.Finding.Outcome == rules.Violation)
}

// ExampleFile is the name of a drawing: the clause, without what file names and links can not hold, and how the lot fares.
func ExampleFile(clause string, fails bool) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		case r == '#':
			return '_'
		case r == '(':
			return '.'
		}
		return -1
	}, clause)
	if fails {
		return safe + "-fails.svg"
	}
	return safe + "-passes.svg"
}

// Draw writes the lot of the test to scale as SVG, as `explain` does, with the test's name and what is found over it.
func (e *Example) Draw(to io.Writer) error {
	bound := e.lot.Lot.Shape.Bound()
	near := bound.Pad(exampleRound)
	shown := []orb.Geometry{e.Finding.Evidence, e.Finding.Geometry}
	for _, s := range e.lot.Structures { // what stands on neighbours is drawn because the test is about it
		if s.Geometry != nil && near.Intersects(s.Geometry.Bound()) {
			shown = append(shown, s.Geometry)
		}
	}
	for _, g := range shown {
		if g != nil {
			bound = bound.Union(g.Bound())
		}
	}
	side := max(bound.Max[0]-bound.Min[0], bound.Max[1]-bound.Min[1])
	d := newDrawing(to, bound.Pad(max(20, side/6)), exampleSize, e.caption())
	e.lot.draw(d)
	d.evidence(&e.Finding)
	return d.close()
}

func (e *Example) caption() []captionLine {
	var lines []captionLine
	for _, line := range wrap(e.Test.Name, leastWidth) {
		lines = append(lines, captionLine{line, "black", ` font-weight="bold"`})
	}
	f := &e.Finding
	said := f.Outcome.String() + ": " + strings.TrimSuffix(f.Message, " ("+e.Test.Clause.Cites+")")
	if !strings.Contains(said, f.Reason) {
		said += " (" + f.Reason + ")"
	}
	said = strings.NewReplacer(" count", "", "sq_ft", "sq ft").Replace(said)
	for _, line := range wrap(said, leastWidth) {
		lines = append(lines, captionLine{line, evidenceColour(f.Outcome), ""})
	}
	return lines
}

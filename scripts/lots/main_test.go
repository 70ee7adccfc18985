package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"parcelaudit/fixtures/lots"
)

// one returns the case of an interior lot with four lines, changed.
func one(t *testing.T, change func(*lots.Case)) []lots.Case {
	t.Helper()
	cases, err := lots.Load()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(cases, func(c lots.Case) bool { return c.Name == "interior-rectangle" })
	if at < 0 {
		t.Fatal("there is no case interior-rectangle")
	}
	c := cases[at]
	c.Lines = slices.Clone(c.Lines)
	change(&c)
	return []lots.Case{c}
}

func TestTheScoreFallsWithEveryMistake(t *testing.T) {
	two := 2
	for _, c := range []struct {
		name   string
		change func(*lots.Case)
		ok     bool
		score  string // of the run with streets
		says   string
	}{
		{"as the truth has it", func(*lots.Case) {}, true, "1 of 1 cases, 4 of 4 lines", "right"},
		{"one wrong label", func(c *lots.Case) { c.Lines[0].Kind = "alley" }, false, "0 of 1 cases, 3 of 4 lines", "want alley"},
		{"two wrong labels", func(c *lots.Case) { c.Lines[0].Kind, c.Lines[1].Kind = "alley", "water" }, false, "0 of 1 cases, 2 of 4 lines", "want water"},
		{"either of two labels is all right", func(c *lots.Case) { c.Lines[0].Kind = "alley or front" }, true, "1 of 1 cases, 4 of 4 lines", "right"},
		{"another role by position", func(c *lots.Case) { c.Lines[0].Role = "rear" }, false, "0 of 1 cases, 3 of 4 lines", "by position"},
		{"a kind that no reading has", func(c *lots.Case) { c.Lines[0].Maybe = "water" }, false, "0 of 1 cases, 3 of 4 lines", "in no reading"},
		{"every label missing, since the lot is", func(c *lots.Case) { c.Judge = "nobody" }, false, "0 of 1 cases, 0 of 4 lines", "set aside"},
		{"another lot type", func(c *lots.Case) { c.Type = "flag" }, false, "0 of 1 cases, 4 of 4 lines", "want flag"},
		{"another number of readings", func(c *lots.Case) { c.Readings = &two }, false, "0 of 1 cases, 4 of 4 lines", "want 2"},
		{"an issue that was not found", func(c *lots.Case) { c.Issues = []string{"stacked-parcel"} }, false, "0 of 1 cases, 4 of 4 lines", "no issue stacked-parcel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			ok, err := run(&out, one(t, c.change))
			if err != nil {
				t.Fatal(err)
			}
			if text := out.String(); ok != c.ok || !strings.Contains(text, "with streets layer:    "+c.score+"\n") || !strings.Contains(text, c.says) {
				t.Errorf("%v, want %v with %q and %q:\n%s", ok, c.ok, c.score, c.says, text)
			}
		})
	}
}

func TestTheScoreWithoutStreetsCountsOnlyCasesThatHoldThere(t *testing.T) {
	no := false
	var out bytes.Buffer
	ok, err := run(&out, one(t, func(c *lots.Case) { c.TopologyOnly = &no }))
	if want := "without streets layer: 0 of 0 cases, 0 of 0 lines\n"; err != nil || !ok || !strings.HasSuffix(out.String(), want) {
		t.Errorf("%v %v:\n%s", ok, err, out.String())
	}
}

func TestNoCasesAreNoMistake(t *testing.T) {
	var out bytes.Buffer
	if ok, err := run(&out, nil); !ok || err != nil || !strings.Contains(out.String(), "0 of 0 cases") {
		t.Errorf("%v %v %q", ok, err, out.String())
	}
}

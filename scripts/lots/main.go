// Lots runs spatial/lot on the conformance suite in fixtures/lots and prints the score, case by case.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"parcelaudit/fixtures/lots"
)

func main() {
	cases, err := lots.Load()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ok, err := run(os.Stdout, cases)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run prints the score of the cases and says whether every one came out as its truth has it.
func run(out io.Writer, cases []lots.Case) (bool, error) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "case\tlines right\twith streets\twithout streets layer")
	var total [2]score
	for i := range cases {
		c := &cases[i]
		with, err := c.Run(c.Input())
		if err != nil {
			return false, err
		}
		total[0].add(with)
		without, alone := "-", lots.Result{}
		if c.HoldsWithoutStreets() {
			if alone, err = c.RunWithoutStreets(); err != nil {
				return false, err
			}
			total[1].add(alone)
			without = verdict(alone)
		}
		fmt.Fprintf(w, "%s\t%d/%d\t%s\t%s\n", c.Name, with.Right, with.Lines, verdict(with), without)
		for _, wrong := range slices.Concat(with.Wrong, alone.Wrong) {
			fmt.Fprintf(w, "  %s\t\t\t\n", wrong)
		}
	}
	if err := w.Flush(); err != nil {
		return false, err
	}
	fmt.Fprintf(out, "\nwith streets layer:    %v\nwithout streets layer: %v\n", total[0], total[1])
	return total[0].right == total[0].cases && total[1].right == total[1].cases, nil
}

func verdict(r lots.Result) string {
	if len(r.Wrong) == 0 {
		return "right"
	}
	return "WRONG"
}

type score struct{ cases, right, lines, linesRight int }

func (s *score) add(r lots.Result) {
	s.cases++
	s.lines += r.Lines
	s.linesRight += r.Right
	if len(r.Wrong) == 0 {
		s.right++
	}
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d cases, %d of %d lines", s.right, s.cases, s.linesRight, s.lines)
}

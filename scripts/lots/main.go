// Lots runs spatial/lot on the conformance suite in fixtures/lots and prints the score, case by case.
package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"parcelaudit/fixtures/lots"
)

func main() {
	ok, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run prints the score and says whether every case came out as its truth has it.
func run() (bool, error) {
	cases, err := lots.Load()
	if err != nil {
		return false, err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "case\tlines right\twith streets\twithout streets layer")
	var total [2]score
	for i := range cases {
		c := &cases[i]
		with, err := c.Run(c.Input())
		if err != nil {
			return false, err
		}
		total[0].add(with)
		without := "-"
		if c.HoldsWithoutStreets() {
			r, err := c.RunWithoutStreets()
			if err != nil {
				return false, err
			}
			total[1].add(r)
			without = verdict(r)
		}
		fmt.Fprintf(w, "%s\t%d/%d\t%s\t%s\n", c.Name, with.Right, with.Lines, verdict(with), without)
		for _, wrong := range with.Wrong {
			fmt.Fprintf(w, "  %s\t\t\t\n", wrong)
		}
	}
	if err := w.Flush(); err != nil {
		return false, err
	}
	fmt.Printf("\nwith streets layer:    %v\nwithout streets layer: %v\n", total[0], total[1])
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

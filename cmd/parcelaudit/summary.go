package main

import (
	"bufio"
	"fmt"
	"io"

	"parcelaudit/pipeline"
	"parcelaudit/rules"
)

// runSummary is what run --json prints.
type runSummary struct {
	RunID            string         `json:"run_id"`
	Dir              string         `json:"dir"`
	Parcels          int            `json:"parcels"`
	Lots             int            `json:"lots"`
	Subjects         int            `json:"subjects"`
	Evaluated        int            `json:"evaluated"`
	Outcomes         map[string]int `json:"outcomes"`
	InViolation      int            `json:"subjects_in_violation"`
	LotsInViolation  int            `json:"lots_in_violation"`
	UndecidedPercent float64        `json:"undecided_percent"`
	Status           map[string]int `json:"status"`
	Fixed            int            `json:"fixed"`
	Issues           map[string]int `json:"issues"`
	Notes            []string       `json:"notes"`
	ExitCode         int            `json:"exit_code"`
}

func summaryOf(done *pipeline.Finished) runSummary {
	t := done.Tally
	s := runSummary{RunID: done.RunID, Dir: done.Outputs.Dir, Parcels: t.Parcels, Lots: t.Lots, Subjects: t.Subjects, Evaluated: t.Pairs,
		InViolation: done.Outputs.Counts.Subjects, LotsInViolation: done.Outputs.Counts.Lots,
		Outcomes: map[string]int{}, UndecidedPercent: t.UndecidedPercent(), Status: t.Status, Fixed: t.Fixed, Issues: t.Issues,
		Notes: append([]string{}, done.Notes...), ExitCode: done.ExitCode}
	for _, o := range rules.Outcomes() {
		s.Outcomes[o.String()] = t.Outcomes[o]
	}
	return s
}

// printSummary prints the table a person reads after a run.
func printSummary(to io.Writer, done *pipeline.Finished) error {
	w := bufio.NewWriter(to)
	t := done.Tally
	fmt.Fprintf(w, "%d parcels, %d lots, %d subjects; %d pairs of clause and subject\n", t.Parcels, t.Lots, t.Subjects, t.Pairs)
	for _, o := range rules.Outcomes() {
		fmt.Fprintf(w, "  %-16s %8d\n", o, t.Outcomes[o])
	}
	fmt.Fprintf(w, "in violation: %d structures, fences and lots, on %d lots\n", done.Outputs.Counts.Subjects, done.Outputs.Counts.Lots)
	fmt.Fprintf(w, "violations and within tolerance: %d new, %d unchanged, %d updated; %d fixed since the previous run\n",
		t.Status["new"], t.Status["unchanged"], t.Status["updated"], t.Fixed)
	issues := 0
	for _, n := range t.Issues {
		issues += n
	}
	fmt.Fprintf(w, "data issues: %d\n", issues)
	fmt.Fprintf(w, "report: %s\n", done.Outputs.Dir)
	return w.Flush()
}

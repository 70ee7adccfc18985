package audit

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Options say how an audit is run; the result does not depend on Workers.
type Options struct {
	Workers int  // goroutines, at least 1
	KeepAll bool // keep findings of every outcome, for explaining a lot and for rule tests
	// Done, when set, is called as lots are finished, with the number finished since the last call, from any goroutine.
	Done func(lots int)
	// Excuse, when set, is shown every violation and finding within tolerance, from any goroutine, before it is counted: a record,
	// such as a variance, that covers it changes its outcome, its reason and its record.
	Excuse func(f *Finding)
	// Only, when set, audits just the lots of these parcels; everything around them is still looked at.
	Only map[string]bool
	// Yards draws the yards of every lot too.
	Yards bool
}

// Result is everything an audit found, in an order that depends on the input alone.
type Result struct {
	Findings   []Finding // violations, within tolerance, and indeterminate for a reason particular to the subject
	Structures []StructureRow
	LotLines   []LotLineRow
	Yards      []YardRow // none unless asked for
	Lots       []lot.Lot
	Issues     []Issue
	Clauses    []ClauseCount // one per clause of the pack, in pack order
	Subjects   int
	Pairs      int // (clause, subject) pairs: the sum of all outcomes
}

// Run audits a town:
//
//  1. Parcels become lots with labelled lines (spatial/lot).
//  2. Structures and features go to the lot under most of them, fences are cut at lot borders, and everything gets its zoning
//     district. What stands on several lots is cut at their lines.
//  3. Each lot's buildings are classified, its plausible principal buildings listed, and what reaches out of it is said.
//  4. Fences are cut again at the borders of yards, and stretches drawn twice are set aside.
//  5. Every clause that can apply is evaluated on every subject, under every plausible reading of the lot. What a fence on a
//     shared line breaks on both lots alike is told once, and what one shift of a block's buildings explains is within tolerance.
//  6. Where it is asked for, the yards of every lot are drawn.
//  7. The account is closed: the outcomes of all clauses add up to the pairs evaluated, or the run fails.
func Run(ctx context.Context, in *Input, opt Options) (*Result, error) {
	opt.Workers = max(1, opt.Workers)
	t, err := survey(ctx, in, opt.Workers) // 1 to 4
	if err != nil {
		return nil, err
	}
	e, err := t.evaluate(ctx, opt) // 5
	if err != nil {
		return nil, err
	}
	var yards []YardRow
	if opt.Yards {
		if yards, err = t.drawYards(ctx, opt); err != nil { // 6
			return nil, err
		}
	}
	r, err := t.close(e) // 7
	if err == nil {
		r.Yards = yards
	}
	return r, err
}

// inParallel calls do for 0..n-1 on some workers, each with a bench of its own, and stops at the first error or when ctx is
// done.
func inParallel[B any](ctx context.Context, n, workers int, bench func() B, do func(b B, i int) error) error {
	const chunk = 64
	group, ctx := errgroup.WithContext(ctx)
	next := make(chan int)
	group.Go(func() error {
		defer close(next)
		for i := 0; i < n; i += chunk {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			b := bench()
			for from := range next {
				for i := from; i < min(from+chunk, n); i++ {
					if err := do(b, i); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// bare is the bench of work that needs no tools.
func bare() struct{} { return struct{}{} }

// close gathers the parts of all lots and closes the account.
func (t *town) close(e *evaluation) (*Result, error) {
	r := &Result{Lots: t.fabric.Lots, Issues: t.issues, Clauses: e.account.clauses, Subjects: len(t.subjects)}
	total := 0
	for i := range e.lots {
		total += len(e.lots[i].findings)
	}
	r.Findings = make([]Finding, 0, total)
	for i := range e.lots {
		r.Findings = append(r.Findings, e.lots[i].findings...)
		r.Issues = append(r.Issues, e.lots[i].issues...)
	}
	for _, of := range e.outcomes {
		for _, n := range of {
			r.Pairs += int(n)
		}
	}
	r.Structures, r.LotLines = t.structureRows(e.outcomes), t.lotLineRows()
	slices.SortStableFunc(r.Issues, byPlace)
	return r, r.check()
}

// check is the promise that nothing is dropped: applied clauses equal the sum of their outcomes, over all clauses and in all.
func (r *Result) check() error {
	total := 0
	for i := range r.Clauses {
		c := &r.Clauses[i]
		sum := 0
		for _, n := range c.Outcomes {
			sum += n
		}
		if sum != c.Applied {
			return fmt.Errorf("the account of clause %s does not add up: applied %d times, outcomes %d", c.Clause.ID, c.Applied, sum)
		}
		total += sum
	}
	if total != r.Pairs {
		return fmt.Errorf("the account does not add up: %d (clause, subject) pairs, %d outcomes", r.Pairs, total)
	}
	return nil
}

// Count returns how many pairs had an outcome.
func (r *Result) Count(o rules.Outcome) int {
	n := 0
	for i := range r.Clauses {
		n += r.Clauses[i].Outcomes[o]
	}
	return n
}

package report

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/rules"
)

// Run is what is known of a run before its rows.
type Run struct {
	ID           string    // letters, digits, '-', '_' and '.'; ids sort by time, so that Keep knows the oldest
	Started      time.Time // also the day of first_seen
	Versions     Versions
	Pack         Pack
	ConfigSHA256 string
	Inputs       []Input
	Places       Places
	Formats      Formats
	Yards        bool // write yards.geojson
	Previous     *baseline.Baseline
	Now          func() time.Time // for the timings in the manifest
	// Totals is asked once, after the last batch, with what the rows added up to.
	Totals func(Counts) Totals
}

// Formats are the formats of the layers. The other files are always written. The zero value is both.
type Formats struct{ WithoutParquet, WithoutGeoJSON bool }

// Totals is what is known of a run after its rows.
type Totals struct {
	Clauses       []audit.ClauseCount // every clause of the pack, in its order
	Stages        []Stage
	UnusedRecords []baseline.Unused
	Notes         []string // what a reader must know of the whole run, one sentence each
	ExitCode      int
}

// Batch is what one cell of the audit hands over. Rows are written in the order given, so a run whose batches come in the
// same order gives the same bytes. All findings of a parcel are in one batch. The writer keeps the slices.
//
// Of the findings, violations and those within tolerance go into violations, indeterminate ones into indeterminate, and
// those freed by a record into findings.csv; others are counted in Totals.Clauses only and need not be handed over.
type Batch struct {
	Findings   []audit.Finding
	Structures []audit.StructureRow
	LotLines   []audit.LotLineRow
	Issues     []audit.Issue
	Yards      []audit.YardRow
}

// Outputs is what was written.
type Outputs struct {
	Dir    string // the folder the files are in
	Files  []File // by name
	Counts Counts
	Totals Totals
}

func (r Run) started() string { return r.Started.UTC().Format(time.RFC3339) }
func (r Run) today() string   { return r.Started.UTC().Format(time.DateOnly) }

// Write writes a whole report, or nothing: files appear under their final names only when all of them are complete, and
// on any error, cancellation included, the previous report is as it was.
//
//  1. The rows of each batch get their identity and are counted.
//  2. One goroutine writes what is in the working CRS (GeoParquet), another what is in degrees (GeoJSON, CSV, the page).
//  3. The files about the whole run follow, the manifest last.
//  4. The folder gets its name, and the link latest is switched.
func Write(ctx context.Context, to Destination, run Run, batches iter.Seq2[Batch, error]) (Outputs, error) {
	run.Places = run.Places.serial()
	folder, err := to.stage(run.ID)
	if err != nil {
		return Outputs{}, err
	}
	out, err := writeInto(ctx, folder, run, batches)
	if err != nil {
		folder.abandon()
		return Outputs{}, err
	}
	out.Dir, err = folder.publish()
	return out, err
}

// prepared is a batch with identities, sorted into the files it goes to.
type prepared struct {
	Batch
	reported  []finding // violations
	undecided []finding // indeterminate
	kept      []finding // findings.csv
}

// inFlight is how many batches wait for each writer: enough that a slow one does not stop the audit at once.
const inFlight = 4

func writeInto(ctx context.Context, folder *staging, run Run, batches iter.Seq2[Batch, error]) (Outputs, error) {
	working, err := newWorkingFiles(folder, run)
	if err != nil {
		return Outputs{}, err
	}
	earth, err := newEarthFiles(folder, run)
	if err != nil {
		return Outputs{}, err
	}
	counts := newCounts()
	group, ctx := errgroup.WithContext(ctx)
	toWorking, toEarth := make(chan *prepared, inFlight), make(chan *prepared, inFlight)
	group.Go(func() error { return drain(toWorking, working.write) })
	group.Go(func() error { return drain(toEarth, earth.write) })
	group.Go(func() error {
		defer close(toWorking)
		defer close(toEarth)
		for batch, err := range batches {
			if err != nil {
				return err
			}
			p := prepare(batch, run, &counts)                           // 1
			for _, to := range []chan<- *prepared{toWorking, toEarth} { // 2
				select {
				case to <- p:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return ctx.Err()
	})
	if err := group.Wait(); err != nil {
		return Outputs{}, err
	}
	if err := errors.Join(working.close(), earth.close()); err != nil {
		return Outputs{}, err
	}
	return finish(folder, run, counts, earth.page)
}

func drain(batches <-chan *prepared, write func(*prepared) error) error {
	for b := range batches {
		if err := write(b); err != nil {
			return err
		}
	}
	return nil
}

func prepare(batch Batch, run Run, counts *Counts) *prepared {
	p := &prepared{Batch: batch}
	var d degrees
	identities := run.Previous.Match(batch.Findings, run.today(), d.boxes(batch.Findings, run.Places))
	for i := range batch.Findings {
		f := finding{&batch.Findings[i], identities[i]}
		switch {
		case baseline.Reported(f.Outcome):
			counts.addFinding(&f)
			p.reported = append(p.reported, f)
			p.kept = append(p.kept, f)
		case f.Outcome == rules.Indeterminate:
			counts.Undecided++
			p.undecided = append(p.undecided, f)
			if f.Status != "" {
				p.kept = append(p.kept, f)
			}
		case baseline.UnderRecord(f.Finding):
			counts.Recorded++
			p.kept = append(p.kept, f)
		}
	}
	counts.addViolating(p.reported)
	counts.Structures += len(batch.Structures)
	counts.LotLines += len(batch.LotLines)
	counts.addIssues(batch.Issues)
	return p
}

// finish writes the files about the whole run. (3)
func finish(folder *staging, run Run, counts Counts, page *page) (Outputs, error) {
	fixed := run.Previous.Fixed()
	counts.Fixed = len(fixed)
	totals := run.Totals(counts)
	sum := newSummary(run, counts, totals, fixed)
	content, err := indented(sum)
	if err != nil {
		return Outputs{}, fmt.Errorf("write summary.json: %w", err)
	}
	html, err := page.render(run, sum, totals)
	if err != nil {
		return Outputs{}, fmt.Errorf("write report.html: %w", err)
	}
	err = errors.Join(
		folder.write("coverage.csv", coverageCSV(totals.Clauses)),
		folder.write("summary.json", content),
		folder.write("report.html", html),
		writeStyles(folder),
	)
	if err != nil {
		return Outputs{}, err
	}
	outputs := Outputs{Files: folder.listed(), Counts: counts, Totals: totals}
	content, err = indented(newManifest(run, totals, outputs.Files, run.Now()))
	if err != nil {
		return Outputs{}, fmt.Errorf("write manifest.json: %w", err)
	}
	return outputs, folder.write(manifestName, content)
}

package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
	"parcelaudit/pipeline/report"
	"parcelaudit/rules"
	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/kernel"
)

// Options say how an audit is run. What comes out does not depend on Jobs.
type Options struct {
	Jobs     int  // goroutines, at least 1
	Flat     bool // straight into the output folder, without runs/ and latest
	Keep     int  // runs to keep, 0 keeps all
	Version  string
	Log      *slog.Logger
	Progress func() Progress // makes what shows one run, nil shows nothing
	Now      func() time.Time
	// ExitCode turns the account of a finished run into the exit code that its manifest records.
	ExitCode func(Tally) int
}

// Progress shows how far a run is. Done may be called from any goroutine.
type Progress interface {
	Stage(name string, total int) // total 0: not known
	Done(n int)
	Close()
}

// Tally is the account of a finished run: what a summary says and an exit code is decided by.
type Tally struct {
	report.Counts
	Parcels, Lots, Subjects, Pairs int
	Outcomes                       [7]int // pairs by rules.Outcome
}

// UndecidedPercent is the share of the pairs a clause reached and data could decide that stayed undecided.
func (t Tally) UndecidedPercent() float64 {
	reached := t.Pairs - t.Outcomes[rules.NotApplicable] - t.Outcomes[rules.NotAuditable]
	if reached == 0 {
		return 0
	}
	return 100 * float64(t.Outcomes[rules.Indeterminate]) / float64(reached)
}

// Finished is a run whose report is written.
type Finished struct {
	RunID    string
	Outputs  report.Outputs
	Tally    Tally
	Notes    []string
	ExitCode int
}

// Run audits a town from its configuration to its report:
//
//  1. Load the pack and the district table.
//  2. Lock the output folder and read what the previous run found.
//  3. Load layers and tables.
//  4. Audit.
//  5. Write the report, which replaces the previous one when it is complete.
//
// Errors are ConfigErrors or rules.Problems (1, 3), *LockedError (2), *InputError (3), *OutputError (2, 5), *BugError, or
// the context's when it is done.
func Run(ctx context.Context, c Config, opt Options) (*Finished, error) {
	done, _, err := run(ctx, c, opt)
	return done, err
}

// audited is what an audit looked at and what it found.
type audited struct {
	loaded *Loaded
	result *audit.Result
}

func run(ctx context.Context, c Config, opt Options) (*Finished, audited, error) {
	started := opt.Now()
	law, err := lawFor(c, started) // 1
	if err != nil {
		return nil, audited{}, err
	}
	unlock, err := openOutput(c, opt) // 2
	if err != nil {
		return nil, audited{}, err
	}
	defer unlock()
	previous, lost, err := readPrevious(c.Output.Dir.Name)
	if err != nil {
		return nil, audited{}, err
	}
	s := newStages(opt)
	defer s.close()
	loaded, err := loadStage(ctx, s, c, law, opt) // 3
	if err != nil {
		return nil, audited{}, err
	}
	if lost != "" {
		loaded.Notes = append(loaded.Notes, lost)
		opt.Log.Info("note", "what", lost)
	}
	records, problems := register(loaded.Input)
	loaded.Issues = append(loaded.Issues, problems...)
	result, err := auditStage(ctx, s, c, loaded, records, opt) // 4
	if err != nil {
		return nil, audited{}, err
	}
	previous.Audits(reportedParcels(result))
	w := writer{config: c, options: opt, started: started, law: law, loaded: loaded, records: records, result: result, previous: previous, stages: s}
	done, err := w.write(ctx) // 5
	return done, audited{loaded, result}, err
}

// lawFor reads the law of a run, and says with what is wrong with it what else the configuration lacks.
func lawFor(c Config, today time.Time) (Law, error) {
	var errs ConfigErrors
	if len(c.Of(Parcels)) == 0 {
		errs = append(errs, noParcels(c))
	}
	if c.Output.Dir.Name == "" {
		errs.add(Place{File: c.File}, "nowhere to write the report; say where with output: {dir: DIR} or --out DIR")
	}
	law, err := ReadLaw(c, today)
	return law, errors.Join(err, errs.orNil())
}

// readPrevious reads what the previous run found. lost is a note for the reader where one was there whose findings are gone: all
// that it found is new again.
func readPrevious(dir string) (previous *baseline.Baseline, lost string, err error) {
	previous, err = baseline.Read(dir)
	switch {
	case err == nil:
		return previous, "", nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, "", &OutputError{Err: fmt.Errorf("the previous report can not be read, so nothing can be told new from old: %w; restore the file, or remove it and everything counts as new", err)}
	}
	latest := filepath.Join(dir, baseline.Latest)
	if _, err := os.Lstat(latest); err != nil {
		return nil, "", nil
	}
	return nil, fmt.Sprintf("%s leads to no %s: what was found before counts as new", latest, baseline.FileName), nil
}

// reportedParcels are the parcels under which findings are reported: the first of each lot, and others that a record names.
func reportedParcels(r *audit.Result) map[string]bool {
	parcels := make(map[string]bool, len(r.Lots))
	for i := range r.Lots {
		parcels[r.Lots[i].ParcelIDs[0]] = true
	}
	for i := range r.Findings {
		parcels[r.Findings[i].ParcelID] = true
	}
	return parcels
}

// openOutput makes the output folder and locks it. What would keep the report from its place at the end is said at the start.
func openOutput(c Config, opt Options) (unlock func(), err error) {
	dir := c.Output.Dir.Name
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, &OutputError{Err: err}
	}
	latest := filepath.Join(dir, baseline.Latest)
	if info, err := os.Lstat(latest); err == nil && !opt.Flat && info.Mode()&fs.ModeSymlink == 0 {
		return nil, &OutputError{Err: fmt.Errorf("%s is there and is no link; it would be replaced by the link to the newest run: move it away", latest)}
	}
	return lock(dir)
}

func loadStage(ctx context.Context, s *stages, c Config, law Law, opt Options) (*Loaded, error) {
	s.begin("load", 0)
	loaded, err := Load(ctx, c, law, opt.Jobs)
	if err != nil {
		return nil, err
	}
	in := loaded.Input
	s.end(map[string]int{"parcels": len(in.Parcels), "structures": len(in.Structures), "fences": len(in.Fences), "features": len(in.Features),
		"zones": len(in.Zones), "streets": len(in.Streets), "issues": len(loaded.Issues)})
	for _, note := range loaded.Notes {
		opt.Log.Info("note", "what", note)
	}
	return loaded, nil
}

func auditStage(ctx context.Context, s *stages, c Config, loaded *Loaded, records *baseline.Register, opt Options) (*audit.Result, error) {
	s.begin("audit", len(loaded.Input.Parcels))
	var result *audit.Result
	err := guarded("audit", func() (err error) {
		result, err = audit.Run(ctx, loaded.Input, audit.Options{Workers: opt.Jobs, Yards: c.Output.Yards, Done: s.done, Excuse: func(f *audit.Finding) { records.Apply(f) }})
		return err
	})()
	if err != nil {
		return nil, err
	}
	s.end(map[string]int{"lots": len(result.Lots), "subjects": result.Subjects, "pairs": result.Pairs, "findings": len(result.Findings)})
	return result, nil
}

// writer is the last stage of a run.
type writer struct {
	config   Config
	options  Options
	started  time.Time
	law      Law
	loaded   *Loaded
	records  *baseline.Register
	result   *audit.Result
	previous *baseline.Baseline
	stages   *stages
}

func (w *writer) write(ctx context.Context) (*Finished, error) {
	w.stages.begin("write", 0)
	run, err := w.run()
	if err != nil {
		return nil, err
	}
	done := &Finished{RunID: run.ID, Notes: w.loaded.Notes}
	run.Totals = func(counts report.Counts) report.Totals {
		done.Tally = w.tally(counts)
		done.ExitCode = w.options.ExitCode(done.Tally)
		return report.Totals{Clauses: w.result.Clauses, Stages: w.stages.finished, UnusedRecords: w.records.Unused(), Notes: w.loaded.Notes, ExitCode: done.ExitCode}
	}
	to := report.Destination{Dir: w.config.Output.Dir.Name, Flat: w.options.Flat, Keep: w.options.Keep}
	err = guarded("write the report", func() (err error) {
		done.Outputs, err = report.Write(ctx, to, run, w.batches())
		return err
	})()
	var bug *BugError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &bug):
		return nil, err
	case err != nil:
		return nil, &OutputError{Err: err}
	}
	w.stages.end(map[string]int{"files": len(done.Outputs.Files)})
	return done, nil
}

// run is what the report says of the run as a whole.
func (w *writer) run() (report.Run, error) {
	places, err := w.loaded.Ground.places()
	if err != nil {
		return report.Run{}, err
	}
	hash, err := configHash(w.config.File)
	if err != nil {
		return report.Run{}, err
	}
	pack := report.Pack{Name: w.law.Pack.Name, Title: w.law.Pack.Title}
	if pack.Hash, err = packHash(w.config.Pack); err != nil {
		return report.Run{}, err
	}
	formats := report.Formats{WithoutParquet: true, WithoutGeoJSON: true}
	for _, f := range w.config.Output.Formats {
		formats.WithoutParquet = formats.WithoutParquet && f != "parquet"
		formats.WithoutGeoJSON = formats.WithoutGeoJSON && f != "geojson"
	}
	return report.Run{
		ID: w.started.UTC().Format("20060102T150405.000Z"), Started: w.started, Now: w.options.Now,
		Versions: report.Versions{Tool: w.options.Version, GEOS: kernel.Version(), PROJ: crs.Version(), Go: runtime.Version()},
		Pack:     pack, ConfigSHA256: hash, Inputs: w.loaded.Inputs, Places: places, Formats: formats, Yards: w.config.Output.Yards, Previous: w.previous,
	}, nil
}

// batches hands the rows over in one piece: they are in memory already.
func (w *writer) batches() iter.Seq2[report.Batch, error] {
	return func(yield func(report.Batch, error) bool) {
		r := w.result
		issues := append(append([]audit.Issue{}, w.loaded.Issues...), r.Issues...)
		yield(report.Batch{Findings: r.Findings, Structures: r.Structures, LotLines: r.LotLines, Issues: issues, Yards: r.Yards}, nil)
	}
}

func (w *writer) tally(counts report.Counts) Tally {
	t := Tally{Counts: counts, Parcels: len(w.loaded.Input.Parcels), Lots: len(w.result.Lots), Subjects: w.result.Subjects, Pairs: w.result.Pairs}
	for _, o := range rules.Outcomes() {
		t.Outcomes[o] = w.result.Count(o)
	}
	return t
}

// places is the way from the frame back to the earth.
func (g Ground) places() (report.Places, error) {
	earth, err := crs.Parse("EPSG:4326")
	if err != nil {
		return report.Places{}, err
	}
	t, err := crs.NewTransformer(g.Working, earth)
	if err != nil {
		return report.Places{}, &OutputError{Err: err}
	}
	return report.Places{
		CRS: g.Working.PROJJSON(), CRSName: g.Working.String(),
		ToWorking: func(p []orb.Point) { g.Frame.FromFrame(p) },
		ToWGS84:   t.Points,
	}, nil
}

func configHash(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", &InputError{What: file, Err: err}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// packHash is the hash of every file of a pack, in the order of their names.
func packHash(name string) (string, error) {
	files, err := rules.EmbeddedFiles(name)
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
		files, err = os.DirFS(name), nil
	}
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	err = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		fmt.Fprintf(hash, "%s %d\n", path, len(text))
		hash.Write(text)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}

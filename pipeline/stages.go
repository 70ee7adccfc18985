package pipeline

import (
	"log/slog"
	"time"

	"parcelaudit/pipeline/report"
)

// stages times the steps of a run, one after the other, logs them and shows them.
type stages struct {
	log      *slog.Logger
	progress Progress
	now      func() time.Time
	name     string
	began    time.Time
	finished []report.Stage
}

func newStages(opt Options) *stages {
	s := &stages{log: opt.Log, progress: noProgress{}, now: opt.Now}
	if opt.Progress != nil {
		s.progress = opt.Progress()
	}
	return s
}

func (s *stages) begin(name string, total int) {
	s.name, s.began = name, s.now()
	s.progress.Stage(name, total)
}

func (s *stages) done(n int) { s.progress.Done(n) }

func (s *stages) end(counts map[string]int) {
	seconds := float64(s.now().Sub(s.began).Milliseconds()) / 1000
	s.finished = append(s.finished, report.Stage{Name: s.name, Counts: counts, Seconds: seconds})
	args := []any{"stage", s.name, "seconds", seconds}
	for _, k := range keysOf(counts) {
		args = append(args, k, counts[k])
	}
	s.log.Info("stage done", args...)
}

func (s *stages) close() { s.progress.Close() }

type noProgress struct{}

func (noProgress) Stage(string, int) {}
func (noProgress) Done(int)          {}
func (noProgress) Close()            {}

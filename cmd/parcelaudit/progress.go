package main

import (
	"io"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"parcelaudit/pipeline"
)

// progress makes bars on stderr when that is a terminal, nil otherwise.
func (p *program) progress() func() pipeline.Progress {
	if !p.terminal || p.quiet {
		return nil
	}
	return func() pipeline.Progress {
		b := &bars{container: mpb.NewWithContext(p.ctx, mpb.WithOutput(p.stderr), mpb.WithWidth(40)), screen: p.screen}
		p.screen.over(b.container)
		return b
	}
}

// screen is stderr. While bars are drawn on it, what is written goes above them.
type screen struct {
	mu   sync.Mutex
	out  io.Writer
	bars io.Writer // nil when none are drawn
}

func (s *screen) over(bars io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bars = bars
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bars != nil {
		if n, err := s.bars.Write(b); err == nil {
			return n, nil
		}
	}
	return s.out.Write(b)
}

// bars shows one bar per stage.
type bars struct {
	container *mpb.Progress
	current   *mpb.Bar
	screen    *screen
}

func (b *bars) Stage(name string, total int) {
	b.finish()
	options := []mpb.BarOption{mpb.PrependDecorators(decor.Name(name, decor.WC{W: 8})), mpb.BarRemoveOnComplete()}
	if total > 0 {
		options = append(options, mpb.AppendDecorators(decor.CountersNoUnit("%d / %d")))
	}
	b.current = b.container.AddBar(int64(total), options...)
}

func (b *bars) Done(n int) { b.current.IncrBy(n) }

func (b *bars) Close() {
	b.finish()
	b.container.Wait()
	b.screen.over(nil)
}

func (b *bars) finish() {
	if b.current != nil {
		b.current.SetTotal(-1, true)
		b.current = nil
	}
}

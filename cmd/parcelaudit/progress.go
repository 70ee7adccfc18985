package main

import (
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
		return &bars{container: mpb.NewWithContext(p.ctx, mpb.WithOutput(p.stderr), mpb.WithWidth(40))}
	}
}

// bars shows one bar per stage.
type bars struct {
	container *mpb.Progress
	current   *mpb.Bar
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
}

func (b *bars) finish() {
	if b.current != nil {
		b.current.SetTotal(-1, true)
		b.current = nil
	}
}

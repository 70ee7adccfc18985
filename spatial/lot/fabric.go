package lot

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/paulmach/orb"
	"golang.org/x/sync/errgroup"

	"parcelaudit/spatial/index"
)

// Fabric is all lots of a town and what was set aside.
type Fabric struct {
	Lots   []Lot
	LotOf  []int32 // parcel -> lot, -1 when it was set aside
	Issues []Issue
	bounds *index.Index // of parcels
}

// Build makes the fabric. Each lot is labelled from the outlines around it alone, so the result depends on neither the
// order of work nor Options.Workers:
//
//  1. Empty and sliver parcels, stacked parcels and rights-of-way stored as parcels are set aside; the rest are lots.
//  2. The boundary of every lot is cut where what lies across it changes.
//  3. Voids are judged by rays, and stretches joined into lines.
//  4. Lines get roles and kinds, once for every plausible front.
//  5. Reversed corner and key lots are told by the labels of their neighbours.
//
// It fails only when ctx is done.
func Build(ctx context.Context, in Input, opt Options) (*Fabric, error) {
	opt = opt.withDefaults()
	// 1
	w := newWays(&in)
	land := newLand(&in, opt, w)
	if err := land.sort(ctx); err != nil {
		return nil, err
	}
	land.setAside()
	lots, lotOf := land.lots()
	land.clipToStreets(lots)
	g := newGround(land, lots, lotOf, w)
	// 2, 3, 4
	byLot := overridesByLot(&in, lotOf)
	workers := make([]*worker, opt.Workers)
	inParallel(opt.Workers, len(lots), func(id, from, to int) {
		if workers[id] == nil {
			workers[id] = &worker{g: g, opt: opt, eye: ray{g: g}}
		}
		wk := workers[id]
		for i := from; i < to && ctx.Err() == nil; i++ {
			wk.timed(i, func() {
				wk.wanted = streetOf(addressOf(&in, &lots[i]))
				wk.label(&lots[i], int32(i), byLot[int32(i)])
			})
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// 5
	markReversed(lots)
	return &Fabric{Lots: lots, LotOf: lotOf, Issues: land.issues, bounds: land.bounds}, nil
}

// timed does the work on one lot and says how long it took, if anybody asks.
func (w *worker) timed(lot int, work func()) {
	if w.opt.Took == nil {
		work()
		return
	}
	start := time.Now()
	work()
	w.opt.Took(lot, time.Since(start))
}

// addressOf returns the first address among the parcels of a lot.
func addressOf(in *Input, l *Lot) string {
	for _, p := range l.Parcels {
		if a := in.Parcels[p].Address; a != "" {
			return a
		}
	}
	return ""
}

func (o Options) withDefaults() Options {
	set := func(v *float64, to float64) {
		if *v <= 0 {
			*v = to
		}
	}
	set(&o.GapFt, 2)
	set(&o.AlleyFt, 21)
	set(&o.StreetFt, 200)
	set(&o.CornerDeg, 135)
	set(&o.WidthAtFt, 25)
	o.Workers = max(1, o.Workers)
	return o
}

func overridesByLot(in *Input, lotOf []int32) map[int32][]Override {
	if len(in.Overrides) == 0 {
		return nil
	}
	lotByID := map[string]int32{}
	for i := len(in.Parcels) - 1; i >= 0; i-- {
		lotByID[in.Parcels[i].ID] = lotOf[i]
	}
	out := map[int32][]Override{}
	for _, o := range in.Overrides {
		if at, ok := lotByID[o.ParcelID]; ok && at >= 0 {
			out[at] = append(out[at], o)
		}
	}
	return out
}

// inParallel calls work for pieces of 0..n on a number of goroutines; id tells them apart.
func inParallel(workers, n int, work func(id, from, to int)) {
	const batch = 64
	var next atomic.Int64
	var group errgroup.Group
	for id := range workers {
		group.Go(func() error {
			for {
				from := int(next.Add(batch)) - batch
				if from >= n {
					return nil
				}
				work(id, from, min(from+batch, n))
			}
		})
	}
	_ = group.Wait() // no work fails
}

// Near appends to buf the lots whose bound meets b, ascending.
func (f *Fabric) Near(b orb.Bound, buf []int32) []int32 {
	start := len(buf)
	f.bounds.Search(b, func(i int) bool {
		if lot := f.LotOf[i]; lot >= 0 {
			buf = append(buf, lot)
		}
		return true
	})
	slices.Sort(buf[start:])
	return buf[:start+len(slices.Compact(buf[start:]))]
}

// LinesOf returns the indices of the lines whose kind or role is one of kinds, ascending.
func (l *Lot) LinesOf(kinds ...Kind) []int {
	var out []int
	for i := range l.Lines {
		for _, k := range kinds {
			if l.Lines[i].Kind == k || l.Lines[i].Role == k {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// Abuts says whether a line of the lot is of kind k.
func (l *Lot) Abuts(k Kind) bool {
	for i := range l.Lines {
		if l.Lines[i].Kind == k {
			return true
		}
	}
	return false
}

// Corner says whether two streets meet at the lot.
func (l *Lot) Corner() bool {
	return l.Type == Corner || l.Type == ReversedCorner
}

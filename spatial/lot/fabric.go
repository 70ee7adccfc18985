package lot

import (
	"context"

	"github.com/paulmach/orb"
)

// Fabric is all lots of a town and what was set aside.
type Fabric struct {
	Lots   []Lot
	LotOf  []int32 // parcel -> lot, -1 when it was set aside
	Issues []Issue
}

// Build makes the fabric. The result depends on neither the order of work nor Options.Workers. It fails only when ctx is
// done.
func Build(ctx context.Context, in Input, opt Options) (*Fabric, error) {
	f := &Fabric{LotOf: make([]int32, len(in.Parcels))}
	return f, ctx.Err()
}

// Near appends to buf the lots whose bound meets b, ascending.
func (f *Fabric) Near(b orb.Bound, buf []int32) []int32 {
	for i := range f.Lots {
		if f.Lots[i].Shape.Bound().Intersects(b) {
			buf = append(buf, int32(i))
		}
	}
	return buf
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

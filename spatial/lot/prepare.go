package lot

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/index"
	"parcelaudit/spatial/kernel"
)

// A parcel smaller than this is a sliver.
const sliverSqFt = 25.0

// land is the parcel layer on its way to lots.
type land struct {
	in        *Input
	opt       Options
	shapes    []orb.MultiPolygon // normalised, per parcel
	sizes     []size
	slivers   []int32 // parts of the parcel that are slivers and were dropped
	bounds    *index.Index
	ways      *ways
	fate      []fate
	stackedOn []int32 // the parcel that stands for this one, itself when it stands alone
	corridors []corridor
	issues    []Issue
}

// size is what can be said of a shape cheaply. Area and perimeter cover all parts; holes count against the area.
type size struct {
	bound           orb.Bound
	area, perimeter float64
}

type fate uint8

const (
	isLot fate = iota
	isStacked
	isCorridor
	isDropped
)

// corridor is a parcel that is really a right-of-way.
type corridor struct {
	parcel  int32
	kind    across
	name    string // of the street, "" unknown
	guessed bool   // by shape alone
	unsure  bool   // by name alone
}

// normalise winds outer rings counter-clockwise and holes clockwise, closes rings and drops those without area.
func normalise(shape orb.MultiPolygon) orb.MultiPolygon {
	out := make(orb.MultiPolygon, 0, len(shape))
	for _, poly := range shape {
		var rings orb.Polygon
		for i, r := range poly {
			a := ringArea(r)
			if len(r) < 3 || !(math.Abs(a) > 1e-6) || math.IsInf(a, 0) {
				if i == 0 {
					break
				}
				continue
			}
			r = slices.Clone(r)
			if r[0] != r[len(r)-1] {
				r = append(r, r[0])
			}
			if (a > 0) != (i == 0) {
				slices.Reverse(r)
			}
			if rings == nil {
				rings = make(orb.Polygon, 0, len(poly))
			}
			rings = append(rings, r)
		}
		if len(rings) > 0 {
			out = append(out, rings)
		}
	}
	return out
}

// withoutSlivers drops the parts of a shape of several that are too small or thin to be told from noise, unless all are.
func (l *land) withoutSlivers(shape orb.MultiPolygon) (orb.MultiPolygon, int32) {
	if len(shape) < 2 {
		return shape, 0
	}
	kept := make(orb.MultiPolygon, 0, len(shape))
	for _, poly := range shape {
		s := measure(orb.MultiPolygon{poly})
		if s.area >= sliverSqFt && 2*s.area/s.perimeter >= l.opt.GapFt {
			kept = append(kept, poly)
		}
	}
	if len(kept) == 0 {
		return shape, 0
	}
	return kept, int32(len(shape) - len(kept))
}

func measure(shape orb.MultiPolygon) size {
	s := size{bound: shape.Bound()}
	for _, poly := range shape {
		for _, r := range poly {
			s.area += ringArea(r)
			s.perimeter += pathLength(r)
		}
	}
	return s
}

// newLand normalises and measures all parcels and indexes their bounds.
func newLand(in *Input, opt Options, w *ways) *land {
	n := len(in.Parcels)
	l := &land{in: in, opt: opt, ways: w, shapes: make([]orb.MultiPolygon, n), sizes: make([]size, n),
		slivers: make([]int32, n), fate: make([]fate, n), stackedOn: make([]int32, n)}
	inParallel(opt.Workers, n, func(_, from, to int) {
		for i := from; i < to; i++ {
			l.shapes[i], l.slivers[i] = l.withoutSlivers(normalise(in.Parcels[i].Shape))
			l.sizes[i] = measure(l.shapes[i])
			l.stackedOn[i] = int32(i)
		}
	})
	boxes := make([]orb.Bound, n)
	for i := range boxes {
		boxes[i] = l.sizes[i].bound
	}
	l.bounds = index.Build(boxes)
	return l
}

// sort decides the fate of every parcel: empty and sliver parcels are dropped, stacked ones stand behind the first,
// rights-of-way are set aside. It fails only when ctx is done.
func (l *land) sort(ctx context.Context) error {
	n := len(l.shapes)
	twins := l.twins()
	alike := make([][]int32, n)
	shape := make([]*corridor, n)
	inParallel(l.opt.Workers, n, func(_, from, to int) {
		for i := from; i < to && ctx.Err() == nil; i++ {
			if len(l.shapes[i]) > 0 && !l.isSliver(i) && twins.isFirst(i) {
				alike[i] = l.stackedUnder(i, twins)
				shape[i] = l.corridorLike(i)
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	l.confirmUnsure(shape)
	for i := range n {
		switch {
		case len(l.shapes[i]) == 0:
			l.drop(i, "empty-parcel", "the parcel has no area", "set aside, it is no lot")
		case l.isSliver(i):
			l.drop(i, "sliver-parcel", fmt.Sprintf("the parcel has %.1f sq ft and is %.1f ft wide on average",
				l.sizes[i].area, l.width(i)), "set aside, its neighbours are joined across it up to the gap tolerance")
		case l.fate[i] == isStacked:
		case shape[i] != nil:
			l.fate[i] = isCorridor
			l.corridors = append(l.corridors, *shape[i])
		}
		if l.fate[i] != isLot {
			continue
		}
		if n := l.slivers[i]; n > 0 {
			l.issue(i, "sliver-part", fmt.Sprintf("the parcel has %d parts too small or thin for land", n), "those parts are left out")
		}
		for _, j := range alike[i] {
			if l.fate[j] != isLot || l.stackedOn[j] != j {
				continue
			}
			l.fate[j], l.stackedOn[j] = isStacked, int32(i)
			l.issue(int(j), "stacked-parcel", "the parcel has the same outline as "+l.in.Parcels[i].ID, "the two are one lot")
		}
	}
	return nil
}

func (l *land) drop(i int, kind, what, done string) {
	l.fate[i] = isDropped
	l.issue(i, kind, what, done)
}

func (l *land) issue(i int, kind, what, done string) {
	var at orb.Geometry
	if len(l.shapes[i]) > 0 {
		at = l.shapes[i]
	}
	l.issues = append(l.issues, Issue{Kind: kind, Parcel: int32(i), What: what, Done: done, At: at})
}

// isSliver says whether a parcel is too thin to be told from the gaps between lots.
func (l *land) isSliver(i int) bool { return l.sizes[i].area < sliverSqFt || l.width(i) < l.opt.GapFt }

// width is the mean width of a long thin shape, and less than the true width of a compact one.
func (l *land) width(i int) float64 { return 2 * l.sizes[i].area / l.sizes[i].perimeter }

// lots groups the parcels that are left into lots: each with those stacked on it, and merged by key where they touch.
func (l *land) lots() ([]Lot, []int32) {
	lotOf := make([]int32, len(l.shapes))
	byKey := map[string]int32{}
	var lots []Lot
	members := 0
	for i := range lotOf {
		lotOf[i] = -1
		if l.fate[i] != isLot && l.fate[i] != isStacked {
			continue
		}
		members++
		if on := l.stackedOn[i]; on != int32(i) {
			lotOf[i] = lotOf[on]
			continue
		}
		key := l.in.Parcels[i].MergeKey
		if at, ok := byKey[key]; ok && key != "" {
			lotOf[i] = at
			continue
		}
		lotOf[i] = int32(len(lots))
		if key != "" {
			byKey[key] = lotOf[i]
		}
		lots = append(lots, Lot{ID: l.in.Parcels[i].ID, Shape: l.shapes[i], AreaSqFt: l.sizes[i].area})
	}
	l.fill(lots, lotOf, members)
	l.dissolve(lots)
	return lots, lotOf
}

// fill gives each lot the list of its parcels, all lists cut from two slabs.
func (l *land) fill(lots []Lot, lotOf []int32, members int) {
	counts := make([]int32, len(lots)+1)
	for _, at := range lotOf {
		if at >= 0 {
			counts[at+1]++
		}
	}
	for i := range lots {
		counts[i+1] += counts[i]
	}
	parcels, ids := make([]int32, members), make([]string, members)
	next := slices.Clone(counts)
	for i, at := range lotOf {
		if at >= 0 {
			parcels[next[at]], ids[next[at]] = int32(i), l.in.Parcels[i].ID
			next[at]++
		}
	}
	for i := range lots {
		from, to := counts[i], counts[i+1]
		lots[i].Parcels, lots[i].ParcelIDs = parcels[from:to:to], ids[from:to:to]
	}
}

// dissolve makes one shape of each lot that has several parcels of different outline.
func (l *land) dissolve(lots []Lot) {
	var k *kernel.Kernel
	for i := range lots {
		var parts orb.MultiPolygon
		for _, p := range lots[i].Parcels {
			if l.stackedOn[p] == p {
				parts = append(parts, l.shapes[p]...)
			}
		}
		if len(parts) == len(lots[i].Shape) {
			continue
		}
		if k == nil {
			k = kernel.New()
		}
		shape, err := dissolve(k, parts, l.opt.GapFt)
		if err != nil {
			l.issue(int(lots[i].Parcels[0]), "merge-failed", "the parcels of the lot could not be united: "+err.Error(),
				"their outlines are kept side by side")
			shape = parts
		} else if len(shape) > 1 {
			l.issue(int(lots[i].Parcels[0]), "merge-apart", fmt.Sprintf("the parcels of the lot lie in %d places", len(shape)),
				"the lot has as many parts")
		}
		lots[i].Shape = shape
		lots[i].AreaSqFt = measure(shape).area
	}
}

// dissolve unites parts and closes gaps between them up to gap.
func dissolve(k *kernel.Kernel, parts orb.MultiPolygon, gap float64) (orb.MultiPolygon, error) {
	g, err := k.UnaryUnion(parts)
	if err != nil {
		return nil, err
	}
	style := kernel.Buffer{Join: kernel.MitreJoin}
	grown, err := k.Buffer(g, gap/2, style)
	if err != nil {
		return nil, err
	}
	closed, err := k.Buffer(grown, -gap/2, style)
	if err != nil {
		return nil, err
	}
	return normalise(kernel.Polygons(closed)), nil
}

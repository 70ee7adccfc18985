package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/paulmach/orb"
	"golang.org/x/sync/errgroup"

	"parcelaudit/pipeline/audit"
	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/repair"
)

// chunk is how many records a worker takes at a time.
const chunk = 512

// place takes every layer from its own CRS into the frame and repairs its geometry, jobs chunks at a time. The order of
// records and of issues does not depend on jobs.
func (g Ground) place(ctx context.Context, layers []*layer, jobs int) error {
	type work struct {
		layer    *layer
		from, to int
		issues   []pendingIssue
	}
	var all []*work
	for _, l := range layers {
		for from := 0; from < len(l.records); from += chunk {
			all = append(all, &work{layer: l, from: from, to: min(from+chunk, len(l.records))})
		}
	}
	queue := make(chan *work)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(queue)
		for _, w := range all {
			select {
			case queue <- w:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(jobs, 1) {
		group.Go(guarded("project and repair a layer", func() error {
			p := placer{ground: g, kernel: kernel.New(), movers: movers{to: g.Working}}
			for w := range queue {
				var err error
				if p.move, err = p.movers.from(w.layer.crs); err != nil {
					return &InputError{What: w.layer.Name, Err: err}
				}
				for i := w.from; i < w.to; i++ {
					w.issues = p.record(w.layer, i, w.issues)
				}
			}
			return nil
		}))
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, w := range all {
		w.layer.issues = append(w.layer.issues, w.issues...)
	}
	return nil
}

// placer is one worker: it has a GEOS context and PROJ transformers of its own.
type placer struct {
	ground Ground
	kernel *kernel.Kernel
	movers movers
	move   *crs.Transformer // of the layer at hand
}

// record places and repairs one record; what is wrong with it is appended to issues.
func (p *placer) record(l *layer, i int, issues []pendingIssue) []pendingIssue {
	r := &l.records[i]
	complain := func(kind, what, done string) {
		issues = append(issues, pendingIssue{i, audit.Issue{Kind: kind, Layer: l.Name, What: what, Done: done}})
	}
	if r.shape == nil {
		complain("null-geometry", "the record has no geometry", "kept, but nothing can be measured on it")
		return issues
	}
	if b := r.shape.Bound(); l.Role == Parcels && finiteBound(b) && !inside(l.fence, b) {
		r.shape = nil
		complain("stray-geometry", fmt.Sprintf("it reaches (%.6g, %.6g), far from all other parcels: a coordinate is wrong", farthest(l.fence, b)[0], farthest(l.fence, b)[1]), "kept without its geometry")
		return issues
	}
	moved, err := p.toFrame(r.shape)
	if err != nil {
		r.shape = nil
		complain("no-place", "it has no place in the working CRS: "+err.Error(), "kept without its geometry")
		return issues
	}
	var report repair.Report
	r.shape, report = p.repair(l.Role, moved)
	if report.Changed || r.shape == nil {
		complain(repairIssue(l.Role, r.shape, report))
	}
	if l.Role != Parcels && undecidable(report) {
		r.shape = nil
	}
	return issues
}

// farthest is the corner of b that lies outside fence.
func farthest(fence, b orb.Bound) orb.Point {
	for axis := range 2 {
		if b.Min[axis] < fence.Min[axis] {
			return b.Min
		}
	}
	return b.Max
}

// toFrame returns g in frame feet. The geometry is changed in place where its points allow it.
func (p *placer) toFrame(g orb.Geometry) (orb.Geometry, error) {
	var bad error
	each := func(points []orb.Point) {
		if err := p.move.Points(points); err != nil {
			bad = errors.Join(bad, err)
			return
		}
		p.ground.Frame.ToFrame(points)
	}
	g = onPoints(g, each)
	return g, bad
}

// onPoints applies f to every run of points of g and returns g; a single point comes back as a new value.
func onPoints(g orb.Geometry, f func([]orb.Point)) orb.Geometry {
	switch v := g.(type) {
	case orb.Point:
		one := []orb.Point{v}
		f(one)
		return one[0]
	case orb.MultiPoint:
		f(v)
	case orb.LineString:
		f(v)
	case orb.Ring:
		f(v)
	case orb.MultiLineString:
		for _, line := range v {
			f(line)
		}
	case orb.Polygon:
		for _, ring := range v {
			f(ring)
		}
	case orb.MultiPolygon:
		for _, polygon := range v {
			onPoints(polygon, f)
		}
	case orb.Collection:
		for i, part := range v {
			v[i] = onPoints(part, f)
		}
	}
	return g
}

// repair makes the geometry safe for its role. The result is nil when nothing usable is left.
func (p *placer) repair(role Role, g orb.Geometry) (orb.Geometry, repair.Report) {
	switch role {
	case Parcels, Zoning, Buildings:
		return polygonOrNil(repair.Polygon(p.kernel, g))
	case Fences:
		return linesOrNil(repair.Lines(g))
	}
	switch g.(type) {
	case orb.Point, orb.MultiPoint:
		return g, repair.Report{}
	case orb.LineString, orb.MultiLineString:
		return linesOrNil(repair.Lines(g))
	}
	return polygonOrNil(repair.Polygon(p.kernel, g))
}

func polygonOrNil(m orb.MultiPolygon, r repair.Report) (orb.Geometry, repair.Report) {
	switch len(m) {
	case 0:
		return nil, r
	case 1:
		return m[0], r
	}
	return m, r
}

func linesOrNil(m orb.MultiLineString, r repair.Report) (orb.Geometry, repair.Report) {
	switch len(m) {
	case 0:
		return nil, r
	case 1:
		return m[0], r
	}
	return m, r
}

// undecided is the share of a polygon's area that repair may change before nothing measured on it is trusted.
const undecided = 0.01

// undecidable reports whether repair changed so much that what stands there is not known.
func undecidable(r repair.Report) bool {
	return r.TypeChanged && math.Abs(r.AreaAfter-r.AreaBefore) > undecided*math.Max(r.AreaAfter, r.AreaBefore)
}

func repairIssue(role Role, shape orb.Geometry, r repair.Report) (kind, what, done string) {
	what = strings.Join(r.Kinds, ", ")
	if r.Reason != "" {
		what += ": " + r.Reason
	}
	switch {
	case shape == nil:
		return "unusable-geometry", what, "kept without its geometry"
	case role != Parcels && undecidable(r):
		return "unusable-geometry", what, fmt.Sprintf("repair would turn %.1f sq ft into %.1f sq ft, so nothing is measured on it", r.AreaBefore, r.AreaAfter)
	case math.Abs(r.AreaAfter-r.AreaBefore) >= 0.05:
		return "repaired-geometry", what, fmt.Sprintf("repaired: %.1f sq ft became %.1f sq ft", r.AreaBefore, r.AreaAfter)
	}
	return "repaired-geometry", what, "repaired; its area is the same"
}

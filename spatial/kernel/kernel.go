package kernel

import (
	"errors"
	"fmt"

	"github.com/paulmach/orb"
	"github.com/twpayne/go-geos"
)

// Kernel runs GEOS operations for one goroutine. Make one with New.
type Kernel struct {
	ctx    *geos.Context
	buf    []byte // reused for encoding
	memory memory
}

// New returns a kernel with a GEOS context of its own.
func New() *Kernel {
	return &Kernel{ctx: geos.NewContext()}
}

// ErrEmpty is the cause when an operation needs a geometry and got none, or only empty parts.
var ErrEmpty = errors.New("empty geometry")

// Valid reports whether g is valid by the rules of OGC Simple Features; if not, reason says what is wrong and where.
// An empty geometry is not valid here.
func (k *Kernel) Valid(g orb.Geometry) (reason string, ok bool) {
	reason, err := run("validity", func() (string, error) {
		in, err := k.in(g)
		if err != nil {
			return "", err
		}
		return in.IsValidReason(), nil
	})
	if err != nil {
		return err.Error(), false
	}
	return reason, reason == "Valid Geometry"
}

// MakeValid returns the valid geometry that covers the same ground: rings are split where they cross, and a ring
// inside another is a hole. The type may change; lines and points a polygon collapses to are dropped.
func (k *Kernel) MakeValid(g orb.Geometry) (orb.Geometry, error) {
	return k.unary("make valid", g, func(in *geos.Geom) *geos.Geom {
		return in.MakeValidWithParams(geos.MakeValidStructure, geos.MakeValidDiscardCollapsed)
	})
}

// Intersection returns what a and b share. Touching polygons share lines and points; take Polygons or Lines of it.
func (k *Kernel) Intersection(a, b orb.Geometry) (orb.Geometry, error) {
	return k.binary("intersection", a, b, (*geos.Geom).Intersection)
}

// Union returns what is in a or b.
func (k *Kernel) Union(a, b orb.Geometry) (orb.Geometry, error) {
	return k.binary("union", a, b, (*geos.Geom).Union)
}

// Difference returns what is in a but not in b.
func (k *Kernel) Difference(a, b orb.Geometry) (orb.Geometry, error) {
	return k.binary("difference", a, b, (*geos.Geom).Difference)
}

// UnaryUnion merges the parts of g: overlapping polygons become one, crossing lines are split where they cross.
func (k *Kernel) UnaryUnion(g orb.Geometry) (orb.Geometry, error) {
	return k.unary("union of parts", g, (*geos.Geom).UnaryUnion)
}

// ConvexHull returns the smallest convex geometry around g.
func (k *Kernel) ConvexHull(g orb.Geometry) (orb.Geometry, error) {
	return k.unary("convex hull", g, (*geos.Geom).ConvexHull)
}

// MinimumRotatedRectangle returns the smallest rectangle of any direction around g.
func (k *Kernel) MinimumRotatedRectangle(g orb.Geometry) (orb.Geometry, error) {
	return k.unary("minimum rotated rectangle", g, (*geos.Geom).MinimumRotatedRectangle)
}

// Node splits lines wherever they cross or touch, and removes duplicates.
func (k *Kernel) Node(lines orb.MultiLineString) (orb.MultiLineString, error) {
	g, err := k.unary("noding", lines, (*geos.Geom).UnaryUnion)
	return Lines(g), err
}

// Faces returns the bounded faces that lines enclose, after noding them: disjoint polygons, with holes where one
// group of lines lies inside a face of another. Dangling lines are ignored.
func (k *Kernel) Faces(lines orb.MultiLineString) (orb.MultiPolygon, error) {
	g, err := k.unary("faces", lines, func(in *geos.Geom) *geos.Geom {
		return k.ctx.Polygonize([]*geos.Geom{in.UnaryUnion()})
	})
	return Polygons(g), err
}

func (k *Kernel) unary(op string, g orb.Geometry, f func(*geos.Geom) *geos.Geom) (orb.Geometry, error) {
	return run(op, func() (orb.Geometry, error) {
		in, err := k.in(g)
		if err != nil {
			return nil, err
		}
		return k.out(f(in))
	})
}

func (k *Kernel) binary(op string, a, b orb.Geometry, f func(a, b *geos.Geom) *geos.Geom) (orb.Geometry, error) {
	return run(op, func() (orb.Geometry, error) {
		ga, err := k.in(a)
		if err != nil {
			return nil, fmt.Errorf("first geometry: %w", err)
		}
		gb, err := k.in(b)
		if err != nil {
			return nil, fmt.Errorf("second geometry: %w", err)
		}
		return k.out(f(ga, gb))
	})
}

// run turns everything that can go wrong in f into an error that names the operation.
func run[T any](op string, f func() (T, error)) (result T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", op, r)
		}
	}()
	result, err = f()
	if err != nil {
		err = fmt.Errorf("%s: %w", op, err)
	}
	return result, err
}

package yard

import (
	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// Ground is what the yards are drawn on.
func (y *Yards) Ground() Ground { return y.ground }

// Strips divides a region into its strips, each a region of its own: a front yard along two streets is two, each as deep as the
// building is far from its street, and they overlap at the corner. A region that is no strip, such as a side yard as built,
// is its only part.
func (r *Region) Strips() []*Region {
	if len(r.in) < 2 {
		return []*Region{r}
	}
	parts := make([]*Region, len(r.in))
	for i, s := range r.in {
		parts[i] = &Region{Name: r.Name, yards: r.yards, in: []*strip{s}, out: r.out, slab: r.slab, cut: r.cut}
	}
	return parts
}

// DepthFt is how deep a region is that is one strip; false for any other.
func (r *Region) DepthFt() (float64, bool) {
	if len(r.in) != 1 {
		return 0, false
	}
	return r.in[0].depthFt, true
}

// Near draws the points of a lot closer than depth feet to something that is not a lot line, such as water, and those in it. Round
// edges are as exact as those of a strip.
func Near(k *kernel.Kernel, lot orb.MultiPolygon, thing orb.Geometry, depthFt float64) (orb.MultiPolygon, error) {
	around, err := k.Buffer(thing, depthFt, kernel.Buffer{QuadSegs: quadSegs})
	if err != nil {
		return nil, err
	}
	near, err := k.Intersection(lot, around)
	return tidy(near), err
}

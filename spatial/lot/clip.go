package lot

import (
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/index"
	"parcelaudit/spatial/kernel"
)

// clipToStreets takes the right-of-way areas of the streets layer out of lots drawn to the middle of the street: the
// street line is the edge of the right-of-way, and a distance measured from the middle would flatter every setback.
func (l *land) clipToStreets(lots []Lot) {
	areas, bounds := l.streetAreas()
	if len(areas) == 0 {
		return
	}
	tree := index.Build(bounds)
	kernels := make([]*kernel.Kernel, l.opt.Workers)
	cut := make([]float64, len(lots))
	inParallel(l.opt.Workers, len(lots), func(id, from, to int) {
		var near []int32
		for i := from; i < to; i++ {
			near = tree.Query(lots[i].Shape.Bound(), near)
			for _, a := range near {
				if !l.reachesInto(lots[i].Shape, areas[a]) {
					continue
				}
				if kernels[id] == nil {
					kernels[id] = kernel.New()
				}
				cut[i] += l.clip(kernels[id], &lots[i], areas[a])
			}
		}
	})
	for i, area := range cut {
		if area > 0 {
			l.issue(int(lots[i].Parcels[0]), "parcel-over-right-of-way",
				fmt.Sprintf("%.0f sq ft of the parcel lie in the right-of-way", area), "the lot ends at the right-of-way")
		}
	}
}

// streetAreas returns the right-of-way polygons of streets and alleys.
func (l *land) streetAreas() ([]orb.Polygon, []orb.Bound) {
	var areas []orb.Polygon
	var bounds []orb.Bound
	for i := range l.in.Streets {
		if l.ways.isPath(i) {
			continue
		}
		for _, poly := range normalise(l.in.Streets[i].Area) {
			areas, bounds = append(areas, poly), append(bounds, poly.Bound())
		}
	}
	return areas, bounds
}

// reachesInto says whether a vertex of the shape lies in the area by more than the gap tolerance.
func (l *land) reachesInto(shape orb.MultiPolygon, area orb.Polygon) bool {
	for _, poly := range shape {
		for _, p := range poly[0] {
			if inPolygon(p, area) && !within(l.opt.GapFt, p, area[0]) {
				return true
			}
		}
	}
	return false
}

// clip takes one area out of a lot and returns by how much the lot shrank. A lot of which nothing would be left stays as
// it is.
func (l *land) clip(k *kernel.Kernel, lot *Lot, area orb.Polygon) float64 {
	g, err := k.Difference(lot.Shape, area)
	if err != nil {
		return 0
	}
	rest, _ := l.withoutSlivers(normalise(kernel.Polygons(g)))
	left := measure(rest).area
	if left < sliverSqFt {
		return 0
	}
	lost := lot.AreaSqFt - left
	lot.Shape, lot.AreaSqFt = rest, left
	return lost
}

package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// Polygon returns the valid polygons of g: closed rings without repeated points, shells counter-clockwise and holes
// clockwise, no two parts overlapping. What is already valid is decided here, without k; the rest goes through k. The
// result is nil when nothing with an area is left. g is not changed, but the result may share its rings.
//
//  1. Take the polygons out of g.
//  2. Clean each ring by itself: close it, drop repeated points and spikes, drop it when nothing remains.
//  3. If no two edges meet and holes lie in their shells, the polygons are valid.
//  4. Else ask GEOS, and if it objects too, let it make them valid.
func Polygon(k *kernel.Kernel, g orb.Geometry) (orb.MultiPolygon, Report) {
	var r Report
	// 1.
	given := kernel.Polygons(g)
	if len(given) == 0 {
		r.found(NotAnArea)
		r.TypeChanged = true
		r.because(fmt.Sprintf("there is no polygon in it, but %s", typeName(g)))
		return nil, r
	}
	// 2.
	clean := make(orb.MultiPolygon, 0, len(given))
	for _, p := range given {
		if p = cleanPolygon(p, &r); p != nil {
			clean = append(clean, p)
		}
	}
	for _, p := range clean {
		r.AreaBefore += area(p)
	}
	if len(clean) == 0 {
		return nil, r.unrepairable("no ring with an area is left")
	}
	// 3.
	if !simple(clean) {
		// 4.
		if clean = r.makeValid(k, clean); clean == nil {
			return nil, r.unrepairable("repair left nothing with an area")
		}
	}
	for i := range clean {
		clean[i] = wind(clean[i])
		r.AreaAfter += area(clean[i])
	}
	r.TypeChanged = len(given) == 1 && len(clean) > 1
	return clean, r
}

func (r *Report) unrepairable(reason string) Report {
	r.found(Unrepairable)
	r.TypeChanged = true
	r.AreaAfter = 0
	r.because(reason)
	return *r
}

// makeValid has GEOS judge and repair m; nil when nothing is left.
func (r *Report) makeValid(k *kernel.Kernel, m orb.MultiPolygon) orb.MultiPolygon {
	reason, ok := k.Valid(m)
	if ok {
		return m
	}
	r.found(kindOf(reason, m))
	r.because(reason)
	valid, err := k.MakeValid(m)
	if err != nil {
		r.Reason = err.Error()
		return nil
	}
	return r.withoutSlivers(kernel.Polygons(valid))
}

// sliverWidth is the mean width in feet below which a part that repair made is noise of the crossing lines.
const sliverWidth = 0.01

func (r *Report) withoutSlivers(m orb.MultiPolygon) orb.MultiPolygon {
	var kept orb.MultiPolygon
	for _, p := range m {
		if len(m) > 1 && 2*area(p) < sliverWidth*perimeter(p[0]) {
			r.found(Sliver)
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// kindOf turns the reason GEOS gives, "Self-intersection[10 20]", into a defect.
func kindOf(reason string, m orb.MultiPolygon) string {
	unsound := func(p orb.Polygon) bool { return !simple(orb.MultiPolygon{p}) }
	switch {
	case strings.HasPrefix(reason, "Hole lies outside shell"), strings.HasPrefix(reason, "Holes are nested"):
		return HoleOutside
	case len(m) > 1 && !slices.ContainsFunc(m, unsound):
		return OverlappingParts
	}
	return SelfIntersection
}

func typeName(g orb.Geometry) string {
	if g == nil {
		return "nothing"
	}
	return "a " + g.GeoJSONType()
}

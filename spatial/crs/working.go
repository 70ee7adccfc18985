package crs

import (
	"fmt"

	"github.com/paulmach/orb"
)

// Working chooses the CRS an audit is computed in: the parcels' own when one unit in it is the same ground length in
// every direction and nearly everywhere in bound, else a transverse Mercator fitted to bound. bound is the extent of
// the parcels in their own CRS. The reason is a sentence for the manifest.
func Working(parcels CRS, bound orb.Bound) (c CRS, reason string, err error) {
	if bound.IsEmpty() {
		return CRS{}, "", fmt.Errorf("working CRS: the parcels have no extent")
	}
	why := ""
	switch {
	case parcels.IsZero():
		return CRS{}, "", fmt.Errorf("working CRS: the parcels have no CRS")
	case parcels.geographic:
		why = "the parcels are in degrees"
	case parcels.WebMercator():
		why = "the parcels are in Web Mercator, whose lengths are not ground lengths"
	default:
		if why, err = unfit(parcels, bound); err != nil {
			return CRS{}, "", err
		}
	}
	if why == "" {
		return parcels, "the parcels' own CRS: projected, and true to shape at the data", nil
	}
	c, err = fitted(parcels, bound)
	if err != nil {
		return CRS{}, "", fmt.Errorf("working CRS: %w", err)
	}
	return c, "a transverse Mercator fitted to the data, because " + why, nil
}

const (
	conformal = 1e-5 // largest difference of scale between directions
	evenly    = 1e-4 // largest difference of scale over the data: 0.01 ft in 100
)

// unfit says why lengths in a projected CRS can not be trusted over bound, "" when they can.
func unfit(c CRS, bound orb.Bound) (string, error) {
	s, err := newScale(c)
	if err != nil {
		return "", err
	}
	centre, err := s.at(bound.Center())
	if err != nil {
		return "", err
	}
	if centre.deviation(centre.mean()) > conformal {
		return "the parcels' CRS distorts shapes", nil
	}
	for _, p := range corners(bound) {
		there, err := s.at(p)
		if err != nil {
			return "", err
		}
		if there.deviation(centre.mean()) > evenly {
			return "the scale of the parcels' CRS varies too much over the data", nil
		}
	}
	return "", nil
}

// fitted returns a transverse Mercator with scale 1 through the centre of bound, in metres, on the datum of c.
func fitted(c CRS, bound orb.Bound) (CRS, error) {
	geodetic, err := c.Geodetic()
	if err != nil {
		return CRS{}, err
	}
	t, err := NewTransformer(c, geodetic)
	if err != nil {
		return CRS{}, err
	}
	p := corners(bound)
	ring := append(p[:], bound.Center())
	if err := t.Points(ring); err != nil {
		return CRS{}, fmt.Errorf("the extent of the data does not lie in %s", c)
	}
	box := orb.MultiPoint(ring).Bound()
	return Parse(transverseMercator(geodetic, box))
}

package pipeline

import (
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/crs"
)

// Ground is where on earth an audit is computed.
type Ground struct {
	Working crs.CRS
	Reason  string // why this working CRS
	Frame   crs.Frame

	movers *movers // for the goroutine that loads
}

// newGround lays the frame over the parcels, in the CRS the configuration asks for.
func newGround(config string, parcels *layer) (Ground, error) {
	if noBound(parcels.bound) {
		return Ground{}, &InputError{What: string(Parcels), Err: fmt.Errorf("no record of %s has a geometry", parcels.Path.Name)}
	}
	if err := plausible(parcels); err != nil {
		return Ground{}, err
	}
	g, err := workingSystem(config, parcels)
	if err != nil {
		return Ground{}, err
	}
	g.movers = &movers{to: g.Working}
	bound, err := g.workingBound(parcels)
	if err != nil {
		return Ground{}, &InputError{What: string(Parcels), Err: fmt.Errorf("%s does not lie where its CRS (%s) is used: %w", parcels.Path.Name, parcels.crs, err)}
	}
	if g.Frame, err = crs.NewFrame(g.Working, bound); err != nil {
		return Ground{}, &InputError{What: string(Parcels), Err: err}
	}
	return g, nil
}

func workingSystem(config string, parcels *layer) (Ground, error) {
	if config != "auto" {
		c, err := crs.Parse(config)
		return Ground{Working: c, Reason: "stated in the configuration"}, err
	}
	c, reason, err := crs.Working(parcels.crs, parcels.bound)
	if err != nil {
		return Ground{}, &InputError{What: string(Parcels), Err: err}
	}
	return Ground{Working: c, Reason: reason}, nil
}

// plausible refuses coordinates that can not be in the stated CRS.
func plausible(l *layer) error {
	b := l.bound
	degrees := b.Min[0] >= -180 && b.Max[0] <= 180 && b.Min[1] >= -90 && b.Max[1] <= 90
	switch {
	case l.crs.Geographic() && !degrees:
		return &InputError{What: l.Name, Err: fmt.Errorf("%s says it is in degrees (%s), but its coordinates reach (%.0f, %.0f); say which projected CRS it is in with crs: EPSG:... on the layer", l.Path.Name, l.crs, b.Max[0], b.Max[1])}
	case !l.crs.Geographic() && degrees:
		return &InputError{What: l.Name, Err: fmt.Errorf("%s says it is in %s, but its coordinates look like degrees, such as (%.4f, %.4f); if so say crs: EPSG:4326 on the layer", l.Path.Name, l.crs, b.Min[0], b.Min[1])}
	}
	return nil
}

// workingBound is the extent of a layer in the working CRS: the box round the projected edge of its box.
func (g Ground) workingBound(l *layer) (orb.Bound, error) {
	t, err := g.movers.from(l.crs)
	if err != nil {
		return orb.Bound{}, err
	}
	b := l.bound
	const steps = 8
	var edge []orb.Point
	for i := 0; i <= steps; i++ {
		x := b.Min[0] + (b.Max[0]-b.Min[0])*float64(i)/steps
		y := b.Min[1] + (b.Max[1]-b.Min[1])*float64(i)/steps
		edge = append(edge, orb.Point{x, b.Min[1]}, orb.Point{x, b.Max[1]}, orb.Point{b.Min[0], y}, orb.Point{b.Max[0], y})
	}
	if err := t.Points(edge); err != nil {
		return orb.Bound{}, err
	}
	return orb.MultiPoint(edge).Bound(), nil
}

// frameBound is the extent of a layer in frame feet.
func (g Ground) frameBound(l *layer) (orb.Bound, error) {
	b, err := g.workingBound(l)
	if err != nil {
		return b, err
	}
	corners := []orb.Point{b.Min, b.Max}
	g.Frame.ToFrame(corners)
	return orb.Bound{Min: corners[0], Max: corners[1]}, nil
}

// far is how far from the parcels, in units of their own size and at least a mile, a layer may lie.
const (
	far     = 1.0
	farFeet = 5280
)

// near refuses a layer none of which lies near the parcels: its CRS is not what it says.
func (g Ground) near(l *layer, parcels orb.Bound) error {
	if noBound(l.bound) {
		return nil
	}
	if err := plausible(l); err != nil {
		return err
	}
	b, err := g.frameBound(l)
	if err == nil {
		pad := max(farFeet, far*max(parcels.Max[0]-parcels.Min[0], parcels.Max[1]-parcels.Min[1]))
		if parcels.Pad(pad).Intersects(b) {
			return nil
		}
		err = fmt.Errorf("none of it lies within %.0f ft of the parcels", pad)
	}
	return &InputError{What: l.Name, Err: fmt.Errorf("%s is said to be in %s, but %w; say which CRS it is in with crs: EPSG:... on the layer", l.Path.Name, l.crs, err)}
}

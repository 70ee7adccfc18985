package pipeline

import (
	"errors"
	"fmt"
	"math"

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
func newGround(config Setting, parcels *layer) (Ground, error) {
	if noBound(parcels.bound) {
		return Ground{}, &InputError{What: string(Parcels), Err: fmt.Errorf("no record of %s has a geometry", parcels.Path.Name)}
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

func workingSystem(config Setting, parcels *layer) (Ground, error) {
	if config.Text != "auto" {
		return statedSystem(config)
	}
	c, reason, err := crs.Working(parcels.crs, parcels.bound)
	if err != nil {
		return Ground{}, &InputError{What: string(Parcels), Err: err}
	}
	return Ground{Working: c, Reason: reason}, nil
}

// statedSystem takes the working CRS from the configuration: a projected one, for everything is measured in its plane.
func statedSystem(config Setting) (Ground, error) {
	var errs ConfigErrors
	c, err := crs.Parse(config.Text)
	switch {
	case err != nil:
		errs.add(config.At, "crs: %s; write auto, or a projected CRS such as EPSG:2289", err)
	case c.Geographic():
		errs.add(config.At, "crs: %s is in degrees, in which nothing can be measured; write auto, or a projected CRS such as EPSG:2289", c)
	}
	return Ground{Working: c, Reason: "stated in the configuration"}, errs.orNil()
}

// plausible refuses coordinates that can not be in the stated CRS.
func plausible(l *layer) error {
	if noBound(l.bound) {
		return nil
	}
	if err := crs.Plausible(l.crs, l.bound); err != nil {
		return &InputError{What: l.Name, Err: fmt.Errorf("%s: %w; say which CRS it is in with crs: EPSG:... on the layer", l.Path.Name, err)}
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

// nearAll refuses layers none of which lies near the parcels: a CRS is not what it says. Where no layer at all lies near them,
// it is the parcels that are elsewhere.
func (g Ground) nearAll(layers []*layer) error {
	parcels, others := layers[0], layers[1:]
	box, err := g.frameBound(parcels)
	if err != nil {
		return err
	}
	pad := max(farFeet, far*max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1]))
	var away []error
	near := 0
	for _, l := range others {
		if noBound(l.bound) {
			continue
		}
		there, err := g.frameBound(l)
		if err == nil && box.Pad(pad).Intersects(there) {
			near++
			continue
		}
		away = append(away, &InputError{What: l.Name, Err: fmt.Errorf("%s lies near %s by its CRS (%s), more than %.0f ft from the parcels; say which CRS it is in with crs: EPSG:... on the layer",
			l.Path.Name, l.whereabouts(), l.crs, pad)})
	}
	if len(away) > 0 && near == 0 {
		return &InputError{What: string(Parcels), Err: fmt.Errorf("%s lies near %s by its CRS (%s), and no other layer is within %.0f ft of it (%s lies near %s); say which CRS it, or the others, are in with crs: EPSG:... on the layer",
			parcels.Path.Name, parcels.whereabouts(), parcels.crs, pad, others[0].Path.Name, others[0].whereabouts())}
	}
	return errors.Join(away...)
}

// whereabouts is the middle of a layer as latitude and longitude, for a message.
func (l *layer) whereabouts() string {
	middle := []orb.Point{l.bound.Center()}
	if geodetic, err := l.crs.Geodetic(); err == nil {
		if t, err := crs.NewTransformer(l.crs, geodetic); err == nil && t.Points(middle) == nil {
			return fmt.Sprintf("latitude %.3f, longitude %.3f", middle[0][1], middle[0][0])
		}
	}
	return "no place on earth"
}

// mixedFeet warns of layers of which one is in international and another in US survey feet. Both are common, few offices use
// both, and two million feet east the one taken for the other moves a layer by four feet.
func mixedFeet(layers []*layer) string {
	const international, survey = 1.0, 1200. / 3937 / 0.3048
	in := map[float64]*layer{}
	for _, l := range layers {
		for _, foot := range []float64{international, survey} {
			if math.Abs(l.crs.UnitFeet()-foot) < 1e-8 && in[foot] == nil {
				in[foot] = l
			}
		}
	}
	a, b := in[international], in[survey]
	if a == nil || b == nil {
		return ""
	}
	return fmt.Sprintf("%s is in international feet (%s) and %s in US survey feet (%s): if one is mislabelled, it stands feet off; check it", a.Name, a.crs, b.Name, b.crs)
}

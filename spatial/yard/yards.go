package yard

import (
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// Ground is what yards are drawn on: one lot under one labelling of its lines, and one choice of the principal building.
// Every line runs with the lot on its left. A nil ingredient is not known, or the lot has none; what needs it says so with a
// MissingError.
type Ground struct {
	Lot       orb.MultiPolygon
	Front     []orb.LineString // for a flag lot, the line where the body begins, over its full width
	Rear      []orb.LineString
	Side      []orb.LineString
	Streets   []orb.LineString // street lines that are not the front
	Principal orb.Geometry     // polygon or multipolygon, attached parts included
	Required  Depths
	// OffLotFt is how far off the lot a stretch of fence may run and still be counted in the lot's yards: fences stand on lot
	// lines, and layers never agree to the inch. 0 keeps to the lot.
	OffLotFt float64
}

// Depths are the required yards of the district in feet. Nil is unknown; 0 is no yard required.
type Depths struct{ Front, Rear, Side, Street *float64 }

// MissingError names the ingredient without which a yard can not be drawn.
type MissingError struct{ What string }

func (e *MissingError) Error() string { return "missing " + e.What }

// The ingredients, as MissingError names them.
const (
	missingLot       = "lot shape"
	missingFront     = "front lot line"
	missingRear      = "rear lot line"
	missingSide      = "side lot line"
	missingStreet    = "street line"
	missingPrincipal = "principal building"
	missingDepth     = "required %s yard depth"
)

// Yards draws the regions of one Ground, each at most once, when it is first needed. It belongs to one goroutine.
type Yards struct {
	ground    Ground
	kernel    *kernel.Kernel
	regions   map[string]*Region
	errs      map[string]error
	lastFence fenceOnLot
}

// New makes the yards of a lot. Nothing is drawn yet.
func New(k *kernel.Kernel, g Ground) *Yards {
	return &Yards{ground: g, kernel: k, regions: map[string]*Region{}, errs: map[string]error{}}
}

// region remembers a region, or why there is none, under its name.
func (y *Yards) region(name string, compose func() (*Region, error)) (*Region, error) {
	if r, ok := y.regions[name]; ok {
		return r, nil
	}
	if err, ok := y.errs[name]; ok {
		return nil, err
	}
	if len(y.ground.Lot) == 0 {
		return nil, &MissingError{missingLot}
	}
	r, err := compose()
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
		y.errs[name] = err
		return nil, err
	}
	r.Name, r.yards = name, y
	y.regions[name] = r
	return r, nil
}

// Lot is the whole lot as a region.
func (y *Yards) Lot() (*Region, error) {
	return y.region("lot", func() (*Region, error) {
		return &Region{}, nil
	})
}

// RequiredFront is the required front yard: the points of the lot closer to the front lot line than the district's depth.
func (y *Yards) RequiredFront() (*Region, error) {
	return y.required("front", y.ground.Front, missingFront, y.ground.Required.Front)
}

// RequiredRear is the required rear yard, over the full width of the lot like the front.
func (y *Yards) RequiredRear() (*Region, error) {
	return y.required("rear", y.ground.Rear, missingRear, y.ground.Required.Rear)
}

// RequiredSide is the required side yard along every side lot line, over its full length.
func (y *Yards) RequiredSide() (*Region, error) {
	return y.required("side", y.ground.Side, missingSide, y.ground.Required.Side)
}

// RequiredStreet is the yard required along every street line that is not the front.
func (y *Yards) RequiredStreet() (*Region, error) {
	return y.required("street", y.ground.Streets, missingStreet, y.ground.Required.Street)
}

func (y *Yards) required(name string, lines []orb.LineString, missing string, depth *float64) (*Region, error) {
	return y.region("required "+name+" yard", func() (*Region, error) {
		if len(lines) == 0 {
			return nil, &MissingError{missing}
		}
		if depth == nil {
			return nil, &MissingError{fmt.Sprintf(missingDepth, name)}
		}
		if !(*depth >= 0) || math.IsInf(*depth, 1) {
			return nil, &measure.InputError{What: fmt.Sprintf(missingDepth, name), Problem: fmt.Sprintf("can not be %v ft", *depth)}
		}
		return &Region{in: []*strip{{lines: lines, depthFt: *depth}}}, nil
	})
}

// RequiredYards is all required yards together. Lines the lot does not have, such as a second street line, require none; a line
// it has without a known depth is missing.
func (y *Yards) RequiredYards() (*Region, error) {
	return y.region("required yards", func() (*Region, error) {
		var all []*strip
		for _, part := range []struct {
			lines []orb.LineString
			draw  func() (*Region, error)
		}{
			{y.ground.Front, y.RequiredFront}, {y.ground.Rear, y.RequiredRear},
			{y.ground.Side, y.RequiredSide}, {y.ground.Streets, y.RequiredStreet},
		} {
			if len(part.lines) == 0 {
				continue
			}
			r, err := part.draw()
			if err != nil {
				return nil, err
			}
			all = append(all, r.in...)
		}
		if len(all) == 0 {
			return nil, &MissingError{missingFront}
		}
		return &Region{in: all}, nil
	})
}

// Buildable is the buildable area: the lot less every required yard.
func (y *Yards) Buildable() (*Region, error) {
	return y.region("buildable area", func() (*Region, error) {
		yards, err := y.RequiredYards()
		if err != nil {
			return nil, err
		}
		return &Region{out: yards.in}, nil
	})
}

// Front is the front yard as built: the points of the lot closer to the front lot line than the nearest point of the principal
// building, over the full width of the lot. Front lines on several streets have a yard each.
func (y *Yards) Front() (*Region, error) {
	return y.upToPrincipal("front yard", y.ground.Front, missingFront)
}

// Rear is the rear yard as built, drawn like the front from the rear lot line.
func (y *Yards) Rear() (*Region, error) {
	return y.upToPrincipal("rear yard", y.ground.Rear, missingRear)
}

// Street is the street yard: the front yard and the same drawn from every other street line. An interior lot's is its front
// yard.
func (y *Yards) Street() (*Region, error) {
	return y.region("street yard", func() (*Region, error) {
		front, err := y.Front()
		if err != nil {
			return nil, err
		}
		side, err := y.stripsToPrincipal(y.ground.Streets)
		if err != nil {
			return nil, err
		}
		return &Region{in: slices.Concat(front.in, side)}, nil
	})
}

// Side is the side yard as built: the lot less front yard, rear yard and principal building. On a corner lot it includes the
// ground between the building and the side street.
func (y *Yards) Side() (*Region, error) {
	return y.region("side yard", func() (*Region, error) {
		front, err := y.Front()
		if err != nil {
			return nil, err
		}
		rear, err := y.Rear()
		if err != nil {
			return nil, err
		}
		return &Region{out: slices.Concat(front.in, rear.in), cut: y.principal()}, nil
	})
}

// SideAndRear is what lies behind the front yard, the principal building left out: side and rear yard together.
func (y *Yards) SideAndRear() (*Region, error) {
	return y.region("side and rear yard", func() (*Region, error) {
		front, err := y.Front()
		if err != nil {
			return nil, err
		}
		return &Region{out: front.in, cut: y.principal()}, nil
	})
}

// Between is the ground between the principal building and some lot lines: the points of the lot closer to them than the
// nearest point of the building, over the full width. name tells one such region from another.
func (y *Yards) Between(name string, lines []orb.LineString) (*Region, error) {
	return y.upToPrincipal(name, lines, name)
}

// Within is the points of the lot closer than depth feet to some lines, such as a shore. name tells one such region from
// another.
func (y *Yards) Within(name string, lines []orb.LineString, depthFt float64) (*Region, error) {
	return y.region(name, func() (*Region, error) {
		if len(lines) == 0 {
			return nil, &MissingError{name}
		}
		if !(depthFt >= 0) || math.IsInf(depthFt, 1) {
			return nil, &measure.InputError{What: "depth", Problem: fmt.Sprintf("can not be %v ft", depthFt)}
		}
		return &Region{in: []*strip{{lines: lines, depthFt: depthFt}}}, nil
	})
}

func (y *Yards) upToPrincipal(name string, lines []orb.LineString, missing string) (*Region, error) {
	return y.region(name, func() (*Region, error) {
		if len(lines) == 0 {
			return nil, &MissingError{missing}
		}
		in, err := y.stripsToPrincipal(lines)
		if err != nil {
			return nil, err
		}
		return &Region{in: in}, nil
	})
}

// stripsToPrincipal is a strip for each course of lines, as deep as the building is far from it.
func (y *Yards) stripsToPrincipal(lines []orb.LineString) ([]*strip, error) {
	if empty(y.ground.Principal) {
		return nil, &MissingError{missingPrincipal}
	}
	var strips []*strip
	for _, course := range courses(lines) {
		to, err := measure.DistanceToLines(y.ground.Principal, course)
		if err != nil {
			return nil, err
		}
		strips = append(strips, &strip{lines: course, depthFt: to.Exact()})
	}
	return strips, nil
}

// principal is the principal building as ground to leave out of a region.
func (y *Yards) principal() orb.MultiPolygon { return kernel.Polygons(y.ground.Principal) }

func empty(g orb.Geometry) bool { return g == nil || len(kernel.Polygons(g)) == 0 }

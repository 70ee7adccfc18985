package yard

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/measure"
)

// slab is the ground between two perpendiculars to an axis.
type slab struct {
	axis     measure.Axis
	from, to float64 // positions along the axis, ft
}

// clear is how far along the axis a geometry stays clear of the slab, negative by how far it would have to be moved out.
func (s *slab) clear(g orb.Geometry) (float64, error) {
	e, err := s.axis.Extent(g)
	return max(s.from-e.AlongMax, e.AlongMin-s.to), err
}

// cut keeps what lies in the slab.
func (s *slab) cut(k *kernel.Kernel, m orb.MultiPolygon) (orb.MultiPolygon, error) {
	if len(m) == 0 {
		return nil, nil
	}
	e, err := s.axis.Extent(m)
	if err != nil {
		return nil, err
	}
	near, far := e.AcrossMin-1, e.AcrossMax+1
	a := s.axis
	ring := orb.Ring{a.At(s.from, near), a.At(s.to, near), a.At(s.to, far), a.At(s.from, far), a.At(s.from, near)}
	kept, err := k.Intersection(m, orb.Polygon{ring})
	return kernel.Polygons(kept), err
}

// divide keeps the stretches in the slab.
func (s *slab) divide(pieces []orb.LineString) (in []orb.LineString) {
	for _, piece := range pieces {
		for i := 1; i < len(piece); i++ {
			a, b := piece[i-1], piece[i]
			ua, ub := s.axis.Along(a), s.axis.Along(b)
			from, to := 0.0, 1.0
			if ua == ub && (ua <= s.from || ua >= s.to) {
				continue
			}
			if ua != ub {
				t1, t2 := (s.from-ua)/(ub-ua), (s.to-ua)/(ub-ua)
				from, to = max(from, min(t1, t2)), min(to, max(t1, t2))
			}
			if from < to {
				in = append(in, orb.LineString{between(a, b, from), between(a, b, to)})
			}
		}
	}
	return in
}

func between(a, b orb.Point, t float64) orb.Point {
	return orb.Point{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1])}
}

// PrincipalStrip is the ground straight in front of the principal building: the front yard between the two perpendiculars to
// the front lot line at the outermost projected corners of the building, whichever way those corners face. The front line is
// made straight as measure.NewAxis does; see FrontBow.
func (y *Yards) PrincipalStrip() (*Region, error) {
	return y.region("strip in front of the principal building", func() (*Region, error) {
		front, err := y.Front()
		if err != nil {
			return nil, err
		}
		axis, err := y.frontAxis()
		if err != nil {
			return nil, err
		}
		e, err := axis.Extent(y.ground.Principal)
		if err != nil {
			return nil, err
		}
		return &Region{in: front.in, slab: &slab{axis, e.AlongMin, e.AlongMax}}, nil
	})
}

// FrontBow is how far in feet the front lot line strays from the straight line that stands for it. When it is more than the
// tolerance of the parcels, what is measured along or behind that straight line may turn on how it was chosen.
func (y *Yards) FrontBow() (float64, error) {
	axis, err := y.frontAxis()
	return axis.Bow, err
}

// frontAxis needs one front: lines on several streets have no common direction.
func (y *Yards) frontAxis() (measure.Axis, error) {
	switch all := courses(y.ground.Front); len(all) {
	case 0:
		return measure.Axis{}, &MissingError{missingFront}
	case 1:
		return measure.NewAxis(joined(all[0]))
	}
	return measure.Axis{}, &MissingError{"single front lot line"}
}

// joined strings the lines of a course together, in their order along it.
func joined(course []orb.LineString) orb.LineString {
	if len(course) == 1 {
		return course[0]
	}
	toward := measure.Axis{Origin: course[0][0]}
	a, b := course[0][0], course[0][len(course[0])-1]
	length := math.Hypot(b[0]-a[0], b[1]-a[1])
	toward.Dir = orb.Point{(b[0] - a[0]) / length, (b[1] - a[1]) / length}
	sorted := slices.Clone(course)
	slices.SortStableFunc(sorted, func(p, q orb.LineString) int { return cmp.Compare(toward.Along(p[0]), toward.Along(q[0])) })
	return slices.Concat(sorted...)
}

// Behind is how far in feet the nearest point of a structure lies behind the principal building's face towards some lines, all
// carried across the lot: negative when it stands ahead of that face. Behind the front lot line's face is behind the front
// line of the building; behind a side street's face is what corner lots ask for. The witness runs from the structure to the
// face, along the structure's distance to the line. With lines on several streets it is the least of them.
func (y *Yards) Behind(structure orb.Geometry, lines []orb.LineString) (measure.Span, error) {
	if len(lines) == 0 {
		return measure.Span{}, &MissingError{"lot line"}
	}
	faces, err := y.stripsToPrincipal(lines)
	if err != nil {
		return measure.Span{}, err
	}
	least := measure.Span{Ft: math.Inf(1)}
	for _, face := range faces {
		to, err := measure.DistanceToLines(structure, face.lines)
		if err != nil {
			return measure.Span{}, err
		}
		if span := beside(to, to.Exact()-face.depthFt); span.Ft < least.Ft {
			least = span
		}
	}
	return least, nil
}

// BehindFront is Behind for the front lot line.
func (y *Yards) BehindFront(structure orb.Geometry) (measure.Span, error) {
	if len(y.ground.Front) == 0 {
		return measure.Span{}, &MissingError{missingFront}
	}
	return y.Behind(structure, y.ground.Front)
}

// BehindRear is how far in feet the nearest point of a structure lies behind the line through the rearmost point of the
// principal building, carried across the lot: negative when part of the structure stands forward of it.
func (y *Yards) BehindRear(structure orb.Geometry) (measure.Span, error) {
	if _, err := y.frontAxis(); err != nil {
		return measure.Span{}, err
	}
	if empty(y.ground.Principal) {
		return measure.Span{}, &MissingError{missingPrincipal}
	}
	rear, err := measure.FarthestFromLines(y.ground.Principal, y.ground.Front)
	if err != nil {
		return measure.Span{}, err
	}
	to, err := measure.DistanceToLines(structure, y.ground.Front)
	if err != nil {
		return measure.Span{}, err
	}
	return beside(to, to.Exact()-rear.Exact()), nil
}

// beside is a signed span of a given length that starts like another and runs the same way: towards the line when positive.
func beside(to measure.Span, ft float64) measure.Span {
	length := to.Exact()
	if length == 0 {
		return measure.Span{Ft: measure.Round(ft), From: to.From, To: to.To}
	}
	t := ft / length
	end := orb.Point{to.From[0] + t*(to.To[0]-to.From[0]), to.From[1] + t*(to.To[1]-to.From[1])}
	return measure.Span{Ft: measure.Round(ft), From: to.From, To: end}
}

// BehindRearCorner is how far in feet a structure lies behind the rear corner of the principal building, measured square to the
// front lot line: from the corner on the structure's side, or from the rearmost point when the structure reaches to both sides
// of the middle.
func (y *Yards) BehindRearCorner(structure orb.Geometry) (measure.Span, error) {
	axis, err := y.frontAxis()
	if err != nil {
		return measure.Span{}, err
	}
	if empty(y.ground.Principal) {
		return measure.Span{}, &MissingError{missingPrincipal}
	}
	house, err := axis.Extent(y.ground.Principal)
	if err != nil {
		return measure.Span{}, err
	}
	shed, err := axis.Extent(structure)
	if err != nil {
		return measure.Span{}, err
	}
	corner := house.AcrossMax
	switch middle := (house.AlongMin + house.AlongMax) / 2; {
	case shed.AlongMin >= middle:
		corner = rearCorner(y.ground.Principal, axis, house, 1)
	case shed.AlongMax <= middle:
		corner = rearCorner(y.ground.Principal, axis, house, -1)
	}
	foot := axis.At(axis.Along(shed.Nearest), corner)
	return measure.Span{Ft: measure.Round(shed.AcrossMin - corner), From: shed.Nearest, To: foot}, nil
}

// rearCorner is how far across the axis the rear corner on one side (1 along the axis, -1 against it) lies: the vertex
// farthest out in the diagonal direction, both sides of the building counting alike. Of equals, the rearmost.
func rearCorner(principal orb.Geometry, axis measure.Axis, e measure.Extent, side float64) float64 {
	width, depth := e.AlongMax-e.AlongMin, e.AcrossMax-e.AcrossMin
	best, across := math.Inf(-1), e.AcrossMax
	for _, p := range kernel.Polygons(principal) {
		for _, v := range p[0] {
			out := side*axis.Along(v)/width + axis.Across(v)/depth
			if out > best+1e-9 || out > best-1e-9 && axis.Across(v) > across {
				best, across = max(best, out), axis.Across(v)
			}
		}
	}
	return across
}

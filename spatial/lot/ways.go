package lot

import (
	"math"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/index"
)

var inf = math.Inf(1)

// ways are the centre-lines of streets and the lines of watercourses, as segments.
type ways struct {
	segs   []waySegment
	tree   *index.Index
	names  []streetName // names[0] is the empty name
	ids    map[string]int32
	nameOf []int32 // per street
	paths  []bool  // per street: a path, which makes no street line
}

type waySegment struct {
	a, b orb.Point
	kind across
	name int32
}

// newWays indexes streets and watercourses. It is never nil.
func newWays(in *Input) *ways {
	w := &ways{names: []streetName{{}}, ids: map[string]int32{"": 0}, nameOf: make([]int32, len(in.Streets)),
		paths: make([]bool, len(in.Streets))}
	for i := range in.Streets {
		s := &in.Streets[i]
		w.nameOf[i], w.paths[i] = w.nameID(s.Name), s.Kind == "path"
		if !w.paths[i] {
			w.addLine(s.Line, streetKind(s), w.nameOf[i])
		}
	}
	for _, body := range in.Waters {
		for _, line := range lineStrings(body.Shape) {
			w.addLine(line, acrossWater, 0)
		}
	}
	boxes := make([]orb.Bound, len(w.segs))
	for i, s := range w.segs {
		boxes[i] = boundOf(s.a, s.b)
	}
	w.tree = index.Build(boxes)
	return w
}

// nameID returns the number of a street name.
func (w *ways) nameID(name string) int32 {
	id, ok := w.ids[name]
	if !ok {
		id = int32(len(w.names))
		w.ids[name] = id
		w.names = append(w.names, parseStreet(name))
	}
	return id
}

func (w *ways) addLine(line orb.LineString, kind across, name int32) {
	for i := 0; i+1 < len(line); i++ {
		w.segs = append(w.segs, waySegment{line[i], line[i+1], kind, name})
	}
}

func (w *ways) isPath(street int) bool { return w.paths[street] }

// streetKind reads Alley, Kind and Class.
func streetKind(s *Street) across {
	switch {
	case s.Alley || s.Kind == "alley":
		return acrossAlley
	case s.Kind == "rail":
		return acrossRail
	case s.Kind == "highway":
		return acrossHighway
	}
	return acrossStreet
}

// hasNames says whether any street, line or area, has a name.
func (w *ways) hasNames() bool { return len(w.names) > 1 }

// maxCrossings is how many centre-lines one ray reports.
const maxCrossings = 4

// waySight is the centre-lines a ray meets, nearest first.
type waySight struct {
	n    int
	at   [maxCrossings]float64
	kind [maxCrossings]across
	name [maxCrossings]int32
}

// wayLook returns the centre-lines that a ray from p in unit direction dir meets within reach.
func (e *ray) wayLook(p, dir orb.Point, reach float64) waySight {
	var s waySight
	e.waysIn(boundOf(p, add(p, dir, reach)), func(i int) {
		g := &e.g.ways.segs[i]
		ca, cb := cross(dir, sub(g.a, p)), cross(dir, sub(g.b, p))
		if (ca > 0) == (cb > 0) {
			return
		}
		at := dot(dir, sub(lerp(g.a, g.b, ca/(ca-cb)), p))
		if at >= 0 && at <= reach {
			s.insert(at, g.kind, g.name)
		}
	})
	return s
}

func (s *waySight) insert(at float64, kind across, name int32) {
	i := s.n
	for i > 0 && (at < s.at[i-1] || at == s.at[i-1] && name < s.name[i-1]) {
		i--
	}
	if i >= maxCrossings {
		return
	}
	if s.n < maxCrossings {
		s.n++
	}
	copy(s.at[i+1:s.n], s.at[i:])
	copy(s.kind[i+1:s.n], s.kind[i:])
	copy(s.name[i+1:s.n], s.name[i:])
	s.at[i], s.kind[i], s.name[i] = at, kind, name
}

// nearestWay returns the segment of a centre-line nearest to p within radius, -1 when there is none.
func (e *ray) nearestWay(p orb.Point, radius float64) int {
	best, at := radius, -1
	e.waysIn(pad(boundOf(p, p), radius), func(i int) {
		g := &e.g.ways.segs[i]
		if d := offLine(p, g.a, g.b); d < best || d == best && at > i {
			best, at = d, i
		}
	})
	return at
}

const (
	insideFt = 60.0 // a street runs through a lot when this much of it does
	deepFt   = 15.0 // farther than this from its outline
	insideAt = 10.0 // how finely that is looked at
)

// streetInside returns the name of a street that runs through the lot whose outer ring is at hand, "" when none does. A
// way without a name is a drive.
func (w *worker) streetInside() string {
	ways := w.g.ways
	if !ways.hasNames() {
		return ""
	}
	bound := orb.MultiPoint(w.ring.pts).Bound()
	name, length := int32(0), 0.0
	w.found = w.found[:0]
	w.eye.waysIn(bound, func(i int) { w.found = append(w.found, int32(i)) })
	slices.Sort(w.found)
	for _, i := range w.found {
		s := &ways.segs[i]
		if s.kind != acrossStreet || s.name == 0 {
			continue
		}
		if s.name != name {
			name, length = s.name, 0
		}
		run := dist(s.a, s.b)
		for at := insideAt / 2; at < run; at += insideAt {
			if p := lerp(s.a, s.b, at/run); bound.Contains(p) && inRing(p, w.ring.pts) && w.isDeep(p) {
				if length += insideAt; length >= insideFt {
					return ways.names[name].text
				}
			}
		}
	}
	return ""
}

// isDeep says whether p is far from the ring at hand.
func (w *worker) isDeep(p orb.Point) bool {
	n := len(w.ring.pts)
	return !within(deepFt, p, w.ring.pts) && offLine(p, w.ring.pts[n-1], w.ring.pts[0]) > deepFt
}

// boxed is a ring and its bound.
type boxed struct {
	ring orb.Ring
	box  orb.Bound
}

// runInside says whether more than least feet of street centre-line run inside the shape: the length of the lines about it
// times the share of points on them, evenly spread and at most a few hundred, that are inside.
func (w *ways) runInside(shape orb.MultiPolygon, bound orb.Bound, least float64) bool {
	const most = 200
	var near []int32
	total := 0.0
	for _, i := range w.tree.Query(bound, nil) {
		if w.segs[i].kind != acrossWater {
			near = append(near, i)
			total += dist(w.segs[i].a, w.segs[i].b)
		}
	}
	if total <= least {
		return false
	}
	step := max(20, total/most)
	at := step / 2
	var points []orb.Point
	for _, i := range near {
		s := &w.segs[i]
		length := dist(s.a, s.b)
		for ; at < length; at += step {
			points = append(points, lerp(s.a, s.b, at/length))
		}
		at -= length
	}
	var holes []boxed // a network of streets has a hole for every block
	for _, poly := range shape {
		for _, r := range poly[1:] {
			holes = append(holes, boxed{r, r.Bound()})
		}
	}
	inside := func(p orb.Point) bool {
		for _, h := range holes {
			if h.box.Contains(p) && inRing(p, h.ring) {
				return false
			}
		}
		return slices.ContainsFunc(shape, func(poly orb.Polygon) bool { return inRing(p, poly[0]) })
	}
	in := 0
	for k, p := range points {
		share := total / float64(len(points))
		if share*float64(in+len(points)-k) <= least {
			return false // even if all that are left are inside
		}
		if inside(p) {
			if in++; share*float64(in) > least {
				return true
			}
		}
	}
	return false
}

package lot

import (
	"math"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/index"
)

// across is what lies on the other side of a stretch of boundary.
type across uint8

const (
	acrossVoid    across = iota // nothing within the gap tolerance; rays have yet to look
	acrossLot                   // another lot
	acrossStrip                 // another lot behind a strip too narrow for an alley
	acrossStreet                // a street
	acrossAlley                 // an alley
	acrossRail                  // a railway
	acrossHighway               // a street without access to the lot
	acrossWater                 // water
	acrossPark                  // a lot that is a park or common land
	acrossHole                  // a hole in the data with lots all round
	acrossOpen                  // nothing
)

// face is the outline of something that may lie across a lot line.
type face struct {
	kind    across // acrossLot, or what the right-of-way or water is
	owner   int32  // the lot, or -1
	name    int32  // name of the street, 0 when it has none
	guessed bool   // a right-of-way by shape alone
	park    bool   // a lot that is a park or common land
}

// chunk is a run of outline of one face, corner by corner with the face on the left, indexed by one box, so that a right-of-way polygon as large as the town is
// searched as cheaply as a lot.
type chunk struct {
	box      orb.Bound
	face     int32
	from, to int32
}

const chunkSegments = 12

// ground is everything that may lie across a lot line: lots (face i is lot i), rights-of-way, water, and the lines of
// streets and watercourses.
type ground struct {
	faces      []face
	land       *land
	lots       []Lot       // face i is lot i: their shapes
	lotOf      []int32     // parcel -> lot
	corners    []orb.Point // of all outlines, chunk by chunk
	chunks     []chunk
	tree       *index.Index
	ways       *ways
	hasStreets bool // there is a streets layer, lines or areas

	knowsStreets bool // there is, or some parcels are rights-of-way
}

// newGround collects the outlines of lots, right-of-way parcels, right-of-way areas and water.
func newGround(l *land, lots []Lot, lotOf []int32, w *ways) *ground {
	g := &ground{ways: w, land: l, lots: lots, lotOf: lotOf, hasStreets: len(l.in.Streets) > 0}
	g.knowsStreets = g.hasStreets || len(l.corridors) > 0
	corners := 0
	count := func(shape orb.MultiPolygon) {
		for _, poly := range shape {
			for _, r := range poly {
				corners += len(r)
			}
		}
	}
	for i := range lots {
		count(lots[i].Shape)
	}
	for _, c := range l.corridors {
		count(l.shapes[c.parcel])
	}
	for i := range l.in.Streets {
		count(l.in.Streets[i].Area)
	}
	g.corners = make([]orb.Point, 0, corners+corners/chunkSegments+len(lots))
	g.chunks = make([]chunk, 0, len(lots)+corners/chunkSegments)
	boxes := make([]orb.Bound, 0, cap(g.chunks))
	for i := range lots {
		boxes = g.add(face{kind: acrossLot, owner: int32(i), park: l.isPark(&lots[i])}, lots[i].Shape, boxes)
	}
	for _, c := range l.corridors {
		boxes = g.add(face{kind: c.kind, owner: -1, name: w.nameID(c.name), guessed: c.guessed}, l.shapes[c.parcel], boxes)
	}
	for i := range l.in.Streets {
		s := &l.in.Streets[i]
		if len(s.Area) > 0 && !w.isPath(i) {
			boxes = g.add(face{kind: streetKind(s), owner: -1, name: w.nameOf[i]}, normalise(s.Area), boxes)
		}
	}
	for _, body := range l.in.Waters {
		if area := polygons(body.Shape); len(area) > 0 {
			boxes = g.add(face{kind: acrossWater, owner: -1}, normalise(area), boxes)
		}
	}
	g.tree = index.Build(boxes)
	return g
}

func (g *ground) add(f face, shape orb.MultiPolygon, boxes []orb.Bound) []orb.Bound {
	id := int32(len(g.faces))
	g.faces = append(g.faces, f)
	for _, poly := range shape {
		for _, r := range poly {
			for i := 0; i+1 < len(r); {
				from := int32(len(g.corners))
				box := boundOf(r[i], r[i])
				g.corners = append(g.corners, r[i])
				for n := 0; n < chunkSegments && i+1 < len(r); n, i = n+1, i+1 {
					g.corners = append(g.corners, r[i+1])
					box = box.Extend(r[i+1])
				}
				g.chunks = append(g.chunks, chunk{box, id, from, int32(len(g.corners))})
				boxes = append(boxes, box)
			}
		}
	}
	return boxes
}

func polygons(g orb.Geometry) orb.MultiPolygon {
	switch s := g.(type) {
	case orb.Polygon:
		return orb.MultiPolygon{s}
	case orb.MultiPolygon:
		return s
	}
	return nil
}

func lineStrings(g orb.Geometry) orb.MultiLineString {
	switch s := g.(type) {
	case orb.LineString:
		return orb.MultiLineString{s}
	case orb.MultiLineString:
		return s
	}
	return nil
}

// hit is where a ray meets the outline of a face.
type hit struct {
	face     int32
	at       float64
	entering bool // else leaving
}

// sight is what a ray from a lot line sees until it enters another lot.
type sight struct {
	inside int32   // lot in which the ray starts, an overlap; else -1
	beyond int32   // lot that ends the ray, -1 when none within reach
	width  float64 // distance to beyond, +Inf when there is none
	own    bool    // the lot beyond is the one the ray comes from
	row    int32   // face of the right-of-way or water met first, -1 none
	way    waySight
}

// ray is a worker's eye: it reuses its buffers.
type ray struct {
	g    *ground
	hits []hit
	area orb.Bound // ground about the lot at hand, whose chunks are in near
	near []nearChunk
	ways []nearChunk // the segments of centre-lines there, instead of chunks
}

// nearChunk is a chunk with its box beside it, so that a look through all of them reads memory in order.
type nearChunk struct {
	box   orb.Bound
	chunk int32
}

// A short look from a lot line, and from the middle of the street before it, ends within this distance of the lot.
const aroundFt = 125.0

// mostNear is how many chunks are looked through one by one; a lot with more about it asks the index.
const mostNear = 192

// settle gathers the chunks about a lot: most looks end near it.
func (e *ray) settle(lot orb.Bound) {
	e.area, e.near = pad(lot, aroundFt), e.near[:0]
	e.g.tree.Search(e.area, func(i int) bool {
		e.near = append(e.near, nearChunk{e.g.chunks[i].box, int32(i)})
		return true
	})
	e.ways = e.ways[:0]
	if segs := e.g.ways.segs; len(segs) > 0 {
		e.g.ways.tree.Search(e.area, func(i int) bool {
			e.ways = append(e.ways, nearChunk{boundOf(segs[i].a, segs[i].b), int32(i)})
			return true
		})
	}
}

// waysIn calls fn for the segments of centre-lines whose boxes meet b.
func (e *ray) waysIn(b orb.Bound, fn func(i int)) {
	switch {
	case len(e.g.ways.segs) == 0:
	case len(e.ways) > mostNear || !holds(e.area, b):
		e.g.ways.tree.Search(b, func(i int) bool {
			fn(i)
			return true
		})
	default:
		for i := range e.ways {
			if n := &e.ways[i]; meets(&n.box, &b) {
				fn(int(n.chunk))
			}
		}
	}
}

// chunksIn calls fn for the chunks whose boxes meet b.
func (e *ray) chunksIn(b orb.Bound, fn func(c *chunk)) {
	if len(e.near) > mostNear || !holds(e.area, b) {
		e.g.tree.Search(b, func(i int) bool {
			fn(&e.g.chunks[i])
			return true
		})
		return
	}
	for i := range e.near {
		if n := &e.near[i]; meets(&n.box, &b) {
			fn(&e.g.chunks[n.chunk])
		}
	}
}

// holds says whether a holds all of b.
func holds(a, b orb.Bound) bool {
	return a.Min[0] <= b.Min[0] && a.Min[1] <= b.Min[1] && a.Max[0] >= b.Max[0] && a.Max[1] >= b.Max[1]
}

func meets(a, b *orb.Bound) bool {
	return a.Min[0] <= b.Max[0] && a.Max[0] >= b.Min[0] && a.Min[1] <= b.Max[1] && a.Max[1] >= b.Min[1]
}

// Most streets are narrower than this: a first look no farther searches a small box.
const firstLookFt = 80.0

// look follows a ray from p in unit direction dir for at most reach feet. The outline of lot self is passed over where
// the ray leaves it and ends the ray where it enters it again.
func (e *ray) look(p, dir orb.Point, reach float64, self int32) sight {
	if reach > 2*firstLookFt {
		if s := e.lookTo(p, dir, firstLookFt, self); s.beyond >= 0 {
			return s
		}
	}
	return e.lookTo(p, dir, reach, self)
}

func (e *ray) lookTo(p, dir orb.Point, reach float64, self int32) sight {
	const start = 1e-3
	e.hits = e.hits[:0]
	end := add(p, dir, reach)
	g := e.g
	e.chunksIn(boundOf(p, end), func(c *chunk) {
		if !nearLine(&c.box, p, dir, hairFt) {
			return
		}
		corners := g.corners[c.from:c.to]
		b := corners[0]
		cb := side(b, p, dir)
		for _, q := range corners[1:] {
			a, ca := b, cb
			b, cb = q, side(q, p, dir)
			if (ca > 0) == (cb > 0) {
				continue
			}
			at := dot(dir, sub(lerp(a, b, ca/(ca-cb)), p))
			if at <= start || at > reach {
				continue
			}
			// The face is on the left of a-b: a ray that sees a on its left and b on its right enters it.
			e.hits = append(e.hits, hit{c.face, at, ca > 0})
		}
	})
	return e.read(self)
}

// side is positive when q lies to the left of the line through p in direction dir.
func side(q, p, dir orb.Point) float64 { return dir[0]*(q[1]-p[1]) - dir[1]*(q[0]-p[0]) }

// nearLine says whether the line through p in unit direction dir passes through a box, or within reach of it.
func nearLine(b *orb.Bound, p, dir orb.Point, reach float64) bool {
	hx, hy := (b.Max[0]-b.Min[0])/2, (b.Max[1]-b.Min[1])/2
	off := dir[0]*(b.Min[1]+hy-p[1]) - dir[1]*(b.Min[0]+hx-p[0])
	return math.Abs(off) <= hx*math.Abs(dir[1])+hy*math.Abs(dir[0])+reach
}

// read makes a sight of the hits of a ray.
func (e *ray) read(self int32) sight {
	s := sight{inside: -1, beyond: -1, width: inf, row: -1}
	sortHits(e.hits)
	for k, h := range e.hits {
		f := e.g.faces[h.face]
		switch {
		case h.face == self && !h.entering, h.face == self && h.at < 1:
		case f.kind != acrossLot:
			if near := h.entering && h.at < rowNearFt; s.row < 0 && (near || !h.entering && !e.enteredBefore(k)) {
				s.row = h.face
			}
		case h.entering:
			s.beyond, s.width, s.own = h.face, h.at, h.face == self
			e.inside(&s, k, self)
			return s
		case !e.enteredBefore(k):
			s.inside = h.face
			return s
		}
	}
	return s
}

// A right-of-way that begins within this distance of a lot line, or is left without having been entered, is the one the line is on.
const rowNearFt = 15.0

// inside looks, past the first lot entered, for a lot that is left without having been entered.
func (e *ray) inside(s *sight, k int, self int32) {
	for k++; k < len(e.hits); k++ {
		h := e.hits[k]
		if h.face != self && e.g.faces[h.face].kind == acrossLot && !h.entering && !e.enteredBefore(k) {
			s.inside = h.face
			return
		}
	}
}

func (e *ray) enteredBefore(k int) bool {
	for _, h := range e.hits[:k] {
		if h.face == e.hits[k].face {
			return true
		}
	}
	return false
}

// sortHits orders by distance, then by face: insertion sort, a ray has a handful.
func sortHits(hits []hit) {
	for i := 1; i < len(hits); i++ {
		for j := i; j > 0 && (hits[j].at < hits[j-1].at || hits[j].at == hits[j-1].at && hits[j].face < hits[j-1].face); j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
}

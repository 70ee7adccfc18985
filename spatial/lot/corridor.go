package lot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
)

// What makes a parcel look like a right-of-way.
const (
	longShape     = 40.0    // perimeter² / area: 16 for a square, 48 for a strip ten times as long as wide
	thinShape     = 60.0    // the same, where nothing but the shape speaks
	corridorFt    = 100.0   // mean width up to which a parcel may be a street
	hollowHull    = 0.5     // share of its hull that a street network fills at most
	manyNeighbors = 8       // lots along a street parcel
	bodyWidth     = 2.2     // a way is nowhere this many times as wide as in the mean
	blockSqFt     = 30000.0 // a hole in a street network is a block, in a common area it is a house
)

// corridorLike returns what kind of right-of-way parcel i is, or nil when it is a lot. The layer's own word is enough
// with any sign in the shape or a centre-line along it, else it is unsure; a flag alone is enough; a centre-line counts as
// a word; without any, two signs in the shape and many neighbours are needed.
func (l *land) corridorLike(i int) *corridor {
	p := &l.in.Parcels[i]
	kind, named := corridorWord(p.Use)
	name := ""
	if !named {
		kind, name, named = corridorID(p.ID)
	}
	if p.RightOfWay {
		if !named {
			kind = acrossStreet
		}
		return &corridor{parcel: int32(i), kind: kind, name: name}
	}
	s := &l.sizes[i]
	roundness := s.perimeter * s.perimeter / s.area
	if roundness < longShape && !named {
		return nil
	}
	hollow := s.area < hollowHull*hullArea(l.shapes[i])
	narrow := l.width(i) < corridorFt && roundness >= longShape
	signs := 0
	for _, sign := range []bool{roundness >= thinShape, hollow, narrow} {
		if sign {
			signs++
		}
	}
	if named {
		return &corridor{parcel: int32(i), kind: kind, name: name, unsure: signs == 0 && !l.hasCentreLine(i)}
	}
	if signs < 2 {
		return nil
	}
	if l.hasCentreLine(i) {
		return &corridor{parcel: int32(i), kind: acrossStreet}
	}
	if l.isCommonArea(i) || l.neighbours(i) < manyNeighbors || l.hasBody(i) {
		return nil
	}
	return &corridor{parcel: int32(i), kind: acrossStreet, guessed: true}
}

// hasCentreLine says whether a centre-line runs inside parcel i for a third of its length.
func (l *land) hasCentreLine(i int) bool {
	return l.ways != nil && l.ways.runInside(l.shapes[i], l.sizes[i].bound, l.sizes[i].area/l.width(i)/3)
}

// corridorWord reads the use of a parcel as the name of a right-of-way.
func corridorWord(use string) (across, bool) {
	words := letters(use)
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch w {
		case "ROW":
			if !strings.HasPrefix(next, "HO") { // a row house is no right-of-way
				return acrossStreet, true
			}
		case "STREET", "ROAD", "ROADWAY", "STREETS", "ROADS":
			return acrossStreet, true
		case "ALLEY":
			return acrossAlley, true
		case "RAILROAD", "RAILWAY", "RAIL":
			return acrossRail, true
		case "HIGHWAY", "FREEWAY", "MOTORWAY":
			return acrossHighway, true
		case "RIGHT":
			if next == "OF" && i+2 < len(words) && words[i+2] == "WAY" {
				return acrossStreet, true
			}
		}
	}
	return acrossOpen, false
}

// corridorID reads an id that is no number but the name of a street, highway, railway or river.
func corridorID(id string) (kind across, name string, ok bool) {
	words := strings.Fields(strings.ToUpper(id))
	if len(words) == 0 {
		return acrossOpen, "", false
	}
	letters := strings.TrimRight(words[0], "-0123456789")
	last := words[len(words)-1]
	if len(words) == 1 {
		switch {
		case strings.HasPrefix(letters, "UTIL"):
			return acrossOpen, "", false
		case strings.HasSuffix(letters, "ROW"):
			return acrossStreet, "", true
		case letters == "RR" || len(letters) == 4 && strings.HasSuffix(letters, "RR"):
			return acrossRail, "", true
		case letters == "I" && len(words[0]) > len(letters)+1 && words[0][1] == '-':
			return acrossHighway, id, true
		}
		return acrossOpen, "", false
	}
	if strings.ContainsAny(words[0], "0123456789") && !ordinal(words[0]) {
		return acrossOpen, "", false
	}
	switch last {
	case "RIVER", "CREEK", "LAKE", "BROOK", "POND":
		return acrossWater, id, true
	}
	if s := parseStreet(id); s.kind != "" && s.base != "" {
		return acrossStreet, id, true
	}
	return acrossOpen, "", false
}

// confirmUnsure keeps a parcel that is a right-of-way by name only, such as the bulb of a dead end, when it touches one
// that also has the shape.
func (l *land) confirmUnsure(found []*corridor) {
	var near []int32
	for i, c := range found {
		if c == nil || !c.unsure {
			continue
		}
		touches := false
		near = l.bounds.Query(pad(l.sizes[i].bound, l.opt.GapFt), near)
		for _, j := range near {
			if o := found[j]; o != nil && !o.unsure && l.touches(i, int(j)) {
				touches = true
				break
			}
		}
		if !touches {
			found[i] = nil
		}
	}
}

// hasBody says whether parcel i is somewhere much wider than in the mean: a lot with a long tail, a pond with its ditch. A
// street is wider only at crossings and bulbs.
func (l *land) hasBody(i int) bool {
	within, err := kernel.New().Buffer(l.shapes[i], -bodyWidth*l.width(i)/2, kernel.Buffer{Join: kernel.MitreJoin})
	return err == nil && len(kernel.Polygons(within)) > 0
}

// isCommonArea says whether the parcel's holes are house plots rather than blocks.
func (l *land) isCommonArea(i int) bool {
	holes, area := 0, 0.0
	for _, poly := range l.shapes[i] {
		for _, r := range poly[1:] {
			holes++
			area -= ringArea(r)
		}
	}
	return holes > 0 && area < blockSqFt*float64(holes)
}

// neighbours counts the parcels that touch parcel i, up to what is many.
func (l *land) neighbours(i int) int {
	var near []int32
	near = l.bounds.Query(pad(l.sizes[i].bound, l.opt.GapFt), near)
	count := 0
	for _, j := range near {
		if int(j) != i && l.touches(i, int(j)) {
			if count++; count >= manyNeighbors {
				break
			}
		}
	}
	return count
}

// touches says whether a vertex of parcel j lies within the gap tolerance of the outline of parcel i. Either may be the
// street network of a whole town: only what lies about both is compared.
func (l *land) touches(i, j int) bool {
	about := pad(l.sizes[i].bound, l.opt.GapFt)
	var corners []orb.Point
	box := orb.Bound{Min: orb.Point{inf, inf}, Max: orb.Point{-inf, -inf}}
	for _, poly := range l.shapes[j] {
		for _, p := range poly[0] {
			if about.Contains(p) {
				corners, box = append(corners, p), box.Extend(p)
			}
		}
	}
	box = pad(box, l.opt.GapFt)
	for _, poly := range l.shapes[i] {
		for _, r := range poly {
			for k := 1; k < len(r); k++ {
				edge := boundOf(r[k-1], r[k])
				if !meets(&edge, &box) {
					continue
				}
				for _, p := range corners {
					if within(l.opt.GapFt, p, r[k-1:k+1]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// setAside says what was done with the rights-of-way among the parcels.
func (l *land) setAside() {
	for _, c := range l.corridors {
		how := "by its attributes or a centre-line along it"
		if c.guessed {
			how = "by its shape and its many neighbours"
		}
		s := l.sizes[c.parcel]
		l.issue(int(c.parcel), "right-of-way-parcel", fmt.Sprintf("the parcel is a right-of-way %s (perimeter² / area %.0f)",
			how, s.perimeter*s.perimeter/s.area), "set aside, lots along it front on it")
	}
}

// hullArea is the area of the convex hull of all outer rings.
func hullArea(shape orb.MultiPolygon) float64 {
	var pts []orb.Point
	for _, poly := range shape {
		pts = append(pts, poly[0]...)
	}
	slices.SortFunc(pts, func(a, b orb.Point) int {
		if a[0] != b[0] {
			return compare(a[0], b[0])
		}
		return compare(a[1], b[1])
	})
	hull := make([]orb.Point, 0, len(pts)+1)
	for range 2 { // the lower side, then the upper
		base := len(hull)
		for _, p := range pts {
			for len(hull) >= base+2 && cross(sub(hull[len(hull)-1], hull[len(hull)-2]), sub(p, hull[len(hull)-1])) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(pts)
	}
	return ringArea(hull)
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

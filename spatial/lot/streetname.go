package lot

import (
	"github.com/paulmach/orb"
)

// nameLine gives a street line the name of the centre-line that most rays across it meet first. A street named in the
// lot's address wins when a third of the rays meet it before the other side: a service road beside a main road.
func (w *worker) nameLine(d *draft) {
	if !w.g.ways.hasNames() {
		return
	}
	const most = 7
	var names [most * maxCrossings]int32
	var votes [most * maxCrossings]float64
	n := 0
	vote := func(name int32, weight float64) {
		for i := range n {
			if names[i] == name {
				votes[i] += weight
				return
			}
		}
		names[n], votes[n] = name, weight
		n++
	}
	samples := min(most, max(1, int(d.length/20)))
	for k := range samples {
		at := d.start + d.length*(float64(k)+0.5)/float64(samples)
		p, out := w.ring.at(at), outward(w.dirAt(d, at))
		reach := d.width
		if reach == 0 {
			reach = w.opt.StreetFt / 2
		}
		s := w.eye.wayLook(add(p, out, -1), out, reach+1)
		for i := range s.n {
			if s.kind[i] != acrossStreet && s.kind[i] != acrossAlley || s.name[i] == 0 {
				continue
			}
			weight := 1.0
			if i > 0 {
				weight = 0.3
			}
			vote(s.name[i], weight)
		}
	}
	best := -1
	for i := range n {
		if w.wanted.same(w.g.ways.names[names[i]]) {
			votes[i] *= 4
		}
		if best < 0 || votes[i] > votes[best] || votes[i] == votes[best] && names[i] < names[best] {
			best = i
		}
	}
	if best >= 0 && votes[best] > 0.3*float64(samples) {
		d.street = names[best]
	}
	if d.street == 0 {
		w.nameByArea(d)
	}
	if d.street == 0 && d.width > 0 {
		middle := d.start + d.length/2
		half := min(d.width/2, clearFt)
		if s := w.eye.nearestWay(add(w.ring.at(middle), outward(w.dirAt(d, middle)), half), half); s >= 0 {
			d.street = w.g.ways.segs[s].name
		}
	}
}

// nameByArea takes the name of the right-of-way area the line lies on.
func (w *worker) nameByArea(d *draft) {
	longest := 0.0
	for k := d.first; k < d.last && k < len(w.pieces); k++ {
		p := &w.pieces[k]
		if p.row < 0 {
			continue
		}
		if name := w.g.faces[p.row].name; name != 0 && p.length() > longest {
			longest, d.street = p.length(), name
		}
	}
}

// dirAt is the direction of the ring at a place of a line.
func (w *worker) dirAt(d *draft, at float64) orb.Point {
	for k := d.first; k < d.last && k < len(w.pieces); k++ {
		if p := &w.pieces[k]; at <= p.end {
			return p.dir
		}
	}
	return d.dir
}

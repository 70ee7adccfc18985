package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/source"
	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/lot"
)

// plane takes layers of any CRS to frame feet.
type plane struct {
	working crs.CRS
	frame   crs.Frame
}

// row is one feature with the attributes asked for, as text.
type row struct {
	id     string
	shape  orb.Geometry
	values []string
}

func read(f flags) (lot.Input, *plane, error) {
	var in lot.Input
	rows, system, err := load(f.parcels, f.id, f.address, f.use)
	if err != nil {
		return in, nil, err
	}
	pl, err := newPlane(system, rows)
	if err != nil {
		return in, nil, err
	}
	if err := pl.project(system, rows); err != nil {
		return in, nil, err
	}
	for i, r := range rows {
		id := r.values[0]
		if id == "" {
			id = fmt.Sprint(i + 1)
		}
		in.Parcels = append(in.Parcels, lot.Parcel{ID: id, Shape: polygons(r.shape), Address: r.values[1], Use: r.values[2]})
	}
	if f.streets == "" {
		return in, pl, nil
	}
	rows, system, err = load(f.streets, f.name, f.class)
	if err != nil {
		return in, nil, err
	}
	if err := pl.project(system, rows); err != nil {
		return in, nil, err
	}
	for _, r := range rows {
		for _, line := range lines(r.shape) {
			in.Streets = append(in.Streets, lot.Street{Name: r.values[0], Class: r.values[1], Line: line, Kind: kindOf(r.values[1])})
		}
	}
	return in, pl, nil
}

// readBehind reads the layers that are only drawn.
func readBehind(f flags, p *plane) ([]row, error) {
	var all []row
	for _, path := range strings.Split(f.behind, ",") {
		if path == "" {
			continue
		}
		rows, system, err := load(path)
		if err != nil {
			return nil, err
		}
		if err := p.project(system, rows); err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// kindOf reads the class words of the layers in the test data.
func kindOf(class string) string {
	switch c := strings.ToLower(class); {
	case strings.Contains(c, "rail"):
		return "rail"
	case strings.Contains(c, "autorout"), strings.Contains(c, "s1100"):
		return "highway"
	case strings.Contains(c, "sentier"), strings.Contains(c, "foot"), strings.Contains(c, "path"):
		return "path"
	case strings.Contains(c, "alley"):
		return "alley"
	}
	return "street"
}

func load(path string, fields ...string) ([]row, crs.CRS, error) {
	l, err := source.Open(path, source.Options{})
	if err != nil {
		return nil, crs.CRS{}, err
	}
	defer l.Close()
	var wanted []string
	for _, name := range fields {
		if name != "" {
			wanted = append(wanted, name)
		}
	}
	var rows []row
	for feature, err := range l.Features(context.Background(), wanted) {
		if err != nil {
			return nil, crs.CRS{}, err
		}
		r := row{id: feature.ID, shape: feature.Geometry, values: make([]string, len(fields))}
		k := 0
		for i, name := range fields {
			if name != "" {
				r.values[i] = feature.Values[k].Text
				k++
			}
		}
		rows = append(rows, r)
	}
	system, err := crs.Parse(l.Schema().CRS)
	return rows, system, err
}

func newPlane(system crs.CRS, rows []row) (*plane, error) {
	bound := orb.Bound{Min: orb.Point{1, 1}, Max: orb.Point{-1, -1}}
	for _, r := range rows {
		if r.shape == nil {
			continue
		}
		if bound.IsEmpty() {
			bound = r.shape.Bound()
		}
		bound = bound.Union(r.shape.Bound())
	}
	working, _, err := crs.Working(system, bound)
	if err != nil {
		return nil, err
	}
	corners := []orb.Point{bound.Min, bound.Max, {bound.Min[0], bound.Max[1]}, {bound.Max[0], bound.Min[1]}}
	if !working.Equal(system) {
		t, err := crs.NewTransformer(system, working)
		if err != nil {
			return nil, err
		}
		if err := t.Points(corners); err != nil {
			return nil, err
		}
	}
	b := orb.MultiPoint(corners).Bound()
	frame, err := crs.NewFrame(working, b)
	if err != nil {
		return nil, err
	}
	return &plane{working: working, frame: frame}, nil
}

// project moves all rows to frame feet, in place.
func (p *plane) project(system crs.CRS, rows []row) error {
	var t *crs.Transformer
	if !p.working.Equal(system) {
		var err error
		if t, err = crs.NewTransformer(system, p.working); err != nil {
			return err
		}
	}
	move := func(pts []orb.Point) error {
		if t != nil {
			if err := t.Points(pts); err != nil {
				return err
			}
		}
		p.frame.ToFrame(pts)
		return nil
	}
	for i := range rows {
		for _, poly := range polygons(rows[i].shape) {
			for _, r := range poly {
				if err := move(r); err != nil {
					return err
				}
			}
		}
		for _, l := range lines(rows[i].shape) {
			if err := move(l); err != nil {
				return err
			}
		}
	}
	return nil
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

func lines(g orb.Geometry) orb.MultiLineString {
	switch s := g.(type) {
	case orb.LineString:
		return orb.MultiLineString{s}
	case orb.MultiLineString:
		return s
	}
	return nil
}

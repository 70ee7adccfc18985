package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/lot"
)

// ignored is the class that class_map gives to records that are none of the audit's business.
const ignored = "ignore"

// assembler fills an audit.Input from layers in the frame.
type assembler struct {
	in    *audit.Input
	words vocabulary
}

func (a *assembler) layer(l *layer) {
	has := &a.in.Layers
	switch l.Role {
	case Parcels:
		a.parcels(l)
	case Zoning:
		has.Zoning = true
		a.zones(l)
	case Buildings:
		has.Buildings = true
		a.structures(l, &a.in.Structures)
	case Fences:
		has.Fences = true
		a.structures(l, &a.in.Fences)
	case Features:
		has.Features = true
		a.structures(l, &a.in.Features)
	case Streets:
		has.Streets = true
		a.streets(l)
	case Water:
		has.Water = true
		a.water(l)
	}
}

// partial takes back that a role's layer was supplied where one of its layers shows only some of what stands there: what is
// not on it may be there all the same.
func (a *assembler) partial(layers []*layer) {
	has := &a.in.Layers
	for _, l := range layers {
		if !l.Partial {
			continue
		}
		switch l.Role {
		case Buildings:
			has.Buildings = false
		case Fences:
			has.Fences = false
		case Features:
			has.Features = false
		}
	}
}

func (a *assembler) parcels(l *layer) {
	l.noteDuplicates()
	a.in.Parcels = make([]audit.Parcel, len(l.records))
	for i := range l.records {
		r := &l.records[i]
		p := audit.Parcel{Row: r.row, District: r.district, Attributes: l.attributes(r)}
		p.Parcel = lot.Parcel{ID: r.id, Shape: kernel.Polygons(r.shape), MergeKey: r.merge, RightOfWay: r.flag,
			Use: textOf(p.Attributes, useField), Address: textOf(p.Attributes, addressField)}
		a.in.Parcels[i] = p
	}
	if _, ok := l.places[districtField]; ok {
		a.in.Layers.Zoning = true
	}
	a.noteDistricts(l)
}

func (a *assembler) zones(l *layer) {
	for i := range l.records {
		r := &l.records[i]
		if r.district == "" {
			l.issue(i, "missing-district", "the zone has no district code", "left out; what lies in it has no known district")
			continue
		}
		if shape := kernel.Polygons(r.shape); len(shape) > 0 {
			a.in.Zones = append(a.in.Zones, audit.Zone{Code: r.district, Overlay: r.flag, Shape: shape, Row: r.row})
		}
	}
	a.noteDistricts(l)
}

// noteDistricts makes one issue of each code that the district table does not have.
func (a *assembler) noteDistricts(l *layer) {
	unknown := map[string]*fault{}
	for i := range l.records {
		code := l.records[i].district
		if code == "" || a.in.Districts.Lookup(code).Known {
			continue
		}
		if unknown[code] == nil {
			unknown[code] = &fault{}
		}
		unknown[code].add(l.records[i].row, fmt.Sprintf("district %q is not in the district table", code))
	}
	for _, code := range keysOf(unknown) {
		l.issue(-1, "unmapped-district", unknown[code].String(), "what depends on its class or yards is undecided there; add it to districts.yaml")
	}
}

// structures takes buildings, fences or features over, with their classes.
func (a *assembler) structures(l *layer, into *[]audit.Structure) {
	l.noteDuplicates()
	classes := a.classes(l)
	*into = slices.Grow(*into, len(l.records))
	for i := range l.records {
		r := &l.records[i]
		class := classes[r.class]
		if class == ignored {
			continue
		}
		*into = append(*into, audit.Structure{ID: r.id, Row: r.row, Layer: string(l.Role), Shape: r.shape, Class: class,
			ClassText: r.class, ParcelID: r.parcel, Attributes: l.attributes(r)})
	}
}

// classes maps the class words of a layer to classes: by class_map, else by the name of the class itself. Words that say
// nothing are one issue each.
func (a *assembler) classes(l *layer) map[string]string {
	out := map[string]string{}
	unknown := map[string]*fault{}
	for i := range l.records {
		text := l.records[i].class
		if text == "" {
			continue
		}
		class, seen := out[text]
		if !seen {
			var ok bool
			if class, ok = classOf(l.ClassMap, text); !ok {
				if class, ok = a.words.class(text); !ok {
					class = ""
				}
			}
			out[text] = class
		}
		if class == "" {
			if unknown[text] == nil {
				unknown[text] = &fault{}
			}
			unknown[text].add(l.records[i].row, fmt.Sprintf("class %q is neither in class_map nor a class of the pack", text))
		}
	}
	for _, text := range keysOf(unknown) {
		l.issue(-1, "unmapped-class", unknown[text].String(), "taken as not classified; add it to class_map")
	}
	return out
}

// checkClassMap complains of classes that a layer's class_map names and that do not exist.
func checkClassMap(l Layer, tree *rules.ClassTree, errs *ConfigErrors) {
	for _, rule := range l.ClassMap {
		switch {
		case l.Role == Streets:
			if !slices.Contains(streetKinds(), rule.Class) {
				errs.add(rule.At, "%s: there is no kind of street %q; it is one of %s", l.Name, rule.Class, strings.Join(streetKinds(), ", "))
			}
		case !tree.Has(rule.Class) && rule.Class != ignored:
			errs.add(rule.At, "%s: there is no class %q; %s", l.Name, rule.Class, suggestClass(rule.Class, tree))
		}
	}
}

func suggestClass(class string, tree *rules.ClassTree) string {
	if near, ok := rules.Nearest(class, tree.Names()); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "parcelaudit rules list --classes shows them, and " + ignored + " leaves records out"
}

// streetKinds are what class_map may say of a street.
func streetKinds() []string { return []string{"street", "alley", "rail", "highway", "path", ignored} }

func (a *assembler) streets(l *layer) {
	for i := range l.records {
		r := &l.records[i]
		kind, ok := classOf(l.ClassMap, r.class)
		if !ok {
			kind = streetKind(r.class)
		}
		if kind == ignored {
			continue
		}
		s := lot.Street{Name: textOf(l.attributes(r), nameField), Class: r.class, Kind: kind, Alley: kind == "alley"}
		for _, line := range kernel.Lines(r.shape) {
			s.Line, s.Area = line, nil
			a.in.Streets = append(a.in.Streets, s)
		}
		if area := kernel.Polygons(r.shape); len(area) > 0 {
			s.Line, s.Area = nil, area
			a.in.Streets = append(a.in.Streets, s)
		}
	}
}

func (a *assembler) water(l *layer) {
	for i := range l.records {
		r := &l.records[i]
		if r.shape != nil {
			a.in.Water = append(a.in.Water, lot.WaterBody{Name: textOf(l.attributes(r), nameField), Shape: r.shape})
			a.in.WaterFacts = append(a.in.WaterFacts, l.attributes(r))
		}
	}
}

// attributes are the mapped facts of a record.
func (l *layer) attributes(r *record) audit.Attributes {
	return audit.Attributes{Columns: l.columns, Values: r.facts}
}

func textOf(a audit.Attributes, name string) string {
	v, _ := a.Get(name)
	return v.Text
}

// noteDuplicates makes an issue of every record whose id another record had before.
func (l *layer) noteDuplicates() {
	first := make(map[string]int32, len(l.records))
	for i := range l.records {
		r := &l.records[i]
		if before, taken := first[r.id]; taken {
			l.issue(i, "duplicate-id", fmt.Sprintf("%s is also the id of record %d", r.id, l.records[before].row), "both are kept")
			continue
		}
		first[r.id] = int32(i)
	}
}

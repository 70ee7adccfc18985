package pipeline

import (
	"context"
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
	"parcelaudit/spatial/crs"
)

// layer is one input layer on its way into the audit.
type layer struct {
	Layer
	*binding
	file    *source.Layer
	schema  source.Schema
	crs     crs.CRS
	records []record
	read    int // records in the file; those that where leaves out are not in records
	issues  []pendingIssue
	bound   orb.Bound // of the records but strays, in crs; empty when nothing has a geometry
	fence   orb.Bound // beyond it a record is a stray
	size    int64     // bytes of its files
	hash    string    // SHA-256 of its files
	slab    slab
}

// record is one feature. Its shape is in the layer's CRS until the layer is placed, in frame feet afterwards; nil where it
// has none or none that can be used.
type record struct {
	row             int
	id              string
	shape           orb.Geometry
	parcel          string // id of the parcel it names
	class           string // the layer's words
	district, merge string
	flag            bool // a zone's overlay, a parcel's right-of-way
	facts           []rules.Value
}

// pendingIssue waits for the place of its record.
type pendingIssue struct {
	record int // index into records, -1 for the layer as a whole
	audit.Issue
}

// openLayer opens a layer and lays its mapping over it; what is wrong with the mapping goes to errs.
func openLayer(ctx context.Context, l Layer, words vocabulary, known systems, errs *ConfigErrors) (*layer, error) {
	file, err := source.Open(l.Path.Name, source.Options{Encoding: l.Encoding.Text, Layer: l.Sublayer})
	if err != nil {
		return nil, &InputError{What: l.Name, Err: err}
	}
	out := &layer{Layer: l, file: file, schema: file.Schema()}
	if err := out.begins(ctx); err != nil {
		file.Close()
		return nil, err
	}
	checkClassMap(l, words.classes, errs)
	out.binding = bind(l, out.schema.Fields, words, errs)
	if out.declared() {
		out.missing(l, out.hasField, out.schema.Fields, errs)
	}
	if err := out.system(ctx, known, errs); err != nil {
		file.Close()
		return nil, err
	}
	return out, nil
}

// declared reports whether the format lists its fields before the features.
func (l *layer) declared() bool {
	return l.schema.Format == "shapefile" || l.schema.Format == "geoparquet"
}

func (l *layer) hasField(place int) bool {
	return slices.ContainsFunc(l.schema.Fields, func(f source.Field) bool { return f.Name == l.asked[place] })
}

// begins makes sure that a file without a header, in which no field was seen, can be read at all: of a damaged one that is the news,
// not that its fields are missing.
func (l *layer) begins(ctx context.Context) error {
	if l.declared() || len(l.schema.Fields) > 0 {
		return nil
	}
	for _, err := range l.file.Features(ctx, []string{}) {
		if err != nil {
			return &InputError{What: l.Name, Err: err}
		}
		break
	}
	return nil
}

// system takes the CRS from crs: on the layer, else from the file. None is an error, never a guess; where the file is damaged that
// is said instead, for GeoJSON may name its CRS at the end.
func (l *layer) system(ctx context.Context, known systems, errs *ConfigErrors) (err error) {
	if l.CRS.Text != "" {
		if l.crs, err = known.parse(l.CRS.Text); err != nil {
			errs.add(l.CRS.At, "%s", err)
		}
		return nil
	}
	if l.schema.CRS == "" {
		for _, err := range l.file.Features(ctx, []string{}) {
			if err != nil {
				return &InputError{What: l.Name, Err: err}
			}
		}
		return &InputError{What: l.Name, Err: fmt.Errorf("%s states no CRS; say which it is with crs: EPSG:... on the layer", l.Path.Name)}
	}
	if l.crs, err = known.parse(l.schema.CRS); err != nil {
		return &InputError{What: l.Name, Err: fmt.Errorf("%s: %w (from %s); say which it is with crs: EPSG:... on the layer", l.Path.Name, err, l.schema.CRSBasis)}
	}
	return nil
}

// readAll reads every record and closes the file. A field that no record has is a mapping error.
func (l *layer) readAll(ctx context.Context, errs *ConfigErrors) error {
	defer l.file.Close()
	if l.schema.Count > 0 {
		l.records = make([]record, 0, l.schema.Count)
	}
	seen := make([]bool, len(l.asked))
	faults := make([]fault, len(l.facts))
	for f, err := range l.file.Features(ctx, l.asked) {
		if err != nil {
			return &InputError{What: l.Name, Err: err}
		}
		l.read++
		for i, v := range f.Values {
			seen[i] = seen[i] || v.Kind != source.Null
		}
		if l.keeps(f.Values) {
			l.add(f, faults)
		}
	}
	l.nowhere(l.Name, errs)
	l.bound, l.fence = mainExtent(l.records, l.metresPerUnit())
	for _, f := range faults {
		if f.count > 0 {
			l.issue(-1, "unreadable-value", f.String(), "taken as missing")
		}
	}
	for _, p := range l.file.Problems() {
		l.issue(-1, "file-problem", p.Where+": "+p.What, "")
	}
	if !l.declared() && l.read > 0 {
		l.missing(l.Layer, func(place int) bool { return seen[place] || l.hasField(place) }, l.schema.Fields, errs)
	}
	return nil
}

// add takes one feature in.
func (l *layer) add(f source.Feature, faults []fault) {
	r := record{row: f.Row, shape: f.Geometry}
	var mapped bool
	if r.id, mapped = l.text(f.Values, idField); !mapped {
		r.id = f.ID
	}
	r.parcel, _ = l.text(f.Values, parcelField)
	r.class = l.classWords(f.Values)
	r.district, _ = l.text(f.Values, districtField)
	index := len(l.records)
	switch l.Role {
	case Parcels:
		r.merge, _ = l.text(f.Values, mergeField)
		r.flag = l.yes(f.Values, wayField, index)
	case Zoning:
		r.flag = l.yes(f.Values, overlayField, index)
	}
	if r.id == "" {
		r.id = fmt.Sprintf("%s/%d", l.Name, f.Row)
		if mapped {
			l.issue(index, "missing-id", "the record has no "+idField, "called "+r.id)
		}
	}
	r.facts = l.slab.take(len(l.facts))
	for i, fact := range l.facts {
		if fact.place < 0 {
			r.facts[i] = fact.constant
			continue
		}
		v, err := fact.convert(f.Values[fact.place])
		if err != nil {
			faults[i].add(f.Row, err.Error())
		}
		r.facts[i] = v
	}
	for _, p := range f.Problems {
		l.issue(index, "record-problem", p, "")
	}
	l.records = append(l.records, r)
}

// classWords are what the class is told by: class, for a fence also kind.
func (l *layer) classWords(values []source.Value) string {
	words, mapped := l.text(values, classField)
	if !mapped && l.Role == Fences {
		words, _ = l.text(values, kindField)
	}
	return words
}

// yes reads a mapped truth: a field or constant that says yes.
func (l *layer) yes(values []source.Value, ours string, index int) bool {
	text, mapped := l.text(values, ours)
	if !mapped || text == "" {
		return false
	}
	v, err := truth(text)
	if err != nil {
		l.issue(index, "unreadable-value", fmt.Sprintf("%s is %q, %s", ours, text, err), "taken as no")
	}
	return v.Bool
}

func (l *layer) issue(record int, kind, what, done string) {
	l.issues = append(l.issues, pendingIssue{record, audit.Issue{Kind: kind, Layer: l.Name, What: what, Done: done}})
}

// settled returns the issues with the id, row and place of their records.
func (l *layer) settled() []audit.Issue {
	out := make([]audit.Issue, len(l.issues))
	for i, p := range l.issues {
		if p.record >= 0 {
			r := &l.records[p.record]
			p.RecordID, p.Row = r.id, r.row
			if p.Geometry == nil {
				p.Geometry = r.shape
			}
		}
		out[i] = p.Issue
	}
	return out
}

// slab hands out small slices of facts from large ones.
type slab struct{ free []rules.Value }

func (s *slab) take(n int) []rules.Value {
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.free = make([]rules.Value, max(n, 4096))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

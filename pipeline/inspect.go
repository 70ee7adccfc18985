package pipeline

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/source"
	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/kernel"
)

// Inspection is what can be said of one layer without configuration.
type Inspection struct {
	Path       string          `json:"path"`
	Format     string          `json:"format"`
	CRS        *CRSInspection  `json:"crs"` // null when the file gives none
	CRSError   string          `json:"crs_error,omitempty"`
	Encoding   string          `json:"encoding,omitempty"`
	Declared   int             `json:"declared"` // features the file declares, -1 when it does not
	Features   int             `json:"features"`
	Geometries []GeometryCount `json:"geometries"`
	Null       int             `json:"null_geometries"`    // null or empty
	Invalid    int             `json:"invalid_geometries"` // by the rules of OGC simple features
	Extent     *[4]float64     `json:"extent"`             // min x, min y, max x, max y in the layer's CRS
	Fields     []FieldReport   `json:"fields"`
	Problems   []string        `json:"problems"`
}

// CRSInspection names a CRS.
type CRSInspection struct {
	Name       string `json:"name"`
	Code       string `json:"code,omitempty"`
	Unit       string `json:"unit"`
	Geographic bool   `json:"geographic"`
	Basis      string `json:"basis"` // where it comes from
}

// GeometryCount is the number of features of one geometry type.
type GeometryCount struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// FieldReport is one attribute column: its kind, how often it is null, and its first few distinct values.
type FieldReport struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Nulls   int      `json:"nulls"`
	Samples []string `json:"samples"`
	Unique  bool     `json:"unique"` // every record has a value of its own

	values map[uint64]struct{} // hashes of what was seen; nil once something stood twice
}

const samplesPerField = 4

// Inspect reads a whole layer and reports what it holds. The error says why the layer can not be read at all; what is
// wrong inside it is in Problems.
func Inspect(ctx context.Context, path string) (Inspection, error) {
	layer, err := source.Open(path, source.Options{})
	if err != nil {
		return Inspection{}, err
	}
	defer layer.Close()

	schema := layer.Schema()
	in := inspector{Inspection: Inspection{Path: path, Format: schema.Format, Encoding: schema.Encoding, Declared: schema.Count,
		Geometries: []GeometryCount{}, Fields: []FieldReport{}, Problems: []string{}}, kernel: kernel.New(), seed: maphash.MakeSeed()}
	in.system(schema)
	names := make([]string, len(schema.Fields))
	for i, f := range schema.Fields {
		names[i] = f.Name
		in.Fields = append(in.Fields, FieldReport{Name: f.Name, Kind: kindName(f.Kind), Samples: []string{}, values: map[uint64]struct{}{}})
	}
	for f, err := range layer.Features(ctx, names) {
		if err != nil {
			if in.Features == 0 || ctx.Err() != nil {
				return Inspection{}, err
			}
			in.whole = append(in.whole, "reading stopped here: "+err.Error())
			break
		}
		in.feature(f)
	}
	for _, p := range layer.Problems() {
		in.whole = append(in.whole, p.Where+": "+p.What)
	}
	return in.report(), nil
}

// inspector gathers an Inspection feature by feature.
type inspector struct {
	Inspection
	kernel *kernel.Kernel
	seed   maphash.Seed
	counts map[string]int
	bound  orb.Bound
	placed bool // bound holds something
	faults []fault
	whole  []string // problems of the file as a whole
}

// fault is one thing wrong with some records.
type fault struct {
	what  string
	rows  []int // the first few
	count int
}

func (in *inspector) system(s source.Schema) {
	if s.CRS == "" {
		return
	}
	c, err := crs.Parse(s.CRS)
	if err != nil {
		in.CRSError = err.Error()
		return
	}
	in.CRS = &CRSInspection{Name: c.Name(), Code: c.Code(), Unit: c.Unit(), Geographic: c.Geographic(), Basis: s.CRSBasis}
}

func (in *inspector) feature(f source.Feature) {
	in.Features++
	for _, p := range f.Problems {
		in.fault(f.Row, p)
	}
	for i, v := range f.Values {
		in.Fields[i].see(v, in.seed)
	}
	if f.Geometry == nil {
		in.Null++
		return
	}
	if in.counts == nil {
		in.counts = map[string]int{}
	}
	in.counts[f.Geometry.GeoJSONType()]++
	if reason, ok := in.kernel.Valid(f.Geometry); !ok {
		in.Invalid++
		kind, _, _ := strings.Cut(reason, "[") // the rest is where
		in.fault(f.Row, "invalid geometry: "+kind)
	}
	if b := f.Geometry.Bound(); !b.IsEmpty() {
		if !in.placed {
			in.bound, in.placed = b, true
		}
		in.bound = in.bound.Union(b)
	}
}

// fault notes what is wrong with a record beside the others with the same fault.
func (in *inspector) fault(row int, what string) {
	i := slices.IndexFunc(in.faults, func(f fault) bool { return f.what == what })
	if i < 0 {
		i = len(in.faults)
		in.faults = append(in.faults, fault{what: what})
	}
	in.faults[i].add(row, what)
}

// add counts one more record; the first says what is wrong.
func (f *fault) add(row int, what string) {
	if f.count == 0 {
		f.what = what
	}
	if f.count++; len(f.rows) < samplesPerField {
		f.rows = append(f.rows, row)
	}
}

// String names the records and what is wrong with them.
func (f fault) String() string {
	rows := make([]string, len(f.rows))
	for i, r := range f.rows {
		rows[i] = fmt.Sprint(r)
	}
	switch {
	case f.count == 1:
		return fmt.Sprintf("record %s: %s", rows[0], f.what)
	case f.count > len(f.rows):
		return fmt.Sprintf("%d records (%s ...): %s", f.count, strings.Join(rows, ", "), f.what)
	}
	return fmt.Sprintf("records %s: %s", strings.Join(rows, ", "), f.what)
}

func (in *inspector) report() Inspection {
	for _, name := range keysOf(in.counts) {
		in.Geometries = append(in.Geometries, GeometryCount{Type: name, Count: in.counts[name]})
	}
	if in.placed {
		in.Extent = &[4]float64{in.bound.Min[0], in.bound.Min[1], in.bound.Max[0], in.bound.Max[1]}
	}
	for i := range in.Fields {
		in.Fields[i].Unique = in.Features > 0 && len(in.Fields[i].values) == in.Features
		in.Fields[i].values = nil
	}
	in.Problems = append(in.Problems, in.whole...)
	if in.CRS == nil && in.CRSError == "" {
		in.Problems = append(in.Problems, "the file states no CRS; give it with crs: on the layer")
	}
	for _, f := range in.faults {
		in.Problems = append(in.Problems, f.String())
	}
	return in.Inspection
}

// see takes one value of the column into account.
func (f *FieldReport) see(v source.Value, seed maphash.Seed) {
	if f.values != nil {
		hash := maphash.String(seed, v.Text)
		if _, twice := f.values[hash]; twice || v.Kind == source.Null {
			f.values = nil
		} else {
			f.values[hash] = struct{}{}
		}
	}
	switch {
	case v.Kind == source.Null:
		f.Nulls++
	case len(f.Samples) < samplesPerField && !slices.Contains(f.Samples, v.Text):
		f.Samples = append(f.Samples, v.Text)
	}
}

func kindName(k source.Kind) string {
	switch k {
	case source.Text:
		return "text"
	case source.Number:
		return "number"
	case source.Bool:
		return "bool"
	case source.Date:
		return "date"
	}
	return "null"
}

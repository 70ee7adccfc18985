package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/report"
)

// Loaded is everything one audit looks at, and the account of how it was read.
type Loaded struct {
	Input  *audit.Input
	Issues []audit.Issue  // about records and files, in the order of layers and records
	Inputs []report.Input // files that were read
	Notes  []string       // what a reader must know of the whole run
	Ground Ground
}

// Load reads every layer and table of a configuration, side by side and with jobs goroutines for what comes after:
//
//  1. Open layers and tables and lay their mappings over them; everything wrong with them is returned at once.
//  2. Read the records and type their attributes.
//  3. Choose the working CRS by the parcels and lay the frame over them.
//  4. Take every geometry into the frame and repair it.
//  5. Read the tables.
//  6. Hand over what the audit takes.
func Load(ctx context.Context, c Config, law Law, jobs int) (*Loaded, error) {
	words := newVocabulary(law.Pack, law.Date)
	layers, tables, err := openAll(ctx, c, words) // 1
	if err != nil {
		return nil, err
	}
	if err := readLayers(ctx, layers, jobs); err != nil { // 2
		return nil, err
	}
	if err := plausibleAll(layers); err != nil {
		return nil, err
	}
	out := &Loaded{}
	parcels := layers[0]
	if out.Ground, err = newGround(c.CRS, parcels); err != nil { // 3
		return nil, err
	}
	if err := out.Ground.nearAll(layers); err != nil {
		return nil, err
	}
	if err := out.Ground.place(ctx, layers, jobs); err != nil { // 4
		return nil, err
	}
	if err := readTables(ctx, tables); err != nil { // 5
		return nil, err
	}
	err = out.assemble(c, law, words, layers, tables) // 6
	return out, err
}

// openAll opens every layer, the parcels first, and every table.
func openAll(ctx context.Context, c Config, words vocabulary) (layers []*layer, tables []*table, err error) {
	var errs ConfigErrors
	var unusable []error
	if len(c.Of(Parcels)) == 0 {
		errs = append(errs, noParcels(c))
	}
	known := systems{}
	for _, l := range zoningOnParcels(c) {
		opened, err := openLayer(ctx, l, words, known, &errs)
		if err != nil {
			unusable = append(unusable, err)
			continue
		}
		layers = append(layers, opened)
	}
	for _, t := range c.Tables {
		opened, err := openTable(t, words, &errs)
		if err != nil {
			unusable = append(unusable, err)
			continue
		}
		tables = append(tables, opened)
	}
	if err := errors.Join(append([]error{errs.orNil()}, unusable...)...); err != nil {
		closeAll(layers)
		return nil, nil, err
	}
	return layers, tables, nil
}

func noParcels(c Config) ConfigError {
	return ConfigError{At: Place{File: c.File}, What: "there is no parcels layer; give one under layers: or with --parcels FILE"}
}

func closeAll(layers []*layer) {
	for _, l := range layers {
		l.file.Close()
	}
}

// zoningOnParcels returns the layers that are files: zoning that comes from the parcels becomes a field of theirs.
func zoningOnParcels(c Config) []Layer {
	var out []Layer
	for _, l := range c.Layers {
		if l.From == Parcels {
			continue
		}
		if l.Role == Parcels {
			l.Fields = slices.Clone(l.Fields)
			for _, z := range c.Of(Zoning) {
				if f, ok := z.Field(districtField); ok && z.From == Parcels {
					l.Fields = append(l.Fields, f)
				}
			}
		}
		out = append(out, l)
	}
	return out
}

// readLayers reads and hashes all layers, as many side by side as there are jobs.
func readLayers(ctx context.Context, layers []*layer, jobs int) error {
	errs := make([]ConfigErrors, len(layers))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(jobs, 1))
	for i, l := range layers {
		group.Go(guarded("read "+l.Name, func() error { return l.readAll(ctx, &errs[i]) }))
	}
	for _, l := range layers {
		group.Go(func() (err error) {
			if l.size, l.hash, err = hashFiles(l.Path.Name); err != nil {
				return &InputError{What: l.Name, Err: err}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ConfigErrors(slices.Concat(errs...)).orNil()
}

// plausibleAll refuses the layers whose coordinates can not be in their CRS, all at once.
func plausibleAll(layers []*layer) error {
	var errs []error
	for _, l := range layers {
		errs = append(errs, plausible(l))
	}
	return errors.Join(errs...)
}

// assemble makes the audit's input of layers and tables.
func (out *Loaded) assemble(c Config, law Law, words vocabulary, layers []*layer, tables []*table) error {
	t := c.Tolerance
	in := &audit.Input{
		Pack: law.Pack, Districts: law.Districts, Lots: law.Lots, Date: law.Date, Tables: map[string]*audit.Table{},
		Tolerance: audit.Tolerance{Parcels: t.ParcelsFt, Buildings: t.BuildingsFt, Fences: t.FencesFt, Features: t.FeaturesFt},
	}
	a := assembler{in: in, words: words}
	var known strangers
	for _, l := range layers {
		a.layer(l)
		if l.Role == Parcels {
			known = newStrangers(in.Parcels)
		} else {
			known.layer(l)
		}
		out.Issues = append(out.Issues, l.settled()...)
	}
	a.partial(layers)
	var strange []string
	for _, t := range tables {
		note, err := known.table(t, layers[0].records[0].id)
		if err != nil {
			return err
		}
		if note != "" {
			strange = append(strange, note)
		}
		if err := a.table(t, out.Ground, layers[0].crs); err != nil {
			return err
		}
		out.Issues = append(out.Issues, t.issues...)
	}
	out.Input = in
	out.Notes = slices.Concat(notes(in, layers), unread(layers, law.Pack), unreadColumns(tables, law.Pack), strange)
	var err error
	out.Inputs, err = account(out.Ground, layers, tables)
	return err
}

// notes says what was not supplied, and what was read without being told.
func notes(in *audit.Input, layers []*layer) []string {
	var out []string
	supplied := []struct {
		has         bool
		name, lacks string
	}{
		{in.Layers.Zoning, "zoning", "what depends on the district is undecided"},
		{in.Layers.Buildings, "buildings", "what depends on the principal building is undecided"},
		{in.Layers.Fences, "fences", "no fence was audited"},
		{in.Layers.Features, "features", "how many pools, decks, patios, signs and the like there are is undecided"},
		{in.Layers.Streets, "streets", "streets were inferred from the gaps between lots"},
	}
	for _, s := range supplied {
		if !s.has && !slices.ContainsFunc(layers, func(l *layer) bool { return string(l.Role) == s.name }) {
			out = append(out, fmt.Sprintf("no %s layer was given: %s", s.name, s.lacks))
		}
	}
	overlays := 0
	for i := range in.Zones {
		if in.IsOverlay(&in.Zones[i]) {
			overlays++
		}
	}
	if overlays > 0 {
		out = append(out, fmt.Sprintf("overlay zones: %d; each lot is audited by its base district, and what the overlay asks beyond that is not, but for attributes of the lot", overlays))
	}
	if note := mixedFeet(layers); note != "" {
		out = append(out, note)
	}
	for _, l := range layers {
		if l.Partial {
			out = append(out, l.Name+": the layer shows only some of what stands there: what depends on the rest is undecided")
		}
		for _, f := range l.fields {
			if _, mapped := l.Field(f.Name); !mapped {
				out = append(out, fmt.Sprintf("%s: field %s was taken for %s", l.Name, f.From, f.Name))
			}
		}
		if l.read == 0 {
			out = append(out, fmt.Sprintf("%s: %s holds no records: it says that there is nothing", l.Name, l.Path.Name))
		}
		if left := l.read - len(l.records); left > 0 {
			out = append(out, fmt.Sprintf("%s: %d of %d records are left out by where", l.Name, left, l.read))
		}
	}
	return out
}

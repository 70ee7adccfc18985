package pipeline

import (
	"context"
	"slices"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Explanation is one lot and everything the audit says of it.
type Explanation struct {
	Lot        lot.Lot
	Parcels    []audit.Parcel // of the lot
	Neighbours []lot.Lot      // lots near it, for the drawing
	Streets    []lot.Street   // and streets
	Water      []lot.WaterBody
	Structures []audit.StructureRow
	Findings   []audit.Finding // every clause on every subject of the lot, whatever the outcome
	Issues     []audit.Issue   // of the lot's parcels and of what stands on it
	Notes      []string
}

// Explain audits the lot of one parcel and keeps the reasoning of every clause. A parcel that is not in the layer is a
// ConfigErrors that names similar ones.
func Explain(ctx context.Context, c Config, parcel string, opt Options) (*Explanation, error) {
	law, err := ReadLaw(c, opt.Now())
	if err != nil {
		return nil, err
	}
	loaded, err := Load(ctx, c, law, opt.Jobs)
	if err != nil {
		return nil, err
	}
	if err := knownParcel(parcel, loaded.Input.Parcels); err != nil {
		return nil, err
	}
	records, problems := register(loaded.Input)
	loaded.Issues = append(loaded.Issues, problems...)
	var result *audit.Result
	err = guarded("audit", func() (err error) {
		result, err = audit.Run(ctx, loaded.Input, audit.Options{Workers: opt.Jobs, KeepAll: true, Only: map[string]bool{parcel: true},
			Excuse: func(f *audit.Finding) { records.Apply(f) }})
		return err
	})()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(result.Lots, func(l lot.Lot) bool { return slices.Contains(l.ParcelIDs, parcel) })
	if at < 0 {
		return nil, ConfigErrors{{At: Place{File: "--parcel"}, What: "parcel " + parcel + " was set aside and is no lot" + whySetAside(parcel, result.Issues)}}
	}
	return explanation(result, loaded, at), nil
}

func knownParcel(parcel string, all []audit.Parcel) error {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
		if ids[i] == parcel {
			return nil
		}
	}
	var errs ConfigErrors
	hint := ""
	if near, ok := rules.Nearest(parcel, ids); ok {
		hint = "; did you mean " + near + "?"
	}
	errs.add(Place{File: "--parcel"}, "there is no parcel %q in the parcels layer%s", parcel, hint)
	return errs
}

func whySetAside(parcel string, issues []audit.Issue) string {
	for _, i := range issues {
		if i.Layer == string(Parcels) && i.RecordID == parcel {
			return ": " + i.What
		}
	}
	return ""
}

// drawnRound is how far round a lot its neighbours are drawn, in feet.
const drawnRound = 40

func explanation(r *audit.Result, loaded *Loaded, at int) *Explanation {
	e := surroundings(r, loaded.Input, at)
	e.Notes = loaded.Notes
	records := map[string]bool{}
	for _, p := range e.Parcels {
		records[p.ID] = true
	}
	for _, s := range r.Structures {
		if s.LotID == e.Lot.ID {
			e.Structures = append(e.Structures, s)
			records[s.ID] = true
		}
	}
	for _, f := range r.Findings {
		if f.LotID == e.Lot.ID {
			e.Findings = append(e.Findings, f)
		}
	}
	for _, i := range slices.Concat(loaded.Issues, r.Issues) {
		if records[i.RecordID] {
			e.Issues = append(e.Issues, i)
		}
	}
	return e
}

// surroundings is one lot, its parcels and what lies round it.
func surroundings(r *audit.Result, in *audit.Input, at int) *Explanation {
	e := &Explanation{Lot: r.Lots[at]}
	around := e.Lot.Shape.Bound().Pad(drawnRound)
	for i := range r.Lots {
		if i != at && r.Lots[i].Shape.Bound().Intersects(around) {
			e.Neighbours = append(e.Neighbours, r.Lots[i])
		}
	}
	for _, s := range in.Streets {
		if len(s.Line) > 0 && s.Line.Bound().Intersects(around) {
			e.Streets = append(e.Streets, s)
		}
	}
	for _, w := range in.Water {
		if w.Shape != nil && w.Shape.Bound().Intersects(around) {
			e.Water = append(e.Water, w)
		}
	}
	for _, p := range e.Lot.Parcels {
		e.Parcels = append(e.Parcels, in.Parcels[p])
	}
	return e
}

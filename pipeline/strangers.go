package pipeline

import (
	"fmt"

	"parcelaudit/pipeline/audit"
)

// strangers holds the ids of the parcels against those that tables and structures name. A record that names no parcel counts
// for none: a permit under an id written otherwise would make a violation of what is permitted.
type strangers struct{ known map[string]bool }

func newStrangers(parcels []audit.Parcel) strangers {
	s := strangers{known: make(map[string]bool, len(parcels))}
	for i := range parcels {
		s.known[parcels[i].ID] = true
	}
	return s
}

// table makes one issue of the rows that name no parcel and one of those that name an unknown one, and returns a note for the
// summary. When rows name parcels and all of them are unknown, the table is refused.
func (s strangers) table(t *table, anyParcel string) (note string, err error) {
	var unnamed, unknown fault
	example := ""
	named := 0
	for _, r := range t.rows {
		id, _ := t.text(r.Values, parcelField)
		switch {
		case id == "":
			unnamed.add(r.Row, "the row names no parcel")
			continue
		case !s.known[id]:
			unknown.add(r.Row, fmt.Sprintf("there is no parcel %q", id))
			if example == "" {
				example = id
			}
		}
		named++
	}
	if unnamed.count > 0 {
		t.issue(0, "", "unknown-parcel", unnamed.String(), "it counts for no lot")
	}
	if unknown.count == 0 {
		return "", nil
	}
	if unknown.count == named {
		return "", &InputError{What: t.Name, Err: fmt.Errorf("%s: none of its %d rows names a parcel of the layer: it writes %q, the parcels are called %q; map the column that holds the same ids with parcel: COLUMN",
			t.Path.Name, named, example, anyParcel)}
	}
	t.issue(0, "", "unknown-parcel", unknown.String(), "it counts for no lot")
	return fmt.Sprintf("%s: %d of %d rows name a parcel that is not in the layer and count for no lot", t.Name, unknown.count, named), nil
}

// layer makes one issue of the structures that name an unknown parcel.
func (s strangers) layer(l *layer) {
	var unknown fault
	for i := range l.records {
		if r := &l.records[i]; r.parcel != "" && !s.known[r.parcel] {
			unknown.add(r.row, fmt.Sprintf("there is no parcel %q", r.parcel))
		}
	}
	if unknown.count > 0 {
		l.issue(-1, "unknown-parcel", unknown.String(), "it belongs to the lot it stands on")
	}
}

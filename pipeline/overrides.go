package pipeline

import (
	"fmt"
	"strconv"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/source"
	"parcelaudit/spatial/crs"
	"parcelaudit/spatial/lot"
)

// table hands a table over: overrides become labels of lot lines, everything else records.
func (a *assembler) table(t *table, ground Ground, parcels crs.CRS) error {
	if t.Name != "overrides" {
		a.in.Tables[t.Name] = &audit.Table{Name: t.Name, Rows: t.records(a.words)}
		return nil
	}
	move, err := ground.movers.from(parcels)
	if err != nil {
		return &InputError{What: t.Name, Err: err}
	}
	for _, r := range t.rows {
		override, err := t.override(r)
		if err == nil {
			at := []orb.Point{override.At}
			if err = move.Points(at); err == nil {
				ground.Frame.ToFrame(at)
				override.At = at[0]
				a.in.Overrides = append(a.in.Overrides, override)
				continue
			}
		}
		t.issue(r.Line, override.ParcelID, "unusable-override", err.Error(), "the label is left as it was found")
	}
	return nil
}

// override reads a row: the parcel, a kind of lot line, and a point near the line in the CRS of the parcels.
func (t *table) override(r source.Row) (o lot.Override, err error) {
	o.ParcelID, _ = t.text(r.Values, parcelField)
	word, _ := t.text(r.Values, kindField)
	var known bool
	if o.Kind, known = lot.ParseKind(word); !known {
		return o, fmt.Errorf("kind %q is not a kind of lot line", word)
	}
	for i, name := range []string{xField, yField} {
		text, _ := t.text(r.Values, name)
		if o.At[i], err = strconv.ParseFloat(text, 64); err != nil || o.At[i]-o.At[i] != 0 {
			return o, fmt.Errorf("%s %q is not a coordinate; give a point near the line in the CRS of the parcels", name, text)
		}
	}
	return o, nil
}

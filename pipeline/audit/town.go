package audit

import (
	"slices"

	"parcelaudit/rules"
	"parcelaudit/spatial/index"
	"parcelaudit/spatial/join"
	"parcelaudit/spatial/lot"
)

// town is everything joined to lots, read-only once built: workers share it.
type town struct {
	in            *Input
	fabric        *lot.Fabric
	areas         *join.Areas // the shapes of the lots
	zoneAreas     *join.Areas // and of the zoning districts
	subjects      []subject
	onLot         [][]int32     // subjects by lot, ascending
	principals    [][]principal // plausible principal buildings by lot, most plausible first
	zones         []zoning      // by lot
	neighbours    [][]int32     // lots sharing a boundary of positive length, by lot, ascending
	records       map[string]recordsByParcel
	parcelColumns []*Columns   // of the parcels layers
	streetTree    *index.Index // boxes of in.Streets
	waterTree     *index.Index // boxes of in.Water
	classes       []string     // of the subjects, by number
	shifts        []float64    // ft by which the buildings of a lot's block are shifted, by lot; 0 for most
	issues        []Issue
}

type recordsByParcel map[string][]int32

func (t *town) isA(class, ancestor string) bool { return t.in.Pack.Classes.IsA(class, ancestor) }

// parcelOf returns the first parcel of a lot.
func (t *town) parcelOf(lotIndex int32) *Parcel {
	return &t.in.Parcels[t.fabric.Lots[lotIndex].Parcels[0]]
}

// listColumns lists the columns of the parcels layers.
func (t *town) listColumns() {
	for i := range t.in.Parcels {
		if c := t.in.Parcels[i].Attributes.Columns; c != nil && !slices.Contains(t.parcelColumns, c) {
			t.parcelColumns = append(t.parcelColumns, c)
		}
	}
}

// lotAttribute returns a mapped attribute of the lot's parcels: the first parcel that knows it.
func (t *town) lotAttribute(lotIndex int32, name string) (v rules.Value, mapped bool) {
	for _, p := range t.fabric.Lots[lotIndex].Parcels {
		got, has := t.in.Parcels[p].Attributes.Get(name)
		mapped = mapped || has
		if got.Type != rules.Unknown {
			return got, true
		}
	}
	return rules.Value{}, mapped
}

// listNeighbours collects the lots across each lot's lines.
func (t *town) listNeighbours() {
	t.neighbours = make([][]int32, len(t.fabric.Lots))
	for i := range t.fabric.Lots {
		var across []int32
		for _, line := range t.fabric.Lots[i].Lines {
			across = append(across, line.Across...)
		}
		t.neighbours[i] = ascending(across)
	}
}

// listRecords files the rows of every table under their parcel.
func (t *town) listRecords() {
	t.records = make(map[string]recordsByParcel, len(t.in.Tables))
	for name, table := range t.in.Tables {
		byParcel := make(recordsByParcel)
		for i := range table.Rows {
			byParcel[table.Rows[i].ParcelID] = append(byParcel[table.Rows[i].ParcelID], int32(i))
		}
		t.records[name] = byParcel
	}
}

// numberClasses numbers the classes of the subjects, which change no more.
func (t *town) numberClasses() {
	numbers := map[string]int32{}
	for i := range t.subjects {
		s := &t.subjects[i]
		n, known := numbers[s.class]
		if !known {
			n = int32(len(t.classes))
			numbers[s.class], t.classes = n, append(t.classes, s.class)
		}
		s.classNumber = n
	}
}

// recordsOf returns the rows of a table for a lot, in the order of its parcels and of the table; ok is false when the
// table was not supplied.
func (t *town) recordsOf(table string, lotIndex int32) (rows []*Record, ok bool) {
	byParcel, ok := t.records[table]
	if !ok {
		return nil, false
	}
	for _, id := range t.fabric.Lots[lotIndex].ParcelIDs {
		for _, i := range byParcel[id] {
			rows = append(rows, &t.in.Tables[table].Rows[i])
		}
	}
	return rows, true
}

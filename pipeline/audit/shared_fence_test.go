package audit

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// gapped is a fence with openings of 6 in where the example pack allows 4.
func gapped(id string, path ...orb.Point) Structure {
	return fenceWith(id, 6, path...)
}

func fenceWith(id string, openingIn float64, path ...orb.Point) Structure {
	f := fence(id, path...)
	f.Attributes = Attributes{Columns: NewColumns("opening_in"), Values: []rules.Value{rules.Number(openingIn)}}
	return f
}

func TestABreachByAFenceThatLotsShareIsToldOnce(t *testing.T) {
	line := []orb.Point{{0, 40}, {0, 140}}
	// The lots of W and M meet at x = 0. The house cuts what runs on M at y = 70, where its rear yard begins.
	around := []orb.Point{{0, 60}, {0, 150}, {100, 150}, {100, 60}} // side, rear and side of M
	west := []orb.Point{{0, 60}, {0, 150}, {-100, 150}, {-100, 60}} // the same of W
	cases := []struct {
		name       string
		fences     []Structure
		excused    string // a parcel whose findings a variance covers
		told       string // lots of the findings, each with the one it names
		duplicates int
	}{
		{"on the side line", []Structure{gapped("f", line...)}, "", "W (M)", 0},
		{"on its own lot", []Structure{gapped("f", orb.Point{30, 80}, orb.Point{30, 140})}, "", "M ()", 0},
		{"with a variance for one of the lots", []Structure{gapped("f", line...)}, "W", "M (W)", 0},
		{"three lots across the lines of one", []Structure{gapped("f", around...)}, "", "M (E), M (NM), M (W)", 0},
		{"partly inside one of the lots", []Structure{gapped("f", orb.Point{30, 100}, orb.Point{0, 100}, orb.Point{0, 140})}, "", "M (), M (W)", 0},
		{"drawn by both neighbours", []Structure{gapped("f", line...), gapped("g", orb.Point{0.2, 40}, orb.Point{0.2, 140})}, "", "W (M)", 3},
		{"drawn by one as part of a longer fence", []Structure{gapped("f", line...), gapped("g", orb.Point{0.2, 30}, orb.Point{0.2, 145})}, "", "W (M)", 3},
		{"each neighbour's fence all round", []Structure{gapped("f", around...), gapped("g", west...)}, "", "M (E), M (NM), W (M)", 4},
		{"two fences a foot apart", []Structure{gapped("f", orb.Point{0.5, 40}, orb.Point{0.5, 140}), gapped("g", orb.Point{-0.5, 40}, orb.Point{-0.5, 140})}, "", "M (), W ()", 0},
		{"two fences unlike one another on one line", []Structure{gapped("f", line...), fenceWith("g", 5, line...)}, "", "W (M)", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := village(t, building("house", "principal_building", 30, 40, 40, 30))
			in.Fences, in.Layers.Fences = c.fences, true
			r, err := Run(context.Background(), in, Options{Workers: 2, Excuse: func(f *Finding) {
				if f.ParcelID == c.excused {
					f.Outcome = rules.Exempt
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, f := range r.Findings {
				if f.Outcome == rules.Violation {
					told = append(told, f.LotID+" ("+f.OtherID+")")
				}
			}
			if n := r.Count(rules.Violation); n != len(told) {
				t.Errorf("%d violations counted, %d told", n, len(told))
			}
			if got := strings.Join(ordered(told), ", "); got != c.told {
				t.Errorf("told on %s, want %s", got, c.told)
			}
			duplicates := 0
			for _, i := range r.Issues {
				if i.Kind == "duplicate-structure" {
					duplicates++
				}
			}
			if duplicates != c.duplicates {
				t.Errorf("%d duplicates, want %d", duplicates, c.duplicates)
			}
		})
	}
}

func TestABreachToldOnTheOtherLotSaysSoOnBoth(t *testing.T) {
	in := village(t)
	in.Fences, in.Layers.Fences = []Structure{gapped("f", orb.Point{0, 40}, orb.Point{0, 140})}, true
	r := run(t, in)
	var reasons []string
	for _, f := range r.Findings {
		if f.Clause.ID == "1-1(f)#clearance" {
			reasons = append(reasons, f.LotID+" "+f.Outcome.String()+": "+f.Reason)
		}
	}
	want := "M not-applicable: the same is reported on the lot across the line, W; W violation: the same on lot M across the line"
	if got := strings.Join(ordered(reasons), "; "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func ordered(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

func TestWhatStaysUndecidedOnBothLotsForOneReasonIsToldOnce(t *testing.T) {
	unknown := func(id string, path ...orb.Point) Structure {
		f := fence(id, path...)
		f.Attributes = Attributes{Columns: NewColumns("opening_in"), Values: []rules.Value{{}}}
		return f
	}
	for name, c := range map[string]struct {
		path []orb.Point
		told string
	}{
		"on the side line": {[]orb.Point{{0, 40}, {0, 140}}, "W (M): not known: opening_in; the same on lot M across the line"},
		"on its own lot":   {[]orb.Point{{30, 80}, {30, 140}}, "M (): not known: opening_in"},
	} {
		in := village(t, building("house", "principal_building", 30, 40, 40, 30))
		in.Fences, in.Layers.Fences = []Structure{unknown("f", c.path...)}, true
		r := run(t, in)
		var told []string
		for _, f := range r.Findings {
			if f.Clause.ID == "1-1(f)#clearance" && f.Outcome == rules.Indeterminate {
				told = append(told, f.LotID+" ("+f.OtherID+"): "+f.Reason)
			}
		}
		if got := strings.Join(ordered(told), ", "); got != c.told {
			t.Errorf("%s: told %s, want %s", name, got, c.told)
		}
		for _, n := range r.Clauses {
			if n.Clause.ID == "1-1(f)#clearance" && n.Missing["opening_in"] != n.Outcomes[rules.Indeterminate] {
				t.Errorf("%s: %d pairs are undecided, %d lack the opening", name, n.Outcomes[rules.Indeterminate], n.Missing["opening_in"])
			}
		}
	}
}

package audit

import (
	"reflect"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// Every stretch gets the same from every clause of every pack whether or not the stretch before it was asked first.
func TestWhatIsRememberedOfAFenceHoldsOfItsNextStretch(t *testing.T) {
	around := Structure{ID: "F", Layer: "fences", Shape: orb.LineString{{101, -3}, {101, 118}, {179, 118}, {179, 10}, {120, 10}, {120, 60}}}
	eachPack(t, func(t *testing.T, pack *rules.Pack) {
		in := village(t, building("H", "principal_building", 115, 30, 40, 30))
		in.Pack, in.Fences, in.Layers.Fences = pack, append(in.Fences, around), true
		town, err := survey(t.Context(), in, 1)
		if err != nil {
			t.Fatal(err)
		}
		ask := func(fresh bool) (entries []entry, findings []Finding) {
			a := auditorOf(town)
			for i := range town.subjects {
				s := &town.subjects[i]
				if s.kind != aFence || s.lot < 0 {
					continue
				}
				if fresh {
					a.fence.forget()
					a.kinds = nil
				}
				a.subject(town.site(a.kernel, s.lot), int32(i))
			}
			return a.account.open, a.findings
		}
		want, wantFindings := ask(true)
		got, gotFindings := ask(false)
		if len(want) == 0 {
			t.Fatal("no clause was asked of the fence")
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the outcomes differ:\n%v\n%v", got, want)
		}
		if !reflect.DeepEqual(gotFindings, wantFindings) {
			t.Error("the findings differ")
		}
	})
}

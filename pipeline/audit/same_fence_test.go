package audit

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

// Every stretch gets the same from every clause of every pack whether or not the stretch before it was asked first.
func TestWhatIsRememberedOfAFenceHoldsOfItsNextStretch(t *testing.T) {
	packs, err := filepath.Glob("../../rules/packs/*/pack.yaml")
	if err != nil || len(packs) == 0 {
		t.Fatalf("no packs: %v", err)
	}
	around := Structure{ID: "F", Layer: "fences", Shape: orb.LineString{{101, -3}, {101, 118}, {179, 118}, {179, 10}, {120, 10}, {120, 60}}}
	for _, file := range packs {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			pack, err := rules.Load(os.DirFS("../../rules/packs"), name)
			if err != nil {
				t.Fatal(err)
			}
			in := village(t, building("H", "principal_building", 115, 30, 40, 30))
			in.Pack, in.Fences, in.Layers.Fences = pack, append(in.Fences, around), true
			town, err := survey(t.Context(), in, 1)
			if err != nil {
				t.Fatal(err)
			}
			ask := func(fresh bool) (entries []entry, findings []Finding) {
				a := &auditor{town: town, kernel: kernel.New(), view: newView(town), evaluator: rules.NewEvaluator(), keepAll: true, account: newAccount(pack.Clauses)}
				for i := range town.subjects {
					s := &town.subjects[i]
					if s.kind != aFence || s.lot < 0 {
						continue
					}
					if fresh {
						a.fence.forget()
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
}

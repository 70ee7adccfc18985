package audit

import (
	"math"
	"os"
	"testing"

	"github.com/paulmach/orb"

	"parcelaudit/rules"
)

// lawful is the village under the fence rules of wi-village-133.
func lawful(t *testing.T) *Input {
	t.Helper()
	in := village(t, building("house", "principal_building", 30, 40, 40, 30))
	pack, err := rules.Load(os.DirFS("../../rules/packs"), "wi-village-133")
	if err != nil {
		t.Fatal(err)
	}
	in.Pack, in.Districts, in.Layers.Fences, in.Layers.Features = pack, pack.Districts, true, true
	return in
}

func highBarrier(id, layer, class string, heightFt rules.Value, shape orb.Geometry) Structure {
	return Structure{ID: id, Layer: layer, Class: class, Shape: shape, Attributes: Attributes{Columns: NewColumns("height_ft"), Values: []rules.Value{heightFt}}}
}

func TestAGateIsPartOfTheFence(t *testing.T) {
	const streetYard = "133-1135(c)(1)#street-yard-height"
	drive := orb.LineString{{75, 20}, {95, 20}}
	for name, c := range map[string]struct {
		gate Structure
		want rules.Outcome
	}{
		"a line of the fences layer, 5 ft high":         {highBarrier("gate", "fences", "gate", rules.Number(5), drive), rules.Violation},
		"a line of a mixed features layer, 5 ft high":   {highBarrier("gate", "features", "gate", rules.Number(5), drive), rules.Violation},
		"a point of the features layer, 5 ft high":      {highBarrier("gate", "features", "gate", rules.Number(5), orb.Point{85, 20}), rules.Violation},
		"a point, 4 ft high":                            {highBarrier("gate", "features", "gate", rules.Number(4), orb.Point{85, 20}), rules.Compliant},
		"a point, of unknown height":                    {highBarrier("gate", "features", "gate", rules.Value{}, orb.Point{85, 20}), rules.Indeterminate},
		"a point beside the house, 5 ft high":           {highBarrier("gate", "features", "gate", rules.Number(5), orb.Point{85, 50}), rules.Compliant},
		"a point on the street line, 5 ft high":         {highBarrier("gate", "features", "gate", rules.Number(5), orb.Point{85, 0}), rules.Violation},
		"a point half a foot off the lot, 5 ft high":    {highBarrier("gate", "features", "gate", rules.Number(5), orb.Point{85, -0.5}), rules.Violation},
		"a line beside the house up to the rear corner": {highBarrier("gate", "fences", "gate", rules.Number(5), orb.LineString{{70, 45}, {95, 45}}), rules.Compliant},
	} {
		in := lawful(t)
		if c.gate.Layer == "features" {
			in.Features = []Structure{c.gate}
		} else {
			in.Fences = []Structure{c.gate}
		}
		if f := find(t, run(t, in), streetYard, "gate"); f.Outcome != c.want {
			t.Errorf("%s: %v, %s %s, want %v", name, f.Outcome, f.Message, f.Reason, c.want)
		}
	}
}

func TestABarrierOfAMixedFeaturesLayerIsCutAtYardsLikeAnyFence(t *testing.T) {
	in := lawful(t)
	in.Features = []Structure{highBarrier("hedge", "features", "hedge", rules.Number(5), orb.LineString{{10, 10}, {10, 140}})}
	yards := map[string]float64{}
	r := run(t, in)
	for _, s := range r.Structures {
		if s.Class == "hedge" {
			yards[s.Type] += s.LengthFt
		}
	}
	if len(yards) != 1 || math.Abs(yards["fence"]-130) > 0.01 {
		t.Errorf("ft of hedge by type: %v, want 130 of fence", yards)
	}
	for stretch, want := range map[string]rules.Outcome{"hedge/1": rules.Violation, "hedge/2": rules.Compliant, "hedge/3": rules.Compliant} {
		if f := find(t, r, "133-1135(c)(1)#street-yard-height", stretch); f.Outcome != want {
			t.Errorf("%s in the %s yard: %v", stretch, f.Yard, f.Outcome)
		}
	}
}

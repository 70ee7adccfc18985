package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// classTally is what classifying the buildings of a town without their classes gave.
type classTally struct {
	buildings, assigned        int
	largest, part, accessory   int // of those assigned: the principal building, a part of it, anything else
	principals, principalsSeen int // that the layer calls principal buildings; those of them classified so
	others, othersSeen         int // the same of accessory buildings
	sure, sureSeen             int // of those that the layer knows: classified with a confidence of 0.8 and more; those of them right
}

// TestClassesByRuleAgreeWithThoseOfTheLayer hides the class of every building, classifies by rule and compares with what the layer
// says where it says so; elsewhere it holds on to how many are assigned and of which kind. The numbers stand in docs/classes.md.
func TestClassesByRuleAgreeWithThoseOfTheLayer(t *testing.T) {
	if _, err := os.Stat(sharedData); err != nil {
		t.Skip("../shared/data is not here")
	}
	for _, c := range []struct {
		set, layers string
		least       classTally
	}{
		{"cambridge-ma", `
  parcels: {path: parcels.shp, id: ML}
  buildings:
    - {path: buildings.shp, id: BldgID, partial: true, fields: {class: TYPE}, class_map: {BLDG: principal_building, OVHD-WALKWAY: ignore}}
    - {path: misc_structures.geojson, fields: {class: TYPE}, class_map: {MISC-ST: accessory_building, GENERATOR: ignore, SMOKESTACK: ignore}}`,
			classTally{181, 177, 80, 16, 81, 99, 92, 78, 74, 78, 76}},
		{"denver-co", `
  parcels: {path: parcels.geojson, id: source_id}
  buildings: {path: buildings.geojson, id: source_id}`, classTally{141, 140, 74, 4, 62, 0, 0, 0, 0, 0, 0}},
		{"besancon-fr", `
  parcels: {path: parcel.shp, id: NUMERO}
  buildings: {path: building.shp, id: ID}`, classTally{325, 322, 239, 7, 76, 0, 0, 0, 0, 0, 0}},
		{"santa-rosa-ca", `
  parcels: {path: parcels.shp, id: Shape_Leng}
  buildings: {path: bldgs.shp, id: Shape_Area, fields: {class: Type}, class_map: {House: principal_building, Shed: shed}}`,
			classTally{70, 70, 65, 0, 5, 65, 65, 5, 5, 65, 65}},
		{"rennes-fr", `
  parcels: {path: PARCELLE.shp, id: NUMERO}
  buildings: {path: BATIMENT.shp, id: ID, fields: {class: TYPE}, class_map: {"Construction légère": accessory_building}}`,
			classTally{117, 117, 75, 7, 35, 0, 0, 13, 7, 0, 0}},
		{"bubenec-cz", `
  parcels: {path: parcels.shp, id: ID}
  buildings: {path: buildings.shp, id: uID}`, classTally{144, 144, 114, 13, 17, 0, 0, 0, 0, 0, 0}},
	} {
		t.Run(c.set, func(t *testing.T) {
			n := tallyClasses(t, c.set, c.layers)
			t.Logf("%+v", n)
			if n.buildings != c.least.buildings || n.principals != c.least.principals || n.others != c.least.others {
				t.Errorf("other buildings than before: %+v", c.least)
			}
			if n.assigned < c.least.assigned || n.principalsSeen < c.least.principalsSeen || n.othersSeen < c.least.othersSeen {
				t.Errorf("fewer are right than before: %+v", c.least)
			}
			if n.sure < c.least.sure || n.sure-n.sureSeen > c.least.sure-c.least.sureSeen {
				t.Errorf("fewer are sure, or more of them wrong, than before: %+v", c.least)
			}
			if drift := n.buildings / 20; max(n.largest-c.least.largest, c.least.largest-n.largest) > drift {
				t.Errorf("%d principal buildings, before %d", n.largest, c.least.largest)
			}
		})
	}
}

// tallyClasses audits a set without the classes of its buildings.
func tallyClasses(t *testing.T, set, layers string) classTally {
	t.Helper()
	folder, err := filepath.Abs(filepath.Join(sharedData, set))
	if err != nil {
		t.Fatal(err)
	}
	dir := write(t, map[string]string{"audit.yaml": "pack: none\nlayers:" + strings.ReplaceAll(layers, "path: ", "path: "+folder+"/") + "\n"})
	c, err := ReadConfig(filepath.Join(dir, "audit.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	pack, err := rules.Embedded("wi-village-133")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(context.Background(), c, Law{Pack: pack, Districts: pack.Districts, Date: 20600}, 2)
	if err != nil {
		t.Fatal(err)
	}
	in := loaded.Input
	real := map[string]string{}
	for i := range in.Structures {
		s := &in.Structures[i]
		id := strconv.Itoa(i)
		real[id], s.ID, s.Class = s.Class, id, ""
	}
	// No lot is asked for: everything is classified, nothing evaluated.
	result, err := audit.Run(context.Background(), in, audit.Options{Workers: 2, Only: map[string]bool{}})
	if err != nil {
		t.Fatal(err)
	}
	var n classTally
	for _, s := range result.Structures {
		if s.Assignment == "part" { // of a building counted where most of it stands
			continue
		}
		n.buildings++
		if s.LotID == "" {
			continue
		}
		n.assigned++
		principal := pack.Classes.IsA(s.Class, "principal_building")
		switch {
		case principal && s.ClassBasis == "largest on the lot":
			n.largest++
		case principal:
			n.part++
		default:
			n.accessory++
		}
		switch really := real[s.ID]; {
		case really == "":
			continue
		case really == "principal_building":
			n.principals++
		default:
			n.others++
		}
		right := principal == (real[s.ID] == "principal_building")
		if s.ClassConfidence >= 0.8 {
			n.sure++
			if right {
				n.sureSeen++
			}
		}
		switch {
		case !right:
			t.Logf("%s of %.0f sq ft taken for %s (%s, confidence %.2f, %s)", real[s.ID], s.AreaSqFt, s.Class, s.ClassBasis, s.ClassConfidence, s.Assignment)
		case principal:
			n.principalsSeen++
		default:
			n.othersSeen++
		}
	}
	return n
}

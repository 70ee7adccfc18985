package pipeline

import (
	"strings"
	"testing"
)

func TestOverlaysAreSaidToBeLeftOut(t *testing.T) {
	const said = "overlay zones: "
	for _, c := range []struct{ name, flag, want string }{
		{"one of two zones is an overlay", "yes", "overlay zones: 1; each lot is audited by its base district"},
		{"none is", "no", ""},
	} {
		loaded := mustLoad(t, write(t, map[string]string{
			"audit.yaml":   "layers: {parcels: {path: parcels.json, id: PIN}, zoning: {path: zones.json, district: Z, overlay: OVER}}",
			"parcels.json": collection(here, [2]string{`{"PIN":"1"}`, square(hereX, hereY, 100)}),
			"zones.json": collection(here, [2]string{`{"Z":"R-1","OVER":"no"}`, square(hereX, hereY, 100)},
				[2]string{`{"Z":"FLOOD","OVER":"` + c.flag + `"}`, square(hereX, hereY, 100)}),
		}))
		all := strings.Join(loaded.Notes, "\n")
		if !strings.Contains(all, c.want) || c.want == "" && strings.Contains(all, said) {
			t.Errorf("%s: notes are\n%s", c.name, all)
		}
	}
}

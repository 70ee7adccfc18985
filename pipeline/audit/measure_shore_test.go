package audit

import (
	"os"
	"testing"

	"parcelaudit/rules"
)

// The drawings of testdata/shores give the numbers that can be read off them.
func TestMeasuresAlongWaterCornersAndLines(t *testing.T) {
	pack, err := rules.Load(os.DirFS("testdata"), "shores")
	if err != nil {
		t.Fatal(err)
	}
	checkDrawings(t, pack)
}

package audit

import (
	"os"
	"testing"

	"parcelaudit/rules"
)

// The drawings of testdata/clearance give the numbers that can be read off them.
func TestRingClearance(t *testing.T) {
	pack, err := rules.Load(os.DirFS("testdata"), "clearance")
	if err != nil {
		t.Fatal(err)
	}
	checkDrawings(t, pack)
}

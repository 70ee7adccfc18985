package audit

import (
	"os"
	"testing"

	"parcelaudit/rules"
)

// The drawings of testdata/measures state by hand what each measure of other things must give.
func TestMeasuresOfOtherThings(t *testing.T) {
	pack, err := rules.Load(os.DirFS("testdata"), "measures")
	if err != nil {
		t.Fatal(err)
	}
	checkDrawings(t, pack)
}

package audit

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"parcelaudit/rules"
)

// TestTheDrawingsOfEveryPack runs every rule test of every embedded pack; `parcelaudit rules test` runs the same.
func TestTheDrawingsOfEveryPack(t *testing.T) {
	for _, name := range rules.Names() {
		pack, err := rules.Embedded(name)
		if err != nil {
			t.Errorf("pack %s does not check:\n%v", name, err)
			continue
		}
		t.Run(name, func(t *testing.T) { checkDrawings(t, pack) })
	}
}

func TestTheDrawingsOfTheExamplePack(t *testing.T) {
	pack, err := rules.Load(os.DirFS("../../rules/testdata/packs"), "example")
	if err != nil {
		t.Fatal(err)
	}
	checkDrawings(t, pack)
}

func checkDrawings(t *testing.T, pack *rules.Pack) {
	tests, err := pack.Tests()
	if err != nil {
		t.Fatalf("the tests do not check:\n%v", err)
	}
	for _, test := range tests {
		t.Run(test.Clause.ID+"/"+test.Name, func(t *testing.T) {
			if problem := Mismatch(context.Background(), pack, test); problem != "" {
				t.Errorf("%s:%d: %s", test.Pos.File, test.Pos.Line, problem)
			}
		})
	}
}

func TestADrawingThatExpectsTheWrongThingFails(t *testing.T) {
	pack, err := rules.Load(os.DirFS("../../rules/testdata/packs"), "example")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := pack.Tests()
	if err != nil {
		t.Fatal(err)
	}
	right := tests[0]
	wrongOutcome, wrongNumber := right, right
	wrongOutcome.Expect = rules.Compliant
	v := math.Pi
	wrongNumber.Measured = &v
	for _, c := range []struct {
		test rules.Test
		want string
	}{{wrongOutcome, "expected compliant, got violation"}, {wrongNumber, "expected measured 3.1416, got 2.9"}} {
		if got := Mismatch(context.Background(), pack, c.test); !strings.Contains(got, c.want) {
			t.Errorf("got %q, want it to say %q", got, c.want)
		}
	}
}

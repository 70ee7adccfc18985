package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"parcelaudit/spatial/lot"
)

// A lot of which a look said that it can not be sure must not become sure unlooked at: whoever makes it so looks at it
// (-only, with the record) and changes judged.txt. A landlocked lot decides nothing.
func TestLotsThatCanNotBeSureAreNot(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared data are not here")
	}
	text, err := os.ReadFile("judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	towns := map[string]*lot.Fabric{}
	for _, c := range realTowns() {
		f := c.flags
		switch c.name { // addresses decide between readings, and the sheets were drawn with them
		case "mayville-mi":
			f.address = "Address"
		case "ellis-tx":
			f.address = "SITUS_ADDR"
		}
		in, _, err := read(f)
		if err != nil {
			t.Fatal(err)
		}
		if towns[c.name], err = lot.Build(context.Background(), in, lot.Options{Workers: 2}); err != nil {
			t.Fatal(err)
		}
	}
	judged := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		part := strings.Split(line, ": ")
		if len(part) != 3 {
			continue // a comment
		}
		f := towns[part[0]]
		if f == nil {
			t.Fatalf("judged.txt names %q, which is no town of the test", part[0])
		}
		for _, record := range strings.Split(part[2], ",") {
			n, err := strconv.Atoi(strings.TrimPrefix(record, "#"))
			if err != nil || n < 1 || n > len(f.LotOf) {
				t.Fatalf("%s has no record %s", part[0], record)
			}
			judged++
			if f.LotOf[n-1] < 0 || !strings.HasSuffix(part[1], "unsure") {
				continue
			}
			if l := &f.Lots[f.LotOf[n-1]]; len(l.Readings) == 1 && l.Type != lot.Landlocked {
				t.Errorf("%s %s (%s) has one reading now, %q; it was looked at as %s", part[0], record, l.ID, l.Readings[0].Why, part[1])
			}
		}
	}
	if judged != 600 {
		t.Errorf("%d lots in judged.txt, want 600", judged)
	}
}

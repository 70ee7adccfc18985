package report

import (
	"encoding/csv"
	"strings"
	"testing"
)

func FuzzACellIsReadBackAsItWas(f *testing.F) {
	for _, s := range []string{"", " ", `"`, `a,"b"`, "two\nlines", "cr\rlf\r\n", " leading", "=1+1", `\.`, "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line := append(appendCSVText([]byte("first,"), validText(s)), ",last\n"...)
		records, err := csv.NewReader(strings.NewReader(string(line))).ReadAll()
		want := strings.ReplaceAll(validText(s), "\r", " ")
		if err != nil || len(records) != 1 || records[0][1] != want {
			t.Errorf("%q is written %q and read back as %q, %v", s, line, records, err)
		}
	})
}

package report

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestThePageAsksTheNetworkForNothing(t *testing.T) {
	html := string(readFile(t, writeReport(t, testRun(t), testBatch()), "report.html"))
	for _, pattern := range []string{`<script[^>]+src=`, `<link[^>]+href=`, `<img[^>]+src=`, `@import`} {
		if found := regexp.MustCompile(pattern).FindString(html); found != "" {
			t.Errorf("the page has %s", found)
		}
	}
	if !strings.Contains(html, "default-src 'none'") || !strings.Contains(html, "BSD 2-Clause License") {
		t.Error("the page lacks its content policy or the licence of Leaflet")
	}
}

func TestDataIsNeverReadAsHTML(t *testing.T) {
	const evil = `</script><img src=x onerror=alert(1)>`
	b := testBatch()
	f := &b.Findings[0]
	f.Address, f.Message, f.SubjectID, f.District, f.ParcelID = evil, evil, evil, evil, evil
	b.Structures[0].ID, b.Structures[0].Class = evil, evil
	b.LotLines[0].Kind = evil
	b.Issues[0].What = evil
	html := string(readFile(t, writeReport(t, testRun(t), b), "report.html"))
	if strings.Contains(html, "<img") {
		t.Error("text of the data is in the page as HTML")
	}
	var data pageData
	if err := json.Unmarshal([]byte(pageDataOf(t, html)), &data); err != nil {
		t.Fatal(err)
	}
	if data.Findings[0].Subject != evil {
		t.Errorf("the subject is %q", data.Findings[0].Subject)
	}
}

func pageDataOf(t *testing.T, html string) string {
	t.Helper()
	_, after, found := strings.Cut(html, `id="page-data">`)
	content, _, closed := strings.Cut(after, "</script>")
	if !found || !closed {
		t.Fatal("the page has no data")
	}
	return content
}

func TestThePageOfAnEmptyRunSaysWhatWasLookedAt(t *testing.T) {
	html := string(readFile(t, writeReport(t, testRun(t)), "report.html"))
	for _, want := range []string{"No finding. What was looked at is under", "133-1(a)", "None was found.", `{"findings":[],"lots":[],"fabric":[]}`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

func TestThePageKeepsNoMoreThanItShowsAndSaysSo(t *testing.T) {
	p := newPage(testPlaces(t))
	run := testRun(t)
	counts := newCounts()
	for b := range manyRows(30_000) { // 6,000 findings
		for i := range b.Findings[:len(b.Findings)/2] {
			b.Findings[i].Clause = fenceMax // minor: to give way
		}
		p.add(prepare(b, run, &counts))
		if len(p.shown) > 2*shownFindings+200 {
			t.Fatalf("%d findings are held", len(p.shown))
		}
	}
	html, err := p.render(run, newSummary(run, counts, Totals{}, nil), Totals{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(html), "The 2,000 that matter most of 6,000") || strings.Count(string(html), "<tr data-i=") != 2000 {
		t.Error("the page does not say that it shows 2,000 of 6,000")
	}
	if strings.Contains(string(html), `data-severity="minor"`) {
		t.Error("a minor finding is shown while major ones are not")
	}
}

func TestALotIsDrawnFromItsCorner(t *testing.T) {
	html := string(readFile(t, writeReport(t, testRun(t), testBatch()), "report.html"))
	var data pageData
	if err := json.Unmarshal([]byte(pageDataOf(t, html)), &data); err != nil {
		t.Fatal(err)
	}
	lot := data.Lots[data.Findings[0].Lot]
	if len(lot.Lines) != 4 || len(lot.Structures) != 2 {
		t.Fatalf("%d lines, %d structures", len(lot.Lines), len(lot.Structures))
	}
	if got := lot.Lines[0].Path; len(got) != 4 || got[0] != 0 || got[2] != 600 {
		t.Errorf("the front is drawn %v, want 0 0 600 0", got)
	}
	if got := data.Findings[0].Evidence; len(got) != 1 || got[0][2] != 32 {
		t.Errorf("the evidence is drawn %v", got)
	}
}

func TestNumbersAreReadable(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
	for _, c := range []struct {
		v          float64
		unit, want string
	}{{3.2, "ft", "3.2 ft"}, {5, "sq_ft", "5 sq ft"}, {-0.001, "ft", "0 ft"}, {12.345, "", "12.35"}, {3, "count", "3"}} {
		if got := quantity(c.v, c.unit); got != c.want {
			t.Errorf("%v %s is written %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

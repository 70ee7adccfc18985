package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

func ptr(v float64) *float64 { return &v }

// at is a box of a degree grid: about 11 m wide per unit.
func at(x, y, w, h float64) orb.Bound {
	const unit = 1e-4
	return orb.Bound{Min: orb.Point{x * unit, y * unit}, Max: orb.Point{(x + w) * unit, (y + h) * unit}}
}

func boxesOf(findings []audit.Finding) []*orb.Bound {
	var boxes []*orb.Bound
	for i := range findings {
		boxes = append(boxes, boundOf(&findings[i]))
	}
	return boxes
}

func boundOf(f *audit.Finding) *orb.Bound {
	if f.Geometry == nil {
		return nil
	}
	b := f.Geometry.Bound()
	return &b
}

var side = &rules.Clause{ID: "side", Severity: "major"}

func shed(id string, where orb.Geometry, measured float64) audit.Finding {
	return audit.Finding{Clause: side, Outcome: rules.Violation, ParcelID: "P1", SubjectType: "structure", SubjectID: id,
		Measured: ptr(measured), Op: ">=", Required: ptr(5), Unit: "ft", Geometry: where}
}

// remember turns findings and identities into the entries a next run reads.
func remember(findings []audit.Finding, ids []Identity) []Entry {
	var entries []Entry
	for i := range findings {
		if ids[i].Status == "" {
			continue
		}
		e := entryOf(&findings[i], ids[i].Bound)
		e.FindingID, e.FirstSeen = ids[i].FindingID, ids[i].FirstSeen
		entries = append(entries, e)
	}
	return entries
}

func TestAFindingIsRecognisedInTheNextRun(t *testing.T) {
	yesterday := []audit.Finding{shed("B1", at(0, 0, 1, 1), 3), shed("B2", at(5, 0, 1, 1), 4)}
	cases := []struct {
		name  string
		today []audit.Finding
		from  []int // index of yesterday, -1 for a new one
		want  []Status
		fixed int
	}{
		{"nothing changed", yesterday, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"in another order", []audit.Finding{yesterday[1], yesterday[0]}, []int{1, 0}, []Status{Unchanged, Unchanged}, 0},
		{"a measure that moved by less than an export rounds", []audit.Finding{shed("B1", at(0, 0, 1, 1), 3.04), yesterday[1]}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"a measure that moved", []audit.Finding{shed("B1", at(0, 0, 1, 1), 2), yesterday[1]}, []int{0, 1}, []Status{Updated, Unchanged}, 0},
		{"record numbers that were given anew", []audit.Finding{shed("X7", at(0, 0, 1, 1), 3), shed("X9", at(5, 0, 1, 1), 4)}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"record numbers that were swapped", []audit.Finding{shed("B2", at(0, 0, 1, 1), 3), shed("B1", at(5, 0, 1, 1), 4)}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"a footprint that was shifted by half its width", []audit.Finding{shed("X7", at(0.5, 0, 1, 1), 3), yesterday[1]}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"a footprint that was moved away and kept its id", []audit.Finding{shed("B1", at(2, 0, 1, 1), 3), yesterday[1]}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"a shed that doubled in both directions", []audit.Finding{shed("X7", at(0, 0, 2, 2), 3), yesterday[1]}, []int{0, 1}, []Status{Unchanged, Unchanged}, 0},
		{"a shed that was taken down", yesterday[:1], []int{0}, []Status{Unchanged}, 1},
		{"another shed elsewhere under another id", []audit.Finding{yesterday[0], yesterday[1], shed("B3", at(9, 0, 1, 1), 1)}, []int{0, 1, -1}, []Status{Unchanged, Unchanged, New}, 0},
		{"one replaced by one elsewhere", []audit.Finding{yesterday[0], shed("B3", at(9, 0, 1, 1), 1)}, []int{0, -1}, []Status{Unchanged, New}, 1},
		{"nothing left", nil, []int{}, []Status{}, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			first := (*Baseline)(nil).Match(yesterday, "2026-11-29", boxesOf(yesterday))
			b := newBaseline(remember(yesterday, first))
			got := b.Match(c.today, "2026-11-30", boxesOf(c.today))
			used := map[string]bool{}
			for i, id := range got {
				if id.Status != c.want[i] {
					t.Errorf("finding %d is %s, want %s", i, id.Status, c.want[i])
				}
				if c.from[i] >= 0 && (id.FindingID != first[c.from[i]].FindingID || id.FirstSeen != "2026-11-29") {
					t.Errorf("finding %d has id %s since %s, want that of %d", i, id.FindingID, id.FirstSeen, c.from[i])
				}
				if c.from[i] < 0 && id.FirstSeen != "2026-11-30" {
					t.Errorf("finding %d was first seen %s", i, id.FirstSeen)
				}
				if used[id.FindingID] {
					t.Errorf("id %s is given twice", id.FindingID)
				}
				used[id.FindingID] = true
			}
			if n := len(b.Fixed()); n != c.fixed {
				t.Errorf("%d fixed, want %d", n, c.fixed)
			}
		})
	}
}

func TestIdentityIsOnlyLookedForWithinClauseAndParcel(t *testing.T) {
	yesterday := []audit.Finding{shed("B1", at(0, 0, 1, 1), 3)}
	b := newBaseline(remember(yesterday, (*Baseline)(nil).Match(yesterday, "d", boxesOf(yesterday))))
	other := shed("B1", at(0, 0, 1, 1), 3)
	other.ParcelID = "P2"
	third := shed("B1", at(0, 0, 1, 1), 3)
	third.Clause = &rules.Clause{ID: "rear"}
	for i, id := range b.Match([]audit.Finding{other, third}, "d", boxesOf([]audit.Finding{other, third})) {
		if id.Status != New {
			t.Errorf("finding %d is %s", i, id.Status)
		}
	}
}

func TestWhatStandsOnARenumberedParcelKeepsItsHistory(t *testing.T) {
	here, there := at(0, 0, 4, 4), at(40, 0, 4, 4)
	before := []audit.Finding{shed("S1", here, 3), shed("S2", there, 2)}
	entries := remember(before, (*Baseline)(nil).Match(before, "2026-01-01", boxesOf(before)))
	now := []audit.Finding{shed("S7", here, 3), shed("S8", at(80, 0, 4, 4), 2)}
	for i := range now {
		now[i].ParcelID = "P9"
	}
	match := func(parcels ...string) (ids []Identity, fixed []Entry, entriesNow []Entry) {
		b := newBaseline(entries)
		audited := map[string]bool{}
		for _, p := range parcels {
			audited[p] = true
		}
		b.Audits(audited)
		ids = b.Match(now, "2026-02-01", boxesOf(now))
		return ids, b.Fixed(), remember(now, ids)
	}
	ids, fixed, entriesNow := match("P9")
	if ids[0].FindingID != entries[0].FindingID || ids[0].Status != Updated || ids[0].FirstSeen != "2026-01-01" {
		t.Errorf("the shed on the same spot is %+v", ids[0])
	}
	if ids[1].Status != New || len(fixed) != 1 || fixed[0].SubjectID != "S2" {
		t.Errorf("the shed elsewhere is %+v, fixed is %v", ids[1], fixed)
	}
	if d := Compare(entries, entriesNow); len(d.Updated) != 1 || len(d.New) != 1 || len(d.Fixed) != 1 {
		t.Errorf("the difference of the two runs is %+v", d)
	}
	if ids, fixed, _ := match("P9", "P1"); ids[0].Status != New || len(fixed) != 2 {
		t.Errorf("with both parcels there the shed of one is taken for that of the other: %+v", ids[0])
	}
}

func TestAReusedIDMakesNoDoubleFindingID(t *testing.T) {
	yesterday := []audit.Finding{shed("B1", at(0, 0, 1, 1), 3)}
	b := newBaseline(remember(yesterday, (*Baseline)(nil).Match(yesterday, "d", boxesOf(yesterday))))
	// the old shed is now B2, and B1 is a new one elsewhere
	got := b.Match([]audit.Finding{shed("B1", at(9, 9, 1, 1), 1), shed("B2", at(0, 0, 1, 1), 3)}, "d", boxesOf([]audit.Finding{shed("B1", at(9, 9, 1, 1), 1), shed("B2", at(0, 0, 1, 1), 3)}))
	if got[0].Status != New || got[1].Status != Unchanged || got[0].FindingID == got[1].FindingID {
		t.Errorf("%+v", got)
	}
}

func TestSeveralFindingsOfOneSubjectKeepTheirOwnHistory(t *testing.T) {
	fence := func(line string, measured float64) audit.Finding {
		f := shed("F1", orb.LineString{{0, 0}, {0, 0.001}}, measured) // a line without width has a box without area
		f.SubjectType, f.LotLine = "fence", line
		return f
	}
	yesterday := []audit.Finding{fence("side", 7), fence("rear", 8)}
	first := (*Baseline)(nil).Match(yesterday, "d", boxesOf(yesterday))
	if first[0].FindingID == first[1].FindingID {
		t.Fatal("two findings share an id")
	}
	got := newBaseline(remember(yesterday, first)).Match([]audit.Finding{yesterday[1], yesterday[0]}, "d", boxesOf([]audit.Finding{yesterday[1], yesterday[0]}))
	if got[0].FindingID != first[1].FindingID || got[1].FindingID != first[0].FindingID || got[0].Status != Unchanged {
		t.Errorf("%+v", got)
	}
}

func TestAFindingThatCanNotBeDecidedAnyMoreIsNotFixed(t *testing.T) {
	monday := []audit.Finding{shed("B1", at(0, 0, 1, 1), 3)}
	first := (*Baseline)(nil).Match(monday, "monday", boxesOf(monday))
	tuesday := shed("B1", at(0, 0, 1, 1), 3)
	tuesday.Outcome, tuesday.Measured = rules.Indeterminate, nil
	never := shed("B2", at(5, 0, 1, 1), 3)
	never.Outcome = rules.Indeterminate
	b := newBaseline(remember(monday, first))
	second := b.Match([]audit.Finding{tuesday, never}, "tuesday", boxesOf([]audit.Finding{tuesday, never}))
	if second[0].Status != Updated || second[0].FindingID != first[0].FindingID || len(b.Fixed()) != 0 {
		t.Errorf("on tuesday %+v, fixed %v", second[0], b.Fixed())
	}
	if second[1].Status != "" || second[1].FindingID == "" {
		t.Errorf("what never was in the report: %+v", second[1])
	}
	b = newBaseline(remember([]audit.Finding{tuesday, never}, second))
	third := b.Match(monday, "wednesday", boxesOf(monday))
	if third[0].Status != Updated || third[0].FirstSeen != "monday" {
		t.Errorf("on wednesday %+v", third[0])
	}
}

func TestDiffOfTwoRuns(t *testing.T) {
	entry := func(id, outcome string, x float64, measured float64) Entry {
		b := at(x, 0, 1, 1)
		return Entry{FindingID: "F" + id, Outcome: outcome, ClauseID: "side", ParcelID: "P1", SubjectType: "structure", SubjectID: id, Measured: &measured, Bound: &b}
	}
	was := []Entry{entry("A", "violation", 0, 3), entry("B", "violation", 5, 3), entry("C", "violation", 10, 3), entry("D", "violation", 15, 3), entry("E", "exempt", 20, 3), entry("G", "violation", 30, 3)}
	is := []Entry{entry("A", "violation", 0, 3), entry("B", "within-tolerance", 5, 4.9), entry("D", "indeterminate", 15, 3), entry("E", "exempt", 20, 3), entry("H", "violation", 40, 3), entry("G", "exempt", 30, 3)}
	d := Compare(was, is)
	ids := func(entries []Entry) (s string) {
		for _, e := range entries {
			s += e.SubjectID
		}
		return s
	}
	changes := func(list []Change) (s string) {
		for _, c := range list {
			s += c.Was.SubjectID
		}
		return s
	}
	got := []string{ids(d.New), ids(d.Fixed), changes(d.Updated), ids(d.Unchanged), changes(d.Undecided)}
	if diff := cmp.Diff([]string{"H", "C", "BG", "A", "D"}, got); diff != "" {
		t.Errorf("new, fixed, updated, unchanged, undecided: %s", diff)
	}
}

func TestOfTwoReportsInOneFolderTheNewerIsRead(t *testing.T) {
	dir := t.TempDir()
	const header = "outcome,finding_id,clause_id,parcel_id,subject_type,subject_id,first_seen\n"
	write := func(path, id string, day int) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(header+"violation,"+id+",c,p,s,b,d\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		when := auditDay.AddDate(0, 0, day)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		flat, latest int
		want         string
	}{{1, 2, "latest"}, {2, 1, "flat"}} {
		write(filepath.Join(dir, FileName), "flat", c.flat)
		write(filepath.Join(dir, "latest", FileName), "latest", c.latest)
		entries, err := ReadEntries(dir)
		if err != nil || entries[0].FindingID != c.want {
			t.Errorf("read %v, %v; want %s", entries, err, c.want)
		}
	}
}

func TestReadFindsTheLatestRunAndSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(dir); !os.IsNotExist(err) {
		t.Errorf("an empty folder: %v", err)
	}
	run := filepath.Join(dir, "runs", "1")
	if err := os.MkdirAll(run, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("runs", "1"), filepath.Join(dir, "latest")); err != nil {
		t.Fatal(err)
	}
	const header = "outcome,finding_id,clause_id,parcel_id,subject_type,subject_id,first_seen,measured,west,south,east,north\n"
	for content, want := range map[string]string{
		header + "violation,F1,c,0012,structure,B1,2026-11-30,3.2,1,2,3,4\n": "",
		header:                               "",
		"":                                   "no header line",
		"outcome\n":                          "no column finding_id",
		header + "violation,F1\n":            "wrong number of fields",
		header + "v,F1,c,p,s,b,d,much,,,,\n": `line 2: measured is "much", not a number`,
	} {
		if err := os.WriteFile(filepath.Join(run, FileName), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		entries, err := ReadEntries(dir)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", content, err, want)
		case len(entries) == 1 && (entries[0].ParcelID != "0012" || *entries[0].Measured != 3.2 || entries[0].Bound.Max != orb.Point{3, 4}):
			t.Errorf("read %+v", entries[0])
		}
	}
}

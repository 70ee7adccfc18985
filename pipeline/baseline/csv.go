package baseline

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/paulmach/orb"
)

// FileName is the file of a report that the next run is compared with.
const FileName = "findings.csv"

// Latest is the link in an output folder to its newest run.
const Latest = "latest"

// Read reads what a previous run remembered. dir is a run's folder, or an output folder whose "latest" run is meant.
// The error wraps fs.ErrNotExist when there is no report there.
func Read(dir string) (*Baseline, error) {
	entries, err := ReadEntries(dir)
	if err != nil {
		return nil, err
	}
	return newBaseline(entries), nil
}

// ReadEntries returns the findings a run remembered, in the order of its file; see Read.
func ReadEntries(dir string) ([]Entry, error) {
	path, err := newest(filepath.Join(dir, FileName), filepath.Join(dir, Latest, FileName))
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := decode(file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return entries, nil
}

// newest returns the path that was written last, for a folder may have been written to both ways.
func newest(a, b string) (string, error) {
	infoA, err := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	case errB != nil:
		return a, err
	case err != nil || infoB.ModTime().After(infoA.ModTime()):
		return b, nil
	}
	return a, nil
}

// needed are the columns without which a file is not a memory of findings.
var needed = [...]string{"finding_id", "outcome", "clause_id", "parcel_id", "subject_type", "subject_id", "first_seen"}

func decode(r io.Reader) ([]Entry, error) {
	reader := csv.NewReader(r)
	reader.ReuseRecord = true
	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("no header line: %w", err)
	}
	at := map[string]int{}
	for i, name := range header {
		at[name] = i
	}
	for _, name := range needed {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("no column %s", name)
		}
	}
	var entries []Entry
	for {
		record, err := reader.Read()
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		e, err := decodeEntry(record, at)
		if err != nil {
			line, _ := reader.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		entries = append(entries, e)
	}
}

func decodeEntry(record []string, at map[string]int) (Entry, error) {
	text := func(name string) string {
		if i, ok := at[name]; ok {
			return record[i]
		}
		return ""
	}
	var failed error
	number := func(name string) *float64 {
		s := text(name)
		if s == "" {
			return nil
		}
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			failed = fmt.Errorf("%s is %q, not a number", name, s)
		}
		return &v
	}
	e := Entry{
		FindingID: text("finding_id"), Outcome: text("outcome"), Severity: text("severity"), ClauseID: text("clause_id"),
		Citation: text("citation"), Title: text("title"), ParcelID: text("parcel_id"), Address: text("address"),
		SubjectType: text("subject_type"), SubjectID: text("subject_id"), SubjectClass: text("subject_class"),
		LotLine: text("lot_line"), OtherID: text("other_id"), Message: text("message"), Reason: text("reason"),
		RecordID: text("record_id"), Measured: number("measured"), Required: number("required"), Unit: text("unit"),
		FirstSeen: text("first_seen"),
	}
	west, south, east, north := number("west"), number("south"), number("east"), number("north")
	if west != nil && south != nil && east != nil && north != nil {
		e.Bound = &orb.Bound{Min: orb.Point{*west, *south}, Max: orb.Point{*east, *north}}
	}
	return e, failed
}

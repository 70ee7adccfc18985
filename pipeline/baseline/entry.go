package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
)

// Status is what became of a finding since the previous run.
type Status = string

const (
	New       Status = "new"
	Unchanged Status = "unchanged"
	Updated   Status = "updated" // the same finding with another outcome, measure or limit
	Fixed     Status = "fixed"   // reported before, not any more; only in Diff
)

// Entry is one finding as findings.csv remembers it. Outcomes are rules.Outcome by name. Bound is in degrees, WGS 84,
// nil when the finding had no place.
type Entry struct {
	FindingID, Outcome, Severity                string
	ClauseID, Citation, Title                   string
	ParcelID, Address                           string
	SubjectType, SubjectID, SubjectClass        string
	LotLine, OtherID, Message, Reason, RecordID string
	Measured, Required                          *float64
	Unit, FirstSeen                             string
	Bound                                       *orb.Bound
}

// Identity is who a finding is across runs.
type Identity struct {
	FindingID string
	Status    Status // "" for a finding that is not in the report and never was
	FirstSeen string // ISO date of the run that first reported it, "" like Status
	Bound     *orb.Bound
}

// Reported says whether an outcome is listed in the report: a violation, or one within tolerance.
func Reported(o rules.Outcome) bool { return o == rules.Violation || o == rules.WithinTolerance }

func entryOf(f *audit.Finding, bound *orb.Bound) Entry {
	return Entry{
		Outcome: f.Outcome.String(), Severity: f.Clause.Severity, ClauseID: f.Clause.ID, Citation: f.Clause.Cites,
		Title: f.Clause.Title, ParcelID: f.ParcelID, Address: f.Address, SubjectType: f.SubjectType,
		SubjectID: f.SubjectID, SubjectClass: f.SubjectClass, LotLine: f.LotLine, OtherID: f.OtherID,
		Message: f.Message, Reason: f.Reason, RecordID: f.RecordID, Measured: f.Measured, Required: f.Required,
		Unit: f.Unit, Bound: bound,
	}
}

// newID makes the id of a finding seen for the first time. The letter in front keeps spreadsheets from reading a number.
func newID(e *Entry, ordinal int) string {
	h := sha256.New()
	for _, part := range [...]string{e.ClauseID, e.ParcelID, e.SubjectType, e.SubjectID, strconv.Itoa(ordinal)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return "F" + hex.EncodeToString(h.Sum(nil)[:8])
}

// noise is how far a number may move between two runs and still be the same: exports round differently.
const (
	noise         = 0.05
	relativeNoise = 0.001
)

// changed reports whether a finding says something else than it did.
func changed(was, is *Entry) bool {
	return was.Outcome != is.Outcome || was.ParcelID != is.ParcelID || was.RecordID != is.RecordID || was.Unit != is.Unit ||
		moved(was.Measured, is.Measured) || moved(was.Required, is.Required)
}

func moved(a, b *float64) bool {
	if a == nil || b == nil {
		return (a == nil) != (b == nil)
	}
	return math.Abs(*a-*b) > max(noise, relativeNoise*math.Abs(*b))
}

package pipeline

import (
	"cmp"
	"context"
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"parcelaudit/rules"
)

// Standing is what an ordinance makes of one subject.
type Standing string

const (
	Conforming    Standing = "conforming"    // no clause is violated and none is undecided
	Nonconforming Standing = "nonconforming" // at least one clause is violated
	Undecided     Standing = "undecided"     // none is violated as far as is known, and some can not be decided
)

// Standings lists them in the order tables show them.
func Standings() []Standing { return []Standing{Nonconforming, Undecided, Conforming} }

// SubjectChange is one subject whose standing differs between two ordinances.
type SubjectChange struct {
	Type, ID, ParcelID string
	Was, Is            Standing
	Clauses            []string // those violated under the ordinance it violates, sorted
}

// Comparison is what changes when a town goes from one ordinance to another.
type Comparison struct {
	From, To *Finished
	Subjects int
	Matrix   map[Standing]map[Standing]int // number of subjects by standing before and after
	Changes  []SubjectChange               // sorted by parcel and subject
}

const changesFile = "changes.csv"

// Compare audits a town under two packs, writes a report of each into a folder of the output folder named after it, and
// changes.csv beside them: who becomes, and who stops being, nonconforming.
func Compare(ctx context.Context, c Config, from, to string, opt Options) (*Comparison, error) {
	if c.Output.Dir.Name == "" {
		return nil, ConfigErrors{{At: Place{File: c.File}, What: "nowhere to write the reports; say where with --out DIR"}}
	}
	if filepath.Base(from) == filepath.Base(to) {
		return nil, ConfigErrors{{At: Place{File: "--pack"}, What: "the two packs have the same name " + filepath.Base(from)}}
	}
	packs := []string{from, to}
	parameters, err := parametersFor(packs, c.Parameters)
	if err != nil {
		return nil, err
	}
	opt.Flat, opt.ExitCode = true, func(Tally) int { return 0 }
	out := &Comparison{Matrix: map[Standing]map[Standing]int{}}
	var standings [2]map[subjectKey]*standing
	for i, pack := range packs {
		one := c
		one.Pack, one.Parameters = pack, parameters[i]
		one.Output.Dir.Name = filepath.Join(c.Output.Dir.Name, filepath.Base(pack))
		done, a, err := run(ctx, one, opt)
		if err != nil {
			return nil, err
		}
		standings[i] = standingsOf(a)
		if i == 0 {
			out.From = done
		} else {
			out.To = done
		}
	}
	out.fill(standings[0], standings[1])
	if err := out.write(filepath.Join(c.Output.Dir.Name, changesFile)); err != nil {
		return nil, &OutputError{Err: err}
	}
	return out, nil
}

// parametersFor gives each pack the parameters it has. One that no pack has goes to all, who complain of it.
func parametersFor(packs []string, settings []Setting) ([][]Setting, error) {
	out := make([][]Setting, len(packs))
	taken := map[string]bool{}
	for i, name := range packs {
		pack, err := OpenPack(name)
		if err != nil {
			return nil, err
		}
		for _, s := range settings {
			if slices.ContainsFunc(pack.Parameters, func(p rules.Parameter) bool { return p.Name == s.Name }) {
				out[i] = append(out[i], s)
				taken[s.Name] = true
			}
		}
	}
	for _, s := range settings {
		for i := range out {
			if !taken[s.Name] {
				out[i] = append(out[i], s)
			}
		}
	}
	return out, nil
}

// subjectKey tells subjects apart. A fence is one subject however an ordinance cuts it.
type subjectKey struct{ parcel, kind, id string }

// wholeFences turns the id of a stretch ("F7/2") into that of its fence. An id that a record has is not cut, whatever it holds:
// records without an id are called "fences/7".
type wholeFences map[string]bool

func (w wholeFences) key(kind, id, parcel string) subjectKey {
	if at := strings.LastIndexByte(id, '/'); kind == "fence" && at > 0 && !w[id] {
		id = id[:at]
	}
	return subjectKey{parcel, kind, id}
}

type standing struct {
	violated  []string
	undecided bool
}

func (s *standing) is() Standing {
	switch {
	case len(s.violated) > 0:
		return Nonconforming
	case s.undecided:
		return Undecided
	}
	return Conforming
}

func standingsOf(a audited) map[subjectKey]*standing {
	r, fences := a.result, wholeFences{}
	for i := range a.loaded.Input.Fences {
		fences[a.loaded.Input.Fences[i].ID] = true
	}
	out := map[subjectKey]*standing{}
	of := func(k subjectKey) *standing {
		if out[k] == nil {
			out[k] = &standing{}
		}
		return out[k]
	}
	for _, s := range r.Structures {
		one := of(fences.key(s.Type, s.ID, s.ParcelID))
		one.undecided = one.undecided || s.Outcomes[rules.Indeterminate] > 0
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		one := of(fences.key(f.SubjectType, f.SubjectID, f.ParcelID))
		switch f.Outcome {
		case rules.Violation:
			one.violated = append(one.violated, f.Clause.ID)
		case rules.Indeterminate:
			one.undecided = true
		}
	}
	return out
}

func (c *Comparison) fill(from, to map[subjectKey]*standing) {
	for _, s := range Standings() {
		c.Matrix[s] = map[Standing]int{}
	}
	all := map[subjectKey]bool{}
	for k := range from {
		all[k] = true
	}
	for k := range to {
		all[k] = true
	}
	nothing := &standing{}
	for k := range all {
		was, is := cmp.Or(from[k], nothing), cmp.Or(to[k], nothing)
		c.Subjects++
		c.Matrix[was.is()][is.is()]++
		if was.is() == is.is() {
			continue
		}
		clauses := append(slices.Clone(was.violated), is.violated...) // one of them is empty
		slices.Sort(clauses)
		c.Changes = append(c.Changes, SubjectChange{Type: k.kind, ID: k.id, ParcelID: k.parcel, Was: was.is(), Is: is.is(), Clauses: slices.Compact(clauses)})
	}
	slices.SortFunc(c.Changes, func(a, b SubjectChange) int {
		return cmp.Or(cmp.Compare(a.ParcelID, b.ParcelID), cmp.Compare(a.Type, b.Type), cmp.Compare(a.ID, b.ID))
	})
}

func (c *Comparison) write(path string) error {
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.Write([]string{"parcel_id", "subject_type", "subject_id", "was", "is", "clauses"})
	for _, s := range c.Changes {
		w.Write([]string{s.ParcelID, s.Type, s.ID, string(s.Was), string(s.Is), strings.Join(s.Clauses, "; ")})
	}
	w.Flush()
	return renameio.WriteFile(path, []byte(text.String()), 0o644)
}

package baseline

import "parcelaudit/rules"

// Change is one finding in two runs.
type Change struct{ Was, Is Entry }

// Diff is what changed between two runs. Every list is sorted by clause, parcel and id.
type Diff struct {
	New       []Entry  // reported now, not before
	Fixed     []Entry  // reported before, and now neither reported, nor under a record, nor undecided
	Updated   []Change // the same finding with another outcome, measure, limit or record
	Unchanged []Entry
	Undecided []Change // reported before, and now it can not be decided: neither fixed nor still there
}

// Compare compares two runs by their findings.
func Compare(was, is []Entry) Diff {
	old := newBaseline(was)
	groups := map[group][]Entry{}
	for _, e := range is {
		g := group{e.ClauseID, e.ParcelID}
		groups[g] = append(groups[g], e)
	}
	var d Diff
	var unmatched []Entry
	for g, members := range groups {
		for k, from := range pairUp(old.entries[g], members) {
			if from >= 0 {
				old.left[g][from] = false
				d.continued(old.entries[g][from], members[k])
			} else {
				unmatched = append(unmatched, members[k])
			}
		}
	}
	kept := old.byID()
	for _, e := range unmatched { // a run that found it on another parcel than the one before kept its id
		if p, ok := kept[e.FindingID]; ok && old.left[p.group][p.index] {
			old.left[p.group][p.index] = false
			d.continued(old.entries[p.group][p.index], e)
		} else if wasReported(e.Outcome) {
			d.New = append(d.New, e)
		}
	}
	d.Fixed = old.Fixed()
	sortEntries(d.New)
	sortEntries(d.Unchanged)
	sortChanges(d.Updated)
	sortChanges(d.Undecided)
	return d
}

// byID finds entries by their ids.
func (b *Baseline) byID() map[string]place {
	byID := map[string]place{}
	for g, entries := range b.entries {
		for i := range entries {
			byID[entries[i].FindingID] = place{g, i}
		}
	}
	return byID
}

// CompareRuns compares two runs by their folders; see Read.
func CompareRuns(oldDir, newDir string) (Diff, error) {
	was, err := ReadEntries(oldDir)
	if err != nil {
		return Diff{}, err
	}
	is, err := ReadEntries(newDir)
	if err != nil {
		return Diff{}, err
	}
	return Compare(was, is), nil
}

// continued files a finding that both runs know. One that neither run reports is of no interest.
func (d *Diff) continued(was, is Entry) {
	switch {
	case !wasReported(was.Outcome) && !wasReported(is.Outcome):
	case is.Outcome == rules.Indeterminate.String():
		d.Undecided = append(d.Undecided, Change{was, is})
	case changed(&was, &is):
		d.Updated = append(d.Updated, Change{was, is})
	default:
		d.Unchanged = append(d.Unchanged, is)
	}
}

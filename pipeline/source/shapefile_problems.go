package source

import "fmt"

// problems returns what was noted on opening and what was counted while reading, in a fixed order.
func (s *shapefile) problems() []Problem {
	out := append([]Problem(nil), s.noted...)
	add := func(where string, t tally, what, done string) {
		if t.n > 0 {
			out = append(out, Problem{where, fmt.Sprintf("%s: %d, the first at record %d; %s", what, t.n, t.first, done)})
		}
	}
	if g := s.guard; g != nil {
		name := s.parts.shp.name
		add(name, g.tally.renumbered, "records not numbered by their position", "the position counts")
		add(name, g.tally.misplaced, "records that are not where the index points", "they were found behind the one before")
		add(name, g.tally.lengths, "records of another length than the index says", "the record counts")
		add(name, g.tally.broken, "records that can not be read", "they have no geometry")
		add(name, s.tally.otherType, "records of another shape type than the header says", "they were read by their own")
		add(name, g.tally.beyond, "records behind those of the index", "they were read too")
		if g.tally.stray > 0 {
			out = append(out, Problem{name, fmt.Sprintf("bytes that belong to no record: %d; they were ignored", g.tally.stray)})
		}
	}
	if t := s.table; t != nil {
		add(t.name, s.tally.deleted, "rows marked as deleted", "they and their shapes were left out")
		add(t.name, s.tally.badMark, "rows that begin with neither a blank nor a deletion mark", "they were read")
		add(t.name, s.tally.unpaired, "rows without shape", "they were read without geometry")
		add(t.name, s.tally.rowless, "shapes without row", "they were read without attributes")
		add(t.name, s.rows.guessed, "texts beyond ASCII where no encoding is stated, or only \"ANSI\"", "they were read as UTF-8 where valid, else as windows-1252")
		add(t.name, s.rows.garbled, "texts with bytes that are not "+t.coding.name, "those bytes were replaced")
		add(t.name, s.rows.stars, "numbers filled with stars, which means missing to some programs and too large to others", "they were read as missing")
		add(t.name, s.rows.commas, "numbers with a decimal comma", "it was read as a point")
		add(t.name, s.rows.lost, "memo texts that are not there", "they were read as missing")
	}
	return out
}

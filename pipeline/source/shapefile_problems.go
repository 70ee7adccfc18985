package source

import (
	"encoding/binary"
	"fmt"
)

// problems returns what was noted on opening and what was counted while reading, in a fixed order.
func (s *shapefile) problems() []Problem {
	out := append([]Problem(nil), s.noted...)
	add := func(where string, t tally, format string) {
		if t.n > 0 {
			out = append(out, Problem{Where: where, What: fmt.Sprintf(format, t.n) + fmt.Sprintf(" (the first is record %d)", t.first)})
		}
	}
	if g := s.guard; g != nil {
		name := s.parts.shp.name
		add(name, g.tally.renumbered, "%d records are not numbered by their position; the position counts")
		add(name, g.tally.misplaced, "%d records are not where the index points; they were found behind the one before")
		add(name, g.tally.lengths, "%d records have another length than the index says; the record counts")
		add(name, g.tally.broken, "%d records can not be read; they have no geometry")
		add(name, s.tally.otherType, "%d records have another shape type than the header says")
		if g.tally.beyond > 0 {
			out = append(out, Problem{name, fmt.Sprintf("the index ends %d records before the file; they were read too", g.tally.beyond)})
		}
		if g.tally.stray > 0 {
			out = append(out, Problem{name, fmt.Sprintf("%d bytes belong to no record; they were ignored", g.tally.stray)})
		}
	}
	if t := s.table; t != nil {
		add(t.name, s.tally.deleted, "%d rows are marked as deleted; they and their shapes were left out")
		add(t.name, s.tally.badMark, "%d rows begin with neither a blank nor a deletion mark; they were read")
		add(t.name, s.tally.unpaired, "%d rows have no shape; they were read without geometry")
		add(t.name, s.tally.rowless, "%d shapes have no row; they were read without attributes")
		add(t.name, s.rows.guessed, "no encoding is stated, or only \"ANSI\"; %d texts beyond ASCII were read as UTF-8 where valid, else as windows-1252")
		add(t.name, s.rows.garbled, "%d texts have bytes that are not "+t.coding.name+"; those were replaced")
		add(t.name, s.rows.stars, "%d numbers are filled with stars, which some programs write for missing and others for too large a number; they were read as missing")
		add(t.name, s.rows.commas, "%d numbers have a decimal comma; it was read as a point")
		add(t.name, s.rows.lost, "%d memo texts are missing")
	}
	return out
}

// shapeType is the first number of a record.
func shapeType(content []byte) int32 { return int32(binary.LittleEndian.Uint32(content)) }

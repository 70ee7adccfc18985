package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Problem is one thing wrong with a pack or district table.
type Problem struct {
	Pos  Position
	What string // one sentence without a full stop
	Line string // the line of the file, "" when there is none
}

// Problems is everything that is wrong, by file, line and column.
type Problems []Problem

// Error lists the problems, each as file:line:col: what, with the line and a caret under the column.
func (p Problems) Error() string {
	var b strings.Builder
	for i, problem := range p {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(problem.String())
	}
	return b.String()
}

// String returns the problem with its line and a caret.
func (p Problem) String() string {
	if p.Line == "" || p.Pos.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Pos, p.What)
	}
	line, column := clip(p.Line, p.Pos.Column)
	return fmt.Sprintf("%s: %s\n    %s\n    %s^", p.Pos, p.What, line, strings.Repeat(" ", column-1))
}

// clip cuts a long line to the part round the column, and returns the column in that part. Tabs become spaces so
// that the caret stands where it should, and so does whatever else a terminal would not print but obey.
func clip(line string, column int) (string, int) {
	const width, before = 110, 70
	runes := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, line))
	column = min(max(column, 1), len(runes)+1)
	if len(runes) <= width {
		return string(runes), column
	}
	from := max(0, column-1-before)
	to := min(len(runes), from+width)
	text := string(runes[from:to])
	if from > 0 {
		text, column = "..."+text, column+3
	}
	return text, column - from
}

// String writes file:line:col, or only the file where the problem is the file's.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// report collects problems while a pack is read.
type report struct {
	problems Problems
}

// at reports a problem at a node.
func (r *report) at(n *node, format string, args ...any) {
	r.in(n.file, n.line, n.column, fmt.Sprintf(format, args...))
}

// in reports a problem at a place in a file.
func (r *report) in(f *textFile, line, column int, what string) {
	r.problems = append(r.problems, Problem{Pos: Position{f.name, line, column}, What: what, Line: f.line(line)})
}

// err returns the problems in order, or nil when there are none.
func (r *report) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	r.problems = slices.Compact(r.problems)
	return r.problems
}

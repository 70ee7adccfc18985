package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
)

// findingsCSV writes findings.csv: the columns of violations and the box of each finding in degrees. People open it in
// a spreadsheet; the next run is compared with it.
type findingsCSV struct {
	columns []column[finding]
	out     io.Writer
	line    []byte
	rows    int
}

func newFindingsCSV(w io.Writer, run Run) *findingsCSV {
	c := &findingsCSV{columns: findingColumns(run), out: w}
	for _, column := range c.columns {
		c.line = append(append(c.line, column.name...), ',')
	}
	c.line = append(c.line, "west,south,east,north\n"...)
	return c
}

func (c *findingsCSV) write(f *finding) error {
	b := c.line // what the previous row left: the header, or nothing
	for _, column := range c.columns {
		b = append(appendCell(b, column.kind, column.of(f)), ',')
	}
	b = append(appendBounds(b, f.Bound), '\n')
	c.rows++
	_, err := c.out.Write(b)
	c.line = b[:0]
	return err
}

func (c *findingsCSV) close() error {
	_, err := c.out.Write(c.line)
	c.line = nil
	return err
}

func appendBounds(b []byte, box *orb.Bound) []byte {
	if box == nil {
		return append(b, ",,,"...)
	}
	for i, v := range [4]float64{box.Min[0], box.Min[1], box.Max[0], box.Max[1]} {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendDegrees(b, v)
	}
	return b
}

func appendCell(b []byte, k kind, v value) []byte {
	switch {
	case !v.known:
		return b
	case k == text:
		return appendCSVText(b, v.text)
	}
	return strconv.AppendFloat(b, v.number, 'f', -1, 64)
}

// appendCSVText quotes by RFC 4180 where needed. A carriage return becomes a space: readers disagree about it.
func appendCSVText(b []byte, s string) []byte {
	s = strings.ReplaceAll(s, "\r", " ")
	if !strings.ContainsAny(s, "\",\n") && strings.TrimSpace(s) == s {
		return append(b, s...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(s, `"`, `""`)...)
	return append(b, '"')
}

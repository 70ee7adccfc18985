package source

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func readTable(t testing.TB, path string, opt TableOptions, fields ...string) (*Table, []Row, error) {
	t.Helper()
	table, err := OpenTable(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	var rows []Row
	for r, err := range table.Rows(context.Background(), fields) {
		if err != nil {
			return table, rows, err
		}
		rows = append(rows, r)
	}
	return table, rows, nil
}

// texts shows rows as a | b, and null as -.
func texts(rows []Row) []string {
	var out []string
	for _, r := range rows {
		var line []string
		for _, v := range r.Values {
			if v.Kind == Null {
				line = append(line, "-")
			} else {
				line = append(line, v.Text)
			}
		}
		out = append(out, strings.Join(line, " | "))
	}
	return out
}

func TestTables(t *testing.T) {
	cases := []struct {
		name, content string
		columns       string
		rows          []string
		problems      string // of the file and of all rows
	}{
		{"commas", "PIN,PERMIT\n007,12\n008,13\n", "PIN,PERMIT", []string{"007 | 12", "008 | 13"}, ""},
		{"semicolons with decimal commas", "PIN;ACRES;NOTE\n007;1,5;a,b\n008;0,25;c\n", "PIN,ACRES,NOTE", []string{"007 | 1,5 | a,b", "008 | 0,25 | c"}, ""},
		{"tabs", "PIN\tNOTE\n007\ta, b; c\n", "PIN,NOTE", []string{"007 | a, b; c"}, ""},
		{"bars", "PIN|NOTE\n007|a\n", "PIN,NOTE", []string{"007 | a"}, ""},
		{"a single column", "PIN\n007\n008\n", "PIN", []string{"007", "008"}, ""},
		{"Excel's first line", "sep=;\r\nPIN;NOTE\r\n007;a\r\n", "PIN,NOTE", []string{"007 | a"}, ""},
		{"a byte order mark", "\ufeffPIN,NOTE\n007,ü\n", "PIN,NOTE", []string{"007 | ü"}, ""},
		{"windows-1252", "PIN,NAME\n007,M\xfcller \x80\n", "PIN,NAME", []string{"007 | Müller €"}, "byte 14 is not UTF-8; the file was read as windows-1252"},
		{"UTF-16", "\xff\xfeP\x00,\x00N\x00\n\x007\x00,\x00\xfc\x00\n\x00", "P,N", []string{"7 | ü"}, ""},
		{"a line break in quotes", "PIN,NOTE\n007,\"a\nb\"\n008,c\n", "PIN,NOTE", []string{"007 | a\nb", "008 | c"}, ""},
		{"quotes in quotes", "PIN,NOTE\n007,\"a \"\"b\"\", c\"\n", "PIN,NOTE", []string{`007 | a "b", c`}, ""},
		{"inches", "PIN,NOTE\n007,5\" pipe\n008,6' 2\"\n", "PIN,NOTE", []string{`007 | 5" pipe`, `008 | 6' 2"`}, ""},
		{"empty values are null", "PIN,NOTE\n,\"\"\n", "PIN,NOTE", []string{"- | -"}, ""},
		{"a short row", "A,B,C\n1,2,3\n4\n", "A,B,C", []string{"1 | 2 | 3", "4 | - | -"}, "line 3 has 1 values for 3 columns; the missing ones are null"},
		{"a long row", "A,B\n1,2\n3,4,5\n", "A,B", []string{"1 | 2", "3 | 4"}, "line 3 has 3 values for 2 columns; those too many were dropped"},
		{"delimiters at the end", "A,B\n1,2,,\n", "A,B", []string{"1 | 2"}, ""},
		{"the line is counted over line breaks in quotes", "A,B\n\"x\ny\",2\n3\n", "A,B", []string{"x\ny | 2", "3 | -"}, "line 4 has 1 values"},
		{"blank lines are no records", "A,B\n\n1,2\n\n", "A,B", []string{"1 | 2"}, ""},
		{"spaces around names", " A , B \n1,2\n", "A,B", []string{"1 | 2"}, ""},
		{"a column without name", "A,,C\n1,2,3\n", "A,column_2,C", []string{"1 | 2 | 3"}, "column 2 has no name; it is called column_2"},
		{"a name twice", "A,B,A\n1,2,3\n", "A,B,A_2", []string{"1 | 2 | 3"}, "column 3 repeats the name A; it is called A_2"},
		{"a header only", "A,B\n", "A,B", nil, ""},
	}
	for _, c := range cases {
		for _, name := range []string{"a.csv", "a.csv.gz"} {
			t.Run(c.name+" in "+name, func(t *testing.T) {
				table, rows, err := readTable(t, write(t, name, c.content), TableOptions{})
				if err != nil {
					t.Fatal(err)
				}
				var columns []string
				for _, f := range table.Schema().Fields {
					columns = append(columns, f.Name)
				}
				if got := strings.Join(columns, ","); got != c.columns {
					t.Errorf("columns are %s, want %s", got, c.columns)
				}
				if got := texts(rows); !slices.Equal(got, c.rows) {
					t.Errorf("rows are %q, want %q", got, c.rows)
				}
				var said []string
				for _, p := range table.Problems() {
					said = append(said, p.What)
				}
				for _, r := range rows {
					said = append(said, r.Problems...)
				}
				if got := strings.Join(said, "; "); !strings.Contains(got, c.problems) || (c.problems == "") != (got == "") {
					t.Errorf("problems are %q, want %q", got, c.problems)
				}
			})
		}
	}
}

func TestTableValuesKeepTheirTextAndHintAtTheirKind(t *testing.T) {
	path := write(t, "a.csv", "pin,n,d,b,t,mixed\n0012,12.50,2007-01-31,true,1E5,1\n0013,-0.5,2007-01-31T12:00:00Z,false,01/31/2007,x\n")
	table, rows, err := readTable(t, path, TableOptions{}, "n", "none", "d", "pin", "b", "t")
	if err != nil {
		t.Fatal(err)
	}
	want := []Value{{Number, "12.50", 12.5}, {}, {Date, "2007-01-31", 0}, {Text, "0012", 0}, {Bool, "true", 0}, {Text, "1E5", 0}}
	if !slices.Equal(rows[0].Values, want) || rows[1].Row != 2 || rows[1].Line != 3 {
		t.Errorf("rows are %+v", rows)
	}
	kinds := []Field{{"pin", Text}, {"n", Number}, {"d", Date}, {"b", Bool}, {"t", Text}, {"mixed", Text}}
	if got := table.Schema().Fields; !slices.Equal(got, kinds) {
		t.Errorf("fields are %v, want %v", got, kinds)
	}
}

func TestTableOptionsOutrankGuesses(t *testing.T) {
	_, rows, err := readTable(t, write(t, "a.csv", "a;b,c\n1;2,3\n"), TableOptions{Delimiter: ','})
	if err != nil || !slices.Equal(texts(rows), []string{"1;2 | 3"}) {
		t.Errorf("rows are %q, %v", texts(rows), err)
	}
	table, rows, err := readTable(t, write(t, "b.csv", "a,b\n1,\xe9\n"), TableOptions{Encoding: "iso-8859-2"})
	if err != nil || !slices.Equal(texts(rows), []string{"1 | é"}) || len(table.Problems()) > 0 || table.Schema().Encoding != "iso-8859-2" {
		t.Errorf("rows are %q, %v, %v", texts(rows), err, table.Problems())
	}
}

func TestFilesThatAreNoTableAreRefusedWithAReason(t *testing.T) {
	for content, reason := range map[string]string{
		"":                         "it is empty",
		"PK\x03\x04 and the rest":  "workbook",
		"a\x00b\x00\n":             "zero bytes",
		"a,b\r1,2\r":               "carriage returns",
		"\xd0\xcf\x11\xe0\xa1\xb1": "workbook",
	} {
		if _, err := OpenTable(write(t, "a.csv", content), TableOptions{}); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: error is %v, want %q", content, err, reason)
		}
	}
	if _, err := OpenTable(write(t, "a.csv", "a,b\n"), TableOptions{Delimiter: '"'}); err == nil {
		t.Error("a quote was accepted as delimiter")
	}
}

func TestAQuoteNeverClosedIsAnErrorAndNotASwallowedTable(t *testing.T) {
	_, rows, err := readTable(t, write(t, "a.csv", "A,B\n1,2\n3,\"open\n4,5\n6,7\n"), TableOptions{})
	if err == nil || !strings.Contains(err.Error(), "never closed") || len(rows) != 2 {
		t.Errorf("rows %q, error %v", texts(rows), err)
	}
	if _, _, err := readTable(t, write(t, "b.csv", "A,B\n1,\"last\nvalue\"\n\n"), TableOptions{}); err != nil {
		t.Errorf("a quote closed at the end: %v", err)
	}
}

func TestRealTablesAreReadAsTheStandardLibraryReadsThem(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedData(t), "*", "*.csv"))
	if len(files) == 0 {
		t.Fatal("no tables found")
	}
	for _, path := range files {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		table, rows, err := readTable(t, path, TableOptions{})
		if err != nil || len(rows) != len(want)-1 {
			t.Fatalf("%s: %d rows, want %d; %v %v", path, len(rows), len(want)-1, err, table.Problems())
		}
		for i, r := range rows {
			if len(r.Problems) > 0 {
				t.Errorf("%s: row %d: %v", path, i+1, r.Problems)
			}
			for k, v := range r.Values {
				if v.Text != want[i+1][k] {
					t.Fatalf("%s: row %d has %q, want %q", path, i+1, v.Text, want[i+1][k])
				}
			}
		}
	}
}

// FuzzCSV holds three promises: no panic, one value per column in every row, rows numbered without gap.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"PIN,NOTE\n007,\"a\nb\"\n", "a;b\n1,5;x\n", "sep=|\na|b\n1|2|3\n", "\xff\xfea\x00,\x00\n\x00", "a\tb\n\xfc\t\"\"\"\n", "a,a,\n1\n"} {
		f.Add([]byte(seed))
	}
	real, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "*", "*.csv"))
	for _, path := range real {
		if raw, err := os.ReadFile(path); err == nil {
			f.Add(raw[:min(len(raw), 4096)])
		}
	}
	path := filepath.Join(f.TempDir(), "a.csv")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := OpenTable(path, TableOptions{})
		if err != nil {
			return
		}
		defer table.Close()
		columns, number := len(table.Schema().Fields), 0
		if columns == 0 {
			t.Fatal("a table without columns")
		}
		for r, err := range table.Rows(context.Background(), nil) {
			if err != nil {
				return
			}
			if number++; r.Row != number || len(r.Values) != columns || r.Line < 1 {
				t.Fatalf("row %d is %+v for %d columns", number, r, columns)
			}
		}
	})
}

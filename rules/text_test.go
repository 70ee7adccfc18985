package rules

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestAPackMayBeginWithAByteOrderMark(t *testing.T) {
	const mark = "\ufeff"
	pack, err := Load(fstest.MapFS{
		"tiny/pack.yaml":      {Data: []byte(mark + "pack: tiny\ntitle: A pack for tests\nsource: none\n")},
		"tiny/1.yaml":         {Data: []byte(mark + "section: \"1\"\ntitle: Buildings\nclauses: []\n")},
		"tiny/districts.yaml": {Data: []byte(mark + "districts: {R-1: {class: residential}}\n")},
	}, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pack.ParseDistricts("districts.yaml", []byte(mark+"districts: {R-2: {class: residential}}\n")); err != nil {
		t.Error(err)
	}
}

func TestProblemsShowNothingATerminalObeys(t *testing.T) {
	p := Problem{Pos: Position{"pack.yaml", 1, 3}, What: "this is not a text file", Line: "a\x1b[31m\tb\x00\u202e"}
	text := p.String()
	if strings.ContainsAny(text, "\x1b\x00\t\u202e") || !strings.Contains(text, "a [31m b") {
		t.Errorf("got %q", text)
	}
}

func TestAClassIsNoKindOfItself(t *testing.T) {
	for classes, want := range map[string]string{
		"{sauna: [sauna]}":     "sauna can not be a kind of itself",
		"{sauna: [structure]}": "structure is a class that is no kind of any other already",
		"{shed: [gazebo]}":     "gazebo is already a kind of ",
	} {
		_, err := Load(fstest.MapFS{"tiny/pack.yaml": {Data: []byte("pack: tiny\ntitle: A pack for tests\nsource: none\nclasses: " + classes + "\n")}}, "tiny")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", classes, err, want)
		}
	}
}

package pipeline

import (
	"testing"

	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

func TestAWordThatThePackDoesNotKnowIsNotKnownToBeAnother(t *testing.T) {
	kind := converter{name: "kind", typ: textFact, factor: 1, texts: []string{"building", "swimming_pool"}}
	for text, want := range map[string]rules.Value{
		"building":      rules.Text("building"),
		" Building ":    rules.Text("building"),
		"Swimming pool": rules.Text("swimming_pool"),
		"ACC BLDG":      rules.Missing("kind"),
		"":              rules.Missing("kind"),
	} {
		got, err := kind.convert(source.Value{Kind: source.Text, Text: text})
		if got.Type != want.Type || got.Text != want.Text || (err != nil) != (text == "ACC BLDG") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	any := converter{name: "kind", typ: textFact, factor: 1}
	if got, err := any.convert(source.Value{Kind: source.Text, Text: "ACC BLDG"}); err != nil || got.Text != "ACC BLDG" {
		t.Errorf("where any text will do: %+v, %v", got, err)
	}
}

func TestNothingWasBuiltAfterTheDayOfTheAudit(t *testing.T) {
	today, err := rules.ParseDays("2026-06-01")
	if err != nil {
		t.Fatal(err)
	}
	built := converter{name: "built_date", typ: dateFact, factor: 1, latest: today.Lo}
	for text, known := range map[string]bool{"1998": true, "2026": true, "2026-06-01": true, "2026-06-02": false, "2027": false, "20301231": false} {
		got, err := built.convert(source.Value{Kind: source.Text, Text: text})
		if (got.Type == rules.DateOf) != known || (err == nil) != known {
			t.Errorf("built %s: %+v, %v", text, got, err)
		}
	}
}

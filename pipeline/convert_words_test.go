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

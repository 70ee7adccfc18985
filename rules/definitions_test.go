package rules

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestDefinitionsAreThoseOfAnotherPack(t *testing.T) {
	header, err := os.ReadFile("testdata/packs/example/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	section, err := os.ReadFile("testdata/packs/example/1-1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for definitions, good := range map[string]bool{"wi-village-155": true, "wi-vilage-155": false, "example": false} {
		text := "definitions: " + definitions + "\n" + string(header)
		_, err := Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}, "1-1.yaml": {Data: section}}, ".")
		if refused := err != nil && strings.Contains(err.Error(), "definitions: "); refused == good {
			t.Errorf("definitions: %s: %v", definitions, err)
		}
	}
}

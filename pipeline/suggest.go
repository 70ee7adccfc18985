package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parcelaudit/rules"
)

// suggestKey says which of the known keys was probably meant, or lists them all.
func suggestKey(key string, known []string) string {
	if near, ok := rules.Nearest(key, known); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "known keys are " + strings.Join(known, ", ")
}

func keysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

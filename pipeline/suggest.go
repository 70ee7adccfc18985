package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// suggestKey says which of the known keys was probably meant, or lists them all.
func suggestKey(key string, known []string) string {
	if near, ok := nearest(key, known); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "known keys are " + strings.Join(known, ", ")
}

// nearest returns the known word within two edits of a word (one for words under five letters), ignoring case.
func nearest(word string, known []string) (string, bool) {
	limit := 2
	if len(word) < 5 {
		limit = 1
	}
	best, found := "", false
	for _, k := range known {
		if d := edits(strings.ToLower(word), strings.ToLower(k)); d <= limit {
			best, limit, found = k, d-1, true
		}
	}
	return best, found
}

// edits counts the insertions, deletions, replacements and swaps of neighbours that turn a into b.
func edits(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		beforeLast, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], beforeLast[j-2]+1)
			}
		}
		rows = [3][]int{last, row, beforeLast}
	}
	return rows[1][len(b)]
}

func keysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

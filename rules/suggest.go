package rules

import "strings"

// Nearest returns the known word that a misspelt or cut one was probably meant to be: one that goes on after an underscore, else the
// nearest within two edits (one for words under six letters), whatever its case. It is false when none is near.
func Nearest(word string, known []string) (string, bool) {
	best, limit, found := "", min(max(1, len(word)/3), 2), false
	for _, k := range known {
		if strings.HasPrefix(k, word+"_") {
			return k, true
		}
		if d := edits(strings.ToLower(word), strings.ToLower(k)); d <= limit {
			best, limit, found = k, d-1, true
		}
	}
	return best, found
}

// suggest returns `, did you mean "x"?` for the word nearest to a name, or "" when none is near.
func suggest(name string, known []string) string {
	best, ok := Nearest(name, known)
	if !ok {
		return ""
	}
	return `, did you mean "` + best + `"?`
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

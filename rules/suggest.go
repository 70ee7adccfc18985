package rules

import (
	"slices"
	"strings"
)

// suggest returns `, did you mean "x"?` for the known name nearest to a misspelt or cut one, or "" when none is near.
func suggest(name string, known []string) string {
	best, bestDistance := "", len(name)/3+1
	for _, k := range known {
		if strings.HasPrefix(k, name+"_") {
			best = k
			break
		}
		if d := editDistance(name, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return `, did you mean "` + best + `"?`
}

// editDistance is the number of single-byte insertions, deletions and replacements between a and b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + slices.Min([]int{diagonal, row[j], row[j+1]})
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

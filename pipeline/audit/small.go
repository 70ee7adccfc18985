package audit

import "slices"

// ascending sorts ids and takes out repeats, in place.
func ascending(ids []int32) []int32 {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// has says whether a list holds a word.
func has(list []string, word string) bool { return slices.Contains(list, word) }

// except is a list without some words.
func except(list []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(words, s) })
}

package pipeline

import (
	"path"
	"strings"
)

// validPattern reports whether a class_map key can be matched.
func validPattern(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil
}

// matches reports whether text is, or fits, a class_map key: exact first, else * ? and [ab], ignoring case and
// surrounding spaces.
func (c ClassRule) matches(text string) bool {
	pattern, text := fold(c.Pattern), fold(text)
	if pattern == text {
		return true
	}
	// path.Match stops * at a slash; class texts such as "Shed/Barn" have no folders.
	ok, _ := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(text, "/", "\x00"))
	return ok
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// classOf returns the class of a text by the rules: an exact match anywhere, else the first pattern that fits.
func classOf(rules []ClassRule, text string) (class string, ok bool) {
	for _, r := range rules {
		if fold(r.Pattern) == fold(text) {
			return r.Class, true
		}
	}
	for _, r := range rules {
		if r.matches(text) {
			return r.Class, true
		}
	}
	return "", false
}

package rules

// ClassTree says which class is a kind of which.
type ClassTree struct {
	parents map[string]string
}

// IsA reports whether class is ancestor or one of its sub-classes. An unknown class is only itself.
func (t *ClassTree) IsA(class, ancestor string) bool {
	for class != ancestor {
		parent, ok := t.parents[class]
		if !ok || parent == "" {
			return false
		}
		class = parent
	}
	return true
}

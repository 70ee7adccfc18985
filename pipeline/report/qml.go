package report

func writeStyles(folder *staging, run Run) error { return nil }

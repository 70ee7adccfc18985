package pipeline

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

func (r *configReader) tolerance(n ast.Node) {
	feet := func(into *float64) func(ast.Node) {
		return func(n ast.Node) {
			if *into = r.number(n, "tolerance"); *into < 0 {
				r.complain(n, "a tolerance can not be negative; 0 says that the layer is exact")
			}
		}
	}
	t := &r.config.Tolerance
	r.object(n, "tolerance", map[string]func(ast.Node){
		"parcels_ft":   feet(&t.ParcelsFt),
		"buildings_ft": feet(&t.BuildingsFt),
		"fences_ft":    feet(&t.FencesFt),
		"features_ft":  feet(&t.FeaturesFt),
	})
}

func (r *configReader) output(n ast.Node) {
	o := &r.config.Output
	r.object(n, "output", map[string]func(ast.Node){
		"dir":     func(n ast.Node) { o.Dir = Path{Name: resolve(r.name, r.text(n, "dir")), At: r.at(n)} },
		"formats": func(n ast.Node) { o.Formats = r.formats(n) },
		"yards":   func(n ast.Node) { o.Yards = r.truth(n, "yards") },
	})
}

func (r *configReader) formats(n ast.Node) []string {
	var out []string
	for _, item := range r.list(n) {
		name := r.text(item, "formats")
		if !slices.Contains(Formats(), name) {
			r.complain(item, "unknown format %q; formats are %s", name, strings.Join(Formats(), ", "))
			continue
		}
		out = append(out, name)
	}
	if len(r.list(n)) == 0 {
		r.complain(n, "formats names none; formats are %s", strings.Join(Formats(), ", "))
	}
	return out
}

// CheckFormats complains of formats no report can be written in.
func CheckFormats(names []string, at Place) error {
	var errs ConfigErrors
	for _, name := range names {
		if !slices.Contains(Formats(), name) {
			errs.add(at, "unknown format %q; formats are %s", name, strings.Join(Formats(), ", "))
		}
	}
	return errs.orNil()
}

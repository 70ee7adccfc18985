package pipeline

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// TableNames lists the tables an audit can be given.
func TableNames() []string {
	return []string{"agreements", "inspections", "licences", "notices", "overrides", "permits", "uses", "variances"}
}

func (r *configReader) tables(n ast.Node) {
	readers := map[string]func(ast.Node){}
	for _, name := range TableNames() {
		readers[name] = func(n ast.Node) { r.table(name, n) }
	}
	r.object(n, "tables", readers)
}

func (r *configReader) table(name string, n ast.Node) {
	t := Table{Name: name}
	r.object(n, name, map[string]func(ast.Node){
		"path":     func(n ast.Node) { t.Path = r.path(n, name) },
		"parcel":   func(n ast.Node) { t.Fields = append(t.Fields, r.field("parcel", n)) },
		"fields":   func(n ast.Node) { t.Fields = append(t.Fields, r.fields(n, name)...) },
		"where":    func(n ast.Node) { t.Where = r.where(n, name) },
		"encoding": func(n ast.Node) { t.Encoding = Setting{Name: "encoding", Text: r.text(n, "encoding"), At: r.at(n)} },
	})
	if t.Path.Name == "" {
		r.complain(n, "%s needs a path", name)
	}
	t.Fields = r.unique(t.Fields)
	r.config.Tables = append(r.config.Tables, t)
}

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

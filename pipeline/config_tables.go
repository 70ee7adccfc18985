package pipeline

import (
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

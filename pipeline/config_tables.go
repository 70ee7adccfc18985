package pipeline

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"parcelaudit/rules"
)

// overridesTable is the table that no clause reads: lot line labels set by hand.
const overridesTable = "overrides"

// tables reads the tables by whatever name they are given: which names mean something the pack says, see checkTables.
func (r *configReader) tables(n ast.Node) {
	for _, e := range r.entries(n, "tables") {
		r.table(e.key, e.value)
	}
}

// checkTables complains of tables that neither the pack nor any other that comes with the program reads: one configuration may
// serve several packs.
func checkTables(pack *rules.Pack, tables []Table, errs *ConfigErrors) {
	for _, t := range tables {
		if t.Name == overridesTable || slices.Contains(pack.Tables, t.Name) || readElsewhere(t.Name) {
			continue
		}
		known := append([]string{overridesTable}, pack.Tables...)
		slices.Sort(known)
		errs.add(t.Path.At, "tables: no clause of pack %s reads a table %q; %s", pack.Name, t.Name, suggestKey(t.Name, known))
	}
}

func readElsewhere(table string) bool {
	return slices.ContainsFunc(rules.Names(), func(name string) bool {
		p, err := rules.Embedded(name)
		return err == nil && slices.Contains(p.Tables, table)
	})
}

func (r *configReader) table(name string, n ast.Node) {
	t := Table{Name: name}
	r.object(n, name, map[string]func(ast.Node){
		"path":     func(n ast.Node) { t.Path = r.path(n, name) },
		"parcel":   func(n ast.Node) { t.Fields = append(t.Fields, r.field("parcel", n)) },
		"fields":   func(n ast.Node) { t.Fields = append(t.Fields, r.fields(n, name)...) },
		"where":    func(n ast.Node) { t.Where = r.where(n, name) },
		"encoding": func(n ast.Node) { t.Encoding = r.encoding(n) },
	})
	if t.Path.Name == "" {
		r.complain(n, "%s needs a path", name)
	}
	t.Fields = r.unique(t.Fields)
	r.config.Tables = append(r.config.Tables, t)
}

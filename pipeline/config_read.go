package pipeline

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"parcelaudit/pipeline/source"
)

// ReadConfig reads audit.yaml over the defaults. The error is a ConfigErrors with everything that is wrong, or says that
// the file can not be read. Relative paths are taken from the folder of the file.
func ReadConfig(file string) (Config, error) {
	data, err := readText(file)
	if err != nil {
		return Config{}, ConfigErrors{{At: Place{File: file}, What: "can not be read: " + err.Error()}}
	}
	return parseConfig(file, data)
}

func parseConfig(file string, data []byte) (Config, error) {
	d, root := parseDocument(file, data)
	r := configReader{document: d, config: Default()}
	r.config.File = file
	if root != nil {
		r.root(root)
	}
	r.config.sortLayers()
	if len(d.errs) > 0 && r.config.Pack != "" {
		d.errs = append(d.errs, lawErrors(r.config)...)
	}
	return r.config, d.errs.orNil()
}

// lawErrors are what is wrong with the settings of the pack, so that they are said together with the rest.
func lawErrors(c Config) ConfigErrors {
	var errs ConfigErrors
	_, err := ReadLaw(c, time.Unix(0, 0))
	errors.As(err, &errs)
	return errs
}

// configReader fills a Config from the nodes of audit.yaml, one method per level.
type configReader struct {
	*document
	config Config
}

func (r *configReader) root(n ast.Node) {
	c := &r.config
	r.object(n, "audit.yaml", map[string]func(ast.Node){
		"pack":       func(n ast.Node) { c.Pack, c.PackAt = r.pack(n), r.at(n) },
		"crs":        func(n ast.Node) { c.CRS = Setting{Name: "crs", Text: r.text(n, "crs"), At: r.at(n)} },
		"layers":     r.layers,
		"tables":     r.tables,
		"districts":  func(n ast.Node) { c.Districts = r.path(n, "districts") },
		"tolerance":  r.tolerance,
		"output":     r.output,
		"policy":     func(n ast.Node) { c.Policy = r.settings(n, "policy") },
		"parameters": func(n ast.Node) { c.Parameters = r.settings(n, "parameters") },
		"date":       func(n ast.Node) { c.Date = Setting{Name: "date", Text: r.text(n, "date"), At: r.at(n)} },
	})
}

// pack keeps the name of an embedded pack; whatever looks like a path is taken from the folder of the file.
func (r *configReader) pack(n ast.Node) string {
	name := r.text(n, "pack")
	if strings.ContainsAny(name, `/\.`) {
		return resolve(r.name, name)
	}
	return name
}

// path reads a file name and checks that it exists.
func (r *configReader) path(n ast.Node, what string) Path {
	p := Path{Name: resolve(r.name, r.text(n, what)), At: r.at(n)}
	if p.Name == "" {
		return p
	}
	if _, err := os.Stat(p.Name); err != nil {
		r.complain(n, "%s: there is no file %s; paths are relative to the folder of %s", what, p.Name, r.name)
	}
	return p
}

func (r *configReader) layers(n ast.Node) {
	readers := map[string]func(ast.Node){}
	for _, role := range Roles() {
		readers[string(role)] = func(n ast.Node) {
			items := r.list(n)
			for i, item := range items {
				name := string(role)
				if len(items) > 1 {
					name = fmt.Sprintf("%s %d", role, i+1)
				}
				r.layer(role, name, item)
			}
		}
	}
	r.object(n, "layers", readers)
	r.checkParcels(n)
}

func (r *configReader) checkParcels(n ast.Node) {
	if len(r.config.Of(Parcels)) > 1 {
		r.complain(n, "layers: parcels must be one layer; merge the files into one")
	}
}

func (r *configReader) layer(role Role, name string, n ast.Node) {
	l := Layer{Role: role, Name: name}
	top := func(ours string) func(ast.Node) {
		return func(n ast.Node) { l.Fields = append(l.Fields, r.field(ours, n)) }
	}
	readers := map[string]func(ast.Node){
		"path":      func(n ast.Node) { l.Path = r.path(n, name) },
		"fields":    func(n ast.Node) { l.Fields = append(l.Fields, r.fields(n, name)...) },
		"class_map": func(n ast.Node) { l.ClassMap = r.classMap(n, name) },
		"where":     func(n ast.Node) { l.Where = r.where(n, name) },
		"crs":       func(n ast.Node) { l.CRS = Setting{Name: "crs", Text: r.text(n, "crs"), At: r.at(n)} },
		"encoding":  func(n ast.Node) { l.Encoding = r.encoding(n) },
		"layer":     func(n ast.Node) { l.Sublayer = r.text(n, "layer") },
		"id":        top("id"),
	}
	switch role {
	case Zoning:
		readers["district"], readers["overlay"] = top("district"), top("overlay")
		readers["from"] = func(n ast.Node) { l.From = r.from(n) }
	case Buildings, Fences, Features:
		readers["class"] = func(n ast.Node) {
			l.Fields = append(l.Fields, Field{Name: "class", Constant: r.text(n, "class"), At: r.at(n)})
		}
		readers["partial"] = func(n ast.Node) { l.Partial = r.truth(n, "partial") }
	}
	r.object(n, name, readers)
	if l.Path.Name == "" && l.From == "" {
		r.complain(n, "%s needs a path", name)
	}
	if l.Path.Name != "" && l.From != "" {
		r.complain(n, "%s has a path and from: parcels; keep one", name)
	}
	l.Fields = r.unique(l.Fields)
	r.config.Layers = append(r.config.Layers, l)
}

func (r *configReader) encoding(n ast.Node) Setting {
	s := Setting{Name: "encoding", Text: r.text(n, "encoding"), At: r.at(n)}
	if s.Text != "" && !source.KnownEncoding(s.Text) {
		r.complain(n, "encoding %q is not known; use a name such as UTF-8 or windows-1252", s.Text)
	}
	return s
}

func (r *configReader) from(n ast.Node) Role {
	if text := r.text(n, "from"); text != string(Parcels) {
		r.complain(n, "zoning can come from: parcels (a field of the parcel layer), not from %q", text)
	}
	return Parcels
}

func (r *configReader) fields(n ast.Node, name string) []Field {
	var out []Field
	for _, e := range r.entries(n, name+" fields") {
		if strings.TrimSpace(e.key) == "" {
			r.complain(e.node, "%s fields: a name of ours is needed before the colon", name)
			continue
		}
		out = append(out, r.field(e.key, e.value))
	}
	return out
}

// field reads `height_ft: HEIGHT`, `height_ft: {field: HEIGHT_M, unit: m}` or `class: {value: deck}`.
func (r *configReader) field(ours string, n ast.Node) Field {
	f := Field{Name: ours, At: r.at(n)}
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
	default:
		f.From = r.text(n, ours)
		return f
	}
	r.object(n, ours, map[string]func(ast.Node){
		"field": func(n ast.Node) { f.From = r.text(n, "field") },
		"value": func(n ast.Node) { f.Constant = r.text(n, "value") },
		"unit":  func(n ast.Node) { f.Unit = r.unit(ours, n) },
	})
	if (f.From == "") == (f.Constant == "") {
		r.complain(n, "%s needs either field: (a field of the layer) or value: (the same for every record)", ours)
	}
	return f
}

func (r *configReader) unit(ours string, n ast.Node) string {
	unit := r.text(n, "unit")
	if err := checkUnit(ours, unit); err != nil {
		r.complain(n, "%s: %s", ours, err)
		return ""
	}
	return unit
}

// unique sorts fields by name and complains of a name that is mapped twice.
func (r *configReader) unique(fields []Field) []Field {
	slices.SortStableFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(fields); i++ {
		if fields[i].Name == fields[i-1].Name {
			r.errs.add(fields[i].At, "%s is mapped twice; keep one", fields[i].Name)
		}
	}
	return fields
}

func (r *configReader) classMap(n ast.Node, name string) []ClassRule {
	var out []ClassRule
	for _, e := range r.entries(n, name+" class_map") {
		rule := ClassRule{Pattern: e.key, Class: r.text(e.value, "class_map"), At: r.at(e.node)}
		if !validPattern(rule.Pattern) {
			r.complain(e.node, "class_map: %q is no pattern; * stands for any text, ? for one letter, [ab] for one of them", e.key)
		}
		out = append(out, rule)
	}
	return out
}

func (r *configReader) where(n ast.Node, name string) []Equal {
	var out []Equal
	for _, e := range r.entries(n, name+" where") {
		q := Equal{Field: e.key, At: r.at(e.node)}
		for _, v := range r.list(e.value) {
			q.Values = append(q.Values, r.text(v, "where"))
		}
		out = append(out, q)
	}
	return out
}

// truth reads true or false.
func (r *configReader) truth(n ast.Node, what string) bool {
	switch text := r.text(n, what); text {
	case "true":
		return true
	case "false":
	default:
		r.complain(n, "%s: %q is neither true nor false", what, text)
	}
	return false
}

func (r *configReader) settings(n ast.Node, what string) []Setting {
	var out []Setting
	for _, e := range r.entries(n, what) {
		out = append(out, Setting{Name: e.key, Text: r.text(e.value, e.key), At: r.at(e.node)})
	}
	return out
}

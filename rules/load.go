package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed packs
var embedded embed.FS

// Embedded returns a pack that comes with the program.
func Embedded(name string) (*Pack, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("there is no pack %q%s; the packs are %s", name, suggest(name, Names()), strings.Join(Names(), ", "))
	}
	return Load(embedded, path.Join("packs", name))
}

// EmbeddedFiles returns the folder of a pack that comes with the program, for its tests and sources.
func EmbeddedFiles(name string) (fs.FS, error) { return fs.Sub(embedded, path.Join("packs", name)) }

// Names lists the packs that come with the program, sorted.
func Names() []string {
	var names []string
	entries, _ := embedded.ReadDir("packs") // embedded: it exists
	for _, e := range entries {
		if _, err := fs.Stat(embedded, path.Join("packs", e.Name(), "pack.yaml")); err == nil {
			names = append(names, e.Name())
		}
	}
	return names
}

// folder is where a pack was read from.
type folder struct {
	fsys fs.FS
	dir  string
}

// Load reads and checks the pack in dir. The error holds everything that is wrong with it: Problems, or that the
// folder can not be read.
func Load(fsys fs.FS, dir string) (*Pack, error) {
	return load(folder{fsys, dir}, nil, map[string]*program{})
}

// With returns the pack with some parameters changed, read again from where it came. Parameters it does not have and
// values of another type are errors.
func (p *Pack) With(parameters map[string]Value) (*Pack, error) {
	if len(parameters) == 0 {
		return p, nil
	}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		known, ok := p.words.parameters[name]
		if !ok {
			var names []string
			for _, parameter := range p.Parameters {
				names = append(names, parameter.Name)
			}
			return nil, fmt.Errorf("pack %s has no parameter %q%s", p.Name, name, suggest(name, names))
		}
		if parameters[name].Type != kindOf(known.Type) {
			return nil, fmt.Errorf("parameter %s of pack %s is a %s", name, p.Name, known.Type)
		}
	}
	return load(p.dir, parameters, maps.Clone(p.programs))
}

// loader reads one pack.
type loader struct {
	*compiler
	pack  *Pack
	calls map[string]*Call
	ids   map[string]*node // clause ids seen, to report duplicates
}

func load(from folder, parameters map[string]Value, programs map[string]*program) (*Pack, error) {
	entries, err := fs.ReadDir(from.fsys, from.dir)
	if err != nil {
		return nil, fmt.Errorf("read pack: %w", err)
	}
	r := &report{}
	classes := builtinClasses(r)
	words := newVocabulary(classes)
	l := &loader{
		compiler: &compiler{words: words, r: r, programs: programs},
		pack:     &Pack{Classes: classes, dir: from, words: words, programs: programs},
		calls:    map[string]*Call{},
		ids:      map[string]*node{},
	}
	read := func(name string) []byte {
		text, err := fs.ReadFile(from.fsys, path.Join(from.dir, name))
		if err != nil {
			r.problems = append(r.problems, Problem{Pos: Position{File: name}, What: err.Error()})
		}
		return text
	}
	sections, hasPack, hasDistricts := sortFiles(entries, l.pack)
	if !hasPack {
		return nil, fmt.Errorf("read pack: %s holds no pack.yaml", from.dir)
	}
	if root := parseYAML("pack.yaml", read("pack.yaml"), r); root != nil {
		l.header(root, parameters)
	}
	if hasDistricts {
		l.pack.Districts = readDistricts("districts.yaml", read("districts.yaml"), r, words)
	} else {
		l.pack.Districts = &Districts{}
	}
	for _, name := range sections {
		if root := parseYAML(name, read(name), r); root != nil {
			l.section(root)
		}
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return l.pack, nil
}

// sortFiles tells section files from the others.
func sortFiles(entries []fs.DirEntry, p *Pack) (sections []string, hasPack, hasDistricts bool) {
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir() || path.Ext(name) != ".yaml":
		case name == "pack.yaml":
			hasPack = true
		case name == "districts.yaml":
			hasDistricts = true
		case strings.HasSuffix(name, "_test.yaml"):
			p.TestFiles = append(p.TestFiles, name)
		default:
			sections = append(sections, name)
		}
	}
	return sections, hasPack, hasDistricts
}

// builtinTables are the tables every pack may read.
var builtinTables = []string{"agreements", "inspections", "licences", "notices", "permits", "uses", "variances"}

// builtinDistrictClasses are the classes every district table may use.
var builtinDistrictClasses = []string{"residential", "business", "commercial", "manufacturing", "industrial", "agricultural",
	"institutional", "public", "park", "conservation", "open-space", "mixed-use", "other"}

// header reads pack.yaml.
func (l *loader) header(root *node, changed map[string]Value) {
	f := fieldsOf(root, l.r, "pack.yaml", "pack", "title", "source", "definitions", "parameters", "policy", "classes", "district_classes",
		"tables", "facts", "measures")
	p := l.pack
	p.Name, p.Title = f.neededText("pack"), f.neededText("title")
	p.Source, p.Definitions = f.text("source"), f.text("definitions")
	if n := f.get("definitions"); n != nil && (p.Definitions == p.Name || !slices.Contains(Names(), p.Definitions)) {
		l.r.at(n, "definitions: %q is no other pack%s; the packs are %s", p.Definitions, suggest(p.Definitions, Names()), strings.Join(Names(), ", "))
	}
	if n := f.get("classes"); n != nil {
		l.words.classes.add(n, "", l.r)
		l.words.texts["class"] = l.words.classes.Names()
	}
	l.words.texts["district.class"] = append(slices.Clone(builtinDistrictClasses), textsOf(f.texts("district_classes"))...)
	p.Tables = append(slices.Clone(builtinTables), textsOf(f.texts("tables"))...)
	slices.Sort(p.Tables)
	if n := f.get("policy"); n != nil {
		l.policy(n)
	} else {
		p.Policy = Policy{Front: "address-street", Rear: "farthest-45"}
	}
	l.facts(f.get("facts"))
	l.parameterValues(f.get("parameters"), changed)
	l.measures(f.get("measures"))
}

func (l *loader) policy(n *node) {
	f := fieldsOf(n, l.r, "policy", "front", "rear", "attached_within_ft")
	l.pack.Policy = Policy{
		Front: f.choice("front", "address-street", "narrowest", "every-street", "faced-by-principal"),
		Rear:  f.choice("rear", "farthest-45", "none"),
	}
	if f.get("attached_within_ft") != nil {
		l.pack.Policy.AttachedWithinFt = f.number("attached_within_ft")
	}
}

// mapping returns the keys and values of n, and reports when it is something else.
func (l *loader) mapping(n *node, what string) ([]*node, []*node) {
	if n == nil {
		return nil, nil
	}
	if n.kind != mapNode {
		l.r.at(n, "%s: must be a mapping, not %s", what, n.kind)
		return nil, nil
	}
	return n.keys, n.values
}

// facts reads `NAME: type` or `NAME: {type: text, values: [...], about: ...}`.
func (l *loader) facts(n *node) {
	keys, values := l.mapping(n, "facts")
	for i, key := range keys {
		d := Declared{Name: key.text}
		typeNode := values[i]
		if typeNode.kind == mapNode {
			f := fieldsOf(typeNode, l.r, "a fact", "type", "values", "about")
			d.About, d.Values = f.text("about"), textsOf(f.texts("values"))
			if typeNode = f.need("type"); typeNode == nil {
				continue
			}
		}
		d.Type = textOf(typeNode, l.r, key.text)
		switch prefix := prefixOf(d.Name); {
		case d.Type == "":
			if typeNode.kind == nullNode {
				l.r.at(key, "%s: has no type", key.text)
			}
		case !validType(d.Type):
			l.r.at(typeNode, "%s: there is no type %q%s; the types are %s", d.Name, d.Type, suggest(d.Type, typeNames()), strings.Join(typeNames(), ", "))
		case !validName(d.Name):
			l.r.at(key, "%q is not a usable name: use letters, digits and underscores, and none of CEL's own words", d.Name)
		case prefix != "" && !slices.Contains(declarable, prefix):
			l.r.at(key, "%s can not be declared: a fact is a bare name or one of %s", d.Name, strings.Join(declarable, "* ")+"*")
		case builtin[d.Name] != "" && builtin[d.Name] != d.Type:
			l.r.at(typeNode, "%s is built in and is a %s", d.Name, builtin[d.Name])
		case d.Values != nil && d.Type != textType:
			l.r.at(typeNode, "%s: only a text has values", d.Name)
		default:
			l.words.facts[d.Name] = d.Type
			if d.Values != nil {
				l.words.texts[d.Name] = d.Values
			}
			l.pack.Facts = append(l.pack.Facts, d)
		}
	}
	sortedBy(l.pack.Facts, func(d Declared) string { return d.Name })
}

// parameterValues reads `NAME: {type: ft, value: 3, about: ...}`; the value may be unknown.
func (l *loader) parameterValues(n *node, changed map[string]Value) {
	keys, values := l.mapping(n, "parameters")
	for i, key := range keys {
		f := fieldsOf(values[i], l.r, "a parameter", "type", "value", "about")
		p := Parameter{Name: key.text, Type: f.neededText("type"), About: f.text("about")}
		value := f.need("value")
		if p.Type == "" || value == nil {
			continue
		}
		if !validType(p.Type) || !validName(p.Name) || prefixOf(p.Name) != "" {
			l.r.at(key, "parameter %s: needs a plain name and one of the types %s", p.Name, strings.Join(typeNames(), ", "))
			continue
		}
		v := Missing("param." + p.Name)
		if value.kind != textNode || value.text != "unknown" {
			var err error
			if v, err = scalar(value, p.Type); err != nil {
				l.r.at(value, "parameter %s: %s", p.Name, err)
				continue
			}
		}
		if c, ok := changed[p.Name]; ok {
			v = c
		}
		p.Value = v
		l.words.parameters[p.Name] = p
		l.pack.Parameters = append(l.pack.Parameters, p)
	}
	sortedBy(l.pack.Parameters, func(p Parameter) string { return p.Name })
}

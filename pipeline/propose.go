package pipeline

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

// Proposal is an audit.yaml for the layers of a folder. Every line that is a guess is commented out, with why.
type Proposal struct {
	Text    string
	Sure    int // lines that took effect
	Unsure  int // lines commented out
	Skipped []string
}

// Propose looks at every layer below dir and writes the audit.yaml that fits them as far as names, geometry and common
// schemas tell. packs are the names to choose from. The error says that the folder can not be read; a file that is no layer
// is in Skipped.
func Propose(ctx context.Context, dir string, packs []string) (Proposal, error) {
	tree, err := rules.BuiltinClasses()
	if err != nil {
		return Proposal{}, err
	}
	p := proposer{dir: dir, words: vocabulary{types: map[string]factType{}, classes: tree}}
	paths, tables, err := inputFiles(dir)
	if err != nil {
		return Proposal{}, &InputError{What: dir, Err: err}
	}
	found := map[Role][]Inspection{}
	for _, path := range paths {
		seen, err := Inspect(ctx, path)
		if ctx.Err() != nil {
			return Proposal{}, ctx.Err()
		}
		if err != nil {
			p.Skipped = append(p.Skipped, err.Error())
			continue
		}
		role := guessRole(path, seen)
		found[role] = append(found[role], seen)
	}
	if len(found) == 0 {
		return Proposal{}, &InputError{What: dir, Err: fmt.Errorf("no layer is in it or below it; layers are shapefiles, GeoJSON, Esri JSON and GeoParquet%s", skipped(p.Skipped))}
	}
	p.header(packs)
	if len(found[Parcels]) == 0 {
		p.unsure("  # parcels: {path: FILE, id: FIELD}    # no layer looks like parcels, and they are required")
	}
	for _, role := range Roles() {
		p.role(ctx, role, p.withoutDistricts(role, p.withoutPavement(role, found[role])))
	}
	p.zoningOfParcels(found)
	for _, seen := range found[""] {
		p.unsure("  # %s: what it is was not recognised (%s)", p.name(seen), describeTypes(seen))
	}
	p.tables(tables)
	p.sure("tolerance: {parcels_ft: 0.5, buildings_ft: 1.0, fences_ft: 1.0}")
	p.sure("output: {dir: report}")
	p.Text = strings.Join(p.lines, "\n") + "\n"
	return p.Proposal, nil
}

// skipped is what is wrong with the files of a folder that holds nothing else, one a line.
func skipped(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return "\n" + strings.Join(files, "\n")
}

// inputFiles lists the files below dir that may be layers, and those that may be tables, by path. Hidden folders and reports
// of ours are left out.
func inputFiles(dir string) (layers, tables []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || isReport(path)):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		name := strings.TrimSuffix(strings.ToLower(d.Name()), ".gz")
		switch filepath.Ext(name) {
		case ".shp", ".zip", ".geojson", ".json", ".geojsonl", ".geojsons", ".jsonl", ".ndjson", ".parquet", ".geoparquet":
			layers = append(layers, path)
		case ".csv", ".tsv":
			tables = append(tables, path)
		}
		return nil
	})
	return layers, tables, err
}

// isReport reports whether a folder holds a report of ours.
func isReport(dir string) bool {
	for _, name := range []string{"manifest.json", "coverage.csv"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// roleWords are parts of file names that tell a role, the most telling first.
func roleWords() []struct {
	role  Role
	words []string
} {
	return []struct {
		role  Role
		words []string
	}{
		{Zoning, []string{"zoning", "zone", "district"}},
		{Fences, []string{"fence", "barrier", "wall", "hedge"}},
		{Buildings, []string{"building", "bldg", "bati", "footprint", "structure"}},
		{Parcels, []string{"parcel", "parcelle", "taxlot", "cadast", "lots"}},
		{Streets, []string{"street", "road", "route", "highway", "centerline"}},
		{Water, []string{"water", "hydro", "lake", "river"}},
		{Features, []string{"pool", "deck", "patio", "porch", "shed", "sign", "tank", "feature", "misc"}},
	}
}

func describeTypes(seen Inspection) string {
	var parts []string
	for _, g := range seen.Geometries {
		parts = append(parts, fmt.Sprintf("%d %s", g.Count, g.Type))
	}
	return strings.Join(parts, ", ")
}

// proposer writes the lines.
type proposer struct {
	Proposal
	dir   string
	words vocabulary
	lines []string
}

func (p *proposer) sure(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
	p.Sure++
}

func (p *proposer) unsure(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
	p.Unsure++
}

func (p *proposer) header(packs []string) {
	p.lines = append(p.lines, "# Proposed by parcelaudit init. Lines that are guesses are commented out: read them, correct them, uncomment them.")
	p.unsure("# pack:    # which ordinance applies: %s, or a folder", strings.Join(packs, ", "))
	if _, err := os.Stat(filepath.Join(p.dir, "districts.yaml")); err == nil {
		p.sure("districts: districts.yaml")
	} else {
		p.unsure("# districts: districts.yaml    # district code -> class and required yards")
	}
	p.lines = append(p.lines, "layers:")
}

// withoutPavement sets aside street layers that are areas: most are pavement, and only rights-of-way make lot lines.
func (p *proposer) withoutPavement(role Role, layers []Inspection) []Inspection {
	if role != Streets {
		return layers
	}
	return slices.DeleteFunc(layers, func(seen Inspection) bool {
		lines := seen.has("Line")
		if !lines {
			p.unsure("  # streets: {path: %s}    # areas: give them only if they are rights-of-way, not pavement", yamlText(p.name(seen)))
		}
		return !lines
	})
}

func (p *proposer) name(seen Inspection) string {
	return p.relative(seen.Path)
}

// relative names a file as audit.yaml does.
func (p *proposer) relative(path string) string {
	if rel, err := filepath.Rel(p.dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// zoningOfParcels proposes zoning from a field of the parcels where there is no layer of zones.
func (p *proposer) zoningOfParcels(found map[Role][]Inspection) {
	if len(found[Zoning]) > 0 || len(found[Parcels]) == 0 {
		return
	}
	seen := found[Parcels][0]
	if name := recognise(Zoning, districtField, fieldsOf(seen)); name != "" {
		p.sure("  zoning: {from: parcels, district: %s}%s", yamlText(name), samples(seen, name))
	}
}

// withoutDistricts sets aside zones of which no field is known to hold the district, for they can not be used as they are.
func (p *proposer) withoutDistricts(role Role, layers []Inspection) []Inspection {
	if role != Zoning {
		return layers
	}
	return slices.DeleteFunc(layers, func(seen Inspection) bool {
		unknown := recognise(Zoning, districtField, fieldsOf(seen)) == ""
		if unknown {
			p.unsure("  # zoning: {path: %s, district: }    # no field is known to hold the district; %s", yamlText(p.name(seen)), candidates(fieldsOf(seen)))
		}
		return unknown
	})
}

// role writes the layers of one role: as a mapping when there is one, else as a list. Of several parcel layers only one
// can be meant.
func (p *proposer) role(ctx context.Context, role Role, layers []Inspection) {
	switch {
	case len(layers) == 0:
		return
	case len(layers) == 1 || role == Parcels:
		p.lines = append(p.lines, fmt.Sprintf("  %s:", role))
		p.layer(ctx, role, layers[0], "    ", "    ")
		for _, other := range layers[1:] {
			p.unsure("    # path: %s    # also looks like parcels", yamlText(p.name(other)))
		}
		return
	}
	p.lines = append(p.lines, fmt.Sprintf("  %s:", role))
	for _, seen := range layers {
		p.layer(ctx, role, seen, "    - ", "      ")
	}
}

func (p *proposer) layer(ctx context.Context, role Role, seen Inspection, first, indent string) {
	p.sure("%spath: %s", first, yamlText(p.name(seen)))
	if seen.CRS == nil {
		p.unsure("%s# crs: EPSG:...    # the file states none; parcelaudit does not guess", indent)
	}
	fields := fieldsOf(seen)
	known := map[string]string{}
	for _, ours := range keysOf(usual(role)) {
		if name := recognise(role, ours, fields); name != "" {
			known[ours] = name
		}
	}
	top := []string{idField, districtField}
	for _, ours := range top {
		if name := known[ours]; name != "" {
			p.sure("%s%s: %s%s", indent, ours, yamlText(name), samples(seen, name))
		} else if ours == needed(role) {
			p.unsure("%s# %s", indent, proposedID(seen, fields))
		}
		delete(known, ours)
	}
	p.class(ctx, role, seen, known, indent)
	p.fields(role, seen, known, indent)
}

// proposedID is the line that offers an id for the parcels where no field is known to hold it.
func proposedID(seen Inspection, fields []source.Field) string {
	if names := likelyID(seen); len(names) > 0 {
		return fmt.Sprintf("id: %s    # no field is known to hold it; here every record has a value of its own", strings.Join(names, " or "))
	}
	return "id: '#'    # the record's number, for no field has a value of its own in every record; " + candidates(fields)
}

// class proposes the class of a layer: one for all where the file is called after a class, else the words of a field.
func (p *proposer) class(ctx context.Context, role Role, seen Inspection, known map[string]string, indent string) {
	if role != Buildings && role != Fences && role != Features {
		return
	}
	name, mapped := known[classField]
	if !mapped {
		if class, ok := p.classOfFile(seen.Path); ok {
			p.sure("%sclass: %s    # by the name of the file", indent, class)
		} else if role == Features {
			p.unsure("%s# class:    # what is in it? parcelaudit rules list --classes shows the classes", indent)
		}
		return
	}
	words, err := classWords(ctx, seen.Path, name)
	if err != nil || len(words) == 0 {
		return
	}
	p.lines = append(p.lines, indent+"class_map:")
	for _, word := range words {
		if class, ok := p.words.class(word); ok {
			p.sure("%s  %s: %s", indent, yamlText(word), class)
		} else {
			p.unsure("%s  # %s: %s    # which class? ignore leaves them out", indent, yamlText(word), likelyClass(word))
		}
	}
	if !slices.ContainsFunc(words, func(w string) bool { _, ok := p.words.class(w); return ok }) {
		p.lines[len(p.lines)-len(words)-1] = indent + "# class_map:"
	}
}

// likelyClass guesses a class by what a word contains, "" when nothing tells.
func likelyClass(word string) string {
	word = fold(word)
	for _, guess := range [][2]string{
		{"garage", "garage"}, {"carport", "carport"}, {"shed", "shed"}, {"barn", "barn"}, {"greenhouse", "greenhouse"},
		{"pool", "swimming_pool"}, {"deck", "deck"}, {"patio", "patio"}, {"porch", "porch"},
		{"retw", "retaining_wall"}, {"retaining", "retaining_wall"}, {"wall", "wall"}, {"hedge", "hedge"}, {"fence", "fence"},
		{"house", "dwelling"}, {"dwelling", "dwelling"}, {"resid", "dwelling"}, {"apart", "multi_family"}, {"detached", "dwelling"},
	} {
		if strings.Contains(word, guess[0]) {
			return guess[1]
		}
	}
	return ""
}

// classOfFile takes pools.geojson for swimming_pool, decks.shp for deck.
func (p *proposer) classOfFile(path string) (string, bool) {
	name := fold(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	for _, try := range []string{name, strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "es"), "swimming_" + strings.TrimSuffix(name, "s")} {
		if p.words.classes.Has(try) {
			return try, true
		}
	}
	return "", false
}

// mostWords is how many class words are proposed at most.
const mostWords = 40

// classWords lists the distinct words of a field, sorted.
func classWords(ctx context.Context, path, field string) ([]string, error) {
	layer, err := source.Open(path, source.Options{})
	if err != nil {
		return nil, err
	}
	defer layer.Close()
	seen := map[string]bool{}
	for f, err := range layer.Features(ctx, []string{field}) {
		if err != nil {
			return nil, err
		}
		if v := f.Values[0]; v.Kind != source.Null && v.Text != "" && len(seen) < mostWords {
			seen[v.Text] = true
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// fields proposes the rest: what is recognised, and lengths whose unit nobody states.
func (p *proposer) fields(role Role, seen Inspection, known map[string]string, indent string) {
	var heights []string
	if role == Buildings || role == Fences {
		for _, f := range seen.Fields {
			low := strings.ToLower(f.Name)
			tall := strings.Contains(low, "height") || strings.Contains(low, "hgt") || strings.Contains(low, "hauteur")
			if tall && f.Kind == "number" && f.Name != known["height_ft"] {
				heights = append(heights, f.Name)
			}
		}
	}
	if len(known)+len(heights) == 0 {
		return
	}
	if len(known) == 0 {
		p.lines = append(p.lines, indent+"# fields:")
	} else {
		p.lines = append(p.lines, indent+"fields:")
	}
	for _, ours := range keysOf(known) {
		p.sure("%s  %s: %s%s", indent, ours, yamlText(known[ours]), samples(seen, known[ours]))
	}
	for _, name := range heights {
		p.unsure("%s  # height_ft: {field: %s, unit: m}    # feet or metres?%s", indent, yamlText(name), strings.TrimPrefix(samples(seen, name), "    #"))
	}
}

// samples shows what a field holds, as a comment.
func samples(seen Inspection, name string) string {
	for _, f := range seen.Fields {
		if f.Name == name && len(f.Samples) > 0 {
			text := strings.Join(f.Samples[:min(len(f.Samples), 3)], ", ")
			return "    # " + strings.Map(func(r rune) rune {
				if r < ' ' {
					return ' '
				}
				return r
			}, text)
		}
	}
	return ""
}

// yamlText quotes a text unless it is plain beyond doubt.
func yamlText(s string) string {
	plain := s != ""
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		inner := r >= '0' && r <= '9' || r == '.' || r == '-' || r == '/'
		plain = plain && (letter || i > 0 && inner)
	}
	switch strings.ToLower(s) {
	case "yes", "no", "true", "false", "null", "on", "off", "y", "n":
		plain = false
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

package pipeline

import (
	"cmp"
	"path/filepath"
	"slices"
)

// Config is one audit as configured: audit.yaml with what flags and environment override. Paths are absolute or relative
// to the working directory of the process; an empty path is not configured.
type Config struct {
	File       string // audit.yaml as the user named it, "" when flags say everything
	Pack       string // an embedded pack, or a folder
	PackAt     Place
	CRS        Setting // working CRS: "auto", or a definition
	Layers     []Layer
	Tables     []Table
	Districts  Path
	Tolerance  Tolerance
	Output     Output
	Policy     []Setting // lot policies of the pack, overridden
	Parameters []Setting // parameters of the pack, overridden
	Date       Setting   // date of the audit, "" = today
}

// Path is a file somebody named, and where.
type Path struct {
	Name string
	At   Place
}

// Setting is one override that the pack checks and interprets.
type Setting struct {
	Name, Text string
	At         Place
}

// Role says what a layer is to the audit.
type Role string

// The roles a layer can have. Every role but parcels is optional, and features, fences and others may come from several
// layers.
const (
	Parcels   Role = "parcels"
	Zoning    Role = "zoning"
	Buildings Role = "buildings"
	Fences    Role = "fences"
	Features  Role = "features"
	Streets   Role = "streets"
	Water     Role = "water"
)

// Roles lists the roles in the order they are read and reported.
func Roles() []Role { return []Role{Parcels, Zoning, Buildings, Fences, Features, Streets, Water} }

// Layer is one input layer and how to read it.
type Layer struct {
	Role     Role
	Name     string // "buildings", or "features 2" where a role has several layers
	Path     Path
	From     Role    // Zoning from an attribute of the parcels: Parcels, and no path
	Fields   []Field // sorted by name
	ClassMap []ClassRule
	Where    []Equal // records must match all
	CRS      Setting // overrides what the file says
	Encoding Setting
	Sublayer string // which layer of an archive or folder
	Partial  bool   // the layer shows some of what stands there: what it does not show may be there all the same
}

// Field maps one of our names to a field of the layer, or to one value for every record.
type Field struct {
	Name     string // ours: "id", "class", "height_ft"
	From     string // the layer's field; "" when Constant says it
	Unit     string // the layer's unit where it is not that of our name, else ""
	Constant string
	At       Place
}

// ClassRule gives records whose class text matches Pattern (exact, or with * and ?) the class Class. The first match wins.
type ClassRule struct {
	Pattern, Class string
	At             Place
}

// Equal keeps the records whose field has one of the values, compared as text.
type Equal struct {
	Field  string
	Values []string
	At     Place
}

// Table is one CSV file of records. Its fields "parcel", "number", "subject" and "class" have a meaning of their own.
type Table struct {
	Name     string // "permits", "licences", "variances", "agreements", "overrides", "uses"
	Path     Path
	Fields   []Field
	Where    []Equal
	Encoding Setting
}

// Tolerance is the positional accuracy of the layers, in feet.
type Tolerance struct {
	ParcelsFt, BuildingsFt, FencesFt, FeaturesFt float64
}

// DefaultTolerance holds where audit.yaml says nothing: half a foot for lot lines, a foot for what stands on them.
func DefaultTolerance() Tolerance {
	return Tolerance{ParcelsFt: 0.5, BuildingsFt: 1, FencesFt: 1, FeaturesFt: 1}
}

// Output says where the report goes.
type Output struct {
	Dir     Path
	Formats []string // "parquet", "geojson"
	Yards   bool     // draw yards too: yards.geojson
}

// Formats lists the formats a report can be written in.
func Formats() []string { return []string{"parquet", "geojson"} }

// Default is the configuration of an empty audit.yaml.
func Default() Config {
	return Config{CRS: Setting{Name: "crs", Text: "auto"}, Tolerance: DefaultTolerance(), Output: Output{Formats: Formats()}}
}

// Of returns the layers of a role, in the order they were configured.
func (c *Config) Of(role Role) []Layer {
	var out []Layer
	for _, l := range c.Layers {
		if l.Role == role {
			out = append(out, l)
		}
	}
	return out
}

// SetLayer makes path the only layer of a role, as a command-line flag does. A layer that audit.yaml maps keeps its mapping, the first
// where there are several.
func (c *Config) SetLayer(role Role, path string, at Place) {
	layer := Layer{Role: role, Name: string(role)}
	if i := slices.IndexFunc(c.Layers, func(l Layer) bool { return l.Role == role }); i >= 0 {
		layer = c.Layers[i]
	}
	layer.Path, layer.From = Path{Name: path, At: at}, ""
	c.Layers = append(slices.DeleteFunc(c.Layers, func(l Layer) bool { return l.Role == role }), layer)
	c.sortLayers()
}

func (c *Config) sortLayers() {
	order := Roles()
	slices.SortStableFunc(c.Layers, func(a, b Layer) int {
		return cmp.Compare(slices.Index(order, a.Role), slices.Index(order, b.Role))
	})
}

// Field returns the mapping of one of our names.
func (l *Layer) Field(name string) (Field, bool) {
	for _, f := range l.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// resolve makes a path of audit.yaml relative to the folder of that file.
func resolve(file, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

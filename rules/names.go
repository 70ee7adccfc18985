package rules

import (
	"slices"
	"strings"
)

// Types a fact may have beside a unit.
const (
	textType = "text"
	boolType = "bool"
	dateType = "date"
)

// builtin are the facts every subject may be asked for without declaring them, with their types.
var builtin = map[string]string{
	"id":              textType,
	"class":           textType,
	"attached":        boolType,
	"footprint_sq_ft": "sq_ft",
	"area_sq_ft":      "sq_ft",
	"length_ft":       "ft",
	"height_ft":       "ft",
	"built_date":      dateType,

	"lot.id":                textType,
	"lot.use":               textType,
	"lot.owner":             textType,
	"lot.address":           textType,
	"lot.area_sq_ft":        "sq_ft",
	"lot.width_ft":          "ft",
	"lot.depth_ft":          "ft",
	"lot.frontage_ft":       "ft",
	"lot.type":              textType,
	"lot.corner":            boolType,
	"lot.reversed_corner":   boolType,
	"lot.through":           boolType,
	"lot.abuts_alley":       boolType,
	"lot.abuts_water":       boolType,
	"lot.streets":           "count",
	"lot.street_width_ft":   "ft",
	"lot.has_principal":     boolType,
	"lot.abuts_residential": boolType,
	"lot.faces_residential": boolType,
	"lot.abuts_homes":       boolType,

	"district.code":                          textType,
	"district.class":                         textType,
	"district.single_family":                 boolType,
	"district.overlay":                       boolType,
	"district.required_yards_ft.front":       "ft",
	"district.required_yards_ft.side":        "ft",
	"district.required_yards_ft.rear":        "ft",
	"district.required_yards_ft.street_side": "ft",

	"principal.footprint_sq_ft": "sq_ft",

	"stretch.yard":    textType,
	"stretch.on_line": boolType,
	"stretch.line":    textType,
	"stretch.beside":  textType,

	"audit.date": dateType,

	"record.id":      textType,
	"record.subject": textType,
	"record.class":   textType,

	"corner.class":       textType,
	"corner.other_class": textType,

	"water.name": textType,
}

// builtinTexts are the texts a built-in fact may hold, where they are a closed set.
var builtinTexts = map[string][]string{
	"stretch.yard":       {"front", "side", "rear", "street"},
	"corner.class":       wayClasses,
	"corner.other_class": wayClasses,
}

// wayClasses are what a way along a lot line may be.
var wayClasses = []string{"local", "collector", "arterial", "highway", "alley", "rail"}

// prefixes of names that are not the subject's own.
var prefixes = []string{"lot.", "district.", "principal.", "stretch.", "audit.", "param.", "m.", "other.", "record.", "neighbour.", "corner.", "water."}

// declarable are the prefixes a pack may declare facts under; a name without a prefix is the subject's.
var declarable = []string{"lot.", "district.", "principal.", "record.", "water."}

// prefixOf returns the prefix of a name, "" for a bare one.
func prefixOf(name string) string {
	if i := strings.IndexByte(name, '.'); i >= 0 {
		return name[:i+1]
	}
	return ""
}

func validType(t string) bool {
	return t == textType || t == boolType || t == dateType || Unit(t).Valid()
}

func typeNames() []string { return append([]string{boolType, textType, dateType}, UnitNames()...) }

// lineKinds, regionNames and buildingLines are the words measures take.
var (
	lineKinds = []string{"lot_line", "front", "rear", "side", "street", "street_side", "alley", "right_of_way", "interior",
		"water", "park", "residential", "homes", "district_boundary"}
	regionNames = []string{"required_front_yard", "required_rear_yard", "required_side_yard", "required_street_yard", "required_yards",
		"front_yard", "rear_yard", "side_yard", "street_yard", "buildable_area", "principal_strip", "lot", "outside_lot",
		"adjacent_lots", "right_of_way", "vision_triangle", "toward_residential", "neighbour_front_yard", "terrace"}
	buildingLines = []string{"principal_front", "principal_rear", "principal_rear_corner", "principal_street_side"}
)

// validName reports whether s is a name CEL can read: words of letters, digits and underscores joined by dots.
func validName(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || slices.Contains(reserved, part) {
			return false
		}
		for i, c := range []byte(part) {
			letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}

// reserved are the words CEL keeps for itself.
var reserved = []string{"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let",
	"loop", "namespace", "null", "package", "return", "true", "var", "void", "while"}

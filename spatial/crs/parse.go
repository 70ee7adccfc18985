package crs

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Parse reads a CRS definition: a code ("EPSG:2249", "urn:ogc:def:crs:EPSG::2249", "OGC:CRS84", an opengis.net
// address), WKT of any dialect (Esri .prj, GDAL, WKT2), PROJJSON, or a PROJ string. Compound and three-dimensional
// systems are reduced to their horizontal part. The error says whether the code is unknown, the text is malformed,
// or the system is not a horizontal one.
func Parse(text string) (CRS, error) {
	text = strings.TrimSpace(strings.TrimPrefix(inUTF8(text), "\ufeff"))
	text = strings.TrimRight(text, "\x00 \r\n\t")
	if text == "" {
		return CRS{}, errors.New("empty CRS definition")
	}
	if strings.ContainsRune(text, 0) {
		return CRS{}, fmt.Errorf("CRS %s: holds a NUL character", short(text))
	}
	c, known, err := describe(spelling(text))
	if !known {
		err = errors.New(complaint(text))
	}
	if err != nil {
		return CRS{}, fmt.Errorf("CRS %s: %w", short(text), err)
	}
	return c, nil
}

// inUTF8 reads bytes that are not UTF-8 as Windows-1252, in which tools of that system write the names in a .prj: PROJ
// would carry them unread into PROJJSON that no reader takes.
func inUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	decoded, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "\ufffd")
	}
	return decoded
}

var (
	initForm = regexp.MustCompile(`(?i)^\+?init=epsg:(\d+)( \+type=crs)?$`)
	gmlForm  = regexp.MustCompile(`(?i)^https?://www\.opengis\.net/gml/srs/epsg\.xml#(\d+)$`)
	codeForm = regexp.MustCompile(`^([A-Za-z]+):{1,2}(\d+)$`)
)

// spelling turns common spellings that PROJ does not take for a CRS into ones it does.
func spelling(text string) string {
	if m := initForm.FindStringSubmatch(text); m != nil {
		return "EPSG:" + m[1]
	}
	if m := gmlForm.FindStringSubmatch(text); m != nil {
		return "EPSG:" + m[1]
	}
	if m := codeForm.FindStringSubmatch(text); m != nil {
		return authorityCode(strings.ToUpper(m[1]), m[2])
	}
	if isProjString(text) && !strings.Contains(text, "type=crs") {
		return text + " +type=crs"
	}
	return text
}

// authorityCode spells a code. Codes of 100000 and above are Esri's, though files often say EPSG; 900913 is the old
// joke name of Web Mercator.
func authorityCode(authority, code string) string {
	if authority == "EPSG" && len(code) >= 6 {
		if code == "900913" {
			return "EPSG:3857"
		}
		authority = "ESRI"
	}
	return authority + ":" + code
}

func isProjString(text string) bool {
	return strings.HasPrefix(text, "+") || strings.HasPrefix(text, "proj=")
}

// complaint says what is wrong with a text that PROJ can not read.
func complaint(text string) string {
	switch {
	case codeForm.MatchString(text), strings.HasPrefix(text, "urn:"), strings.HasPrefix(text, "http"):
		return "no such code in PROJ's database"
	case text[0] == '{':
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			return "not valid JSON: " + err.Error()
		}
		return "JSON, but not PROJJSON of a CRS"
	case isProjString(text):
		return "not a PROJ string of a CRS"
	case strings.ContainsAny(text, "[("):
		return "malformed WKT, or a projection PROJ does not know"
	case strings.Trim(text, "0123456789") == "":
		return "a bare number; write EPSG:" + text + " if it is an EPSG code"
	}
	return "not a CRS definition"
}

const shortLength = 60

// short quotes a definition for a message, cut to a length that fits a line.
func short(text string) string {
	if r := []rune(text); len(r) > shortLength {
		text = string(r[:shortLength-1]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

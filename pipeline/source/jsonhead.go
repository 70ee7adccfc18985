package source

import (
	"errors"
	"fmt"
	"strings"
)

// jsonHead is what a JSON file says about itself outside its features.
type jsonHead struct {
	kind        string // the "type" member
	shape       string // Esri's "geometryType"
	crs         []byte // the "crs" member as written, nil when absent
	reference   []byte // Esri's "spatialReference"
	fields      []byte // Esri's "fields"
	serverError []byte // what a feature service answers instead of features
	bareEsri    bool   // an Esri feature or geometry standing alone
	cutOff      bool   // the service stopped at its record limit
	collections int    // "features" arrays met
}

// errNotFeatures says that a file is JSON but no layer.
type errNotFeatures struct{ what string }

func (e errNotFeatures) Error() string {
	return "it is JSON but holds no features: " + e.what
}

// walk reads the members of the top-level object. At a "features" array it calls collection, which reads from the
// opening bracket on; when that returns false the walk ends there.
func (h *jsonHead) walk(in *jsonStream, collection func() (bool, error)) error {
	if in.PeekKind() != '{' {
		if err := in.skip(); err != nil {
			return err
		}
		if err := in.end(); err != nil {
			return err
		}
		return errNotFeatures{"the top level is not an object"}
	}
	if _, err := in.ReadToken(); err != nil {
		return err
	}
	for {
		name, more, err := in.name()
		if err != nil || !more {
			return err
		}
		if name == "features" && !h.single() && in.PeekKind() == '[' {
			h.collections++
			if more, err = collection(); err != nil || !more {
				return err
			}
			continue
		}
		if err := h.member(in, name); err != nil {
			return err
		}
	}
}

func (h *jsonHead) member(in *jsonStream, name string) error {
	var keep *[]byte
	switch name {
	case "type", "geometryType", "exceededTransferLimit", "properties":
		keep = new([]byte)
	case "crs":
		keep = &h.crs
	case "spatialReference":
		keep = &h.reference
	case "fields":
		keep = &h.fields
	case "error":
		keep = &h.serverError
	case "rings", "paths", "points", "curveRings", "curvePaths":
		h.bareEsri = h.bareEsri || in.PeekKind() == '['
		return in.skip()
	case "x":
		h.bareEsri = h.bareEsri || in.PeekKind() == '0' || in.PeekKind() == 'n'
		return in.skip()
	case "attributes":
		h.bareEsri = h.bareEsri || in.PeekKind() == '{'
		return in.skip()
	default:
		return in.skip()
	}
	value, err := in.ReadValue()
	if err != nil {
		return err
	}
	*keep = append([]byte{}, value...)
	switch name {
	case "type":
		h.kind = ""
		if value.Kind() == '"' {
			h.kind, _ = unquote(value)
		}
	case "geometryType":
		if value.Kind() == '"' {
			h.shape, _ = unquote(value)
		}
	case "exceededTransferLimit":
		h.cutOff = h.cutOff || value.Kind() == 't'
	case "properties":
		h.cutOff = h.cutOff || string(member(value, "exceededTransferLimit")) == "true"
	}
	return nil
}

// single tells whether the whole file is one feature or geometry.
func (h *jsonHead) single() bool {
	return strings.EqualFold(h.kind, "Feature") || geometryType(h.kind) != ""
}

// bare tells whether the whole file is one Esri feature or geometry.
func (h *jsonHead) bare() bool { return h.bareEsri && h.kind == "" }

// esri tells whether the file is Esri JSON, as far as its head says.
func (h *jsonHead) esri() bool {
	return h.kind == "" && (h.shape != "" || h.reference != nil || h.bareEsri)
}

// complaint explains why a file without features is no layer.
func (h *jsonHead) complaint() error {
	switch {
	case h.serverError != nil:
		return fmt.Errorf("it holds a server's error instead of data: %s", clip(compact(h.serverError)))
	case strings.EqualFold(h.kind, "Topology"):
		return errors.New("it is TopoJSON; convert it to GeoJSON first")
	case strings.EqualFold(h.kind, "FeatureCollection"):
		return errNotFeatures{`a FeatureCollection without "features" array`}
	case h.kind != "":
		return errNotFeatures{fmt.Sprintf("%q is not a GeoJSON type", clip(h.kind))}
	}
	return errNotFeatures{`there is no "type" and no "features" array`}
}

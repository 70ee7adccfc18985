package crs

// #cgo pkg-config: proj
// #include <stdlib.h>
// #include <proj.h>
// #include <proj_experimental.h>
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unsafe"
)

// This file holds what go-proj does not offer: looking into a definition. Everything returned is a Go value;
// no PROJ object outlives describe.

// offline switches the network off in PROJ's default context, from which every other context is copied.
var offline = sync.OnceFunc(func() { C.proj_context_set_enable_network(nil, 0) })

var errNotHorizontal = errors.New("not a horizontal CRS")

// describe reads a definition that proj_create understands. ok is false when it is no definition at all.
func describe(definition string) (c CRS, ok bool, err error) {
	offline()
	ctx := C.proj_context_create()
	defer C.proj_context_destroy(ctx)
	C.proj_log_level(ctx, C.PJ_LOG_NONE)

	text := C.CString(definition)
	defer C.free(unsafe.Pointer(text))
	obj := C.proj_create(ctx, text)
	if obj == nil {
		return CRS{}, false, nil
	}
	defer func() { C.proj_destroy(obj) }()
	if obj, err = horizontal(ctx, obj); err != nil {
		return CRS{}, true, err
	}

	c.name = C.GoString(C.proj_get_name(obj))
	c.projjson = projjson(ctx, obj)
	if c.projjson == "" {
		return CRS{}, true, errors.New("cannot be written as PROJJSON")
	}
	c.code, c.area = code(obj), areaOfUse(ctx, obj)
	if c.code == "" {
		c.code, c.area = identify(ctx, obj, c.area)
	}
	plain := unbound(ctx, obj)
	defer C.proj_destroy(plain)
	c.geographic = isGeographic(plain)
	c.unit, c.unitSI = axisUnit(ctx, plain)
	c.method = method(ctx, plain)
	geodetic := geodetic(ctx, obj)
	defer C.proj_destroy(geodetic)
	c.geodetic, c.datum = projjson(ctx, geodetic), registered(ctx, geodetic)
	c.semiMajor, c.invFlat = ellipsoid(ctx, plain)
	if c.semiMajor == 0 || c.unitSI == 0 || c.datum == "" {
		return CRS{}, true, errors.New("has no ellipsoid or no unit")
	}
	return c, true, nil
}

// horizontal consumes obj and returns its two-dimensional horizontal part.
func horizontal(ctx *C.PJ_CONTEXT, obj *C.PJ) (*C.PJ, error) {
	switch C.proj_get_type(obj) {
	case C.PJ_TYPE_COMPOUND_CRS:
		part := C.proj_crs_get_sub_crs(ctx, obj, 0)
		C.proj_destroy(obj)
		if part == nil {
			return nil, errNotHorizontal
		}
		return horizontal(ctx, part)
	case C.PJ_TYPE_GEOGRAPHIC_3D_CRS, C.PJ_TYPE_PROJECTED_CRS, C.PJ_TYPE_BOUND_CRS, C.PJ_TYPE_GEOGRAPHIC_2D_CRS:
		flat := C.proj_crs_demote_to_2D(ctx, nil, obj)
		if flat == nil {
			return obj, errNotHorizontal
		}
		C.proj_destroy(obj)
		return flat, nil
	case C.PJ_TYPE_VERTICAL_CRS:
		return obj, errors.New("is a vertical CRS; a horizontal one is needed")
	case C.PJ_TYPE_GEOCENTRIC_CRS:
		return obj, errors.New("is a geocentric (X, Y, Z) CRS; a horizontal one is needed")
	case C.PJ_TYPE_ENGINEERING_CRS:
		return obj, errors.New("is a local CRS without a place on the earth")
	}
	return obj, errNotHorizontal
}

// unbound returns a new reference to the CRS inside a bound CRS (one with a TOWGS84), or to obj itself.
func unbound(ctx *C.PJ_CONTEXT, obj *C.PJ) *C.PJ {
	if C.proj_get_type(obj) == C.PJ_TYPE_BOUND_CRS {
		return C.proj_get_source_crs(ctx, obj)
	}
	return C.proj_clone(ctx, obj)
}

// geodetic returns the geographic CRS under obj, with its TOWGS84 if it has one.
func geodetic(ctx *C.PJ_CONTEXT, obj *C.PJ) *C.PJ {
	base := C.proj_crs_get_geodetic_crs(ctx, obj)
	if base == nil || C.proj_get_type(obj) != C.PJ_TYPE_BOUND_CRS {
		return base
	}
	defer C.proj_destroy(base)
	hub, shift := C.proj_get_target_crs(ctx, obj), C.proj_crs_get_coordoperation(ctx, obj)
	defer C.proj_destroy(hub)
	defer C.proj_destroy(shift)
	return C.proj_crs_create_bound_crs(ctx, base, hub, shift)
}

// registered returns the PROJJSON of the EPSG register's version of a geographic CRS, or its own when it is not there.
// PROJ looks for datum shifts among those of the authority that defined a CRS. So from CRS84, or from the unmarked
// NAD83 of a .prj, it takes Esri's shift between WGS 84 and NAD83, and from EPSG:4326 to EPSG:4269 none: two layers of
// one town would be three feet apart.
func registered(ctx *C.PJ_CONTEXT, geodetic *C.PJ) string {
	id := code(geodetic)
	switch id {
	case "OGC:CRS84":
		id = "EPSG:4326"
	case "OGC:CRS83":
		id = "EPSG:4269"
	case "OGC:CRS27":
		id = "EPSG:4267"
	case "":
		id, _ = identify(ctx, geodetic, area{})
	}
	if strings.HasPrefix(id, "EPSG:") {
		text := C.CString(id)
		defer C.free(unsafe.Pointer(text))
		if twin := C.proj_create(ctx, text); twin != nil {
			defer C.proj_destroy(twin)
			return projjson(ctx, twin)
		}
	}
	return projjson(ctx, geodetic)
}

func isGeographic(obj *C.PJ) bool {
	t := C.proj_get_type(obj)
	return t == C.PJ_TYPE_GEOGRAPHIC_2D_CRS || t == C.PJ_TYPE_GEOGRAPHIC_3D_CRS
}

// projjson writes obj, read back once and written again: PROJ leaves out the code of a unit the second time, and equal
// definitions should be equal texts.
func projjson(ctx *C.PJ_CONTEXT, obj *C.PJ) string {
	text := writeJSON(ctx, obj)
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	again := C.proj_create(ctx, c)
	if again == nil {
		return text
	}
	defer C.proj_destroy(again)
	return writeJSON(ctx, again)
}

func writeJSON(ctx *C.PJ_CONTEXT, obj *C.PJ) string {
	oneLine := C.CString("MULTILINE=NO")
	defer C.free(unsafe.Pointer(oneLine))
	options := [...]*C.char{oneLine, nil}
	return C.GoString(C.proj_as_projjson(ctx, obj, &options[0]))
}

// code returns the authority and code obj carries, "" when it has none.
func code(obj *C.PJ) string {
	id := C.proj_get_id_code(obj, 0)
	if id == nil {
		return ""
	}
	return C.GoString(C.proj_get_id_auth_name(obj, 0)) + ":" + C.GoString(id)
}

// identifyConfidence is PROJ's own scale: 100 and 90 are equal with the same or a known other name, 70 equal in
// all numbers under an unknown name. Below that it is a guess.
const identifyConfidence = 70

// identify returns the EPSG code and area of use of the one best match of obj in the register, or "" and the area
// given when there is none or several.
func identify(ctx *C.PJ_CONTEXT, obj *C.PJ, given area) (string, area) {
	authority := C.CString("EPSG")
	defer C.free(unsafe.Pointer(authority))
	var confidence *C.int
	list := C.proj_identify(ctx, obj, authority, nil, &confidence)
	if list == nil {
		return "", given
	}
	defer C.proj_list_destroy(list)
	defer C.proj_int_list_destroy(confidence)
	best, matches := C.int(identifyConfidence), 0
	var found string
	var use area
	for i, score := range unsafe.Slice(confidence, int(C.proj_list_get_count(list))) {
		match := C.proj_list_get(ctx, list, C.int(i))
		id := code(match)
		if id != "" && score >= best && C.proj_is_deprecated(match) == 0 {
			if score > best {
				best, matches = score, 0
			}
			matches++
			found, use = id, areaOfUse(ctx, match)
		}
		C.proj_destroy(match)
	}
	if matches != 1 {
		return "", given
	}
	return found, use
}

func areaOfUse(ctx *C.PJ_CONTEXT, obj *C.PJ) area {
	var w, s, e, n C.double
	if C.proj_get_area_of_use(ctx, obj, &w, &s, &e, &n, nil) == 0 || w == -1000 {
		return area{}
	}
	return area{float64(w), float64(s), float64(e), float64(n)}
}

func axisUnit(ctx *C.PJ_CONTEXT, obj *C.PJ) (name string, si float64) {
	cs := C.proj_crs_get_coordinate_system(ctx, obj)
	if cs == nil {
		return "", 0
	}
	defer C.proj_destroy(cs)
	var unit *C.char
	var factor C.double
	if C.proj_cs_get_axis_info(ctx, cs, 0, nil, nil, nil, &factor, &unit, nil, nil) == 0 {
		return "", 0
	}
	return C.GoString(unit), float64(factor)
}

func method(ctx *C.PJ_CONTEXT, obj *C.PJ) string {
	op := C.proj_crs_get_coordoperation(ctx, obj)
	if op == nil {
		return ""
	}
	defer C.proj_destroy(op)
	var name *C.char
	if C.proj_coordoperation_get_method_info(ctx, op, &name, nil, nil) == 0 {
		return ""
	}
	return C.GoString(name)
}

func ellipsoid(ctx *C.PJ_CONTEXT, obj *C.PJ) (semiMajor, invFlat float64) {
	e := C.proj_get_ellipsoid(ctx, obj)
	if e == nil {
		return 0, 0
	}
	defer C.proj_destroy(e)
	var a, rf C.double
	if C.proj_ellipsoid_get_parameters(ctx, e, &a, nil, nil, &rf) == 0 {
		return 0, 0
	}
	return float64(a), float64(rf)
}

// Version returns the version of the PROJ library, for the manifest.
func Version() string {
	return fmt.Sprintf("%d.%d.%d", C.PROJ_VERSION_MAJOR, C.PROJ_VERSION_MINOR, C.PROJ_VERSION_PATCH)
}

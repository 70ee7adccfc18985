package kernel

import (
	"bytes"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/planar"
)

// xmlRun is a file of the JTS test runner: cases with arguments A and B and operations with expected results.
type xmlRun struct {
	Precision struct {
		Scale string `xml:"scale,attr"`
	} `xml:"precisionModel"`
	Cases []struct {
		Desc  string `xml:"desc"`
		A     string `xml:"a"`
		B     string `xml:"b"`
		Tests []struct {
			Op struct {
				Name string `xml:"name,attr"`
				Arg1 string `xml:"arg1,attr"`
				Arg2 string `xml:"arg2,attr"`
				Arg3 string `xml:"arg3,attr"`
				Want string `xml:",chardata"`
			} `xml:"op"`
		} `xml:"test"`
	} `xml:"case"`
}

// xmlGeometry reads WKT or hex WKB; ok is false for what orb has no type for.
func xmlGeometry(text string) (g orb.Geometry, ok bool) {
	text = strings.Join(strings.Fields(text), " ")
	if raw, err := hex.DecodeString(text); err == nil && len(raw) > 0 {
		g, err := wkb.Unmarshal(raw)
		return g, err == nil
	}
	if strings.HasSuffix(text, "EMPTY") {
		return nil, true
	}
	g, err := wkt.Unmarshal(text)
	return g, err == nil
}

// TestAgainstTheXMLCasesOfGEOS uses the results that JTS and GEOS record, over all operations exposed here.
func TestAgainstTheXMLCasesOfGEOS(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/data/geos-xml/*.xml")
	if len(files) == 0 {
		t.Skip("../shared is not here")
	}
	done := map[string]int{}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var run xmlRun
		decoder := xml.NewDecoder(bytes.NewReader(raw))
		decoder.Strict = false
		if err := decoder.Decode(&run); err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if run.Precision.Scale != "" && !strings.Contains(f, "makevalid") {
			continue // rounded to a grid, which the kernel does not offer
		}
		for i, c := range run.Cases {
			a, ok := xmlGeometry(c.A)
			b, okB := xmlGeometry(c.B)
			if !ok || c.B != "" && !okB {
				continue
			}
			for _, test := range c.Tests {
				op := test.Op
				x, y := a, b
				if strings.EqualFold(op.Arg1, "b") {
					x, y = b, a
				}
				problem, known := xmlCheck(op.Name, x, y, op.Arg2, op.Want)
				if !known {
					continue
				}
				done[op.Name]++
				if problem != "" {
					t.Errorf("%s case %d (%s): %s: %s", filepath.Base(f), i+1, strings.TrimSpace(c.Desc), op.Name, problem)
				}
			}
		}
	}
	t.Logf("cases checked: %v", done)
	for op, least := range map[string]int{"isValid": 60, "buffer": 20, "intersectionNG": 10, "union": 10, "makevalid": 5} {
		if done[op] < least {
			t.Errorf("only %d cases of %s were checked", done[op], op)
		}
	}
}

// xmlCheck runs one case; problem is "" when the result is right, known is false for operations not exposed here.
func xmlCheck(name string, a, b orb.Geometry, arg2, wantText string) (problem string, known bool) {
	if a == nil {
		return "", false
	}
	k := New()
	var got orb.Geometry
	var err error
	switch name {
	case "isValid":
		reason, ok := k.Valid(a)
		if fmt.Sprint(ok) != strings.TrimSpace(wantText) {
			return fmt.Sprintf("valid is %v (%s)", ok, reason), true
		}
		return "", true
	case "buffer":
		var d float64
		if _, err := fmt.Sscan(arg2, &d); err != nil {
			return "", false
		}
		got, err = k.Buffer(a, d, Buffer{})
	case "makevalid":
		// The recorded results count ground covered twice as outside; here it is inside.
		if reason, _ := k.Valid(a); strings.HasPrefix(reason, "Self-intersection") && len(Polygons(a)) > 1 {
			return "", false
		}
		got, err = k.MakeValid(a)
	case "union", "unionNG":
		if arg2 == "" {
			got, err = k.UnaryUnion(a)
			break
		}
		got, err = k.Union(a, b)
	case "intersection", "intersectionNG":
		got, err = k.Intersection(a, b)
	case "difference", "differenceNG":
		got, err = k.Difference(a, b)
	case "overlayAreaTest":
		// A is intersection and two differences together.
		common, err1 := k.Intersection(a, b)
		rest, err2 := k.Difference(a, b)
		if err1 != nil || err2 != nil {
			return fmt.Sprint(err1, err2), true
		}
		if sum := areaOf(common) + areaOf(rest); math.Abs(sum-areaOf(a)) > 1e-6*areaOf(a)+1e-9 {
			return fmt.Sprintf("parts have %g, whole has %g", sum, areaOf(a)), true
		}
		return "", true
	default:
		return "", false
	}
	if _, collection := a.(orb.Collection); collection {
		return "", false
	}
	if _, collection := b.(orb.Collection); collection {
		return "", false
	}
	want, ok := xmlGeometry(wantText)
	if !ok {
		return "", false
	}
	if err != nil {
		if b == nil && arg2 != "" {
			return "", false // an empty argument is refused here
		}
		return err.Error(), true
	}
	// Lines and points that a polygon collapses to are dropped by design.
	tolerance := 1e-6*areaOf(want) + 1e-9
	if name == "buffer" {
		tolerance = 1e-3 * areaOf(want)
	}
	if math.Abs(areaOf(got)-areaOf(want)) > tolerance {
		return fmt.Sprintf("area %g, want %g: %v", areaOf(got), areaOf(want), got), true
	}
	if name != "makevalid" && math.Abs(lengthOf(got)-lengthOf(want)) > 1e-3*lengthOf(want)+1e-9 {
		return fmt.Sprintf("length %g, want %g", lengthOf(got), lengthOf(want)), true
	}
	return "", true
}

func areaOf(g orb.Geometry) float64 {
	sum := 0.0
	for _, p := range Polygons(g) {
		sum += math.Abs(planar.Area(p[0]))
		for _, hole := range p[1:] {
			sum -= math.Abs(planar.Area(hole))
		}
	}
	return sum
}

func lengthOf(g orb.Geometry) float64 {
	if g == nil {
		return 0
	}
	return planar.Length(g)
}

package report

import (
	"errors"
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
	"parcelaudit/pipeline/baseline"
)

// earthFiles are the files in longitude and latitude. It is used by one goroutine.
type earthFiles struct {
	violations *geoJSONFiles[finding]
	evidence   *geoJSONFiles[finding]
	structures *geoJSONFiles[audit.StructureRow]
	lotLines   *geoJSONFiles[audit.LotLineRow]
	issues     *geoJSONFiles[audit.Issue]
	yards      *geoJSONFiles[audit.YardRow]
	memoryFile *stagedFile
	memory     *findingsCSV
	page       *page
}

func newEarthFiles(folder *staging, run Run) (*earthFiles, error) {
	e := &earthFiles{page: newPage(run.Places)}
	var err error
	if e.memoryFile, err = folder.create(baseline.FileName); err != nil {
		return nil, err
	}
	e.memory = newFindingsCSV(e.memoryFile, run)
	var errs [6]error
	if !run.Formats.WithoutGeoJSON {
		e.violations, errs[0] = openGeoJSON(folder, findingLayer("violations", run), run)
		e.evidence, errs[1] = openGeoJSON(folder, evidenceLayer(run), run)
		e.structures, errs[2] = openGeoJSON(folder, structureLayer(), run)
		e.lotLines, errs[3] = openGeoJSON(folder, lotLineLayer(), run)
		e.issues, errs[4] = openGeoJSON(folder, issueLayer(), run)
	}
	if run.Yards {
		e.yards, errs[5] = openGeoJSON(folder, yardLayer(), run)
	}
	return e, errors.Join(errs[:]...)
}

func (e *earthFiles) write(b *prepared) error {
	for i := range b.kept {
		if err := e.memory.write(&b.kept[i]); err != nil {
			return fmt.Errorf("write %s: %w", baseline.FileName, err)
		}
	}
	e.page.add(b)
	return errors.Join(e.violations.write(b.reported), e.evidence.write(withEvidence(b.reported)),
		e.structures.write(b.Structures), e.lotLines.write(b.LotLines), e.issues.write(b.Issues), e.yards.write(b.Yards))
}

func (e *earthFiles) close() error {
	err := errors.Join(e.memory.close(), e.memoryFile.close())
	e.memoryFile.counted(e.memory.rows)
	return errors.Join(err, e.violations.close(), e.evidence.close(), e.structures.close(), e.lotLines.close(),
		e.issues.close(), e.yards.close())
}

// withEvidence leaves out findings that rest on no measurement: they have no line to draw.
func withEvidence(findings []finding) []finding {
	var proven []finding
	for _, f := range findings {
		if formOf(f.Evidence) != nowhere {
			proven = append(proven, f)
		}
	}
	return proven
}

// geoJSONFiles are the files of one layer, one per form; nil when the format is not wanted.
type geoJSONFiles[R any] struct {
	layer  *layer[R]
	places Places
	shapes degrees
	files  []*geoJSONFile[R] // in the order of layer.forms
}

type geoJSONFile[R any] struct {
	file *stagedFile
	rows *geoJSON[R]
}

func openGeoJSON[R any](folder *staging, l *layer[R], run Run) (*geoJSONFiles[R], error) {
	g := &geoJSONFiles[R]{layer: l, places: run.Places}
	for _, f := range l.forms {
		file, err := folder.create(l.name + suffix(l, f) + ".geojson")
		if err != nil {
			return nil, err
		}
		g.files = append(g.files, &geoJSONFile[R]{file, newGeoJSON(file, l, f)})
	}
	return g, nil
}

// write sends each row to the file of its form. A row without a place goes to the first file with null geometry, and so
// does one whose place can not be taken to WGS 84: a garbled coordinate must not cost the night.
func (g *geoJSONFiles[R]) write(rows []R) error {
	if g == nil {
		return nil
	}
	for len(rows) > 0 {
		n := min(rowsPerTurn, len(rows))
		g.shapes.take(n, func(i int) orb.Geometry { return g.layer.geometry(&rows[i]) }, g.layer.pins, g.places)
		for i := range n {
			if err := g.writeAt(&rows[i], g.shapes.at(i)); err != nil {
				return err
			}
		}
		rows = rows[n:]
	}
	return nil
}

func (g *geoJSONFiles[R]) writeAt(row *R, s *shape) error {
	to := g.fileFor(s.form)
	if to == nil {
		s, to = &shape{}, g.files[0]
	}
	if s.form == nowhere {
		to.file.Unplaced++
	}
	if err := to.rows.write(row, s); err != nil {
		return fmt.Errorf("write %s: %w", to.file.Name, err)
	}
	return nil
}

func (g *geoJSONFiles[R]) fileFor(f form) *geoJSONFile[R] {
	for i, its := range g.layer.forms {
		if its == f {
			return g.files[i]
		}
	}
	return nil
}

func (g *geoJSONFiles[R]) close() error {
	if g == nil {
		return nil
	}
	var errs []error
	for _, f := range g.files {
		err := errors.Join(f.rows.close(), f.file.close())
		f.file.counted(f.rows.rows)
		if err != nil {
			errs = append(errs, fmt.Errorf("write %s: %w", f.file.Name, err))
		}
	}
	return errors.Join(errs...)
}

// onEarth sets the shape from frame feet and takes it to WGS 84; a shape that can not be taken there is nowhere.
func (s *shape) onEarth(g orb.Geometry, pin bool, places Places) {
	s.set(g)
	if pin {
		s.pin()
	}
	if s.form == nowhere {
		return
	}
	if places.toEarth(s.points) != nil || !s.inDegrees() {
		s.reset()
	}
}

func (s *shape) inDegrees() bool {
	for _, p := range s.points {
		if !(p[0] >= -180 && p[0] <= 180 && p[1] >= -90 && p[1] <= 90) { // written so that NaN is refused
			return false
		}
	}
	return true
}

package report

import (
	"encoding/json"
	"errors"
	"fmt"

	"parcelaudit/pipeline/audit"
)

// workingFiles are the files in the working CRS. It is used by one goroutine.
type workingFiles struct {
	violations    *parquetFile[finding]
	indeterminate *parquetFile[finding]
	structures    *parquetFile[audit.StructureRow]
	lotLines      *parquetFile[audit.LotLineRow]
	issues        *parquetFile[audit.Issue]
}

// parquetFile is one layer on its way to disk; nil when the format is not wanted.
type parquetFile[R any] struct {
	file *stagedFile
	rows *geoParquet[R]
}

func newWorkingFiles(folder *staging, run Run) (*workingFiles, error) {
	w := &workingFiles{}
	if run.Formats.WithoutParquet {
		return w, nil
	}
	about, err := json.Marshal(struct {
		RunID    string   `json:"run_id"`
		Pack     Pack     `json:"pack"`
		Versions Versions `json:"versions"`
	}{run.ID, run.Pack, run.Versions})
	if err != nil {
		return nil, err
	}
	var errs [5]error
	w.violations, errs[0] = openParquet(folder, findingLayer("violations", run), run, string(about))
	w.indeterminate, errs[1] = openParquet(folder, findingLayer("indeterminate", run), run, string(about))
	w.structures, errs[2] = openParquet(folder, structureLayer(), run, string(about))
	w.lotLines, errs[3] = openParquet(folder, lotLineLayer(), run, string(about))
	w.issues, errs[4] = openParquet(folder, issueLayer(), run, string(about))
	return w, errors.Join(errs[:]...)
}

func openParquet[R any](folder *staging, l *layer[R], run Run, about string) (*parquetFile[R], error) {
	file, err := folder.create(l.name + ".parquet")
	if err != nil {
		return nil, err
	}
	return &parquetFile[R]{file, newGeoParquet(file, l, run.Places, about)}, nil
}

func (w *workingFiles) write(b *prepared) error {
	return errors.Join(w.violations.write(b.reported), w.indeterminate.write(b.undecided),
		w.structures.write(b.Structures), w.lotLines.write(b.LotLines), w.issues.write(b.Issues))
}

func (w *workingFiles) close() error {
	return errors.Join(w.violations.close(), w.indeterminate.close(), w.structures.close(), w.lotLines.close(), w.issues.close())
}

func (p *parquetFile[R]) write(rows []R) error {
	if p == nil {
		return nil
	}
	return p.wrap(p.rows.write(rows))
}

func (p *parquetFile[R]) close() error {
	if p == nil {
		return nil
	}
	err := p.rows.close()
	p.file.counted(p.rows.rows)
	p.file.Unplaced = p.rows.unplaced
	return p.wrap(errors.Join(err, p.file.close()))
}

func (p *parquetFile[R]) wrap(err error) error {
	if err != nil {
		return fmt.Errorf("write %s: %w", p.file.Name, err)
	}
	return nil
}

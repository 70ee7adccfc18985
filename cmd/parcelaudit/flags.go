package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"parcelaudit/pipeline"
)

// auditFlags choose what is audited; commands that audit share them. A flag overrides audit.yaml.
type auditFlags struct {
	Config string `arg:"" optional:"" name:"audit.yaml" help:"Configuration; ./audit.yaml when it is there and no --parcels is given."`

	Parcels   string `placeholder:"FILE" group:"Layers:" help:"Lots (required, here or in audit.yaml)."`
	Zoning    string `placeholder:"FILE" group:"Layers:" help:"Zoning districts."`
	Buildings string `placeholder:"FILE" group:"Layers:" help:"Building footprints."`
	Fences    string `placeholder:"FILE" group:"Layers:" help:"Fences, walls and hedges as lines."`
	Features  string `placeholder:"FILE" group:"Layers:" help:"Pools, decks, sheds, tanks, signs ..."`
	Streets   string `placeholder:"FILE" group:"Layers:" help:"Street centre-lines or right-of-way areas."`
	Water     string `placeholder:"FILE" group:"Layers:" help:"Water bodies and watercourses."`
	Districts string `placeholder:"FILE" group:"Layers:" help:"District table: code to class and required yards."`

	CRS  string `name:"crs" placeholder:"CRS" help:"Working CRS; auto chooses one that is true to length at the data."`
	Date string `placeholder:"DATE" help:"Date of the audit (2026-01-31); today when not given."`
	Jobs int    `short:"j" placeholder:"N" help:"Goroutines; as many as there are processors when not given."`
}

// defaultConfig is read when nothing is named.
const defaultConfig = "audit.yaml"

// config reads audit.yaml and lays the flags over it.
func (f auditFlags) config() (pipeline.Config, error) {
	c := pipeline.Default()
	file := f.Config
	if file == "" && f.Parcels == "" {
		if _, err := os.Stat(defaultConfig); err == nil {
			file = defaultConfig
		}
	}
	var err error
	if file != "" {
		c, err = pipeline.ReadConfig(file)
	}
	var flagErrs pipeline.ConfigErrors
	f.layers(&c, &flagErrs)
	if f.Jobs < 0 {
		flagErrs = append(flagErrs, refused("--jobs", "%d goroutines can not work; give at least 1", f.Jobs))
	}
	if f.CRS != "" {
		c.CRS = pipeline.Setting{Name: "crs", Text: f.CRS, At: pipeline.Place{File: "--crs"}}
	}
	if f.Date != "" {
		c.Date = pipeline.Setting{Name: "date", Text: f.Date, At: pipeline.Place{File: "--date"}}
	}
	var fileErrs pipeline.ConfigErrors
	if err != nil && !errors.As(err, &fileErrs) {
		return c, err
	}
	if all := append(fileErrs, flagErrs...); len(all) > 0 {
		return c, all
	}
	return c, nil
}

// layers puts the files named by flags in place of those of audit.yaml.
func (f auditFlags) layers(c *pipeline.Config, errs *pipeline.ConfigErrors) {
	given := []struct {
		role pipeline.Role
		path string
	}{
		{pipeline.Parcels, f.Parcels}, {pipeline.Zoning, f.Zoning}, {pipeline.Buildings, f.Buildings}, {pipeline.Fences, f.Fences},
		{pipeline.Features, f.Features}, {pipeline.Streets, f.Streets}, {pipeline.Water, f.Water},
	}
	for _, g := range given {
		if g.path == "" {
			continue
		}
		at := pipeline.Place{File: "--" + string(g.role)}
		mustExist(g.path, at, errs)
		c.SetLayer(g.role, g.path, at)
	}
	if f.Districts != "" {
		c.Districts = pipeline.Path{Name: f.Districts, At: pipeline.Place{File: "--districts"}}
		mustExist(f.Districts, c.Districts.At, errs)
	}
}

func mustExist(path string, at pipeline.Place, errs *pipeline.ConfigErrors) {
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		*errs = append(*errs, pipeline.ConfigError{At: at, What: "there is no file " + filepath.Clean(path)})
	case err != nil:
		*errs = append(*errs, pipeline.ConfigError{At: at, What: err.Error()})
	}
}

// refused says that a flag has a value it can not have.
func refused(flag, format string, args ...any) pipeline.ConfigError {
	return pipeline.ConfigError{At: pipeline.Place{File: flag}, What: fmt.Sprintf(format, args...)}
}

func (f auditFlags) jobs() int {
	if f.Jobs > 0 {
		return f.Jobs
	}
	return runtime.NumCPU()
}

package report

import "time"

// schemaVersion is raised when a file of the report changes so that a reader must change too.
const schemaVersion = 1

const manifestName = "manifest.json"

// Pack says which law was applied.
type Pack struct {
	Name string `json:"name"`
	Hash string `json:"sha256"`
	// Title is what people call the ordinance, "" when the pack does not say.
	Title string `json:"title,omitempty"`
}

// Versions are of the programs that can change a result.
type Versions struct {
	Tool string `json:"parcelaudit"`
	GEOS string `json:"geos"`
	PROJ string `json:"proj"`
	Go   string `json:"go"`
}

// Input is one file that was read.
type Input struct {
	Layer    string `json:"layer"` // "parcels", "buildings", "variances" ...
	Path     string `json:"path"`
	Format   string `json:"format"`
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	CRS      string `json:"crs,omitempty"`
	CRSBasis string `json:"crs_basis,omitempty"`
	Records  int    `json:"records"`
	// Operation is how PROJ takes the layer to the working CRS, "" when it is in it.
	Operation string `json:"operation,omitempty"`
}

// Stage is one step of the run.
type Stage struct {
	Name    string         `json:"name"`
	Counts  map[string]int `json:"counts,omitempty"`
	Seconds float64        `json:"-"` // reported under timings
}

// manifest is manifest.json: what ran on what, and what came out. Everything in it but timings is the same whenever the
// same inputs are run under the same run id and clock.
type manifest struct {
	Schema   int         `json:"schema_version"`
	RunID    string      `json:"run_id"`
	Started  string      `json:"started"`
	Versions Versions    `json:"versions"`
	Pack     Pack        `json:"pack"`
	Config   string      `json:"config_sha256,omitempty"`
	Working  string      `json:"working_crs"`
	Inputs   []Input     `json:"inputs"`
	Stages   []Stage     `json:"stages"`
	Outputs  []File      `json:"outputs"`
	ExitCode int         `json:"exit_code"`
	Timings  timingsPart `json:"timings"`
}

type timingsPart struct {
	Finished string             `json:"finished"`
	Seconds  map[string]float64 `json:"seconds"` // by stage
}

func newManifest(run Run, totals Totals, outputs []File, finished time.Time) manifest {
	m := manifest{
		Schema: schemaVersion, RunID: run.ID, Started: run.started(), Versions: run.Versions, Pack: run.Pack,
		Config: run.ConfigSHA256, Working: run.Places.CRSName, Inputs: append([]Input{}, run.Inputs...),
		Stages: append([]Stage{}, totals.Stages...), Outputs: outputs, ExitCode: totals.ExitCode,
		Timings: timingsPart{Finished: finished.UTC().Format(time.RFC3339), Seconds: map[string]float64{}},
	}
	for _, s := range totals.Stages {
		m.Timings.Seconds[s.Name] += s.Seconds
	}
	return m
}

// Package pipeline takes an audit from its configuration to its report: it reads audit.yaml, opens the layers side by
// side, maps their fields to facts, projects and repairs their geometry, hands everything to pipeline/audit and the result
// to pipeline/report, under a lock and with a manifest.
//
// It knows no file format, measures nothing and knows no law. What is wrong with a configuration is returned as
// ConfigErrors, all at once; what is wrong with a record is an audit.Issue, and the run goes on.
package pipeline

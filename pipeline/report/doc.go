// Package report writes what an audit found: GeoParquet, GeoJSON, CSV, JSON, one HTML page and QGIS styles, one file
// of code per format. Rows pass through it a batch at a time and are not kept (today's audit hands over one batch, so that it is
// the audit that bounds a run), and nothing appears under its final name before the whole report is written. Docs: docs/formats.md.
//
// It decides nothing: outcomes, numbers and messages arrive finished, in the order in which they are to be written.
// It does not know PROJ or GEOS; the way from the frame back to the earth is handed in as Places. It never re-measures:
// every number it writes was measured by the audit, in the frame.
package report

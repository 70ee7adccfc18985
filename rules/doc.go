// Package rules holds ordinances as data and evaluates them. A pack is a folder of YAML (docs/writing-rules.md);
// Load checks all of it and reports every error at once. An Evaluator says what a clause says of a subject,
// three-valued: what is missing stays unknown, and an unknown that can not change the verdict does not matter.
//
// It knows no geometry, reads no layers and decides no classes: facts and measures arrive through Subject, as values
// with units and tolerances. No clause id and no number of the law is in this code.
package rules

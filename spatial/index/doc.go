// Package index finds which of many boxes meet a box. An Index is built once and only read afterwards, so any
// number of goroutines may query it.
//
// It does not hold geometry, does not change after Build, and does not answer nearest-neighbour questions.
package index

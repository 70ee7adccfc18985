// Package baseline remembers the previous run: which finding of today is the finding of yesterday, what is new, what is
// fixed, and which findings a variance, permit or other record covers.
//
// Identity is clause + parcel + subject. The subject is recognised by its id and by where it stands, so that a layer
// exported again with other record numbers, a shifted footprint or a structure that grew keeps its history; equality of
// coordinates and equality of counts are never asked for.
//
// It does not evaluate clauses, does not read geometry files and does not decide exit codes.
package baseline

// Package audit is the heart of the product: it joins structures, fences and features to the lots they stand on, decides
// what each of them is, and evaluates every (clause, subject) pair of a pack.
//
// It reads no files, knows no flags and writes nothing: [Run] is a function of its [Input]. It knows no ordinance: every
// clause comes from a [rules.Pack], every length it needs from the clause or the district table.
package audit

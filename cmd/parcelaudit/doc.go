// Command parcelaudit audits every accessory structure and every fence of a municipality against its zoning ordinance.
//
// Here are the flags, the exit codes and what is printed; one file per command. The work is in package pipeline.
package main

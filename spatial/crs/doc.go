// Package crs knows coordinate reference systems: it reads their definitions, transforms points between them in
// bulk, chooses the working CRS of an audit, and defines the Frame, the local plane in international ground feet
// in which everything else measures. It is the only package that uses PROJ.
//
// Points are always x before y: easting, northing or longitude, latitude, whatever axis order a definition states.
//
// It does not read files, does not guess a missing CRS, and never uses the network.
package crs

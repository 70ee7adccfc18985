// Package lot turns parcels into lots and says of every stretch of a lot's boundary what it is: front, rear, side,
// street side, alley, water, rail, highway, park, open edge or unknown, with a confidence, the method that found it, and every
// other labelling that is plausible. Coordinates are frame feet: a plane in ground feet, origin anywhere.
//
// It does not know coordinate systems, units other than feet, files, ordinances or required yards, and it does not know
// buildings: which street the principal building faces is decided by the audit from the readings a lot carries.
package lot

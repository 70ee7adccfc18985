-- The files of a report, as they are exported.
set search_path = :town, public;
create table o_violations (finding text, outcome text, clause text, parcel text, lot text, district text, type text, id text, line text,
	measured float8, required float8, unit text, other text, geom geometry, evidence geometry);
create table o_structures (id text, type text, class text, parcel text, lot text, district text, assignment text, area float8, length float8, geom geometry);
create table o_lot_lines (lot text, parcel text, kind text, lot_type text, length float8, geom geometry);
create table depths (code text, front float8, side float8, rear float8, street float8);

-- Indexes, the scale of the ground, and the report in the inputs' projection.
set search_path = :town, public;
update o_violations set geom = ST_SetSRID(geom, :srid), evidence = ST_SetSRID(evidence, :srid);
update o_structures set geom = ST_SetSRID(geom, :srid);
update o_lot_lines set geom = ST_SetSRID(geom, :srid);
create index on lots using gist (geom);
create index on lots (id);
create index on things using gist (geom);
create index on things (id);
create index on zones using gist (geom);
create index on o_structures (lot);
create index on o_structures (id);
create index on o_lot_lines (lot);
analyze;
create table scale as select ground(ST_Centroid(ST_Envelope(ST_Collect(geom)))) as ft from lots;
-- Things whose id no other record of the town has: what a row of the report is about is then sure.
create table unique_things as select * from things where id in (select id from things group by id having count(*) = 1);
create index on unique_things (id);

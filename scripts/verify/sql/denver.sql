-- Denver's inputs under the names that check.sql uses: the district is an attribute of the lot.
set search_path = :town, public;
create table lots as select source_id as id, ST_MakeValid(geom) as geom from parcels;
create table things as select source_id as id, 'structure' as type, 'building' as kind, ST_MakeValid(geom) as geom from buildings_1;
create table zones as select zoning as code, ST_MakeValid(geom) as geom from parcels where zoning is not null;

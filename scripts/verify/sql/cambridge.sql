-- Cambridge's inputs under the names that check.sql uses. A record without an id goes by its layer and its place in the file.
-- Of a footprint that crosses itself nothing is measured.
set search_path = :town, public;
-- Roads and railways stored as parcels, by name; what the report
-- sets aside by shape: two parcels along the railway, a long one without an id, a sliver.
create table lots as select ml as id, ST_MakeValid(geom) as geom from parcels
	where ml not in ('ROAD', 'RR', '190-RR3', '200-93', '205-75') and row <> 1533;
create table things as
	select coalesce(nullif(bldgid, ''), 'buildings 1/' || row) as id, 'structure' as type, type as kind, geom from buildings_1 where ST_IsValid(geom)
	union all select 'buildings 2/' || row, 'structure', type, ST_MakeValid(geom) from buildings_2
	union all select 'features 1/' || row, 'feature', 'deck', ST_MakeValid(geom) from features_1
	union all select 'features 2/' || row, 'feature', 'porch', ST_MakeValid(geom) from features_2
	union all select case when type = 'POOL-IN' then 'features 3/' else 'features 4/' end || row, 'feature', 'pool', ST_MakeValid(geom) from features_3
	union all select id, 'fence', type, geom from fences_1
	union all select 'fences 2/' || row, 'fence', type, geom from fences_2;
create table zones as select zone_type as code, ST_MakeValid(geom) as geom from zoning;

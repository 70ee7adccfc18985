-- The demo town's inputs under the names that check.sql uses: lots, things (what stands on them) and zones.
set search_path = :town, public;
create table lots as
	select min(parcelid) as id, ST_Union(ST_MakeValid(geom)) as geom
	from parcels where propclass <> 'RIGHT OF WAY'
	group by coalesce(nullif(lotid, ''), ST_AsText(geom));
create table things as
	select bldg_id as id, 'structure' as type, bldg_type as kind, ST_MakeValid(geom) as geom from buildings_1
	union all select feature_id, 'feature', kind, geom from features_1
	union all select fence_id, 'fence', kind, geom from fences_1;
create table zones as select district as code, geom from zoning;

-- Actual yards of the demo town, where the buildings layer says which building is the principal one.
set search_path = demo, public;
create table houses as
select lot, ST_Union(t.geom) as house from o_structures s join unique_things t using (id)
where t.kind in ('RES', 'COM', 'SCHOOL', 'GAR-A') and lot is not null group by lot;
create table actual as
select p.lot, kind, depth * ft as depth, ST_Intersection(p.geom, ST_Buffer(lines, depth, 'quad_segs=256')) as yard
from scale, plain_lots p join houses using (lot) cross join (values
	('actual front yard', 'front'), ('actual rear yard', 'rear'), ('actual street side yard', 'street side')) as k (kind, line),
	lateral (select ST_Union(o.geom) as lines, ST_Distance(ST_Union(o.geom), house) as depth, count(*) as n from o_lot_lines o where o.lot = p.lot and o.kind = line) l
where n = 1 or line <> 'street side' and lines is not null; -- several side streets have a yard each
insert into checks
select 'demo', 'actual yard: depth', a.lot || ' ' || a.kind, depth_ft, depth, 0.01 from actual a left join o_yards y on y.lot_id = a.lot and y.kind = a.kind;
insert into checks
select 'demo', 'actual yard: area', a.lot || ' ' || a.kind, area_sq_ft, ST_Area(yard) * ft * ft, 0.3
from scale, actual a left join o_yards y on y.lot_id = a.lot and y.kind = a.kind;
insert into checks
select 'demo', 'actual side yard: with front, rear and house, the lot', p.lot, y.area_sq_ft + ST_Area(rest) * ft * ft, ST_Area(p.geom) * ft * ft, 0.3
from scale, plain_lots p join houses using (lot) join o_yards y on y.lot_id = p.lot and y.kind = 'actual side yard',
	lateral (select ST_Intersection(p.geom, ST_Union(house, ST_Union(yard))) as rest from actual a where a.lot = p.lot and a.kind <> 'actual street side yard') r
where y.area_sq_ft is not null;

-- A vision triangle has two legs of 15 ft, each along a street or alley line of its lot. What is written with seven decimals may be off
-- by 0.04 ft.
create table legs as
select t.lot_id as lot, row_number() over (order by t.ogc_row) as triangle, leg
from (select lot_id, row as ogc_row, (ST_Dump(geom)).geom from o_yards where kind = 'vision triangle' and area_sq_ft is not null) t,
	lateral (select ST_MakeLine(ST_PointN(ST_ExteriorRing(t.geom), i), ST_PointN(ST_ExteriorRing(t.geom), i + 1)) as leg from generate_series(1, 3) i order by ST_Length(ST_MakeLine(ST_PointN(ST_ExteriorRing(t.geom), i), ST_PointN(ST_ExteriorRing(t.geom), i + 1))) limit 2) l;
insert into checks
select 'demo', 'vision triangle: length of its legs', lot || ' ' || triangle, 15, ST_Length(leg) * ft, 0.08 from scale, legs;
insert into checks
select 'demo', 'vision triangle: its legs run along street lines', l.lot || ' ' || triangle, 0, min(ST_Distance(ST_LineInterpolatePoint(leg, 0.5), o.geom)) * min(ft), 0.08
from scale, legs l join o_lot_lines o on o.lot = l.lot and o.kind in ('front', 'street side', 'alley') group by l.lot, triangle, leg;

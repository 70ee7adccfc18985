-- Yards drawn again: strips of a lot along its lines, from the depths of the district table and from the principal building. Lots whose
-- lines have other kinds than these four are left out (which line takes which yard is then not in the report), ids that several lots
-- share, and flag lots and others reached over a pole, whose front yard is that of their body and off their front line.
set search_path = :town, public;
create table poles as
select y.lot_id as lot from o_yards y join o_lot_lines o on o.lot = y.lot_id and o.kind = 'front', scale
where y.kind = 'required front yard' and y.geom is not null group by y.lot_id having bool_or(o.lot_type = 'flag') or min(ST_Distance(y.geom, o.geom)) * min(ft) > 1;
create table plain_lots as
select l.id as lot, l.geom, d.front, d.side, d.rear, d.street
from lots l join (select distinct lot_id, district from o_yards) y on y.lot_id = l.id join depths d on d.code = y.district
where l.id not in (select lot from poles) and l.id not in (select id from lots group by id having count(*) > 1)
	and not exists (select from o_lot_lines o where o.lot = l.id and o.kind not in ('front', 'side', 'rear', 'street side'));
insert into checks
select :'town', 'lots left out for a pole, in hundred', 'all', 0, 100.0 * (select count(*) from poles) / count(*), 2 from lots;

-- How deep each required yard is and where it lies; the circles at the ends of lines are drawn with more corners here.
create table required as
select lot, kind, depth, ST_Intersection(geom, ST_Buffer(lines, depth / ft, 'quad_segs=256')) as yard
from scale, plain_lots p cross join lateral (values
	('required front yard', 'front', front), ('required side yard', 'side', side), ('required rear yard', 'rear', rear), ('required street side yard', 'street side', street)
) as k (kind, line, depth), lateral (select ST_Union(o.geom) as lines from o_lot_lines o where o.lot = p.lot and o.kind = line) l
where lines is not null;
insert into checks
select :'town', 'required yard: depth', r.lot || ' ' || r.kind, depth_ft, depth, 0 from required r left join o_yards y on y.lot_id = r.lot and y.kind = r.kind;
insert into checks
select :'town', 'required yard: area', r.lot || ' ' || r.kind, area_sq_ft, ST_Area(yard) * ft * ft, 0.3
from scale, required r left join o_yards y on y.lot_id = r.lot and y.kind = r.kind;
-- The shape itself, written with seven decimals: its outline may be off by 0.04 ft.
insert into checks
select :'town', 'required yard: area drawn beside the yard', r.lot || ' ' || r.kind, 0, ST_Area(ST_SymDifference(ST_MakeValid(geom), yard)) * ft * ft, 0.1 + 0.04 * ST_Perimeter(yard) * ft
from scale, required r join o_yards y on y.lot_id = r.lot and y.kind = r.kind;

-- Required yards and buildable area add up to the lot.
insert into checks
select :'town', 'buildable area: with the required yards, the lot', p.lot, y.area_sq_ft + ST_Area(yards) * ft * ft, ST_Area(p.geom) * ft * ft, 0.3
from scale, plain_lots p join o_yards y on y.lot_id = p.lot and y.kind = 'buildable area',
	lateral (select ST_Union(yard) as yards from required r where r.lot = p.lot) r
where y.area_sq_ft is not null;

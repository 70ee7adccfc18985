-- Each number of the report beside the same number measured by PostGIS on the inputs. Labels of lot lines are the report's own
-- (fixtures/lots and fixtures/town hold them against truth); everything measured to them is measured again here.
set search_path = :town, public;

-- Areas of footprints. Parts that touch are one building in the report: its row then covers the records of all of them. What stands on
-- several lots is a row for each: together they are the record, but for slivers of less than half a square foot at each cut.
insert into checks
select :'town', 'footprint area', s.id, s.area + coalesce(cut.area, 0), ST_Area(coalesce(parts.geom, t.geom)) * ft * ft, 0.1 + 0.5 * cut.n
from scale, o_structures s join unique_things t using (id)
left join lateral (select ST_Union(p.geom) as geom from things p where p.type = 'structure' and s.type = 'structure' and s.area > ST_Area(t.geom) * 1.001
	and p.geom && s.geom and ST_CoveredBy(p.geom, ST_Buffer(s.geom, 0.01))) parts on true
left join lateral (select sum(p.area) as area, count(*) as n from o_structures p where p.assignment = 'part' and p.id like s.id || '/%') cut on true
where s.type <> 'fence' and ST_Dimension(t.geom) = 2;

-- Lengths of fences that stand on lots from end to end: their stretches together, those on a line two lots share counted once. What
-- is cut off a fence shorter than 0.05 ft is dropped, at each cut.
insert into checks
select :'town', 'length of a fence in stretches', t.id, ST_Length(ST_Union(s.geom)) * min(ft), min(ST_Length(t.geom)) * min(ft), 0.1 * count(*)
from unique_things t join o_structures s on s.id = t.id or s.id like t.id || '/%', scale
where t.type = 'fence' and s.type = 'fence' and :'town' = 'demo'
group by t.id;

-- What stands on no lot: buildings that meet none, and features that reach farther than 20 ft from the nearest.
-- The lot a building stands on is the one under most of it: its overlap is the greatest there is.
create table covers as
select t.id as thing, l.id as lot, max(ST_Area(ST_Intersection(t.geom, l.geom)) * ft * ft) as area
from unique_things t join lots l on ST_Intersects(t.geom, l.geom), scale
where ST_Dimension(t.geom) = 2 group by 1, 2;
insert into checks
select :'town', 'lot by largest overlap', s.id, coalesce(max(o.area) filter (where o.lot = s.lot), 0), max(o.area), 0.1
from o_structures s join covers o on o.thing = s.id
where s.type <> 'fence' and s.lot is not null group by s.id having max(o.area) > 0;
insert into checks
select :'town', 'structures on no lot', 'all', (select count(*) from o_structures s join unique_things t using (id) where s.type <> 'fence' and ST_Dimension(t.geom) = 2 and s.assignment = 'no lot'),
	(select count(*) from unique_things t where type = 'structure' and id in (select id from o_structures) and ST_Dimension(geom) = 2 and id not in (select thing from covers where area > 0))
	+ (select count(*) from unique_things t, scale, lateral (select geom from lots l where ST_DWithin(l.geom, t.geom, 200) order by ST_Distance(l.geom, t.geom) limit 1) near
		where type = 'feature' and id in (select id from o_structures) and ST_Dimension(t.geom) = 2 and id not in (select thing from covers where area > 0)
			and not ST_CoveredBy(t.geom, ST_Buffer(near.geom, 20 / ft, 'quad_segs=64'))), 0;

-- The district is the one under most of the structure; where it straddles a border the report names both, that one first.
create table zoned as
select t.id as thing, z.code, sum(ST_Area(ST_Intersection(t.geom, z.geom)) * ft * ft) as area
from unique_things t join zones z on ST_Intersects(t.geom, z.geom), scale
where ST_Dimension(t.geom) = 2 group by 1, 2;
insert into checks
select :'town', 'district by largest overlap', s.id, coalesce(max(z.area) filter (where z.code = s.district or s.district like z.code || '/%'), 0), max(z.area), 0.1
from o_structures s join zoned z on z.thing = s.id
where s.type <> 'fence' and s.lot is not null and s.district is not null group by s.id having max(z.area) > 0;

-- The subject of every finding: as the inputs have it where the finding is about a whole record, else the stretch.
create table findings as
select v.*, case when v.type = 'fence' then v.geom else coalesce(t.geom, v.geom) end as shape, l.geom as lot_shape,
	exists (select from o_lot_lines a where a.lot = v.lot and a.kind = 'alley') as on_alley
from o_violations v
left join unique_things t on t.id = v.id
left join lateral (select ST_Union(geom) as geom from lots where id = v.lot) l on true
where v.measured is not null;

-- Distance to any lot line: to the lot's boundary, without labels; with them only where an alley is left out.
insert into checks
select :'town', 'distance to the nearest lot line: ' || clause, id, measured, ST_Distance(shape, ST_Boundary(lot_shape)) * ft, 0.01
from findings, scale where clause = '133-1132(c)(4)#lot-line-3' and not on_alley;
-- What stands in the street has no distance from it: 0 where none of it lies on its own lot, and a street line is the nearest.
create function to_lines(of_lot text, shape geometry, kinds text[]) returns float8 language sql as $$
	select case when not ST_Intersects(shape, (select ST_Union(geom) from lots where id = of_lot)) and min(d) filter (where kind = any (kinds)) <= min(d) then 0
		else min(d) filter (where kind = any (kinds)) end
	from (select kind, ST_Distance(shape, geom) as d from o_lot_lines where lot = of_lot) as lines
$$;
insert into checks
select :'town', 'distance to lines of a kind: ' || clause, id, measured, to_lines(lot, shape, kinds) * ft, 0.01
from scale, findings join (values
	('133-1132(c)(4)#lot-line-3', array['front', 'side', 'rear', 'street side', 'open edge', 'water', 'unknown']),
	('133-1132(c)(4)#alley-line-5', array['alley']),
	('133-1132(c)(5)#not-forward', array['front']),
	('133-1132(k)#anywhere', array['front', 'street side', 'alley']),
	('133-1132(e)#lot-line-3', array['side', 'rear', 'alley', 'water']),
	('133-1132(j)#property-line-3', array['side', 'rear', 'alley', 'water', 'open edge']),
	('133-1132(c)(3)#attached-principal-yards', array['side']),
	('133-1135(c)(1)#street-yard-row', array['front', 'street side', 'alley']),
	('133-1133(b)#lot-line-2', array['front', 'side', 'rear', 'street side', 'alley', 'open edge', 'water', 'unknown']),
	('133-1136(e)(2)#line-residential', array['side', 'rear']),
	('133-1138(1)(k)#property-line-15', array['front', 'side', 'rear', 'street side', 'alley', 'open edge', 'water', 'unknown'])
) as k (clause, kinds) using (clause) where unit = 'ft' and (on_alley or clause <> '133-1132(c)(4)#lot-line-3') and (line is not null or clause <> '133-1132(k)#anywhere');

-- Separation: to the nearest other structure that counts, and by name of that other.
insert into checks
select :'town', 'distance to the other structure: ' || clause, f.id, measured, min(ST_Distance(f.shape, o.geom)) * min(ft), 0.01
from findings f join o_structures o on o.id = f.other, scale
where unit = 'ft' and clause in ('133-1132(c)(4)#building-separation', '133-1132(f)#adjacent-side-line', '133-1139(e)(1)#ten-feet')
	and other is not null and (f.line is null or clause <> '133-1132(f)#adjacent-side-line')
group by f.finding, f.id, clause, measured;

-- The gap between walls that face each other: the line that was measured runs from the one wall to the other and is as long.
insert into checks
select :'town', 'gap between facing walls', f.id, measured, ST_Length(evidence) * ft, 0.01
from findings f, scale where clause = '133-1132(k)#bench';
insert into checks
select :'town', 'gap between facing walls: its ends lie on them', f.id, 0, (ST_Distance(evidence, f.geom) + ST_Distance(evidence, o.geom)) * ft, 0.01
from findings f join lateral (select ST_Union(geom) as geom from o_structures where id = f.other) o on true, scale where clause = '133-1132(k)#bench';

-- Ground of a lot nearer to a line than the district's depth.
create function strip(of_lot text, lines text[], depth float8) returns geometry language sql as $$
	select ST_Intersection((select ST_Union(geom) from lots where id = of_lot),
		(select ST_Buffer(ST_Union(geom), depth, 'quad_segs=256') from o_lot_lines where lot = of_lot and kind = any (lines)))
$$;
insert into checks
select :'town', 'area in the required front yard: ' || clause, f.id, measured, ST_Area(ST_Intersection(shape, strip(lot, array['front'], front / ft))) * ft * ft, 0.1
from scale, findings f join depths d on d.code = f.district
where clause in ('133-1132(c)(4)#not-in-required-front-yard', '133-1132(c)(5)#front-garage-required-setback') and unit = 'sq_ft';

-- Share of the required rear yard under what is detached. Attached garages are no part of it; a lot's rear line may be its alley.
create table rear_lines as
select lot, geom, kind from o_lot_lines where kind = 'rear';
insert into checks
select :'town', 'share of the required rear yard', f.lot, measured,
	100 * ST_Area(ST_Intersection(yard, (select ST_Union(t.geom) from o_structures s join unique_things t using (id)
		where s.lot = f.lot and s.class <> 'attached_garage' and not s.class like '%dwelling' and s.class <> 'principal_building' and s.class not in ('patio', 'flagpole', 'porch', 'firewood')))) / ST_Area(yard), 0.01
from scale, findings f join depths d on d.code = f.district,
	lateral (select strip(lot, array['rear'], rear / ft) as yard) y
where clause = '133-1132(c)(4)#rear-yard-coverage' and exists (select from rear_lines r where r.lot = f.lot);

-- What reaches out of every lot.
insert into checks
select :'town', 'area off every lot: ' || clause, f.id, measured,
	ST_Area(coalesce(ST_Difference(shape, (select ST_Union(l.geom) from lots l where ST_DWithin(l.geom, shape, 5))), shape)) * ft * ft, 0.1
from findings f, scale where clause = '133-1132(m)#terrace-area' and unit = 'sq_ft' and measured > 0;
-- The report takes what lies within a thousandth of a foot of a border for touching it: where a wall crosses one at a flat angle that
-- is a few hundredths of its length. Walls drawn there and back are left out: a union counts them once.
insert into checks
select :'town', 'length off every lot: ' || clause, f.id, measured,
	ST_Length(coalesce(ST_Difference(geom, (select ST_Union(l.geom) from lots l where ST_DWithin(l.geom, f.geom, 5))), geom)) * ft, 0.05
from findings f, scale where clause = '133-1132(k)#anywhere' and unit = 'ft' and measured > 0 and line is null and ST_IsSimple(geom);

-- Counts on a lot, by the layer's own words.
insert into checks
select :'town', 'number of things on the lot: ' || clause, f.lot, measured, (select count(*) from things t where t.kind = any (kinds) and ST_Contains(f.lot_shape, ST_PointOnSurface(t.geom))), 0
from findings f join (values
	('133-1132(c)(1)#one-garage', array['GAR-A', 'GAR-D']),
	('133-1132(c)(1)#one-play-structure', array['play structure']),
	('133-1132(c)(1)#one-additional-building', array['SHED', 'GAZEBO', 'CARPORT']),
	('133-1132(c)(2)(a)#no-other-detached', array['SHED', 'GAZEBO', 'CARPORT']),
	('133-1132(c)(2)(c)#three-stall-no-detached', array['GAR-D'])
) as k (clause, kinds) using (clause);

-- And nothing is left out: every small building of the demo town that stands nearer than 3 ft to a line that is no alley's, in a
-- residential district and without a variance, is a finding.
insert into checks
select 'demo', 'buildings within 3 ft of a lot line', 'all', (select count(*) from o_violations where clause = '133-1132(c)(4)#lot-line-3'), count(*), 0
from things t join lots l on ST_Contains(l.geom, ST_Centroid(t.geom)) join zones z on ST_Contains(z.geom, ST_Centroid(l.geom)), scale
where :'town' = 'demo' and t.type = 'structure' and t.kind in ('SHED', 'GAZEBO', 'CARPORT', 'GAR-D', 'ADU', 'COOP') and z.code = 'R-1' and l.id <> 'D12'
	and (select min(ST_Distance(t.geom, o.geom)) from o_lot_lines o where o.lot = l.id and o.kind <> 'alley') * ft < 3
having :'town' = 'demo';
